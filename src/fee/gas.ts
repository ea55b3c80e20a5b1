import { guarded } from '../errors/arguments.ts';
import { AvalancheError } from '../errors/error.ts';
import type { PFees } from '../network/network.ts';
import { maxUint64, saturated, uint64 } from '../text/uint64.ts';

/**
 * The price at an excess: about `minPrice · e^(excess / k)`, at most 2^64-1.
 * Source: avalanchego `vms/components/gas/gas.go` `CalculatePrice` (EIP-4844's fake exponential).
 * @example
 * gasPriceAt(1n, 2_377_446n, 2_164_043n); // 3n
 */
export const gasPriceAt = /* @__PURE__ */ guarded(function gasPriceAt(
  minPrice: bigint,
  excess: bigint,
  k: bigint,
): bigint {
  return priceSum(minPrice, excess, k).sum / k;
});

/**
 * The node's sum for the price, in 1/k nAVAX, and a bound of what its roundings leave out. The first two terms are
 * exact; each later one is rounded down by less than 1 and carries on what those before it left out. Past the last one
 * that shrinks at least as i / (i + 1) does, to less than i times as much in all.
 */
export function priceSum(
  minPrice: bigint,
  excess: bigint,
  k: bigint,
): { readonly sum: bigint; readonly lost: number } {
  const most = k * maxUint64;
  const x = Number(excess) / Number(k);
  let sum = 0n;
  let term = minPrice * k;
  let divisor = 0n;
  let lost = 0;
  let lostOfTerm = 0;
  let i = 1;
  for (; term > 0n; i++) {
    sum += term;
    // Without this way out a large excess would never end.
    if (sum >= most) return { sum: most, lost };
    divisor += k;
    term = (term * excess) / divisor;
    if (i > 1) lostOfTerm = (lostOfTerm * x) / i + 1;
    lost += lostOfTerm;
  }
  // A hundredth is more than doubles are wrong here.
  return { sum, lost: 1.01 * (lost + i * lostOfTerm) };
}

/** What the P-chain remembers of the gas used lately (ACP-103), as `platform.getFeeState` gives it. */
export interface FeeState {
  /** Gas that a block can use now. */
  readonly capacity: bigint;
  /** Gas used above the target; sets the price. */
  readonly excess: bigint;
}

/**
 * nAVAX for a unit of gas now.
 * @throws {AvalancheError} `OutOfRange`: an excess that is no uint64.
 * @example
 * gasPriceOf({ capacity: 1_000_000n, excess: 5_000_000n }, mainnet.pFees); // 10n
 */
export const gasPriceOf = /* @__PURE__ */ guarded(function gasPriceOf(
  { excess }: FeeState,
  fees: PFees,
): bigint {
  return gasPriceAt(fees.minPrice, uint64(excess, 'excess'), fees.excessConversionConstant);
});

/**
 * The state some seconds later, with no block in between.
 * Source: avalanchego `vms/components/gas/state.go` `AdvanceTime`.
 * @throws {AvalancheError} `OutOfRange`: what is no uint64.
 * @example
 * advanceFeeState({ capacity: 0n, excess: 600_000n }, 6n, mainnet.pFees); // { capacity: 600_000n, excess: 300_000n }
 */
export const advanceFeeState = /* @__PURE__ */ guarded(function advanceFeeState(
  state: FeeState,
  seconds: bigint,
  fees: PFees,
): FeeState {
  const { capacity, excess } = checked(state);
  const more = saturated(capacity + fees.maxPerSecond * uint64(seconds, 'seconds'));
  return {
    capacity: more < fees.maxCapacity ? more : fees.maxCapacity,
    excess: saturated(excess - fees.targetPerSecond * seconds),
  };
});

/**
 * The state after a block that used `gas`. Its transactions pay the price from before.
 * Source: avalanchego `vms/components/gas/state.go` `ConsumeGas`.
 * @throws {AvalancheError} `OutOfRange`: more gas than the capacity, or what
 *   is no uint64.
 * @example
 * consumeGas({ capacity: 1_000_000n, excess: 0n }, 600_000n); // { capacity: 400_000n, excess: 600_000n }
 */
export const consumeGas = /* @__PURE__ */ guarded(function consumeGas(
  state: FeeState,
  gas: bigint,
): FeeState {
  const { capacity, excess } = checked(state);
  if (uint64(gas, 'gas') > capacity)
    throw new AvalancheError('OutOfRange', `${gas} gas is more than the capacity of ${capacity}`, {
      value: gas,
      max: capacity,
      unit: 'gas',
    });
  return { capacity: capacity - gas, excess: saturated(excess + gas) };
});

const checked = ({ capacity, excess }: FeeState): FeeState => ({
  capacity: uint64(capacity, 'capacity'),
  excess: uint64(excess, 'excess'),
});
