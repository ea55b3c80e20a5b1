import type { ValidatorFees } from '../network/network.ts';
import { maxUint64, saturated } from '../text/uint64.ts';
import { gasPriceAt, priceSum } from './gas.ts';

/** The state of the fee for L1 validators (ACP-77), as `platform.getValidatorFeeState` returns it. */
export interface ValidatorFeeState {
  /** Number of active L1 validators. */
  readonly current: bigint;
  /** Validator-seconds above the target; sets the price. */
  readonly excess: bigint;
}

const least = (...of: readonly bigint[]): bigint => of.reduce((a, b) => (a < b ? a : b));

/**
 * e^-y for 0 ≤ y ≤ 1/256 with a relative error below 2^-53: the next term is below 2^-57, the last subtraction rounds by 2^-54 at
 * most, and the rounding errors before it are 256 times smaller. `Math.exp` guarantees no precision.
 */
const expOfMinus = (y: number): number =>
  1 - y * (1 - (y / 2) * (1 - (y / 3) * (1 - (y / 4) * (1 - y / 5))));

/**
 * Returns for how many seconds, at most `most`, the `funds` pay, and the cost of these seconds.
 *
 * A node sums about 70 rounded terms for the price of each second. This function does so only for the most expensive second of a
 * span in which the price changes by at most 1/256. For the other seconds it computes the exponential in doubles. The node's price
 * before rounding is within `unsure` of that value: each of the six roundings from the sum to the bounds is at most 2^-53 of it,
 * together less than 2^-50, and the terms lose no more than in the most expensive second. If no integer lies between the bounds,
 * they decide the price; otherwise the node's sum does.
 */
export function charge(
  state: ValidatorFeeState,
  { target, minPrice, excessConversionConstant: k }: ValidatorFees,
  most: bigint,
  funds: bigint,
): { readonly seconds: bigint; readonly cost: bigint } {
  const step = state.current - target;
  const pace = step < 0n ? -step : step;
  const rises = step > 0n;
  const [ofK, perSecond] = [Number(k), Number(pace)];
  // The price of a second is the one at its end.
  const excessAfter = (time: bigint): bigint => saturated(state.excess + step * time);
  const nodePrice = (second: bigint): bigint => gasPriceAt(minPrice, excessAfter(second + 1n), k);
  let seconds = 0n;
  let cost = 0n;
  /** Pays for seconds of one price; returns false if the funds run out. */
  const pay = (price: bigint, length: bigint): boolean => {
    const time = price === 0n ? length : least(length, (funds - cost) / price);
    seconds += time;
    cost += price * time;
    return time === length;
  };
  while (seconds < most) {
    const start = seconds;
    const excess = excessAfter(start);
    const changes = step === 0n ? 0n : (rises ? maxUint64 - excess : excess) / pace;
    if (changes === 0n || minPrice === 0n) {
      pay(nodePrice(start), most - start);
      break;
    }
    // Doubles count seconds exactly below 2^50.
    const span = least(most - start, changes, least(k / 256n, 1n << 50n) / pace || 1n);
    const { sum, lost } = priceSum(minPrice, excessAfter(start + (rises ? span : 1n)), k);
    const dearest = Number(sum) / ofK;
    const unsure = dearest / 2 ** 50 + lost / ofK;
    const length = Number(span);
    // Paid in doubles since the last update of the cost, and the limit for it.
    let spent = 0;
    let purse = 0;
    for (let i = 0; i < length; ) {
      const y = ((rises ? length - 1 - i : i) * perSecond) / ofK;
      const value = dearest * expOfMinus(y);
      const price = Math.floor(value - unsure);
      const sure = value + unsure < price + 1;
      // The price stays the same for at least this long, since ln(b / a) ≥ (b - a) / b.
      const room = rises ? price + 1 - (value + unsure) : value - unsure - price;
      const stays = Math.floor(((room / (price + 1)) * ofK) / perSecond);
      const alike = sure ? Math.max(1, Math.min(stays, length - i)) : 1;
      if (sure && spent + price * alike <= purse) spent += price * alike;
      else {
        seconds = start + BigInt(i);
        cost += BigInt(spent);
        spent = 0;
        if (!pay(sure ? BigInt(price) : nodePrice(seconds), BigInt(alike)))
          return { seconds, cost };
        purse = Number(least(funds - cost, BigInt(Number.MAX_SAFE_INTEGER)));
      }
      i += alike;
    }
    seconds = start + span;
    cost += BigInt(spent);
  }
  return { seconds, cost };
}
