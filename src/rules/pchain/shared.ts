/** Rules that all P-chain transactions share, and `rulesOf`, which puts the rules of a type together in the node's order. */
import { primaryNetworkID } from '../../chain/base.ts';
import type { FxOwner } from '../../chain/pchain/components.ts';
import type { UnsignedTx } from '../../chain/pchain/tx.ts';
import { AvalancheError, within } from '../../errors/error.ts';
import { gasUsedUp } from '../../fee/transactions.ts';
import { isActive, type Upgrades } from '../../network/network.ts';
import { equalBytes } from '../../text/bytes.ts';
import { verifyOutputOrder } from '../../tx/order.ts';
import {
  isZero,
  maxMemoSize,
  outOfRange,
  percentDenominator,
  verifyInputOrder,
  verifyInputs,
  verifyLength,
  verifyOutputs,
  verifyOwners,
  verifyPeer,
  verifyTxChain,
} from '../components.ts';
import { clockOf, type MissingFact, timeOf, withoutTime } from '../facts.ts';
import { type Asked, fee, funds } from '../funds.ts';
import { gasOf, pool } from '../pool.ts';
import { inputSignatures, utxos } from '../spending.ts';
import type { Subject } from '../subject.ts';
import type { Rule } from '../verdict.ts';

/** A transaction that users issue: every type except those that only nodes create. */
export type BasePTx = Extract<UnsignedTx, { readonly memo: Uint8Array }>;

/** Rule: the type is accepted since an upgrade, or until it. Source: avalanchego `vms/platformvm/txs/executor/*.go`. */
export const accepted = (when: 'since' | 'until', upgrade: keyof Upgrades): Rule<BasePTx> => ({
  name: 'upgrade',
  check: ({ tx: { type }, facts }) => {
    const { network, time } = facts;
    if (time === undefined) return withoutTime;
    if (isActive(upgrade, network, time) === (when === 'since')) return;
    const activation = network.upgrades[upgrade];
    const detail =
      when === 'since'
        ? `${type} is accepted from ${upgrade} on (${activation}), it is ${time}`
        : `${type} is not accepted from ${upgrade} on (${activation}), it is ${time}`;
    throw new AvalancheError('WrongUpgrade', detail, { upgrade, at: activation, time });
  },
});

/** Maximum size of a signed transaction before Helicon. Source: avalanchego `codec/manager.go`: DefaultMaxSize. */
const maxSizePreHelicon = 262_144;

/** Source: avalanchego `vms/platformvm/block/executor/manager.go` `verifyTransactionSizePreHelicon`. */
const size: Rule<BasePTx> = {
  name: 'size',
  check: ({ facts, signedSize }) => {
    const bytes = signedSize();
    if (bytes > maxSizePreHelicon && !isActive('helicon', facts.network, clockOf(facts)))
      verifyLength(bytes, maxSizePreHelicon);
  },
};

/** Source: avalanchego `vms/platformvm/block/executor/manager.go` `VerifyTx`. */
const gas: Rule<BasePTx> = {
  name: 'gas',
  check: (subject) => {
    const { network, feeState, time } = subject.facts;
    if (time === undefined) return withoutTime;
    if (!isActive('etna', network, time)) return;
    const used = gasOf(subject);
    const { maxCapacity, maxPerSecond } = network.pFees;
    const left = feeState?.capacity;
    const cap = left === undefined || left > maxCapacity ? maxCapacity : left;
    const refill = { cap: maxCapacity, perSecond: maxPerSecond };
    if (used > cap)
      throw (
        gasUsedUp(used, { cap, refill }) ??
        new AvalancheError('OutOfRange', `uses ${used} gas, ${cap} is the capacity`, {
          value: used,
          max: cap,
          unit: 'gas',
        })
      );
    if (left === undefined)
      return { missing: 'feeState', detail: 'needs the gas that the chain has left' };
    return `${used} gas`;
  },
};

/** Source: avalanchego `vms/components/avax/base_tx.go` `Verify`. */
const place: Rule<BasePTx> = {
  name: 'network and chain',
  check: ({ tx, facts, chain }) => {
    verifyTxChain(tx, {
      networkID: facts.network.networkID,
      blockchainID: chain.blockchainID,
    });
  },
};

/** Source: avalanchego `vms/components/avax/base_tx.go` `VerifyMemoFieldLength`. */
const memo: Rule<BasePTx> = {
  name: 'memo',
  check: ({ tx: { memo }, facts }) => {
    verifyLength(memo.length, maxMemoSize, 'memo');
    if (memo.length > 0 && isActive('durango', facts.network, timeOf(facts)))
      verifyLength(memo.length, 0, 'memo');
  },
};

/** Source: avalanchego `vms/platformvm/txs/base_tx.go`. */
const outputs: Rule<BasePTx> = {
  name: 'outputs',
  check: ({ tx: { outputs } }) => {
    within(['outputs'], () => {
      verifyOutputs(outputs);
      verifyOutputOrder(outputs);
    });
  },
};

/** Source: avalanchego `vms/platformvm/txs/base_tx.go`. */
const inputs: Rule<BasePTx> = {
  name: 'inputs',
  check: ({ tx: { inputs } }) => {
    within(['inputs'], () => {
      verifyInputs(inputs);
      verifyInputOrder(inputs);
    });
  },
};

/** Returns the fee in nAVAX that a node requires: gas times price; nothing before Etna. */
function askedOf(subject: Subject<BasePTx>): Asked | MissingFact {
  const { network, feeState, time } = subject.facts;
  if (time === undefined) return withoutTime;
  if (!isActive('etna', network, time)) return { fee: 0n, least: 0n };
  const used = gasOf(subject);
  const price = feeState?.price;
  return {
    fee: price === undefined ? undefined : used * price,
    least: used * network.pFees.minPrice,
  };
}

/** Rules that a node checks before the transaction itself. */
const admission = [size, gas] as const;

/** Rules of form that apply to every P-chain transaction, before those of its type. */
const form = [place, memo, outputs, inputs] as const;

/** Rules of inputs, funds and fee for a transaction whose only credentials are those of its inputs. */
export const spend = [
  utxos,
  inputSignatures,
  funds,
  /* @__PURE__ */ fee(askedOf),
] as const satisfies readonly Rule<BasePTx>[];

/** As `spend`, without the signatures. */
export const spendUnsigned = [utxos, funds, /* @__PURE__ */ fee(askedOf)] as const;

/** Rules, or lists of rules. Spreading a list at the top of a module would keep its rules in every bundle. */
export type Rules<T extends BasePTx> = readonly (Rule<T> | readonly Rule<T>[])[];

/** Returns the rules of a type: admission, upgrade, form, its own rules, pool. */
export const rulesOf = <T extends BasePTx>(
  upgrade: Rule<BasePTx> | undefined,
  own: Rules<T>,
): readonly Rule<T>[] => [
  ...admission,
  ...(upgrade ? [upgrade] : []),
  ...form,
  ...(own.flat() as readonly Rule<T>[]),
  pool,
];

/** Rule: the owner in a field is well-formed. Source: avalanchego `vms/secp256k1fx/output_owners.go`. */
export const owner = <K extends string>(
  key: K,
): Rule<BasePTx & { readonly [key in K]: FxOwner }> => ({
  name: key,
  check: ({ tx }) => {
    within([key], () => verifyOwners((tx as { readonly [key in K]: FxOwner })[key]));
  },
});

/** Rule: a share is at most one million millionths. */
export const shares = <K extends string>(
  key: K,
): Rule<BasePTx & { readonly [key in K]: number }> => ({
  name: key,
  check: ({ tx }) => {
    const value = (tx as { readonly [key in K]: number })[key];
    if (value > percentDenominator)
      throw outOfRange(`${value}, at most ${percentDenominator} millionths`, key);
  },
});

/** Rule: the subnet is not the primary network. */
export const notPrimary: Rule<BasePTx & { readonly subnetID: Uint8Array }> = {
  name: 'subnet',
  check: ({ tx: { subnetID } }) => {
    verifyNotPrimary(subnetID);
  },
};

/**
 * Checks that a subnet is not the primary network.
 * @throws {AvalancheError} `OutOfRange`.
 */
export function verifyNotPrimary(subnetID: Uint8Array): void {
  if (equalBytes(subnetID, primaryNetworkID))
    throw outOfRange('must not be the primary network', 'subnetID');
}

/** Rule: the txID is not all zeros. */
export const txID: Rule<BasePTx & { readonly txID: Uint8Array }> = {
  name: 'txID',
  check: ({ tx }) => {
    if (isZero(tx.txID)) throw outOfRange('the zero id', 'txID');
  },
};

/** Rule: the other chain of an import or export is valid. */
export const peer = <K extends 'sourceChain' | 'destinationChain'>(
  key: K,
): Rule<BasePTx & { readonly [key in K]: Uint8Array }> => ({
  name: 'other chain',
  check: ({ tx, facts, chain }) => {
    verifyPeer((tx as { readonly [key in K]: Uint8Array })[key], chain, facts.network, key);
  },
});
