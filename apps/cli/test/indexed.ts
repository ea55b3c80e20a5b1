/** What tests of the index share. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { duckdb } from '../../../scripts/spark.ts';
import type { Testnode } from '../../../src/testnode/index.ts';
import { AVAX, ewoq } from '../../../test/support/testnode.ts';
import { play } from '../../../test/testnode/randomnode.ts';

/** A node with a random past, and two L1 validators, one of which has run out. */
export function playedNode(seed: number, operations: number): Testnode {
  const { node } = play(seed, operations);
  if (node.world.tampering.hold) node.release();
  node.addL1({ balance: 100_000_000n });
  node.addL1({ balance: 1_000n });
  node.advanceTime(86_400n);
  node.fund('P', { to: ewoq.address('P', node.network), amount: AVAX });
  return node;
}

/** The hash of every file of the tables, and of what is said of them. */
export function filesIn(folder: string): Record<string, string> {
  const found: Record<string, string> = {};
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()) {
    const path = join(folder, name);
    if (!name.startsWith('.ledgers') && statSync(path).isFile())
      found[name] = createHash('sha256').update(readFileSync(path)).digest('hex');
  }
  return found;
}

/** The guide's blocks of SQL by name. */
export const questions = new Map(
  [
    ...readFileSync(new URL('../../../docs/guides/indexing.md', import.meta.url), 'utf8').matchAll(
      /^```sql \[(\w+)\.sql\]\n([\s\S]*?)^```/gm,
    ),
  ].map(([, name, sql]) => [name!, sql!]),
);

export type Row = Readonly<Record<string, string>>;

/** Asks questions over a folder. Values are text, as lists are. */
export async function ask(folder: string, asked: readonly string[]): Promise<readonly Row[][]> {
  const python = `
import duckdb, json, sys
db = duckdb.connect()
db.execute(sys.argv[1])
for question in sys.argv[2:]:
    answer = db.execute(question)
    names = [name for name, *_ in answer.description]
    text = lambda of: None if of is None else ','.join(of) if isinstance(of, list) else str(of)
    print(json.dumps([dict(zip(names, map(text, row))) for row in answer.fetchall()]))`;
  const views = questions.get('views')!.replaceAll("'chain/", `'${folder}/`);
  const lines = (await duckdb(python, views, ...asked)).trim().split('\n');
  return lines.map((line) => JSON.parse(line) as Row[]);
}
