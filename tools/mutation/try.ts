/** Runs the tests on a mutant that can notice it. */
import type { RegionMap } from './coverage.ts';
import { type Pool, timedOut } from './pool.ts';
import type { Mutant, Result } from './report.ts';
import type { Selector } from './select.ts';

export interface Tools {
  readonly selector: Selector;
  readonly regions: RegionMap;
  readonly pool: Pool;
}

/**
 * Gives what became of a mutant: it runs alone, with all tests that enter it.
 * @param unswept Of a mutant that has lived through a sweep: the tests that said nothing there.
 */
export async function tryMutant(
  mutant: Mutant,
  unswept: ReadonlySet<string> | undefined,
  { selector, regions, pool }: Tools,
): Promise<Result> {
  const { file, mutation } = mutant;
  const phases = () => selector.phases(file, regions.at(file, mutation.start), unswept);
  const { length } = phases();
  if (length === 0) return { ...mutant, status: unswept ? 'survived' : 'not reached' };
  for (let i = 0; i < length; i++) {
    // Chosen when a worker is free: by then more is known of what kills.
    const outcome = await pool.run(() => {
      const { selections, time } = phases()[i]!;
      return { file, mutation, selections, limit: 20_000 + time * 5 };
    });
    const { killer } = outcome;
    if (killer === undefined) continue;
    selector.learn(file, outcome);
    return { ...mutant, status: killer.test === timedOut.test ? 'timed out' : 'killed', killer };
  }
  return { ...mutant, status: 'survived' };
}
