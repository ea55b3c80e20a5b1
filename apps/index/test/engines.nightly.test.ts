/** The questions of `docs/guides/indexing.md` on Spark: as DuckDB answers them. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { spark, sparkMissing } from '../../../scripts/spark.ts';
import { describeNeeding } from '../../../test/support/needing.ts';
import { seedOr } from '../../../test/support/seeded.ts';
import { ask, index, playedNode, questions } from './indexed.ts';

describeNeeding(sparkMissing(), 'twenty questions', () => {
  const folder = mkdtempSync(join(tmpdir(), 'avalanche-tx-test-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  /** A value as both engines can say it: Spark has a zone in its times, and decimals where DuckDB has integers. */
  const comparable = (value: unknown): string =>
    String(value)
      .replace(/^(\d{4}-\d\d-\d\d)T(.*?)(?:\.000)?Z$/, '$1 $2')
      .replace(/^(-?\d+)\.0+$/, '$1');

  it('have the same answers on Spark as on DuckDB', async () => {
    const out = join(folder, 'chain');
    await index(playedNode(seedOr(4), 250), out, { partition: 16 });
    const names = [...questions.keys()];
    const files = names.map((name) => {
      const path = join(folder, `${name}.sql`);
      writeFileSync(path, questions.get(name)!);
      return path;
    });
    const asked = names.map((name) => questions.get(name)!);
    const onDuckDB = await ask(out, asked);
    const lines = (await spark('local[2]', 'index.py', out, ...files))
      .split('\n')
      .filter((line) => line.startsWith('{"question"'))
      // Numbers that JavaScript would round stay as they are.
      .map(
        (line) =>
          JSON.parse(line.replace(/:(-?\d{16,})(?=[,}])/g, ':"$1"')) as {
            readonly question: string;
            readonly row: Record<string, unknown>;
          },
      );
    for (const [i, name] of names.entries()) {
      const rows = lines.filter(({ question }) => question === name);
      const texts = rows.map(({ row }) => Object.values(row).map(comparable));
      expect(texts, name).toEqual(onDuckDB[i]!.map((row) => Object.values(row).map(comparable)));
    }
    expect(lines.length).toBeGreaterThan(20);
  });
});
