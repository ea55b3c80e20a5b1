/**
 * What is long or grows with its seed: the nightly tests, the comparisons and property tests with many more cases, adversaries, fuzz,
 * platforms and other versions of Node. All of them run to the end, also if some fail. Prints one table, and for each failure the command that repeats it.
 *
 *     npm run test:nightly -- --seed 7 [--only tests,comparisons,fuzz]     # about an hour on two busy cores
 *
 * What each printed is in a folder that the first line names. Ends with 1 if something failed.
 */
import { spawn } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { command } from './oracle.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/** One row of the table. */
interface Row {
  readonly what: string;
  /** Tests, or whatever else was counted. */
  readonly count: number;
  readonly seconds: number;
  readonly failures: number;
  /** The command that does it again. */
  readonly again: string;
}

/** Comparisons with the node and property tests, which take as many cases as the tier says. */
const comparisons = [
  'apps/index/test/built.ci',
  'test/generated.ci',
  'test/fuzz.ci',
  'test/rules/verdict.ci',
  'test/fee/prices.ci',
  'test/warp/damaged.ci',
  'test/builder/prandom.ci',
  'test/builder/peers.test',
  'test/builder/random.test',
  'test/draft/mutants.test',
  'test/draft/draft.test',
  'test/review/intents.test',
  'test/explain/flows.test',
  'test/hostile.test',
  'test/properties.test',
  'test/review/claims.test',
  'test/rpc/fuzz.test',
  'test/security/secrets.test',
  'test/state/apply.test',
];

/** Commands, with how many of what they try: the longest first, as two run at a time. */
const commands: readonly (readonly [name: string, count: number, line: string])[] = [
  ['nodes', 3, 'npx tsx tools/nodes.ts 22 24 26'],
  ['platforms', 1, 'npx tsx tools/platforms.ts --check'],
  ['randomnode', 15_000, 'npx tsx scripts/randomnode.ts COUNT SEED'],
  ['fuzz', 50_000, 'npm run fuzz -- --seed SEED --count COUNT'],
  ['mutants', 5_000, 'npx tsx tools/mutants.ts --seed SEED --count COUNT'],
  ['indexing', 5_000, 'npx tsx tools/indexing/run.ts --seed SEED --count COUNT'],
  [
    'localindexing',
    1_000,
    'npx tsx tools/indexing/run.ts --seed SEED --count COUNT --node localnode',
  ],
  ['differential', 300, 'npx tsx tools/differential.ts --seed SEED --count COUNT'],
  ['wallet', 1000, 'npx tsx tools/wallet/run.ts --seed SEED --count COUNT'],
  ['liar', 200, 'npx tsx tools/liar.ts --seed SEED --count COUNT'],
  ['coordinator', 200, 'npx tsx tools/coordinator.ts --seed SEED --count COUNT'],
];

/** Runs a line of a shell; what it prints goes into a file. */
async function run(line: string, file: string, env: NodeJS.ProcessEnv = {}) {
  const started = performance.now();
  const log = openSync(file, 'w');
  const child = spawn(line, {
    cwd: root,
    shell: true,
    stdio: ['ignore', log, log],
    env: { ...process.env, ...env },
  });
  const status = await new Promise<number>((resolve) => {
    child.once('error', () => resolve(1));
    child.once('close', (code) => resolve(code ?? 1));
  });
  closeSync(log);
  return { status, seconds: (performance.now() - started) / 1000 };
}

interface Report {
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly startTime: number;
    readonly endTime: number;
    readonly assertionResults: readonly { readonly status: string }[];
  }[];
}

/** Runs vitest, and makes a row of each file. */
async function tests(what: string, args: string, folder: string, seed: number): Promise<Row[]> {
  const report = join(folder, `${what}.json`);
  const line = `npx vitest run --testTimeout=3600000 --reporter=default --reporter=json --outputFile.json=${report} ${args}`;
  const environment = { TIER: 'nightly', SEED: String(seed) };
  const { status, seconds } = await run(line, join(folder, `${what}.log`), environment);
  const again = `TIER=nightly SEED=${seed} npx vitest run`;
  const rows = resultsIn(report).map(({ name, status, startTime, endTime, assertionResults }) => {
    const file = relative(root, name);
    const failed = assertionResults.filter((test) => test.status === 'failed').length;
    return {
      what: file,
      count: assertionResults.length,
      seconds: (endTime - startTime) / 1000,
      // A file that cannot be loaded has no test that failed.
      failures: Math.max(failed, status === 'failed' ? 1 : 0),
      again: `${again} ${file}`,
    };
  });
  if (status !== 0 && rows.every(({ failures }) => failures === 0))
    rows.push({ what, count: 0, seconds, failures: 1, again: `${again} ${args}` });
  return rows.sort((a, b) => b.seconds - a.seconds);
}

function resultsIn(report: string): Report['testResults'] {
  try {
    return (JSON.parse(readFileSync(report, 'utf8')) as Report).testResults;
  } catch {
    return []; // vitest did not come so far; its status says it
  }
}

/** The table as Markdown, and how to repeat what failed. */
function print(rows: readonly Row[]): void {
  console.log('\n| what | count | seconds | failures |\n| --- | ---: | ---: | ---: |');
  for (const { what, count, seconds, failures } of rows)
    console.log(`| ${what} | ${count} | ${seconds.toFixed(0)} | ${failures} |`);
  const failed = rows.filter(({ failures }) => failures > 0);
  if (failed.length > 0) console.log('\nTo repeat what failed:\n');
  for (const { again } of failed) console.log(again);
}

await command(import.meta.url, async () => {
  const { values } = parseArgs({
    options: { seed: { type: 'string', default: '1' }, only: { type: 'string' } },
  });
  const seed = Number(values.seed);
  if (!Number.isSafeInteger(seed)) throw new Error('--seed is an integer');
  const names = ['tests', 'comparisons', ...commands.map(([name]) => name)];
  const only = values.only?.split(',') ?? names;
  const unknown = only.filter((name) => !names.includes(name));
  if (unknown.length > 0) throw new Error(`--only knows ${names.join(', ')}, not ${unknown}`);
  const folder = mkdtempSync(join(tmpdir(), 'nightly-'));
  console.log(`seed ${seed}; what everything prints is in ${folder}`);
  const rows: Row[] = [];
  const add = (more: readonly Row[]) => {
    for (const { what, seconds, failures } of more)
      console.log(`${what}: ${failures === 0 ? 'well' : 'FAILED'}, ${seconds.toFixed(0)} s`);
    rows.push(...more);
  };
  if (only.includes('tests')) add(await tests('tests', '--project nightly', folder, seed));
  if (only.includes('comparisons'))
    add(await tests('comparisons', comparisons.join(' '), folder, seed));
  const waiting = commands.filter(([name]) => only.includes(name)).values();
  const work = async () => {
    for (const [name, count, line] of waiting) {
      const again = line.replace('SEED', String(seed)).replace('COUNT', String(count));
      const { status, seconds } = await run(again, join(folder, `${name}.log`));
      add([{ what: name, count, seconds, failures: status === 0 ? 0 : 1, again }]);
    }
  };
  await Promise.all([work(), work()]);
  print(rows);
  if (rows.some(({ failures }) => failures > 0)) process.exitCode = 1;
});
