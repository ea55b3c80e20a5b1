/**
 * Computes the gas excess for a price, and the gas price of the C-chain (ACP-176), with the minimum target.
 * Source: avalanchego `vms/evm/acp176/acp176.go`.
 */
import { advanceFeeState, consumeGas, type FeeState, gasPriceAt, gasPriceOf } from '../fee/gas.ts';
import type { PFees } from '../network/network.ts';
import type { World } from './world.ts';

/** Returns the lowest excess at which gas costs at least a price. */
export function excessFor(
  price: bigint,
  { minPrice, excessConversionConstant: k }: Pick<PFees, 'minPrice' | 'excessConversionConstant'>,
): bigint {
  const isReached = (excess: bigint): boolean => gasPriceAt(minPrice, excess, k) >= price;
  let high = 1n;
  while (!isReached(high)) high *= 2n;
  let low = 0n;
  while (low < high) {
    const middle = (low + high) / 2n;
    if (isReached(middle)) high = middle;
    else low = middle + 1n;
  }
  return low;
}

const target = 1_000_000n;
const fees: PFees = {
  weights: [1n, 1n, 1n, 1n],
  maxCapacity: 10n * target,
  maxPerSecond: 2n * target,
  targetPerSecond: target,
  minPrice: 1n,
  excessConversionConstant: 87n * target,
};

/** The gas limit of a block. */
export const cGasLimit: bigint = fees.maxCapacity;

/** The fee state of the C-chain's next block. */
export function cFeeAt({ C }: World, time: bigint): FeeState {
  const seconds = time - C.blocks.at(-1)!.time;
  return seconds > 0n ? advanceFeeState(C.fee, seconds, fees) : C.fee;
}

/** Wei for a unit of gas in a block at a time. */
export const baseFeeAt = (world: World, time: bigint): bigint =>
  gasPriceOf(cFeeAt(world, time), fees);

/** The fee state after a block. */
export const cFeeAfter = (before: FeeState, gas: bigint): FeeState =>
  consumeGas(before, gas < before.capacity ? gas : before.capacity);

/** The excess after the last block at which gas costs at least a price now. */
export function cExcessFor({ C, clock }: World, price: bigint): bigint {
  const seconds = clock - C.blocks.at(-1)!.time;
  const excess = excessFor(price, fees);
  return excess === 0n || seconds <= 0n ? excess : excess + seconds * target;
}
