/** A worker of the mutation command, with mutants, and the compiler. */
import { expect, it } from 'vitest';
import { findTypeErrors } from '../scripts/mutation/compile.ts';
import { startPool, timedOut } from '../scripts/mutation/pool.ts';

it('sees a mutant die, an unchanged source live, and ends what never ends', async () => {
  const pool = await startPool(1);
  const selections = [{ file: 'test/text/bytes.test.ts' }];
  const source = 'text/bytes.ts';
  const run = (text: string, limit = 60_000) =>
    pool.run(() => ({
      task: {
        id: 1,
        file: source,
        mutation: { operator: 'drop call', start: 0, end: 0, text },
        selections,
      },
      limit,
    }));
  try {
    expect(await run('throw new Error("mutant");')).toMatchObject({
      killer: { file: 'test/text/bytes.test.ts' },
    });
    expect(await run('/* unchanged */')).toEqual({ id: 1 });
    expect(await run('for (;;);', 5_000)).toMatchObject({ killer: timedOut });
    expect(await run('/* unchanged again */')).toEqual({ id: 1 });
  } finally {
    pool.close();
  }
}, 120_000);

it('finds mutants that are no TypeScript and those that have wrong types, in one list', () => {
  const mutant = (text: string) => ({
    file: 'text/bytes.ts',
    mutation: { operator: 'drop call', start: 0, end: 0, text } as const,
  });
  const candidates = ['const 1;', 'const a: number = "";', '/* unchanged */'].map(mutant);
  expect(findTypeErrors(candidates)).toEqual(new Set([0, 1]));
}, 120_000);
