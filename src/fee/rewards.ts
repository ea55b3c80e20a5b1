/** The reward of a stake on the primary network, and how validator and delegator share it. */

import { AvalancheError } from '../errors/error.ts';
import { type Network, networkArgument } from '../network/network.ts';
import { checkArgument, objectOf } from '../schema/check.ts';
import { maxUint64, uint64 } from '../text/uint64.ts';

const million = 1_000_000n;
const nanoseconds = 1_000_000_000n;

/** The terms of a stake on the primary network that its reward depends on. */
export interface StakeTerms {
  /** nAVAX. */
  readonly amount: bigint;
  /** Unix seconds. */
  readonly start: bigint;
  /** Unix seconds. */
  readonly end: bigint;
  /** Supply in nAVAX at its start, as `platform.getCurrentSupply` returns it. */
  readonly supply: bigint;
}

/** A reward in nAVAX, split between validator and delegator. */
export interface RewardSplit {
  readonly total: bigint;
  /** The whole reward of a validator's own stake; its share of a delegation's reward. */
  readonly validator: bigint;
  /** The rest of a delegation's reward; 0 for a validator's own stake. */
  readonly delegator: bigint;
}

/** ACP-285 lowers the minimum rate to this value within 90 days after Helicon. */
const heliconRate = 75_000n;
const heliconPeriod = 90n * 86_400n;

/** The minimum consumption rate for a stake that starts at a time. Source: avalanchego `vms/platformvm/reward/calculator.go` `configForStakeStart`. */
function minConsumptionRate({ staking, upgrades }: Network, start: bigint): bigint {
  const { minConsumptionRate: rate, maxConsumptionRate } = staking;
  const elapsed = start - upgrades.helicon;
  if (elapsed < 0n || maxConsumptionRate < heliconRate) return rate;
  // Go and bigint both round towards zero.
  return elapsed < heliconPeriod
    ? rate + ((heliconRate - rate) * elapsed) / heliconPeriod
    : heliconRate;
}

/** The terms of a stake, as an argument; `uint64` checks what is read. */
const stakeArgument = /* @__PURE__ */ objectOf({}, { name: 'the terms of a stake' });

/**
 * Returns the reward of a stake if the validator is online long enough. Source: avalanchego `vms/platformvm/reward/calculator.go`.
 * @param shares Of a delegation: the validator's share in millionths, as `shares` of the transaction that added it.
 * @throws {AvalancheError} `OutOfRange`: a value that is not a uint64, an end that is not after the start, a supply of 0 or above the
 *   network's cap, a fee above a million.
 * @example
 * const start = mainnet.upgrades.helicon + days(90);
 * const stake = { amount: avax('2000'), start, end: start + days(14), supply: avax('460000000') };
 * potentialRewardOf(stake, mainnet).total; // 3_326_774_743n
 * potentialRewardOf(stake, mainnet, 20_000); // { total: 3_326_774_743n, validator: 66_535_495n, delegator: 3_260_239_248n }
 */
export function potentialRewardOf(
  stake: StakeTerms,
  network: Network,
  shares?: number,
): RewardSplit {
  checkArgument(stake, stakeArgument, 'stake');
  checkArgument(network, networkArgument, 'network');
  const { staking } = network;
  check(stake, staking.supplyCap);
  const low = minConsumptionRate(network, stake.start);
  const period = staking.mintingPeriod * nanoseconds;
  const duration = (stake.end - stake.start) * nanoseconds;
  const rate = (staking.maxConsumptionRate - low) * duration + low * period;
  const remaining = staking.supplyCap - stake.supply;
  const reward =
    (remaining * rate * stake.amount * duration) / (period * million) / stake.supply / period;
  const total = reward < remaining ? reward : remaining;
  if (shares === undefined) return { total, validator: total, delegator: 0n };
  const [validator, delegator] = splitReward(total, shares);
  return { total, validator, delegator };
}

function check({ amount, start, end, supply }: StakeTerms, cap: bigint): void {
  uint64(amount, 'amount');
  if (uint64(end, 'end') <= uint64(start, 'start'))
    throw new AvalancheError('OutOfRange', `must be after the start ${start}, got ${end}`, {
      value: end,
      min: start,
      unit: 'time',
    }).at('end');
  if (uint64(supply, 'supply') === 0n || supply > cap)
    throw new AvalancheError('OutOfRange', `must be 1 to ${cap} nAVAX, got ${supply}`, {
      value: supply,
      min: 1n,
      max: cap,
      unit: 'nAVAX',
    }).at('supply');
}

/**
 * Splits a reward into a share, given in millionths, and the rest.
 * Source: avalanchego `vms/platformvm/reward/calculator.go` `Split`, which rounds early where a uint64 would overflow.
 * @throws {AvalancheError} `OutOfRange`: a total that is not a uint64, or more than a million shares.
 * @example
 * splitReward(1_000_001n, 20_000); // [20_001n, 980_000n]
 */
export function splitReward(total: bigint, shares: number): readonly [share: bigint, rest: bigint] {
  uint64(total, 'total');
  if (!Number.isInteger(shares) || shares < 0 || shares > 1_000_000)
    throw new AvalancheError('OutOfRange', `must be 0 to 1000000 millionths, got ${shares}`, {
      value: shares,
      min: 0,
      max: 1_000_000,
      unit: 'millionths',
    }).at('shares');
  const kept = million - BigInt(shares);
  const exact = kept * total;
  const rest = exact <= maxUint64 ? exact / million : kept * (total / million);
  return [total - rest, rest];
}
