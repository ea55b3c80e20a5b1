import type { NodeFeeState, PState } from '../state/state.ts';
import { advanceFeeState, gasPriceOf } from './gas.ts';

/**
 * Seconds that are subtracted from the elapsed time. A block's time has fractions of a second, which a state does not keep, and the
 * node's clock may be slightly behind.
 */
const clockMargin = 2n;

/**
 * Returns the fee state at a state's `time`. A node reports it for the last accepted block; since then the capacity has grown and the
 * price has fallen with every second. Without `chainTime` the fee state is returned unchanged, without `excess` its price is.
 * Source: avalanchego `vms/platformvm/txs/executor/state_changes.go` `advanceDynamicFeeState`.
 * @throws {AvalancheError} `OutOfRange`: a capacity or excess that is not a uint64.
 * @example
 * const feeState = { price: 10n, capacity: 0n, excess: 5_000_000n };
 * feeStateNow({ network: mainnet, time: 1_800_000_062n, chainTime: 1_800_000_000n, feeState }).price; // 2n
 */
export function feeStateNow({
  network: { pFees },
  time,
  chainTime = time,
  feeState,
}: Pick<PState, 'network' | 'time' | 'chainTime' | 'feeState'>): NodeFeeState {
  const seconds = time - chainTime - clockMargin;
  if (seconds <= 0n) return feeState;
  const { price, capacity, excess } = feeState;
  const later = advanceFeeState({ capacity: capacity ?? 0n, excess: excess ?? 0n }, seconds, pFees);
  return {
    price: excess === undefined ? price : gasPriceOf(later, pFees),
    ...(capacity !== undefined && { capacity: later.capacity }),
    ...(excess !== undefined && { excess: later.excess }),
  };
}
