import { expect, it } from 'vitest';
import { missing } from '../../scripts/needs.ts';
import { compareNodes } from '../../tools/differential/compare.ts';
import { describeNeeding } from '../support/needing.ts';

describeNeeding(missing.go, 'the test node and the real chains', () => {
  it('say the same after the same transactions', { timeout: 300_000 }, async () => {
    const report = await compareNodes({ seed: 11, count: 60, reads: 3, upgrade: 'latest' });
    expect(report.split).toBeUndefined();
    expect(report.differences).toEqual([]);
    // Stakes end with a reward and, of validators that were taken offline, without one.
    expect(report.decided.commit).toBeGreaterThan(0);
    expect(report.decided.abort).toBeGreaterThan(0);
    expect(report.requests).toBeGreaterThan(400);
    const tallies = [...report.transactions.values()];
    expect(tallies.reduce((sum, { accepted }) => sum + accepted, 0)).toBeGreaterThan(50);
    expect(tallies.reduce((sum, { refused }) => sum + refused, 0)).toBeGreaterThan(20);
    // Most of what both refuse they refuse for reasons with the same code.
    expect(report.sameReason).toBeGreaterThan(10 * report.otherReasons.length);
  });

  it('say the same before the upgrades of today', { timeout: 300_000 }, async () => {
    const report = await compareNodes({ seed: 12, count: 40, reads: 2, upgrade: 'cortina' });
    expect(report.split).toBeUndefined();
    expect(report.differences).toEqual([]);
    // No pool takes the first staking types and TransformSubnetTx any more: they are accepted in blocks.
    expect(report.blocks).toBeGreaterThan(3);
  });

  it.each([
    ['banff', 210],
    ['durango', 106],
  ])('say the same up to %s', { timeout: 300_000 }, async (upgrade, seed) => {
    const report = await compareNodes({ seed, count: 10, reads: 2, upgrade });
    expect(report.split).toBeUndefined();
    expect(report.differences).toEqual([]);
  });
});
