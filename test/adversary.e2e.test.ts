/** A lying node and a malicious coordinator before the real P- and X-chain: a part of `npm run liar` and `npm run coordinator`. */
import { expect, it } from 'vitest';
import { runCoordinator } from '../scripts/adversary/coordinator.ts';
import { runLiar } from '../scripts/adversary/liar.ts';
import { totalOf } from '../scripts/adversary/tally.ts';
import { describeWithGo } from './support/go.ts';

describeWithGo('adversaries, against a node', () => {
  it('no lie of a node costs more than the intent and the ceiling', async () => {
    const { rows, losses } = await runLiar({ seed: 1, count: 20 });
    expect(losses).toEqual([]);
    // Lies that change nothing for the victim and those that are found out are both among them.
    expect(totalOf(rows, 'build')).toBeGreaterThan(0);
    expect(totalOf(rows, 'accepted')).toBeGreaterThan(0);
  }, 300_000);

  it('no manipulation of a draft costs what its signers did not see', async () => {
    const { rows, losses } = await runCoordinator({ seed: 1, count: 20 });
    expect(losses).toEqual([]);
    for (const by of ['read', 'policy', 'default', 'diff', 'explain'])
      expect(totalOf(rows, by), by).toBeGreaterThan(0);
  }, 300_000);
});
