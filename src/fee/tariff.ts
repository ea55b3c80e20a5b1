import { AvalancheError, within } from '../errors/error.ts';
import type { Network } from '../network/network.ts';
import type { UTXOState } from '../state/state.ts';
import { maxUint64 } from '../text/uint64.ts';
import type { Complexity } from './complexity.ts';
import { feeStateNow } from './current.ts';

/** The fee and the weight limit of a chain with UTXOs. The weight is gas on P, and signed bytes on X. */
export interface Tariff {
  readonly unit: 'gas' | 'bytes';
  /** Weight per unit of each dimension of complexity. */
  readonly weights: Network['pFees']['weights'];
  /** nAVAX per unit of weight. */
  readonly price: bigint;
  /** nAVAX per transaction. */
  readonly flat: bigint;
  /** The maximum weight of a transaction. */
  readonly cap: bigint;
  /** A further limit: the most signed bytes of a transaction. */
  readonly maxBytes?: number;
  /** nAVAX: the most that is paid for what takes all that fits. */
  readonly maxFee?: bigint;
}

/**
 * nAVAX: a fee above this is a mistake wherever gas or a flat fee is paid, unless somebody says otherwise; the dearest type costs a
 * tenth of it. Stakes, burned amounts and balances of L1 validators are not fees.
 */
export const ordinaryFee = 100_000_000n;

/** The most signed bytes that the X-chain's mempool accepts. Source: avalanchego `vms/txs/mempool/mempool.go`. */
const maxXBytes = 65_536n;

/** The P-chain's tariff at a price in nAVAX per unit of gas. A capacity of 0 means unknown, which is no limit. */
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
 * The X-chain's tariff: a fixed fee, and another one for creating an asset.
 * @param type The type of the transaction.
 */
export const xTariff = ({ xFees }: Network, type?: string): Tariff => ({
  unit: 'bytes',
  weights: [1n, 0n, 0n, 0n],
  price: 0n,
  flat: type === 'avm.CreateAssetTx' ? xFees.createAssetTxFee : xFees.txFee,
  cap: maxXBytes,
});

/** A price times a margin (rounded to a millionth), rounded up. */
export const withMargin = (price: bigint, margin = 1): bigint =>
  (price * BigInt(Math.round(margin * 1e6)) + 999_999n) / 1_000_000n;

/**
 * Returns the tariff of a state at its `time`.
 * @param margin A factor for the price of gas: 1.5 allows a rise of 50 %.
 * @throws {AvalancheError} `OutOfRange`: a gas price or capacity that no node returns.
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

/** The weight of a complexity: gas, or bytes. */
export const weightOf = (complexity: Complexity, { weights }: Tariff): bigint =>
  complexity.reduce((sum, units, i) => sum + BigInt(units) * weights[i]!, 0n);

/**
 * Returns the fee for a weight, in nAVAX.
 * @throws {AvalancheError} `OutOfRange`: a fee that is not a uint64.
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
