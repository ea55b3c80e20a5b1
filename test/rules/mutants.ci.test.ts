import { expect, it } from 'vitest';
import { compareMutants, disagreementText } from '../../tools/mutants.ts';
import { describeWithGo } from '../support/go.ts';
import { seedOr } from '../support/seeded.ts';

/** More of them: `SEED=77 npx vitest run test/rules/mutants.ci.test.ts`, or `npx tsx tools/mutants.ts`. */
const seed = seedOr(20261122);

describeWithGo('checkTx, beside the node', () => {
  it('accepts and refuses 1,000 transactions with one change each alike', async () => {
    const { tallies, disagreements } = await compareMutants({ seed, count: 1000 });
    expect(disagreements.map(disagreementText)).toEqual([]);
    expect(tallies.size, 'types').toBeGreaterThanOrEqual(30);
  });
});
