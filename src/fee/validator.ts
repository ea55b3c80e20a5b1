import { guarded } from '../errors/arguments.ts';
import type { ValidatorFees } from '../network/network.ts';
import { maxUint64, saturated, uint64 } from '../text/uint64.ts';
import { charge, type ValidatorFeeState } from './charge.ts';
import { gasPriceAt } from './gas.ts';

/** What one L1 validator pays, while the number of active ones stays as it is. */
export interface ValidatorFee {
  /** nAVAX a second now. */
  readonly price: bigint;
  /**
   * nAVAX for a time in seconds; at most 2^64-1.
   * @throws {AvalancheError} `OutOfRange`: no uint64.
   */
  readonly cost: (seconds: bigint) => bigint;
  /**
   * Seconds that a balance in nAVAX lasts.
   * @throws {AvalancheError} `OutOfRange`: no uint64.
   */
  readonly lasts: (balance: bigint) => bigint;
}

/**
 * The continuous fee from a state on, digit for digit what a node charges second by second.
 * Source: avalanchego `vms/platformvm/validators/fee/fee.go`.
 * @throws {AvalancheError} `OutOfRange`: a state that is no uint64s.
 * @example
 * const fee = validatorFeeOf({ current: 10_000n, excess: 0n }, mainnet.validatorFees);
 * fee.price; // 512n
 * fee.cost(days(1)); // 44_236_800n
 * fee.lasts(avax('1')); // 1_953_125n
 */
export const validatorFeeOf = /* @__PURE__ */ guarded(function validatorFeeOf(
  state: ValidatorFeeState,
  fees: ValidatorFees,
): ValidatorFee {
  checkState(state);
  return {
    price: gasPriceAt(fees.minPrice, state.excess, fees.excessConversionConstant),
    cost: (seconds) => {
      const paid = charge(state, fees, uint64(seconds, 'seconds'), maxUint64);
      return paid.seconds < seconds ? maxUint64 : paid.cost;
    },
    lasts: (balance) => charge(state, fees, maxUint64, uint64(balance, 'balance')).seconds,
  };
});

/**
 * The state some seconds later, if no validator comes or goes.
 * Source: avalanchego `vms/platformvm/validators/fee/fee.go` `AdvanceTime`.
 * @throws {AvalancheError} `OutOfRange`: what is no uint64.
 * @example
 * advanceValidatorFeeState({ current: 10_100n, excess: 0n }, 60n, mainnet.validatorFees); // { current: 10_100n, excess: 6_000n }
 */
export const advanceValidatorFeeState = /* @__PURE__ */ guarded(function advanceValidatorFeeState(
  state: ValidatorFeeState,
  seconds: bigint,
  { target }: ValidatorFees,
): ValidatorFeeState {
  checkState(state);
  const { current, excess } = state;
  const change = (current - target) * uint64(seconds, 'seconds');
  return { current, excess: saturated(excess + change) };
});

/** An L1 validator that cannot pay any more. */
export interface Deactivation {
  /** Of its balance in the list. */
  readonly index: number;
  /** Seconds from the state on. */
  readonly seconds: bigint;
}

/**
 * When each of a set of active L1 validators runs out of balance, the first one first. With each that leaves
 * fewer are active, and the rest pay less or last longer.
 *
 * All others that the state counts are taken to stay, and a block to come when a validator is due. What is left of
 * a balance by then does not pay for a second and is lost. A network without a price deactivates none.
 * Source: avalanchego `vms/platformvm/state/chain_time_helpers.go` `getNextL1ValidatorEvictionTime`,
 * `vms/platformvm/block/executor/verifier.go` `deactivateLowBalanceL1Validators`.
 * @param balances nAVAX each, in any order.
 * @throws {AvalancheError} `OutOfRange`: what is no uint64, more balances than the state counts.
 * @example
 * deactivationsOf({ current: 2n, excess: 0n }, [avax('2'), avax('1')], mainnet.validatorFees); // [{ index: 1, seconds: 1_953_125n }, { index: 0, seconds: 3_906_250n }]
 */
export const deactivationsOf = /* @__PURE__ */ guarded(function deactivationsOf(
  state: ValidatorFeeState,
  balances: readonly bigint[],
  fees: ValidatorFees,
): readonly Deactivation[] {
  return run(state, balances, maxUint64, fees).gone;
});

/**
 * What is left of each balance of a set of active L1 validators after a time, 0 of those that ran out, as in
 * `deactivationsOf`; and the state then.
 * @param balances nAVAX each, in any order.
 * @throws {AvalancheError} `OutOfRange`: as `deactivationsOf`.
 * @example
 * balancesAfter({ current: 2n, excess: 0n }, [avax('2'), avax('1')], 2_000_000n, mainnet.validatorFees); // { balances: [976_000_000n, 0n], state: { current: 1n, excess: 0n } }
 */
export const balancesAfter = /* @__PURE__ */ guarded(function balancesAfter(
  state: ValidatorFeeState,
  balances: readonly bigint[],
  seconds: bigint,
  fees: ValidatorFees,
): { readonly balances: readonly bigint[]; readonly state: ValidatorFeeState } {
  const { paid, gone, state: after } = run(state, balances, uint64(seconds, 'seconds'), fees);
  const out = new Set(gone.map(({ index }) => index));
  return { balances: balances.map((nAVAX, i) => (out.has(i) ? 0n : nAVAX - paid)), state: after };
});

/** Lets the balances pay for some seconds, from one deactivation to the next. */
function run(
  from: ValidatorFeeState,
  balances: readonly bigint[],
  seconds: bigint,
  fees: ValidatorFees,
) {
  checkState(from);
  balances.forEach((nAVAX, i) => {
    uint64(nAVAX, 'balances', i);
  });
  uint64(from.current - BigInt(balances.length), 'current');
  const order = balances
    .map((nAVAX, index) => ({ nAVAX, index }))
    .sort((a, b) => (a.nAVAX < b.nAVAX ? -1 : a.nAVAX > b.nAVAX ? 1 : a.index - b.index));
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
    // Who has nothing goes before it is asked who can pay for the next second, at the price without them.
    drop(paid + 1n);
    drop(paid + charge(state, fees, 1n, maxUint64).cost);
  }
  return { gone, paid, state: advanceValidatorFeeState(state, seconds - time, fees) };
}

function checkState({ current, excess }: ValidatorFeeState): void {
  uint64(current, 'current');
  uint64(excess, 'excess');
}
