/** The excess of gas at which it has a price. */
import { gasPriceAt } from '../fee/gas.ts';
import type { PFees } from '../network/network.ts';

/** The lowest excess at which gas costs at least a price. */
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
