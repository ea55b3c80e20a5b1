/** Gas of the P-chain (ACP-103): the complexity of a transaction in four dimensions, the price of gas as its excess moves, and the fee state of a node. */

import { AvalancheError } from '../errors/error.ts';
import { networkArgument, type PFees, pFeesArgument } from '../network/network.ts';
import {
  aBigint,
  aListOf,
  aNumber,
  aTime,
  checkArgument,
  objectOf,
  optional,
} from '../schema/check.ts';
import type { NodeFeeState, PState } from '../state/state.ts';
import { maxUint64, saturated, uint64 } from '../text/uint64.ts';

/** The cost of a P-chain transaction for a node, in four dimensions. Source: avalanchego `vms/platformvm/txs/fee/complexity.go`. */
export type Complexity = readonly [
  bandwidth: number,
  dbRead: number,
  dbWrite: number,
  compute: number,
];

/** As `addComplexity`, for arguments that are already checked. */
export const addUnits = (...parts: readonly Complexity[]): Complexity =>
  parts.reduce<Complexity>(
    (a, b) => [a[0] + b[0], a[1] + b[1], a[2] + b[2], a[3] + b[3]],
    [0, 0, 0, 0],
  );

/** As `inputComplexityOf`, for arguments that are already checked: coin selection calls it for each UTXO. */
export const inputUnits = (signatures: number, locked = false): Complexity => [
  92 + 69 * signatures + (locked ? 12 : 0),
  1,
  1,
  200 * signatures,
];

/** As `outputComplexityOf`, for arguments that are already checked. */
export const outputUnits = (addresses: number, locked = false): Complexity => [
  60 + 20 * addresses + (locked ? 12 : 0),
  0,
  1,
  0,
];

const complexitiesArgument = /* @__PURE__ */ (() => aListOf(aListOf(aNumber, 'a complexity')))();

/** Returns the sum of complexities. */
export function addComplexity(...parts: readonly Complexity[]): Complexity {
  checkArgument(parts, complexitiesArgument);
  return addUnits(...parts);
}

/**
 * Returns the complexity of an input with its credential.
 * @param signatures Number of signatures in the credential.
 * @param locked Whether the input is a `stakeable.LockIn`.
 */
export function inputComplexityOf(signatures: number, locked = false): Complexity {
  checkArgument(signatures, aNumber, 'signatures');
  return inputUnits(signatures, locked);
}

/**
 * Returns the complexity of an output.
 * @param addresses Number of addresses of its owner.
 * @param locked Whether the output is a `stakeable.LockOut`.
 */
export function outputComplexityOf(addresses: number, locked = false): Complexity {
  checkArgument(addresses, aNumber, 'addresses');
  return outputUnits(addresses, locked);
}

/**
 * Returns the price at an excess: about `minPrice · e^(excess / k)`, at most 2^64-1.
 * Source: avalanchego `vms/components/gas/gas.go` `CalculatePrice` (EIP-4844's fake exponential).
 * @example
 * gasPriceAt(1n, 2_377_446n, 2_164_043n); // 3n
 */
export function gasPriceAt(minPrice: bigint, excess: bigint, k: bigint): bigint {
  // Nodes charge each second: the cheap test is made before the full check.
  if (typeof minPrice !== 'bigint' || typeof excess !== 'bigint' || typeof k !== 'bigint' || k < 1n)
    checkPriceArguments(minPrice, excess, k);
  return priceSum(minPrice, excess, k).sum / k;
}

function checkPriceArguments(minPrice: bigint, excess: bigint, k: bigint): void {
  checkArgument(minPrice, aBigint, 'minPrice');
  checkArgument(excess, aBigint, 'excess');
  checkArgument(k, aBigint, 'k');
  if (k < 1n)
    throw new AvalancheError('OutOfRange', `must be greater than 0, got ${k}`, {
      value: k,
      min: 1n,
    }).at('k');
}

/**
 * Returns the node's sum for the price, in 1/k nAVAX, and a bound for its rounding errors. The first two terms are exact; each later
 * term is rounded down by less than 1 and inherits the errors of the terms before it. After the last term the errors shrink at least
 * as fast as i / (i + 1), so that all of them together are less than i times the last one.
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
    // Without this return the loop would not end for a large excess.
    if (sum >= most) return { sum: most, lost };
    divisor += k;
    term = (term * excess) / divisor;
    if (i > 1) lostOfTerm = (lostOfTerm * x) / i + 1;
    lost += lostOfTerm;
  }
  // 1 % is more than the error of doubles here.
  return { sum, lost: 1.01 * (lost + i * lostOfTerm) };
}

/** The state of the P-chain's gas (ACP-103), as `platform.getFeeState` returns it. */
export interface FeeState {
  /** Gas that the next block can use. */
  readonly capacity: bigint;
  /** Gas used above the target; sets the price. */
  readonly excess: bigint;
}

/** A fee state, as an argument; `uint64` checks what is read. */
const feeStateArgument = /* @__PURE__ */ objectOf({}, { name: 'a fee state' });

/**
 * Returns the current price of gas, in nAVAX per unit.
 * @throws {AvalancheError} `OutOfRange`: an excess that is not a uint64.
 * @example
 * gasPriceOf({ capacity: 1_000_000n, excess: 5_000_000n }, mainnet.pFees); // 10n
 */
export function gasPriceOf(state: FeeState, fees: PFees): bigint {
  checkArgument(state, feeStateArgument, 'state');
  checkArgument(fees, pFeesArgument, 'fees');
  return gasPriceAt(fees.minPrice, uint64(state.excess, 'excess'), fees.excessConversionConstant);
}

/**
 * Returns the state after a number of seconds without a block.
 * Source: avalanchego `vms/components/gas/state.go` `AdvanceTime`.
 * @throws {AvalancheError} `OutOfRange`: a value that is not a uint64.
 * @example
 * advanceFeeState({ capacity: 0n, excess: 600_000n }, 6n, mainnet.pFees); // { capacity: 600_000n, excess: 300_000n }
 */
export function advanceFeeState(state: FeeState, seconds: bigint, fees: PFees): FeeState {
  checkArgument(fees, pFeesArgument, 'fees');
  const { capacity, excess } = checked(state);
  const more = saturated(capacity + fees.maxPerSecond * uint64(seconds, 'seconds'));
  return {
    capacity: more < fees.maxCapacity ? more : fees.maxCapacity,
    excess: saturated(excess - fees.targetPerSecond * seconds),
  };
}

/**
 * Returns the state after a block that used `gas`. Its transactions pay the price before it.
 * Source: avalanchego `vms/components/gas/state.go` `ConsumeGas`.
 * @throws {AvalancheError} `OutOfRange`: more gas than the capacity, or a value that is not a uint64.
 * @example
 * consumeGas({ capacity: 1_000_000n, excess: 0n }, 600_000n); // { capacity: 400_000n, excess: 600_000n }
 */
export function consumeGas(state: FeeState, gas: bigint): FeeState {
  const { capacity, excess } = checked(state);
  if (uint64(gas, 'gas') > capacity)
    throw new AvalancheError('OutOfRange', `${gas} gas is more than the capacity of ${capacity}`, {
      value: gas,
      max: capacity,
      unit: 'gas',
    });
  return { capacity: capacity - gas, excess: saturated(excess + gas) };
}

function checked(state: FeeState): FeeState {
  checkArgument(state, feeStateArgument, 'state');
  return {
    capacity: uint64(state.capacity, 'capacity'),
    excess: uint64(state.excess, 'excess'),
  };
}

/**
 * Seconds that are subtracted from the elapsed time. A block's time has fractions of a second, which a state does not keep, and the
 * node's clock may be slightly behind.
 */
const clockMargin = 2n;

const pricedArgument = /* @__PURE__ */ (() =>
  objectOf(
    {
      network: networkArgument,
      time: aTime,
      chainTime: optional(aTime),
      feeState: objectOf({
        price: aBigint,
        capacity: optional(aBigint),
        excess: optional(aBigint),
      }),
    },
    { name: 'a state' },
  ))();

/**
 * Returns the fee state at a state's `time`. A node reports it for the last accepted block; since then the capacity has grown and the
 * price has fallen with every second. Without `chainTime` the fee state is returned unchanged, without `excess` its price is.
 * Source: avalanchego `vms/platformvm/txs/executor/state_changes.go` `advanceDynamicFeeState`.
 * @throws {AvalancheError} `OutOfRange`: a capacity or excess that is not a uint64; `Mismatch`: a price that does not follow
 *   from the excess.
 * @example
 * const feeState = { price: 10n, capacity: 0n, excess: 5_000_000n };
 * feeStateNow({ network: mainnet, time: 1_800_000_062n, chainTime: 1_800_000_000n, feeState }).price; // 2n
 */
export function feeStateNow(
  state: Pick<PState, 'network' | 'time' | 'chainTime' | 'feeState'>,
): NodeFeeState {
  checkArgument(state, pricedArgument, 'state');
  return currentFeeState(state);
}

/** As `feeStateNow`, for a state that is already checked. */
export function currentFeeState(
  state: Pick<PState, 'network' | 'time' | 'chainTime' | 'feeState'>,
): NodeFeeState {
  const { network, time, chainTime = time, feeState } = state;
  const { pFees } = network;
  const { price, capacity, excess } = feeState;
  const follows =
    excess === undefined
      ? price
      : gasPriceAt(pFees.minPrice, uint64(excess, 'excess'), pFees.excessConversionConstant);
  if (price !== follows)
    throw new AvalancheError(
      'Mismatch',
      `is ${price} nAVAX, an excess of ${excess} makes ${follows}: ask another node, or leave out the excess of a price of your own`,
      { found: String(price), expected: String(follows) },
    ).at('price');
  const seconds = time - chainTime - clockMargin;
  if (seconds <= 0n) return feeState;
  const later = advanceFeeState({ capacity: capacity ?? 0n, excess: excess ?? 0n }, seconds, pFees);
  return {
    price: excess === undefined ? price : gasPriceOf(later, pFees),
    ...(capacity !== undefined && { capacity: later.capacity }),
    ...(excess !== undefined && { excess: later.excess }),
  };
}
