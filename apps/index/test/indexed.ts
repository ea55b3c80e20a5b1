/** What tests of the index share. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { duckdb } from '../../../scripts/spark.ts';
import { connect } from '../../../src/rpc/connect.ts';
import type { NodeClient } from '../../../src/rpc/index.ts';
import type { Transport } from '../../../src/rpc/transport.ts';
import type { Testnode } from '../../../src/testnode/index.ts';
import { AVAX, ewoq } from '../../../test/support/testnode.ts';
import { play } from '../../../test/testnode/randomnode.ts';
import { readTable } from '../src/parquet.ts';
import { toText } from '../src/plain.ts';
import { type IndexOptions, runIndex } from '../src/run.ts';
import { type TableName, tableNames } from '../src/tables.ts';

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

export const clientOf = (node: Testnode, transport: Transport = node.transport): NodeClient =>
  connect('http://testnode', { ...node, transport, retry: { attempts: 1 } });

/** Options that index all of a test node, in small parts. */
export const optionsOf = (
  { genesis }: Testnode,
  out: string,
  more: Partial<IndexOptions> = {},
): IndexOptions => ({
  out,
  chains: ['P', 'X', 'C'],
  from: 0n,
  to: undefined,
  follow: false,
  genesis,
  bytes: false,
  partition: 8,
  every: 0,
  pause: 0,
  signal: new AbortController().signal,
  warn: () => {},
  ...more,
});

/** Indexes a test node. */
export const index = (
  node: Testnode,
  out: string,
  more: Partial<IndexOptions> = {},
): Promise<void> => runIndex([clientOf(node)], optionsOf(node, out, more));

export interface Manifest {
  readonly parts: readonly string[];
  readonly chains: {
    readonly [chain: string]: { readonly height: number; readonly containers: object };
  };
}

export const manifestIn = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as Manifest;

/** The rows of every table that a reader sees, as sorted lines. */
export async function rowsIn(
  folder: string,
  manifest = manifestIn(folder),
): Promise<{ readonly [T in TableName]: readonly string[] }> {
  const found = {} as { [T in TableName]: string[] };
  for (const table of tableNames) {
    found[table] = [];
    for (const part of manifest.parts)
      for await (const rows of readTable(table, join(folder, part, `${table}.parquet`)))
        found[table].push(...rows.map(toText));
    found[table].sort();
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

export type Answer = Readonly<Record<string, string>>;

/** Asks questions over a folder. Values are text, as lists are. */
export async function ask(folder: string, asked: readonly string[]): Promise<readonly Answer[][]> {
  const python = `
import duckdb, json, sys
db = duckdb.connect()
db.execute(open(sys.argv[1] + '/views.sql').read())
for question in sys.argv[2:]:
    answer = db.execute(question)
    names = [name for name, *_ in answer.description]
    text = lambda of: None if of is None else ','.join(of) if isinstance(of, list) else str(of)
    print(json.dumps([dict(zip(names, map(text, row))) for row in answer.fetchall()]))`;
  const lines = (await duckdb(python, folder, ...asked)).trim().split('\n');
  return lines.map((line) => JSON.parse(line) as Answer[]);
}
