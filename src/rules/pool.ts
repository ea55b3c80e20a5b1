/** Rules of the mempool: pending transactions must not conflict, and the P-chain keeps those that pay more. */
import { inputIDOf } from '../chain/ids.ts';
import type { UnsignedTx } from '../chain/pchain/tx.ts';
import { AvalancheError } from '../errors/error.ts';
import { complexityOf, pTariff, weightOf } from '../fee/transactions.ts';
import type { Network } from '../network/network.ts';
import { equalBytes } from '../text/bytes.ts';
import { formatHex } from '../text/hex.ts';
import { flowsOf } from '../tx/flows.ts';
import { consumedIDsOf } from '../tx/parts.ts';
import type { AnyUnsignedTx } from '../tx/types.ts';
import type { Facts } from './facts.ts';
import { onceFor, type Subject } from './subject.ts';
import type { Rule } from './verdict.ts';

/** Returns what a transaction uses up: UTXOs, and nonces of accounts. */
function consumedBy(tx: AnyUnsignedTx): readonly string[] {
  if (tx.type === 'atomic.ExportTx')
    return tx.inputs.map(({ address, nonce }) => `${formatHex(address)} ${nonce}`);
  return consumedIDsOf(tx).map((id) => formatHex(inputIDOf(id)));
}

/** Returns the pending transactions that conflict with this one. */
export function conflictsOf(tx: AnyUnsignedTx, { pool }: Facts): readonly AnyUnsignedTx[] {
  if (!pool) return [];
  const own = new Set(consumedBy(tx));
  return pool.txs
    .map(({ unsignedTx }) => unsignedTx)
    .filter((other) => consumedBy(other).some((input) => own.has(input)));
}

/**
 * Checks that no pending transaction spends the same UTXO.
 * @throws {AvalancheError} `Duplicate`
 */
export function verifyNoConflict(tx: AnyUnsignedTx, facts: Facts): void {
  if (conflictsOf(tx, facts).length > 0)
    throw new AvalancheError('Duplicate', 'a waiting transaction spends the same');
}

/** Returns the gas of a transaction, by the network's weights. */
const gasIn = (tx: UnsignedTx, network: Network, signedSize?: number): bigint =>
  weightOf(complexityOf(tx, signedSize), pTariff(network, 0n));

/** Returns the gas of a transaction under check. */
export const gasOf = /* @__PURE__ */ onceFor(({ tx, facts, signedSize }: Subject<UnsignedTx>) =>
  gasIn(tx, facts.network, signedSize()),
);

/** Maximum gas of pending transactions. Source: avalanchego `vms/platformvm/config/config.go`. */
const defaultCapacity = 1_000_000n;

/** Returns the burned nAVAX per unit of gas, in floating point as the node orders its pool. */
export function gasPriceIn(tx: UnsignedTx, network: Network): number {
  const { avaxAssetID } = network;
  // Locked and unlocked amounts count alike.
  const burned = flowsOf(tx, { avaxAssetID, time: 0xffff_ffff_ffff_ffffn }).assets.find((asset) =>
    equalBytes(asset.assetID, avaxAssetID),
  )?.burned;
  return Number(burned ?? 0n) / Number(gasIn(tx, network));
}

/**
 * Rule: no pending transaction conflicts, and there is room or a pending one pays less. Source: avalanchego
 * `vms/platformvm/txs/mempool/mempool.go`.
 */
export const pool: Rule<UnsignedTx> = {
  name: 'pool',
  check: (subject) => {
    const { tx, facts } = subject;
    const { network, pool } = facts;
    // The pool refuses types without gas, even before fees depend on gas.
    const gas = gasOf(subject);
    if (!pool) return;
    verifyNoConflict(tx, facts);
    const { capacity = defaultCapacity } = pool;
    const waiting = pool.txs.map(({ unsignedTx }) => {
      const other = unsignedTx as UnsignedTx;
      return { gas: gasIn(other, network), price: gasPriceIn(other, network) };
    });
    const price = gasPriceIn(tx, network);
    const kept = waiting.filter((other) => other.price >= price);
    const sum = (list: typeof waiting) => list.reduce((total, { gas }) => total + gas, 0n);
    if (gas > capacity - sum(kept))
      throw new AvalancheError('NotAllowed', 'the pool is full of transactions that pay as much');
  },
};
