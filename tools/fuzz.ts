/**
 * Gives random and damaged inputs to the node's parser and to `decode --stream` side by side, over all chains and
 * kinds, and prints every input on which they differ: verdict, bytes, id or JSON text (needs Go).
 *
 *     npm run fuzz -- --count 200000 [--seed 1] [--chain P|X|C] [--kind tx]
 *     npm run fuzz -- --line '{"chain":"P","kind":"tx","network":"fuji","hex":"0x…"}'
 *
 * The same arguments give the same inputs. Ends with 1 if something differs.
 */
import { parseArgs } from 'node:util';
import { command } from '../scripts/oracle.ts';
import { parseHex } from '../src/text/hex.ts';
import { difference, ourAnswer } from './fuzz/compare.ts';
import { type Disagreement, fuzz, type Row, withNodes } from './fuzz/run.ts';
import { targets } from './fuzz/targets.ts';

const tell = ({ title, aspect, done, line, node, ours }: Disagreement): void =>
  console.log(
    [
      `${title}: another ${aspect} (after ${done})`,
      `  node ${JSON.stringify(node)}`,
      `  ours ${ours}`,
      `  npm run fuzz -- --line '${line}'`,
    ].join('\n'),
  );

const columns = ['inputs', 'accepted', 'refused', 'panicked', 'disagreements'] as const;

function printTable(rows: readonly Row[]): void {
  const total = Object.fromEntries(
    columns.map((key) => [key, rows.reduce((sum, row) => sum + row[key], 0)]),
  ) as unknown as Omit<Row, 'title'>;
  const print = (title: string, cells: readonly unknown[]): void =>
    console.log(title.padEnd(16) + cells.map((cell) => String(cell).padStart(14)).join(''));
  print('', columns);
  for (const row of [...rows, { title: 'all', ...total }])
    print(
      row.title,
      columns.map((key) => row[key]),
    );
}

/** What both say of one line. */
async function compareLine(line: string): Promise<boolean> {
  const { chain, kind, network, hex } = JSON.parse(line) as Record<string, string>;
  const target = targets.find((t) => t.chain === chain && t.kind === kind);
  if (!target) throw new Error(`${chain} ${kind} is not compared`);
  const input = { bytes: parseHex(hex!), network: network! };
  const [node] = await withNodes((nodeOf) => nodeOf(target.oracle).ask([line]));
  const ours = ourAnswer(target, input);
  const aspect = difference(target, input, node!, ours);
  console.log(
    `node ${JSON.stringify(node)}\nours ${ours}\n${aspect ? `another ${aspect}` : 'the same'}`,
  );
  return aspect === undefined;
}

await command(import.meta.url, async () => {
  const { values } = parseArgs({
    options: {
      count: { type: 'string', default: '20000' },
      seed: { type: 'string', default: '1' },
      chain: { type: 'string' },
      kind: { type: 'string' },
      line: { type: 'string' },
    },
  });
  if (values.line !== undefined) {
    if (!(await compareLine(values.line))) process.exitCode = 1;
    return;
  }
  const { chain, kind } = values;
  const [count, seed] = [Number(values.count), Number(values.seed)];
  if (!(count > 0) || !Number.isSafeInteger(seed))
    throw new Error('--count and --seed are numbers');
  const start = performance.now();
  const rows = await fuzz({
    count,
    seed,
    chain,
    kind,
    onDisagreement: tell,
    ...(process.stderr.isTTY && {
      onProgress: (done) => process.stderr.write(`\r${done} of ${count}`),
    }),
  });
  if (process.stderr.isTTY) process.stderr.write('\r\x1b[K');
  printTable(rows);
  console.log(`seed ${seed}, ${((performance.now() - start) / 1000).toFixed(0)} s`);
  if (rows.some(({ disagreements }) => disagreements > 0)) process.exitCode = 1;
});
