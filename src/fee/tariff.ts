import { AvalancheError, within } from '../errors/error.ts';
import type { Network } from '../network/network.ts';
import type { UTXOState } from '../state/state.ts';
import { maxUint64 } from '../text/uint64.ts';
import type { Complexity } from './complexity.ts';
import { feeStateNow } from './current.ts';

/** What a chain of UTXOs asks of a transaction: a fee, and a weight (gas on P, signed bytes on X) below a cap. */
export interface Tariff {
  readonly unit: 'gas' | 'bytes';
  /** Weight of a unit of each dimension of complexity. */
  readonly weights: Network['pFees']['weights'];
  /** nAVAX for a unit of weight. */
  readonly price: bigint;
  /** nAVAX for the transaction, whatever it weighs. */
  readonly flat: bigint;
  /** Most that a transaction may weigh. */
  readonly cap: bigint;
  /** Most signed bytes that a transaction may have besides. */
  readonly maxBytes?: number;
}

/** Signed bytes that the X-chain's mempool takes. Source: avalanchego `vms/txs/mempool/mempool.go`. */
const maxXBytes = 65_536n;

/** The P-chain's tariff at a price, in nAVAX for a unit of gas. A capacity of 0 is not known and no limit. */
export const pTariff = (network: Network, price: bigint, capacity = 0n): Tariff => {
  const { weights, maxCapacity } = network.pFees;
  return {
    unit: 'gas',
    weights,
    price,
    flat: 0n,
    cap: capacity > 0n && capacity < maxCapacity ? capacity : maxCapacity,
  };
};

/**
 * The X-chain's tariff: one fee for whatever is done, another for making an asset.
 * @param type Of the transaction.
 */
export const xTariff = ({ xFees }: Network, type?: string): Tariff => ({
  unit: 'bytes',
  weights: [1n, 0n, 0n, 0n],
  price: 0n,
  flat: type === 'avm.CreateAssetTx' ? xFees.createAssetTxFee : xFees.txFee,
  cap: maxXBytes,
});

/** A price times a margin, to a millionth, rounded up. */
export const withMargin = (price: bigint, margin = 1): bigint =>
  (price * BigInt(Math.round(margin * 1e6)) + 999_999n) / 1_000_000n;

/**
 * The tariff of a state, at its `time`.
 * @param margin What the price of gas may rise by: 1.5 is half more.
 * @throws {AvalancheError} `OutOfRange`: a gas price or capacity that no node says.
 */
export function tariffOf(state: UTXOState, margin?: number): Tariff {
  if (state.chain === 'X') return xTariff(state.network);
  const { price, capacity } = within(['feeState'], () => feeStateNow(state));
  if (typeof price !== 'bigint' || price < 1n || price > maxUint64)
    throw new AvalancheError('OutOfRange', `must be a gas price greater than 0, got ${price}`, {
      value: price,
      min: 1,
      unit: 'nAVAX',
    }).at('feeState', 'price');
  if (capacity !== undefined && (typeof capacity !== 'bigint' || capacity < 0n))
    throw new AvalancheError('OutOfRange', `must be an amount of gas, got ${capacity}`, {
      value: capacity,
      min: 0,
      unit: 'gas',
    }).at('feeState', 'capacity');
  return pTariff(state.network, withMargin(price, margin), capacity);
}

/** Gas, or bytes, of a complexity. */
export const weightOf = (complexity: Complexity, { weights }: Tariff): bigint =>
  complexity.reduce((sum, units, i) => sum + BigInt(units) * weights[i]!, 0n);

/**
 * nAVAX that a weight costs.
 * @throws {AvalancheError} `OutOfRange`: more than a uint64 holds.
 * @example
 * feeOf(5179n, pTariff(mainnet, 10n)); // 51_790n
 */
export function feeOf(weight: bigint, { flat, price }: Tariff): bigint {
  const fee = flat + weight * price;
  if (fee <= maxUint64) return fee;
  throw new AvalancheError('OutOfRange', `a fee of ${fee} nAVAX is not a uint64`, {
    value: fee,
    unit: 'nAVAX',
  });
}
