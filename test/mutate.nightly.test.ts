/** A worker and a sweep of the mutation command, with mutants, and the compiler. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { parseSource } from '../scripts/source.ts';
import { findTypeErrors } from '../tools/mutation/compile.ts';
import { mapRegions } from '../tools/mutation/coverage.ts';
import { pathOf } from '../tools/mutation/host.ts';
import { startPool, timedOut } from '../tools/mutation/pool.ts';
import { keyOf, type Result } from '../tools/mutation/report.ts';
import { sweep } from '../tools/mutation/sweep.ts';

it('sees a mutant die, an unchanged source live, and ends what never ends', async () => {
  const pool = await startPool(1);
  const selections = [{ file: 'test/text/bytes.test.ts' }];
  const source = 'text/bytes.ts';
  const run = (text: string, limit = 60_000) =>
    pool.run(() => ({
      file: source,
      mutation: { operator: 'drop call', start: 0, end: 0, text },
      selections,
      limit,
    }));
  try {
    expect(await run('throw new Error("mutant");')).toMatchObject({
      killer: { file: 'test/text/bytes.test.ts' },
    });
    expect(await run('/* unchanged */')).toEqual({});
    expect(await run('for (;;);', 5_000)).toMatchObject({ killer: timedOut });
    expect(await run('/* unchanged again */')).toEqual({});
  } finally {
    pool.close();
  }
});

it('finds mutants that are no TypeScript and those that have wrong types, in one list', () => {
  const mutant = (text: string) => ({
    file: 'text/bytes.ts',
    mutation: { operator: 'drop call', start: 0, end: 0, text } as const,
  });
  const candidates = ['const 1;', 'const a: number = "";', '/* unchanged */'].map(mutant);
  expect(findTypeErrors(candidates)).toEqual(new Set([0, 1]));
});

it('kills mutants in one load of the source, ends one that never ends, and knows which have run', async () => {
  const name = 'text/hex.ts';
  const text = readFileSync(pathOf(name), 'utf8');
  const file = parseSource(name, text);
  const mutant = (before: string, after: string) => {
    const start = text.indexOf(before);
    const mutation = { operator: 'swap operands' as const, start, end: start + before.length };
    const all = { ...mutation, text: after };
    return { file: name, mutation: all, ...keyOf(text, name, all) };
  };
  const mutants = [
    mutant('(high << 4) | low', '(high << 4) & low'),
    mutant('text.length / 2 - 1', 'Infinity'),
    mutant('at += 2', 'i--'),
    mutant('(high | low) === noDigit', '(low | high) === noDigit'),
    mutant('checked.length < checksumLength', 'checked.length <= checksumLength'),
  ];
  const regions = mapRegions([file]);
  const reads = {
    name: 'parseHex > reads both cases, and 0x as no bytes',
    time: 1,
    regions: mutants.slice(0, 4).map((of) => regions.at(name, of.mutation.start)),
  };
  const writes = {
    name: 'formatHex > is what Node’s Buffer writes',
    time: 2,
    regions: [regions.at(name, mutants[4]!.mutation.start)],
  };
  const found = new Map<number, Result>();
  const ran = new Set<number>();
  const unswept = await sweep({
    mutants,
    files: [file],
    regions,
    coverage: [{ file: 'test/text/bytes.test.ts', load: [], loadTime: 1, tests: [reads, writes] }],
    jobs: 1,
    onKill: (i, result) => found.set(i, result),
    onRun: (i) => ran.add(i),
  });
  const killer = { file: 'test/text/bytes.test.ts', test: reads.name };
  expect([...found.entries()].sort(([a], [b]) => a - b)).toMatchObject([
    [0, { status: 'killed', killer }],
    [1, { status: 'killed', killer }],
    [2, { status: 'timed out', killer: timedOut }],
  ]);
  // One means the same, another is not entered by the test of which that was said.
  expect([...ran]).toEqual(expect.arrayContaining([3]));
  expect(ran.has(4)).toBe(false);
  expect(unswept).toEqual(new Set([`test/text/bytes.test.ts > ${writes.name}`]));
});
