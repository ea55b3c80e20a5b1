import { guarded } from '../errors/arguments.ts';
import { AvalancheError } from '../errors/error.ts';
import type { Network } from '../network/network.ts';
import { maxUint64, uint64 } from '../text/uint64.ts';

const million = 1_000_000n;
const nanoseconds = 1_000_000_000n;

/** A stake of the primary network, as its reward depends on it. */
export interface StakeTerms {
  /** nAVAX. */
  readonly amount: bigint;
  /** Unix seconds. */
  readonly start: bigint;
  /** Unix seconds. */
  readonly end: bigint;
  /** nAVAX that exist when it starts, as `platform.getCurrentSupply` gives it. */
  readonly supply: bigint;
}

/** Who gets what of a reward, in nAVAX. */
export interface RewardSplit {
  readonly total: bigint;
  /** All of its own stake's, and what it keeps of a delegation's. */
  readonly validator: bigint;
  /** The rest of a delegation's. */
  readonly delegator: bigint;
}

/** ACP-285 moves the lowest rate to this, within 90 days of Helicon. */
const heliconRate = 75_000n;
const heliconPeriod = 90n * 86_400n;

/** The lowest consumption rate for a stake that starts then. Source: avalanchego `vms/platformvm/reward/calculator.go` `configForStakeStart`. */
function minConsumptionRate({ staking, upgrades }: Network, start: bigint): bigint {
  const { minConsumptionRate: rate, maxConsumptionRate } = staking;
  const elapsed = start - upgrades.helicon;
  if (elapsed < 0n || maxConsumptionRate < heliconRate) return rate;
  // Go and bigint both round towards zero.
  return elapsed < heliconPeriod
    ? rate + ((heliconRate - rate) * elapsed) / heliconPeriod
    : heliconRate;
}

/**
 * The reward of a stake that ends well. Source: avalanchego `vms/platformvm/reward/calculator.go`.
 * @param delegationFee Of a delegation: what the validator keeps, in millionths.
 * @throws {AvalancheError} `OutOfRange`: what is no uint64, an end that is not after the start, a supply of 0 or above the
 *   network's cap, a fee above a million.
 * @example
 * const start = mainnet.upgrades.helicon + days(90);
 * const stake = { amount: avax('2000'), start, end: start + days(14), supply: avax('460000000') };
 * potentialRewardOf(stake, mainnet).total; // 3_326_774_743n
 * potentialRewardOf(stake, mainnet, 20_000); // { total: 3_326_774_743n, validator: 66_535_495n, delegator: 3_260_239_248n }
 */
export const potentialRewardOf = /* @__PURE__ */ guarded(function potentialRewardOf(
  stake: StakeTerms,
  network: Network,
  delegationFee?: number,
): RewardSplit {
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
  if (delegationFee === undefined) return { total, validator: total, delegator: 0n };
  const [validator, delegator] = splitReward(total, delegationFee);
  return { total, validator, delegator };
});

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
 * A reward's share in millionths, and the rest.
 * Source: avalanchego `vms/platformvm/reward/calculator.go` `Split`, which rounds early where a uint64 would overflow.
 * @throws {AvalancheError} `OutOfRange`: a total that is no uint64, more than a million shares.
 * @example
 * splitReward(1_000_001n, 20_000); // [20_001n, 980_000n]
 */
export const splitReward = /* @__PURE__ */ guarded(function splitReward(
  total: bigint,
  shares: number,
): readonly [share: bigint, rest: bigint] {
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
});
