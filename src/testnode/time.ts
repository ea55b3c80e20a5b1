/** The time of the next P-chain block, and the fees at its start. */
import { advanceFeeState, type FeeState, gasPriceOf } from '../fee/gas.ts';
import { validatorFeeOf } from '../fee/validatorfee.ts';
import { isActive } from '../network/network.ts';
import type { World } from './world.ts';

/** The time of the next P-chain block. */
export interface NextTime {
  /** Unix seconds. */
  readonly time: bigint;
  /** Whether a change of stakers or L1 validators is due then, so that the node makes a block without any transaction. */
  readonly isDue: boolean;
}

/**
 * Returns the time of the next block: the clock, but not before the last block and not after the next change of
 * stakers.
 * Source: avalanchego `vms/platformvm/state/chain_time_helpers.go` `NextBlockTime`.
 */
export function nextTime(world: World): NextTime {
  const { time: last } = world.P.ledger;
  const time = world.clock > last ? world.clock : last;
  const change = nextChange(world, time + 1n);
  return change <= time ? { time: change, isDue: true } : { time, isDue: false };
}

/** Unix seconds of the next change of stakers or L1 validators, at most `until`. */
function nextChange({ P, network }: World, until: bigint): bigint {
  const { ledger, stakers } = P;
  const times = [until];
  const [ending] = stakers.ending;
  const [starting] = stakers.starting;
  if (ending) times.push(ending.endTime);
  if (starting) times.push(starting.startTime);
  const first = times.reduce((a, b) => (a < b ? a : b));
  const [evicted] = stakers.evicting;
  if (!evicted) return first;
  const fee = validatorFeeOf(ledger.validatorFeeState, network.validatorFees);
  // Usually no validator is near its end, which a single price check tells.
  const seconds = first > ledger.time ? first - ledger.time : 0n;
  const balance = evicted.endAccumulatedFee - ledger.accruedFees;
  if (fee.cost(seconds) <= balance) return first;
  const eviction = ledger.time + fee.lasts(balance);
  return eviction < first ? eviction : first;
}

/** The state at the start of the next P-chain block. */
export interface BlockStart {
  /** Unix seconds. */
  readonly time: bigint;
  readonly feeState: FeeState;
  /** nAVAX for a unit of gas. */
  readonly price: bigint;
  readonly accruedFees: bigint;
  readonly activeL1Validators: bigint;
}

/** The fees at the time of the next block. Source: avalanchego `vms/platformvm/txs/executor/state_changes.go` `advanceTimeTo`. */
export function blockStart({ P, network }: World, time: bigint): BlockStart {
  const { ledger, stakers } = P;
  const { feeState, accruedFees, validatorFeeState } = ledger;
  const seconds = time - ledger.time;
  if (seconds <= 0n || !isActive('etna', network, time))
    return {
      time,
      feeState,
      price: gasPriceOf(feeState, network.pFees),
      accruedFees,
      activeL1Validators: validatorFeeState.current,
    };
  const later = advanceFeeState(feeState, seconds, network.pFees);
  const { cost } = validatorFeeOf(validatorFeeState, network.validatorFees);
  const accrued = accruedFees + cost(seconds);
  const evicted = stakers.evicting.findIndex((validator) => validator.endAccumulatedFee > accrued);
  const gone = evicted < 0 ? stakers.evicting.length : evicted;
  return {
    time,
    feeState: later,
    price: gasPriceOf(later, network.pFees),
    accruedFees: accrued,
    activeL1Validators: validatorFeeState.current - BigInt(gone),
  };
}
