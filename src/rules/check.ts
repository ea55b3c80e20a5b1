/**
 * `checkTx`, and the table of the rules of every transaction type in the order of the node (avalanchego). The order matters: the
 * first refusal is the one that a node would report.
 */

import type { UnsignedTx as CTx } from '../chain/cchain/tx.ts';
import { unsignedTxArgument } from '../chain/declared.ts';
import type { UnsignedTx as PTx } from '../chain/pchain/tx.ts';
import type { UnsignedTx as XTx } from '../chain/xchain/tx.ts';
import { frozen } from '../errors/frozen.ts';
import { networkArgument } from '../network/network.ts';
import { aBigint, checkArgument, objectOf, optional } from '../schema/check.ts';
import { holding } from '../tx/held.ts';
import { recoverArgument } from '../tx/recover.ts';
import type { AnyUnsignedTx } from '../tx/types.ts';
import { exportTx as cExportTx, importTx as cImportTx } from './cchain.ts';
import type { TxOf } from './components.ts';
import type { Facts } from './facts.ts';
import {
  convertSubnetToL1Tx,
  disableL1ValidatorTx,
  increaseL1ValidatorBalanceTx,
  registerL1ValidatorTx,
  setL1ValidatorWeightTx,
} from './pchain/l1.ts';
import {
  addAutoRenewedValidatorTx,
  addDelegatorTx,
  addPermissionlessDelegatorTx,
  addPermissionlessValidatorTx,
  addSubnetValidatorTx,
  addValidatorTx,
  advanceTimeTx,
  rewardAutoRenewedValidatorTx,
  rewardValidatorTx,
  setAutoRenewedValidatorConfigTx,
} from './pchain/staking.ts';
import {
  createChainTx,
  createSubnetTx,
  removeSubnetValidatorTx,
  transferSubnetOwnershipTx,
  transformSubnetTx,
} from './pchain/subnets.ts';
import { baseTx, exportTx, importTx } from './pchain/transfers.ts';
import type { Checkable } from './subject.ts';
import { check, type Rule, type Verdict, withoutRules } from './verdict.ts';
import { createAssetTx, operationTx } from './xchain/assets.ts';
import {
  baseTx as xBaseTx,
  exportTx as xExportTx,
  importTx as xImportTx,
} from './xchain/transfers.ts';

const checkableArgument = /* @__PURE__ */ objectOf({}, { name: 'a transaction or a draft' });
const factsArgument = /* @__PURE__ */ (() =>
  objectOf({
    network: networkArgument,
    time: optional(aBigint),
    recover: optional(recoverArgument),
  }))();

/** Rules by transaction type. */
export type RuleTable<T extends AnyUnsignedTx['type']> = {
  readonly [type in T]: readonly Rule<TxOf<type>>[];
};

/** Rules of all P-chain types. */
export const pRules: RuleTable<PTx['type']> = {
  'platformvm.AddValidatorTx': addValidatorTx,
  'platformvm.AddSubnetValidatorTx': addSubnetValidatorTx,
  'platformvm.AddDelegatorTx': addDelegatorTx,
  'platformvm.CreateChainTx': createChainTx,
  'platformvm.CreateSubnetTx': createSubnetTx,
  'platformvm.ImportTx': importTx,
  'platformvm.ExportTx': exportTx,
  'platformvm.AdvanceTimeTx': advanceTimeTx,
  'platformvm.RewardValidatorTx': rewardValidatorTx,
  'platformvm.RemoveSubnetValidatorTx': removeSubnetValidatorTx,
  'platformvm.TransformSubnetTx': transformSubnetTx,
  'platformvm.AddPermissionlessValidatorTx': addPermissionlessValidatorTx,
  'platformvm.AddPermissionlessDelegatorTx': addPermissionlessDelegatorTx,
  'platformvm.TransferSubnetOwnershipTx': transferSubnetOwnershipTx,
  'platformvm.BaseTx': baseTx,
  'platformvm.ConvertSubnetToL1Tx': convertSubnetToL1Tx,
  'platformvm.RegisterL1ValidatorTx': registerL1ValidatorTx,
  'platformvm.SetL1ValidatorWeightTx': setL1ValidatorWeightTx,
  'platformvm.IncreaseL1ValidatorBalanceTx': increaseL1ValidatorBalanceTx,
  'platformvm.DisableL1ValidatorTx': disableL1ValidatorTx,
  'platformvm.AddAutoRenewedValidatorTx': addAutoRenewedValidatorTx,
  'platformvm.SetAutoRenewedValidatorConfigTx': setAutoRenewedValidatorConfigTx,
  'platformvm.RewardAutoRenewedValidatorTx': rewardAutoRenewedValidatorTx,
};

/** Rules of all X-chain types. */
export const xRules: RuleTable<XTx['type']> = {
  'avm.BaseTx': xBaseTx,
  'avm.CreateAssetTx': createAssetTx,
  'avm.OperationTx': operationTx,
  'avm.ImportTx': xImportTx,
  'avm.ExportTx': xExportTx,
};

/** Rules of all C-chain types. */
const cRules: RuleTable<CTx['type']> = {
  'atomic.ImportTx': cImportTx,
  'atomic.ExportTx': cExportTx,
};

/** Rules of every transaction type, in the node's order. A type without rules does not compile. */
export const rules: RuleTable<AnyUnsignedTx['type']> = /* @__PURE__ */ frozen({
  ...pRules,
  ...xRules,
  ...cRules,
});

/**
 * Returns the rules of a transaction's type.
 * @throws {AvalancheError} `Unsupported`: a type of no chain.
 */
export function rulesFor({ type }: { readonly type: AnyUnsignedTx['type'] }): readonly Rule[] {
  if (Object.hasOwn(rules, type)) return rules[type] as readonly Rule[];
  throw withoutRules(type);
}

/**
 * How to fix a refusal, by the name of the rule, prefixed with the virtual machine or transaction type where they differ. Kept apart
 * from the rules, since the check of a draft does not need them.
 */
export const hints: Readonly<Record<string, string>> = {
  UTXOs: 'Build the transaction again with the UTXOs that the chain has now.',
  accounts: 'Build the transaction again with the nonces and balances that the accounts have now.',
  assets: 'Use an asset that exists, in the ways that it was created for.',
  'atomic gas': 'Use fewer inputs and outputs.',
  'atomic pool': 'Pay more than the waiting transaction, or wait until it is accepted.',
  'atomic.ExportTx signatures': 'Sign the transaction with the keys of the accounts.',
  authorization:
    'The owner that the chain has now must authorize the transaction: build it again with it.',
  'auto-renewed validator': 'Name the transaction that added a current auto-renewed validator.',
  'avm pool': 'Wait until waiting transactions are accepted.',
  'avm size': 'Use fewer inputs and outputs.',
  'consumed UTXOs': 'Build the transaction again with the UTXOs that the chain has now.',
  'delegated weight': 'Delegate less, or to another validator.',
  duration: 'Choose another end; leave a few seconds, as the time of the next block is not known.',
  expiry: 'Let the manager send a new registration that expires within 24 hours.',
  fee: 'Build the transaction again with the current price of gas.',
  funds: 'Build the transaction again: its outputs must not exceed its inputs.',
  memo: 'Build the transaction without a memo: since Durango the P-chain accepts none.',
  'mutable subnet': 'An elastic subnet or an L1 is not managed by its owner any more.',
  'new registration': 'Let the manager send a new registration: each is used once.',
  'new validators': 'Remove the nodes as validators of the subnet first.',
  nonce: 'Let the manager send the weight again: a later message was used already.',
  'platformvm exported outputs': 'Export funds that are not locked.',
  'platformvm gas': 'Use fewer inputs and outputs, or wait until the chain has more gas.',
  'platformvm pool': 'Wait until the transaction before it is accepted, or pay a higher price.',
  'platformvm.ConvertSubnetToL1Tx total weight': 'Choose smaller weights.',
  'platformvm.RegisterL1ValidatorTx active validators':
    'Register it with a balance of 0, and activate it when others are inactive.',
  'platformvm.RegisterL1ValidatorTx new validator': 'A node can validate an L1 once.',
  'proof of possession': "Take public key and proof from the node's info.getNodeID.",
  'new validator': 'Wait until the node does not validate any more, or use another node.',
  'registered key': "Take the proof from the node's info.getNodeID.",
  'remaining validators': 'An L1 must keep a validator: register another one first.',
  'removable validator': 'Only validators that the owner of the subnet added can be removed.',
  signatures: 'Sign the transaction with the keys of the owners.',
  validation: 'Name a current validator of an L1.',
  validator: 'Delegate to a current validator, and end no later than it.',
  'validator of the primary network':
    'End it no later than the node validates the primary network.',
  'warp signature': 'Aggregate the signatures again, with those who validate the source chain now.',
};

/** Returns how to fix a refusal by a rule. */
export const hintOf = (rule: string, type: AnyUnsignedTx['type']): string | undefined =>
  hints[`${type} ${rule}`] ?? hints[`${type.split('.')[0]} ${rule}`] ?? hints[rule];

/**
 * Checks whether a node would accept a transaction. Every rule of its type runs in the node's order; each is `ok`, `refused`, or `not
 * checked` because a fact or signature is missing.
 * @param tx Unsigned, partly signed or signed, or a draft.
 * @param facts What is known about the chain. `factsOfState` extracts the facts of a state.
 * @throws {AvalancheError} `Unsupported`: a type of no chain; `BadArgument` and the codes of `encode`, if the transaction cannot be
 *   encoded.
 * @example
 * const tx = { type: 'platformvm.BaseTx', networkID: 5, blockchainID: new Uint8Array(32), outputs: [], inputs: [], memo: new Uint8Array(1) };
 * checkTx(tx, { network: fuji, time: 1_800_000_000n }).findings.find(({ rule }) => rule === 'memo').code; // 'TooLong'
 */
export function checkTx(tx: Checkable, facts: Facts): Verdict {
  checkArgument<object>(tx, checkableArgument, 'tx');
  checkArgument(facts, factsArgument, 'facts');
  const unsigned = 'unsignedTx' in tx ? tx.unsignedTx : tx;
  const rules = rulesFor(checkArgument(unsigned, unsignedTxArgument, 'tx'));
  const { type } = unsigned;
  return holding(unsigned, () => check(rules, tx, facts, { hintOf: (rule) => hintOf(rule, type) }));
}
