/** The ledger of a chain after a block: plain data in stores that a caller can back with a database, with an index for look-ups. */

import type {
  Block,
  CreateChainTx,
  OutputOwners,
  PChainOwner,
  UTXO as PUTXO,
  TransformSubnetTx,
  UnsignedTx,
} from '../chain/pchain/index.ts';
import type { UTXO as XUTXO } from '../chain/xchain/tx.ts';
import type { FeeState } from '../fee/gas.ts';
import type { ValidatorFeeState } from '../fee/validatorfee.ts';
import type { Chain, Network } from '../network/network.ts';
import { networkArgument } from '../network/network.ts';
import { aBigint, anObject, checkArgument, objectOf, wordOf } from '../schema/check.ts';
import { formatID, formatNodeID } from '../text/id.ts';
import { maxUint64 } from '../text/uint64.ts';

/** Entries of a ledger by CB58 id: a `Map`, or any Map-like store backed by a database. Reads and writes are synchronous. */
export interface Store<V> {
  get(key: string): V | undefined;
  set(key: string, value: V): unknown;
  delete(key: string): unknown;
}

/** Where a ledger of the P-chain keeps its entries. All but the UTXOs are in memory: subclass `Map` to note what changes. */
export interface PStores {
  /** UTXOs by the CB58 of their input IDs, as `inputIDOf` returns them. By far the most. */
  readonly utxos: Store<PUTXO>;
  /** Current stakers, by CB58 txID. */
  readonly current: Map<string, Staker>;
  /** Pending stakers, which begin later; none since Durango. */
  readonly pending: Map<string, Staker>;
  /** L1 validators by CB58 validationID, including inactive ones. */
  readonly l1Validators: Map<string, L1Validator>;
  /** Subnets, by CB58 id. */
  readonly subnets: Map<string, Subnet>;
  /** Blockchains, by CB58 id. */
  readonly blockchains: Map<string, Blockchain>;
  /** Supply of the staked asset: of the primary network (nAVAX) and of elastic subnets, by CB58 of the subnetID. */
  readonly supplies: Map<string, bigint>;
}

/** Where a ledger of the X-chain keeps its entries: UTXOs by the CB58 of their input IDs. */
export interface XStores {
  readonly utxos: Store<XUTXO>;
}

/** A transaction that adds a staker. */
export type StakerTx = Extract<
  UnsignedTx,
  {
    readonly type: `platformvm.Add${
      | 'Validator'
      | 'SubnetValidator'
      | 'Delegator'
      | 'PermissionlessValidator'
      | 'PermissionlessDelegator'
      | 'AutoRenewedValidator'}Tx`;
  }
>;

/** A current or pending validator or delegator. Names as in `platform.getCurrentValidators`. */
export interface Staker {
  readonly txID: Uint8Array;
  /** The transaction with the id `txID`. */
  readonly tx: StakerTx;
  readonly nodeID: Uint8Array;
  /** Id of the subnet; zeros for the primary network. */
  readonly subnetID: Uint8Array;
  /** In nAVAX, or in the unit of the subnet's asset. For an auto-renewed validator, includes restaked rewards. */
  readonly weight: bigint;
  /** Unix seconds; for an auto-renewed validator, the start of its current period. */
  readonly startTime: bigint;
  readonly endTime: bigint;
  /** The reward if the staker earns it; already part of the supply. 0 for permissioned and pending stakers. */
  readonly potentialReward: bigint;
  /** A validator's share of its delegators' rewards so far, paid at its end. */
  readonly accruedDelegateeReward: bigint;
  /** Set for an auto-renewed validator. */
  readonly renewal?: Renewal;
}

/** The renewal of an auto-renewed validator (ACP-236). */
export interface Renewal {
  /** Seconds; 0 if it ends after the current period. */
  readonly nextPeriod: bigint;
  /** The share of the rewards that is restaked, in millionths. */
  readonly autoCompoundRewardShares: number;
  /** Restaked so far, in nAVAX: validation rewards, and the share of its delegators' rewards. */
  readonly accruedValidationRewards: bigint;
  readonly accruedDelegateeRewards: bigint;
}

/** A validator of an L1 (ACP-77). Names as in `platform.getL1Validator`. */
export interface L1Validator {
  readonly validationID: Uint8Array;
  readonly subnetID: Uint8Array;
  readonly nodeID: Uint8Array;
  /** Compressed BLS public key. */
  readonly publicKey: Uint8Array;
  readonly remainingBalanceOwner: PChainOwner;
  readonly deactivationOwner: PChainOwner;
  /** Unix seconds. */
  readonly startTime: bigint;
  readonly weight: bigint;
  /** The lowest nonce that the next message about its weight may have. */
  readonly minNonce: bigint;
  /** The validator is active while the ledger's `accruedFees`, in nAVAX, are below this; 0 if it is inactive. `l1BalanceOf` returns the rest. */
  readonly endAccumulatedFee: bigint;
}

/** A subnet, and its transformation or conversion. */
export interface Subnet {
  readonly owner: OutputOwners;
  /** Set for an elastic subnet. */
  readonly transformation?: { readonly txID: Uint8Array; readonly tx: TransformSubnetTx };
  /** Set for an L1: the id of its conversion, and the contract that manages its validators. */
  readonly conversion?: {
    readonly conversionID: Uint8Array;
    readonly chainID: Uint8Array;
    readonly address: Uint8Array;
  };
}

/** A blockchain, without its genesis data. */
export type Blockchain = Pick<CreateChainTx, 'subnetID' | 'chainName' | 'vmID' | 'fxIDs'>;

/**
 * The blockchain that a transaction creates.
 * @internal
 */
export const blockchainOf = ({ subnetID, chainName, vmID, fxIDs }: CreateChainTx): Blockchain => ({
  subnetID,
  chainName,
  vmID,
  fxIDs,
});

/**
 * The state of the P-chain after a block. Only `applyBlock` may change it, and does so in place. It is plain data: you can keep a copy
 * and continue from it.
 */
export interface PLedger extends PStores {
  readonly chain: 'P';
  readonly network: Network;
  /** The last accepted block. */
  blockID: Uint8Array;
  height: bigint;
  /** A proposal that waits for its commit or abort. None of its effects are applied yet. */
  proposal:
    | Extract<Block, { readonly tx: unknown; readonly type: `${string}ProposalBlock` }>
    | undefined;
  /** Unix seconds. */
  time: bigint;
  feeState: FeeState;
  validatorFeeState: ValidatorFeeState;
  /** Fees in nAVAX that an L1 validator active since Etna would have paid until now. */
  accruedFees: bigint;
}

/** The state of the X-chain after a block. Only `applyBlock` and `applyAcceptedTxs` may change it, and do so in place. */
export interface XLedger extends XStores {
  readonly chain: 'X';
  readonly network: Network;
  /** Set for an instance of the AVM other than the X-chain. */
  readonly blockchain?: Chain;
  /** The last accepted block; undefined before the first one, while the X-chain still had vertices. */
  blockID: Uint8Array | undefined;
  height: bigint;
  /** Unix seconds; 0 before the first block. */
  time: bigint;
}

/** A ledger, as an argument. */
export const ledgerArgument = /* @__PURE__ */ (() =>
  objectOf(
    { chain: wordOf('P', 'X'), network: networkArgument, height: aBigint, utxos: anObject },
    { name: 'a ledger' },
  ))();
const feesArgument = /* @__PURE__ */ objectOf({ accruedFees: aBigint }, { name: 'a ledger' });
const validatorArgument = /* @__PURE__ */ objectOf({ endAccumulatedFee: aBigint });

/** Returns the remaining balance of an L1 validator, in nAVAX. */
export function l1BalanceOf(validator: L1Validator, ledger: Pick<PLedger, 'accruedFees'>): bigint {
  checkArgument(validator, validatorArgument, 'validator');
  checkArgument(ledger, feesArgument, 'ledger');
  const { accruedFees } = ledger;
  const { endAccumulatedFee } = validator;
  return endAccumulatedFee === 0n ? 0n : endAccumulatedFee - accruedFees;
}

/**
 * An index over a ledger, so that a block need not search all of it. It follows from the ledger, and is computed when it is missing.
 */
export interface Lookup {
  /** CB58 of the txIDs of current validators, by `nodeKey`. */
  readonly validators: Map<string, string>;
  /** No pending staker begins and no permissioned one ends before this time. */
  nextChange: bigint;
  /** No active L1 validator has an `endAccumulatedFee` below this. */
  firstEnd: bigint;
}

const lookups = new WeakMap<PLedger, Lookup>();

/** Returns the index of a ledger. */
export function lookupOf(ledger: PLedger): Lookup {
  let found = lookups.get(ledger);
  if (!found) lookups.set(ledger, (found = lookupFrom(ledger)));
  return found;
}

/** Drops the index after the ledger was restored. */
export const forgetLookup = (ledger: PLedger): unknown => lookups.delete(ledger);

function lookupFrom(ledger: PLedger): Lookup {
  const validators = new Map<string, string>();
  for (const [key, staker] of ledger.current)
    if (isValidator(staker)) validators.set(nodeKey(staker), key);
  return { validators, nextChange: nextChangeOf(ledger), firstEnd: firstEndOf(ledger) };
}

/** The time at which the first pending staker begins or the first permissioned one ends. */
export function nextChangeOf({ pending, current }: PLedger): bigint {
  let first = maxUint64;
  for (const { startTime } of pending.values()) if (startTime < first) first = startTime;
  for (const staker of current.values())
    if (isPermissioned(staker) && staker.endTime < first) first = staker.endTime;
  return first;
}

/** The lowest `endAccumulatedFee` of an active L1 validator. */
export function firstEndOf({ l1Validators }: PLedger): bigint {
  let first = maxUint64;
  for (const { endAccumulatedFee: end } of l1Validators.values())
    if (end !== 0n && end < first) first = end;
  return first;
}

/** Whether a staker is a validator, also of a permissioned subnet, and not a delegator. */
export const isValidator = ({ tx }: Staker): boolean => kinds[tx.type] !== 'delegator';

/** Whether a staker validates a permissioned subnet, without a stake. */
export const isPermissioned = ({ tx }: Staker): boolean => kinds[tx.type] === 'permissioned';

/** The role of the stakers of each type. */
const kinds: { readonly [T in StakerTx['type']]: 'validator' | 'delegator' | 'permissioned' } = {
  'platformvm.AddValidatorTx': 'validator',
  'platformvm.AddPermissionlessValidatorTx': 'validator',
  'platformvm.AddAutoRenewedValidatorTx': 'validator',
  'platformvm.AddDelegatorTx': 'delegator',
  'platformvm.AddPermissionlessDelegatorTx': 'delegator',
  'platformvm.AddSubnetValidatorTx': 'permissioned',
};

export const nodeKey = (staker: Pick<Staker, 'subnetID' | 'nodeID'>): string =>
  `${formatID(staker.subnetID)} ${formatNodeID(staker.nodeID)}`;
