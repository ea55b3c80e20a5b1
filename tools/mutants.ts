/**
 * Compares `checkTx` with the node on the oracle's semantic mutants: valid transactions of every type with one change each, signed
 * again, under several upgrades. Prints the counts and every transaction on which they disagree (needs Go).
 *
 *     npx tsx tools/mutants.ts --seed 7 [--count 20000] [--upgrade granite]
 *
 * The same arguments give the same transactions. Ends with 1 if there is a disagreement.
 */
import { parseArgs } from 'node:util';
import { command, runOracle } from '../scripts/oracle.ts';
import { compared, type Judged, type Opinion } from '../test/support/judged.ts';

/** What to compare. */
export interface MutantOptions {
  readonly seed: number;
  readonly count: number;
  /** One upgrade only, as `localnode --upgrade` names it. */
  readonly upgrade?: string | undefined;
}

/** How many transactions of a type the node accepts and refuses, and on how many `checkTx` disagrees. */
export interface Tally {
  accepted: number;
  refused: number;
  disagreements: number;
}

/** A transaction on which the node and `checkTx` disagree. */
export interface Disagreement {
  readonly line: Judged;
  readonly opinion: Opinion;
}

/** What a comparison found. */
export interface MutantReport {
  /** By chain and type, as in `P BaseTx`. */
  readonly tallies: ReadonlyMap<string, Tally>;
  readonly disagreements: readonly Disagreement[];
}

/** Makes mutants and compares the verdicts of the node with those of `checkTx` with full facts. */
export async function compareMutants({
  seed,
  count,
  upgrade,
}: MutantOptions): Promise<MutantReport> {
  const args = ['--mutants', String(count), '--seed', String(seed)];
  const output = await runOracle('localnode', upgrade ? [...args, '--upgrade', upgrade] : args);
  const tallies = new Map<string, Tally>();
  const disagreements: Disagreement[] = [];
  for (const { line, opinion, agrees } of compared(output.toString().trimEnd().split('\n'))) {
    const key = `${line.chain} ${line.type}`;
    const tally = tallies.get(key) ?? { accepted: 0, refused: 0, disagreements: 0 };
    tallies.set(key, tally);
    tally[line.ok ? 'accepted' : 'refused']++;
    if (agrees) continue;
    tally.disagreements++;
    disagreements.push({ line, opinion });
  }
  return { tallies, disagreements };
}

/** A disagreement in words, with the bytes. */
export function disagreementText({ line, opinion }: Disagreement): string {
  const { state, seed, chain, type, mutation, error = 'accepted', hex } = line;
  const ours = opinion.refusals.map(({ rule, code, detail }) => `${rule}: ${code}, ${detail}`);
  return [
    `${chain} ${type}, number ${seed}, ${state}: ${mutation}`,
    `  node ${error}`,
    `  ours ${[opinion.result, ...ours, ...opinion.open].join('\n       ')}`,
    `  ${hex}`,
  ].join('\n');
}

const columns = ['accepted', 'refused', 'disagreements'] as const;

function printTable(tallies: MutantReport['tallies']): void {
  const print = (title: string, cells: readonly unknown[]): void =>
    console.log(title.padEnd(36) + cells.map((cell) => String(cell).padStart(15)).join(''));
  const sumOf = (key: keyof Tally) => [...tallies.values()].reduce((sum, of) => sum + of[key], 0);
  print('', columns);
  for (const [title, tally] of [...tallies].sort(([a], [b]) => (a < b ? -1 : 1)))
    print(
      title,
      columns.map((key) => tally[key]),
    );
  print('all', columns.map(sumOf));
}

await command(import.meta.url, async () => {
  const { values } = parseArgs({
    options: {
      seed: { type: 'string', default: '1' },
      count: { type: 'string', default: '20000' },
      upgrade: { type: 'string' },
    },
  });
  const [seed, count] = [Number(values.seed), Number(values.count)];
  if (!Number.isSafeInteger(count) || count < 1 || !Number.isSafeInteger(seed) || seed < 0)
    throw new Error('--count must be a positive integer and --seed a natural number');
  const start = performance.now();
  const { tallies, disagreements } = await compareMutants({
    seed,
    count,
    upgrade: values.upgrade,
  });
  for (const of of disagreements) console.log(disagreementText(of));
  printTable(tallies);
  console.log(`seed ${seed}, ${((performance.now() - start) / 1000).toFixed(0)} s`);
  if (disagreements.length > 0) process.exitCode = 1;
});
