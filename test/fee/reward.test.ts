import { describe, expect, it } from 'vitest';
import { potentialRewardOf, splitReward } from '../../src/fee/rewards.ts';
import { local, mainnet } from '../../src/network/known.ts';
import type { Network } from '../../src/network/network.ts';
import { thrown } from '../support/thrown.ts';

const avax = 1_000_000_000n;
const day = 86_400n;
const { helicon } = mainnet.upgrades;

const stakeOf = (start: bigint, duration: bigint) => ({
  amount: 2_000n * avax,
  start,
  end: start + duration,
  supply: 460_000_000n * avax,
});
const reward = (start: bigint, duration: bigint, network = mainnet) =>
  potentialRewardOf(stakeOf(start, duration), network).total;

describe('potentialReward', () => {
  // docs/rules.md, "Staking limits and rewards": of 48 hours, 14 days and 365 days.
  it.each([
    ['long before Helicon', 1_700_000_000n, [620_095_131n, 4_369_176_042n, 135_652_173_913n]],
    ['at Helicon', helicon, [620_095_131n, 4_369_176_042n, 135_652_173_913n]],
    ['45 days later', helicon + 45n * day, [543_092_349n, 3_847_975_393n, 135_652_173_913n]],
    ['90 days later', helicon + 90n * day, [466_089_567n, 3_326_774_743n, 135_652_173_913n]],
    ['years later', helicon + 900n * day, [466_089_567n, 3_326_774_743n, 135_652_173_913n]],
  ])('%s', (_, start, expected) => {
    expect([2n, 14n, 365n].map((days) => reward(start, days * day))).toEqual(expected);
  });

  it('falls within the 90 days from one second to another', () => {
    // 25000 · t / 90 days is 1 from 311.04 s on.
    const at = (seconds: bigint) => reward(helicon + seconds, 2n * day);
    expect(at(311n)).toBe(at(0n));
    expect(at(312n)).toBeLessThan(at(311n));
    expect(at(90n * day - 1n)).toBeGreaterThan(at(90n * day));
  });

  it('rises to the rate of ACP-285 from a lower one, and never above the highest', () => {
    const network = (minConsumptionRate: bigint, maxConsumptionRate: bigint): Network => ({
      ...mainnet,
      staking: { ...mainnet.staking, minConsumptionRate, maxConsumptionRate },
    });
    const late = (of: Network) => reward(helicon + 90n * day, 14n * day, of);
    expect(late(network(50_000n, 120_000n))).toBe(3_326_774_743n);
    expect(late(network(75_000n, 120_000n))).toBe(3_326_774_743n);
    const low = network(50_000n, 74_999n);
    expect(late(low)).toBe(reward(helicon - 1n, 14n * day, low));
    const half = reward(helicon + 45n * day, 14n * day, network(50_001n, 120_000n));
    // 50001 + floor(24999 / 2), as Go rounds the change down.
    expect(half).toBe(reward(helicon - 1n, 14n * day, network(62_500n, 120_000n)));
  });

  it('does not change where Helicon is not scheduled', () => {
    expect(reward(helicon + 90n * day, 14n * day, local)).toBe(4_369_176_042n);
  });

  it('is no more than what is left below the cap', () => {
    const stake = { ...stakeOf(0n, 365n * day), amount: (1n << 64n) - 1n, supply: 1n };
    expect(potentialRewardOf(stake, mainnet).total).toBe(mainnet.staking.supplyCap - 1n);
    const full = { ...stakeOf(0n, 365n * day), supply: mainnet.staking.supplyCap };
    expect(potentialRewardOf(full, mainnet).total).toBe(0n);
  });

  it('is shared with the validator', () => {
    const stake = stakeOf(0n, 14n * day);
    expect(potentialRewardOf(stake, mainnet, 20_000)).toEqual({
      total: 4_369_176_042n,
      validator: 87_383_521n,
      delegator: 4_281_792_521n,
    });
    expect(potentialRewardOf(stake, mainnet)).toEqual({
      total: 4_369_176_042n,
      validator: 4_369_176_042n,
      delegator: 0n,
    });
    // Split would keep something back of what is too much for a uint64 times a million.
    const own = potentialRewardOf({ ...stake, amount: 3_000_000_000_000_000_000n }, mainnet);
    expect(own.validator).toBe(own.total);
  });

  it('counts the rate that Helicon sets where it is the largest that a network allows', () => {
    const { staking, upgrades } = mainnet;
    const rates = { minConsumptionRate: 10_000n, maxConsumptionRate: 75_000n };
    const of = (more: Partial<typeof staking>) => ({
      ...mainnet,
      staking: { ...staking, ...rates, ...more },
    });
    const stake = stakeOf(upgrades.helicon + 100n * day, 14n * day);
    expect(potentialRewardOf(stake, of({}))).toEqual(
      potentialRewardOf(stake, of({ minConsumptionRate: 75_000n })),
    );
    expect(potentialRewardOf(stake, of({ maxConsumptionRate: 74_999n })).total).toBeLessThan(
      potentialRewardOf(stake, of({})).total,
    );
  });

  it('is of a stake that can be', () => {
    const stake = stakeOf(10n, 1n);
    const refused = [
      [{ ...stake, amount: -1n }, 'amount'],
      [{ ...stake, start: -1n }, 'start'],
      [{ ...stake, end: 10n }, 'end'],
      [{ ...stake, supply: 0n }, 'supply'],
      [{ ...stake, supply: mainnet.staking.supplyCap + 1n }, 'supply'],
    ] as const;
    for (const [given, at] of refused)
      expect(thrown(() => potentialRewardOf(given, mainnet))).toMatchObject({
        code: 'OutOfRange',
        path: [at],
      });
  });
});

describe('splitReward', () => {
  // avalanchego vms/platformvm/reward/calculator_test.go
  it.each([
    [1000n, 500_000, 500n],
    [1n, 1_000_000, 1n],
    [1n, 999_999, 1n],
    [1n, 1, 1n],
    [1n, 0, 0n],
    [9_223_374_036_974_675_809n, 2, 18_446_748_749_757n],
    [9_223_374_036_974_675_809n, 1_000_000, 9_223_374_036_974_675_809n],
    [9_223_372_036_855_275_808n, 999_998, 9_223_353_590_111_202_098n],
    [9_223_372_036_855_275_808n, 2, 18_446_744_349_518n],
  ] as const)('%s by %s', (total, shares, share) => {
    expect(splitReward(total, shares)).toEqual([share, total - share]);
  });

  it('refuses more than all', () => {
    for (const shares of [-1, 1_000_001, 0.5])
      expect(thrown(() => splitReward(1n, shares))).toMatchObject({
        code: 'OutOfRange',
        path: ['shares'],
        context: { value: shares, min: 0, max: 1_000_000, unit: 'millionths' },
      });
    expect(thrown(() => splitReward(-1n, 1))).toMatchObject({ path: ['total'] });
  });
});
