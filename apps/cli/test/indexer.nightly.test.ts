/** The questions of `docs/guides/indexing.md` on Spark: as DuckDB answers them. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { spark } from '../../../scripts/spark.ts';
import { connect } from '../../../src/rpc/connect.ts';
import { seedOr } from '../../../test/support/seeded.ts';
import { runIndex } from '../src/indexer/run.ts';
import { ask, playedNode, questions } from './indexed.ts';

const folder = mkdtempSync(join(tmpdir(), 'avalanche-tx-test-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** A value as both engines can say it: one has 10.0 where the other has 10, and averages differ in their last digits. */
function comparable(value: unknown): string {
  const text = String(value);
  return /^-?\d{1,15}(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(text)
    ? String(Number(Number(text).toPrecision(text.includes('.') ? 6 : 15)))
    : text;
}

it('ten questions have the same answers on Spark as on DuckDB', async () => {
  const testnode = playedNode(seedOr(4), 250);
  const out = join(folder, 'chain');
  await runIndex(connect('http://testnode', testnode), {
    out,
    chains: ['P', 'X', 'C'],
    from: 0n,
    to: undefined,
    follow: false,
    genesis: testnode.genesis,
    partition: 16n,
    signal: new AbortController().signal,
    warn: () => {},
  });
  const names = [...questions.keys()].filter((name) => name !== 'views');
  const files = names.map((name) => {
    const path = join(folder, `${name}.sql`);
    writeFileSync(path, questions.get(name)!);
    return path;
  });
  const onDuckDB = await ask(
    out,
    names.map((name) => questions.get(name)!),
  );
  const lines = (await spark('local[2]', 'index.py', out, ...files))
    .split('\n')
    .filter((line) => line.startsWith('{"question"'))
    // Numbers that JavaScript would round stay as they are.
    .map(
      (line) =>
        JSON.parse(line.replace(/:(-?\d{16,})(?=[,}])/g, ':"$1"')) as {
          question: string;
          row: Record<string, unknown>;
        },
    );
  for (const [i, name] of names.entries()) {
    const rows = lines.filter(({ question }) => question === name).map(({ row }) => row);
    const texts = rows.map((row) => Object.values(row).map(comparable));
    expect(texts, name).toEqual(onDuckDB[i]!.map((row) => Object.values(row).map(comparable)));
  }
  expect(lines.length).toBeGreaterThan(20);
});
