/** The continuous fee of L1 validators (ACP-77): its current price, its cost over a period, and when a balance is used up. */
import { toList } from '../errors/arguments.ts';
import type { ValidatorFees } from '../network/network.ts';
import { aBigint, checkArgument, objectOf } from '../schema/check.ts';
import { compareUint64, maxUint64, saturated, uint64 } from '../text/uint64.ts';
import { gasPriceAt, priceSum } from './gas.ts';

/** The state of the fee for L1 validators (ACP-77), as `platform.getValidatorFeeState` returns it. */
export interface ValidatorFeeState {
  /** Number of active L1 validators. */
  readonly current: bigint;
  /** Validator-seconds above the target; sets the price. */
  readonly excess: bigint;
}

const least = (...values: readonly bigint[]): bigint => values.reduce((a, b) => (a < b ? a : b));

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
function charge(
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

/** The fee of one L1 validator while the number of active ones stays the same. */
export interface ValidatorFee {
  /** Current price in nAVAX per second. */
  readonly price: bigint;
  /**
   * Returns the cost in nAVAX of a number of seconds, at most 2^64-1.
   * @throws {AvalancheError} `OutOfRange`: not a uint64.
   */
  readonly cost: (seconds: bigint) => bigint;
  /**
   * Returns how many seconds a balance in nAVAX lasts.
   * @throws {AvalancheError} `OutOfRange`: not a uint64.
   */
  readonly lasts: (balance: bigint) => bigint;
}

/**
 * Returns the continuous fee from a state on. It agrees exactly with what a node charges each second.
 * Source: avalanchego `vms/platformvm/validators/fee/fee.go`.
 * @throws {AvalancheError} `OutOfRange`: a state with values that are not uint64s.
 * @example
 * const fee = validatorFeeOf({ current: 10_000n, excess: 0n }, mainnet.validatorFees);
 * fee.price; // 512n
 * fee.cost(days(1)); // 44_236_800n
 * fee.lasts(avax('1')); // 1_953_125n
 */
export function validatorFeeOf(state: ValidatorFeeState, fees: ValidatorFees): ValidatorFee {
  checkState(state);
  checkArgument(fees, feesArgument, 'fees');
  return {
    price: gasPriceAt(fees.minPrice, state.excess, fees.excessConversionConstant),
    cost: (seconds) => {
      const paid = charge(state, fees, uint64(seconds, 'seconds'), maxUint64);
      return paid.seconds < seconds ? maxUint64 : paid.cost;
    },
    lasts: (balance) => charge(state, fees, maxUint64, uint64(balance, 'balance')).seconds,
  };
}

/**
 * Returns the state after a number of seconds in which no validator is added or removed.
 * Source: avalanchego `vms/platformvm/validators/fee/fee.go` `AdvanceTime`.
 * @throws {AvalancheError} `OutOfRange`: a value that is not a uint64.
 * @example
 * advanceValidatorFeeState({ current: 10_100n, excess: 0n }, 60n, mainnet.validatorFees); // { current: 10_100n, excess: 6_000n }
 */
export function advanceValidatorFeeState(
  state: ValidatorFeeState,
  seconds: bigint,
  fees: ValidatorFees,
): ValidatorFeeState {
  checkState(state);
  checkArgument(fees, feesArgument, 'fees');
  const { target } = fees;
  const { current, excess } = state;
  const change = (current - target) * uint64(seconds, 'seconds');
  return { current, excess: saturated(excess + change) };
}

/** The deactivation of an L1 validator that cannot pay any longer. */
export interface Deactivation {
  /** Index of its balance in the list. */
  readonly index: number;
  /** Seconds after the state. */
  readonly seconds: bigint;
}

/**
 * Returns when each of a set of active L1 validators runs out of balance, the earliest first. After each deactivation fewer
 * validators are active, so the others pay less or last longer.
 *
 * Assumes that all other validators of the state stay active, and that a block comes whenever a validator is due. The rest of its
 * balance, which does not pay for a second, is lost. A network without a price deactivates nobody.
 * Source: avalanchego `vms/platformvm/state/chain_time_helpers.go` `getNextL1ValidatorEvictionTime`,
 * `vms/platformvm/block/executor/verifier.go` `deactivateLowBalanceL1Validators`.
 * @param balances nAVAX each, in any order.
 * @throws {AvalancheError} `OutOfRange`: a value that is not a uint64, or more balances than active validators.
 * @example
 * deactivationsOf({ current: 2n, excess: 0n }, [avax('2'), avax('1')], mainnet.validatorFees); // [{ index: 1, seconds: 1_953_125n }, { index: 0, seconds: 3_906_250n }]
 */
export function deactivationsOf(
  state: ValidatorFeeState,
  balances: readonly bigint[],
  fees: ValidatorFees,
): readonly Deactivation[] {
  return run(state, balances, maxUint64, fees).gone;
}

/**
 * Returns the remaining balances of a set of active L1 validators after a time, 0 for those that ran out, and the state then. The
 * assumptions are those of `deactivationsOf`.
 * @param balances nAVAX each, in any order.
 * @throws {AvalancheError} `OutOfRange`: as `deactivationsOf`.
 * @example
 * balancesAfter({ current: 2n, excess: 0n }, [avax('2'), avax('1')], 2_000_000n, mainnet.validatorFees); // { balances: [976_000_000n, 0n], state: { current: 1n, excess: 0n } }
 */
export function balancesAfter(
  state: ValidatorFeeState,
  balances: readonly bigint[],
  seconds: bigint,
  fees: ValidatorFees,
): { readonly balances: readonly bigint[]; readonly state: ValidatorFeeState } {
  const { paid, gone, state: after } = run(state, balances, uint64(seconds, 'seconds'), fees);
  const out = new Set(gone.map(({ index }) => index));
  return { balances: balances.map((nAVAX, i) => (out.has(i) ? 0n : nAVAX - paid)), state: after };
}

/** Pays from the balances for a number of seconds, from one deactivation to the next. */
function run(
  from: ValidatorFeeState,
  balances: readonly bigint[],
  seconds: bigint,
  fees: ValidatorFees,
) {
  checkState(from);
  checkArgument(fees, feesArgument, 'fees');
  toList(balances, 'balances').forEach((nAVAX, i) => {
    uint64(nAVAX, 'balances', i);
  });
  uint64(from.current - BigInt(balances.length), 'current');
  const order = balances
    .map((nAVAX, index) => ({ nAVAX, index }))
    .sort((a, b) => compareUint64(a.nAVAX, b.nAVAX));
  const gone: Deactivation[] = [];
  let state = from;
  let time = 0n;
  let paid = 0n;
  const drop = (needed: bigint) => {
    while (gone.length < order.length && order[gone.length]!.nAVAX < needed)
      gone.push({ index: order[gone.length]!.index, seconds: time });
    state = { ...state, current: from.current - BigInt(gone.length) };
  };
  while (gone.length < order.length && time < seconds) {
    const next = charge(state, fees, seconds - time, order[gone.length]!.nAVAX - paid);
    time += next.seconds;
    paid += next.cost;
    state = advanceValidatorFeeState(state, next.seconds, fees);
    // Empty balances are dropped first: the price of the next second is the one without them.
    drop(paid + 1n);
    drop(paid + charge(state, fees, 1n, maxUint64).cost);
  }
  return { gone, paid, state: advanceValidatorFeeState(state, seconds - time, fees) };
}

/** A fee state of L1 validators, as an argument; `uint64` checks what is read. */
const stateArgument = /* @__PURE__ */ objectOf({}, { name: 'a fee state' });
const feesArgument = /* @__PURE__ */ objectOf({
  target: aBigint,
  minPrice: aBigint,
  excessConversionConstant: aBigint,
});

function checkState(state: ValidatorFeeState): void {
  checkArgument(state, stateArgument, 'state');
  uint64(state.current, 'current');
  uint64(state.excess, 'excess');
}
