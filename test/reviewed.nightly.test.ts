/** Mutants that lived, or died with Go only, when version 0.1 was reviewed, and others like them: each dies in a test that needs only Node. */
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { pathOf } from '../tools/mutation/host.ts';
import { type Pool, startPool } from '../tools/mutation/pool.ts';

interface Reviewed {
  /** What the mutant does. */
  readonly what: string;
  /** The source file, from `src/`. */
  readonly file: string;
  readonly before: string;
  readonly after: string;
  /** The test file that notices it. */
  readonly test: string;
}
const reviewed = JSON.parse(
  readFileSync(new URL('../tools/mutation/reviewed.json', import.meta.url), 'utf8'),
) as readonly Reviewed[];

let pool: Pool;
beforeAll(async () => {
  pool = await startPool(1);
});
afterAll(() => pool.close());

it.each(reviewed.map((of) => [of.what, of] as const))(
  '%s',
  async (_, { file, before, after, test }) => {
    const [head, ...tail] = readFileSync(pathOf(file), 'utf8').split(before);
    expect(tail).toHaveLength(1);
    const start = head!.length;
    const mutation = { operator: 'replace result', start, end: start + before.length, text: after };
    const { killer } = await pool.run(() => ({
      file,
      mutation: mutation as typeof mutation & { readonly operator: 'replace result' },
      selections: [{ file: test }],
      limit: 60_000,
    }));
    expect(killer?.file).toBe(test);
  },
);
