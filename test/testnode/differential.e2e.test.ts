import { expect, it } from 'vitest';
import { compareNodes } from '../../scripts/differential/compare.ts';
import { findGo, goMissing } from '../../scripts/oracle.ts';
import { describeNeeding } from '../support/needing.ts';

describeNeeding(findGo() ? undefined : goMissing(), 'the test node and the real chains', () => {
  it('say the same after the same transactions', { timeout: 300_000 }, async () => {
    const report = await compareNodes({ seed: 11, count: 60, reads: 3, upgrade: 'latest' });
    expect(report.split).toBeUndefined();
    expect(report.differences).toEqual([]);
    expect(report.requests).toBeGreaterThan(400);
    const tallies = [...report.transactions.values()];
    expect(tallies.reduce((sum, { accepted }) => sum + accepted, 0)).toBeGreaterThan(50);
    expect(tallies.reduce((sum, { refused }) => sum + refused, 0)).toBeGreaterThan(20);
    // Much of what both refuse they refuse in the same words, digits included.
    expect(report.sameText * 3).toBeGreaterThan(report.otherTexts.length);
  });
});
