import type { ValidatorFees } from '../network/network.ts';
import { maxUint64, saturated } from '../text/uint64.ts';
import { gasPriceAt, priceSum } from './gas.ts';

/** What the P-chain remembers of its L1 validators (ACP-77), as `platform.getValidatorFeeState` gives it. */
export interface ValidatorFeeState {
  /** Active L1 validators. */
  readonly current: bigint;
  /** Validator seconds above the target; sets the price. */
  readonly excess: bigint;
}

const least = (...of: readonly bigint[]): bigint => of.reduce((a, b) => (a < b ? a : b));

/**
 * e^-y for 0 ≤ y ≤ 1/256, wrong by less than one part in 2^53: the next term is below 2^-57, the last subtraction
 * rounds by 2^-54 at most, and all rounding before it is a 256th as large. `Math.exp` promises nothing.
 */
const expOfMinus = (y: number): number =>
  1 - y * (1 - (y / 2) * (1 - (y / 3) * (1 - (y / 4) * (1 - y / 5))));

/**
 * The seconds, at most `most`, that `funds` pay for, and what they cost.
 *
 * A node sums some 70 rounded terms for the price of each second. Here that is done for the dearest second of a span in
 * which the price changes by a 256th at most. For the others doubles follow the true exponential. The node's price,
 * before it is rounded down, is at most `unsure` away: the six roundings from its sum to the bounds are 2^-53 of it each,
 * less than 2^-50 together, and the terms leave out no more than in the dearest second. Where no whole number is between
 * the bounds they decide; elsewhere the node's sum does.
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
  // A second is priced after it has passed.
  const excessAfter = (time: bigint): bigint => saturated(state.excess + step * time);
  const nodePrice = (second: bigint): bigint => gasPriceAt(minPrice, excessAfter(second + 1n), k);
  let seconds = 0n;
  let cost = 0n;
  /** Pays for seconds of one price; false if the funds end. */
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
    // Below 2^50 doubles count seconds to the last one.
    const span = least(most - start, changes, least(k / 256n, 1n << 50n) / pace || 1n);
    const { sum, lost } = priceSum(minPrice, excessAfter(start + (rises ? span : 1n)), k);
    const dearest = Number(sum) / ofK;
    const unsure = dearest / 2 ** 50 + lost / ofK;
    const length = Number(span);
    // What is paid in doubles, and may be, before it is added to the cost.
    let spent = 0;
    let purse = 0;
    for (let i = 0; i < length; ) {
      const y = ((rises ? length - 1 - i : i) * perSecond) / ofK;
      const value = dearest * expOfMinus(y);
      const price = Math.floor(value - unsure);
      const sure = value + unsure < price + 1;
      // The price stays for as long at least, since ln(b / a) ≥ (b - a) / b.
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
