import type { UnsignedTx } from '../../chain/cchain/tx.ts';
import { AvalancheError, within } from '../../errors/error.ts';
import { atomicFeeOf, atomicGasCap, atomicGasOf } from '../../fee/transactions.ts';
import type { Wei } from '../../text/amount.ts';
import { compareBytes, equalBytes } from '../../text/bytes.ts';
import { formatID } from '../../text/id.ts';
import { amountsIn, amountsOut, sumsOf } from '../../tx/flows.ts';
import { verifyIncreasing } from '../../tx/order.ts';
import { verifyAmount, verifyPlace } from '../components.ts';
import { verifyPeer } from '../context.ts';
import { timeOf } from '../facts.ts';
import { fee } from '../funds.ts';
import { conflictsOf } from '../pool.ts';
import type { Rule } from '../verdict.ts';

/** Source: avalanchego `vms/saevm/cchain/tx/import.go` and `export.go` `sanityCheck`. */
export const place: Rule<UnsignedTx> = {
  name: 'network and chain',
  check: ({ tx, facts, chain: { blockchainID } }) => {
    verifyPlace(tx, { networkID: facts.network.networkID, blockchainID });
  },
};

/** Source: as `place`. */
export const peer: Rule<UnsignedTx> = {
  name: 'other chain',
  check: ({ tx, facts, chain }) => {
    if ('sourceChain' in tx) verifyPeer(tx.sourceChain, chain, facts.network, 'sourceChain');
    else verifyPeer(tx.destinationChain, chain, facts.network, 'destinationChain');
  },
};

/** Most transactions in a pool. Source: avalanchego `vms/saevm/cchain/vm.go`. */
const defaultCapacity = 1024n;

/** Source: avalanchego `vms/saevm/cchain/txpool/txpool.go` `Add`. */
const gas: Rule<UnsignedTx> = {
  name: 'gas',
  check: ({ tx, facts, unsignedBytes }) => {
    const used = atomicGasOf(tx, unsignedBytes().length);
    const cap = atomicGasCap(facts.network, timeOf(facts));
    if (used > cap)
      throw new AvalancheError('OutOfRange', `uses ${used} gas, at most ${cap}`, {
        value: used,
        max: cap,
        unit: 'gas',
      });
    return `${used} gas`;
  },
};

/** wei burned for a unit of gas. */
function priceOf(tx: UnsignedTx, avaxAssetID: Uint8Array): bigint {
  const burned = sumsOf(amountsIn(tx)).of(avaxAssetID) - sumsOf(amountsOut(tx)).of(avaxAssetID);
  return (burned * 1_000_000_000n) / atomicGasOf(tx);
}

/** What waits pays less for the same, and the pool has room or something cheaper. Source: as `gas`. */
const pool: Rule<UnsignedTx> = {
  name: 'pool',
  check: ({ tx, facts }) => {
    const { pool, network } = facts;
    if (!pool) return;
    const priceIn = (of: UnsignedTx) => priceOf(of, network.avaxAssetID);
    const price = priceIn(tx);
    const conflicts = conflictsOf(tx, facts) as readonly UnsignedTx[];
    const tooLow = (detail: string, than: readonly UnsignedTx[]) => {
      const best = than.map(priceIn).reduce((a, b) => (a > b ? a : b));
      return new AvalancheError('FeeTooLow', detail, { fee: price, minFee: best + 1n });
    };
    if (conflicts.some((other) => price <= priceIn(other)))
      throw tooLow('a waiting transaction spends the same and pays as much', conflicts);
    const others = pool.txs
      .map(({ unsignedTx }) => unsignedTx as UnsignedTx)
      .filter((other) => !conflicts.includes(other));
    const { capacity = defaultCapacity } = pool;
    if (others.length >= capacity && others.every((other) => price <= priceIn(other)))
      throw tooLow('the pool is full of transactions that pay as much', others);
  },
};

/** Gas of a transaction whose form is right. */
export const admission = [gas] as const;

/** What a transaction is checked for last. */
export const last: readonly Rule<UnsignedTx>[] = [
  /* @__PURE__ */ fee<UnsignedTx>(({ tx, facts: { baseFee }, unsignedBytes }) => ({
    fee:
      baseFee === undefined
        ? undefined
        : atomicFeeOf(atomicGasOf(tx, unsignedBytes().length), baseFee as Wei),
    least: 0n,
  })),
  pool,
];

/** An amount on an account. */
export interface OnAccount {
  readonly address: Uint8Array;
  readonly assetID: Uint8Array;
  readonly amount: bigint;
}

/** Amounts are positive and in AVAX. */
export function verifyAccountAmounts(list: readonly OnAccount[], avaxAssetID: Uint8Array): void {
  list.forEach(({ amount }, i) => {
    within([i], () => verifyAmount(amount));
  });
  onlyAVAX(list, avaxAssetID);
}

/** @throws {AvalancheError} `Unsupported`. */
export function onlyAVAX(
  list: readonly { readonly assetID: Uint8Array }[],
  avaxAssetID: Uint8Array,
): void {
  const i = list.findIndex(({ assetID }) => !equalBytes(assetID, avaxAssetID));
  if (i >= 0)
    throw new AvalancheError('Unsupported', `must be AVAX, got ${formatID(list[i]!.assetID)}`).at(
      i,
      'assetID',
    );
}

/** An account occurs once, whatever its nonce and amount; all amounts are AVAX. */
export const verifyAccountOrder = (list: readonly OnAccount[]): void =>
  verifyIncreasing(list, (a, b) => compareBytes(a.address, b.address), 'address');
