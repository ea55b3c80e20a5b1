/**
 * `npm run bench`: prints every table as Markdown and keeps the numbers in `benchmarks/last.json`. `--rounds N` sets the
 * rounds, `--only codec,size` takes some tables, `--lines N` sets the lines of the long stream, `--json FILE` keeps the numbers elsewhere,
 * `--write` puts what it prints into `benchmarks/results.md`. Pages quote a few of these figures, rounded, by hand.
 */
import { spawnSync } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, platform, release } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { avalanchegoVersion } from '../scripts/oracle.ts';
import { printTables, type Tables } from './print.ts';

interface Options {
  readonly rounds: number;
  /** Of the long stream; 0 for none. */
  readonly lines: number;
}

/** What measures the tables, each loaded and run in a process of its own, so that none pays for the heap of another. */
const measures: { readonly [T in keyof Tables]: (options: Options) => Promise<Tables[T]> } = {
  codec: async ({ rounds }) => (await import('./codec.ts')).codec(rounds),
  types: async ({ rounds }) => (await import('./types.ts')).types(rounds),
  node: async ({ rounds }) => (await import('./node.ts')).besideNode(rounds),
  stream: async ({ rounds, lines }) => (await import('./stream.ts')).stream(rounds, lines),
  build: async ({ rounds }) => (await import('./build.ts')).builds(rounds),
  fee: async ({ rounds }) => (await import('./fee.ts')).validatorFees(rounds),
  size: async () => (await import('./size.ts')).sizes(),
  start: async ({ rounds }) => (await import('./start.ts')).starts(rounds),
  firstUse: async ({ rounds }) => (await import('./start.ts')).firstUses(rounds),
  requests: async () => (await import('./start.ts')).requests(),
  testnode: async () => (await import('./testnode.ts')).testnodeCosts(),
  evidence: async () => (await import('./evidence.ts')).evidence(),
  hostile: async () => (await import('./hostile.ts')).hostile(),
  coins: async () => (await import('./coins.ts')).coins(),
};

const self = fileURLToPath(import.meta.url);
const here = (path: string): URL => new URL(path, import.meta.url);

function argumentsOf() {
  const tables = Object.keys(measures);
  const { values } = parseArgs({
    options: {
      json: { type: 'string', default: fileURLToPath(here('last.json')) },
      rounds: { type: 'string', default: '61' },
      lines: { type: 'string', default: '504000' },
      only: { type: 'string', default: tables.join() },
      write: { type: 'boolean', default: false },
      /** Of the process of one table. */
      table: { type: 'string' },
    },
  });
  const only = values.only.split(',');
  const unknown = only.find((name) => !tables.includes(name));
  if (unknown !== undefined) throw new Error(`no table ${unknown}: ${tables.join(', ')}`);
  if (!/^[1-9]\d{0,3}$/.test(values.rounds)) throw new Error('--rounds is a number from 1 to 9999');
  if (!/^\d{1,9}$/.test(values.lines)) throw new Error('--lines is a number');
  if (values.write && only.length < tables.length) throw new Error('--write takes all tables');
  if (values.table === undefined) closeSync(openSync(values.json, 'a')); // rather now than after minutes
  const { json, write, table } = values;
  return { json, write, table, only, rounds: Number(values.rounds), lines: Number(values.lines) };
}

const toText = (value: unknown): string =>
  JSON.stringify(value, (_, v) => (typeof v === 'bigint' ? String(v) : v), 2);

/** The numbers of one table, measured in a new process. */
function measured(table: string, { rounds, lines }: Options): unknown {
  const { stdout, status } = spawnSync(
    process.execPath,
    ['--import', 'tsx', self, '--table', table, '--rounds', `${rounds}`, '--lines', `${lines}`],
    { encoding: 'utf8', maxBuffer: 2 ** 26, stdio: ['ignore', 'pipe', 'inherit'] },
  );
  return status === 0 ? JSON.parse(stdout) : undefined;
}

const versionOf = (path: string): string =>
  existsSync(here(path)) ? JSON.parse(readFileSync(here(path), 'utf8')).version : 'missing';

const environment = () => ({
  cpu: `${cpus()[0]?.model.trim() ?? 'unknown'}, ${cpus().length} cores`,
  os: `${platform()} ${release()}`,
  node: process.version,
  v8: process.versions.v8,
  'avalanche-tx': versionOf('../package.json'),
  avalanchego: avalanchegoVersion(),
  avalanchejs: versionOf('../node_modules/@avalabs/avalanchejs/package.json'),
  esbuild: versionOf('../node_modules/esbuild/package.json'),
});

const load = (): string => loadavg()[0]!.toFixed(1);

function runAll({ json, write, only, ...options }: ReturnType<typeof argumentsOf>): void {
  const printed: string[] = [];
  const print = (text: string): void => {
    printed.push(text);
    console.log(text);
  };
  const facts = { ...environment(), rounds: options.rounds, 'load before': load() };
  const results: Partial<Record<string, unknown>> = { environment: facts };
  print(
    Object.entries(facts)
      .map(([name, value]) => `- ${name}: ${value}`)
      .join('\n'),
  );
  for (const table of only) {
    const numbers = measured(table, options);
    if (numbers === undefined) {
      console.error(`${table} was not measured`);
      process.exitCode = 1;
      continue;
    }
    results[table] = numbers;
    print(printTables({ [table]: numbers }));
  }
  print(`\nLoad after: ${load()}.`);
  writeFileSync(json, `${toText(results)}\n`);
  if (!write || process.exitCode !== undefined) return;
  writeFileSync(
    here('results.md'),
    `# Results\n\n\`npm run bench -- --write\` wrote this; [README.md](README.md) says how it is measured.\n\n${printed.join('\n')}\n`,
  );
}

try {
  const given = argumentsOf();
  const table = given.table as keyof Tables | undefined;
  if (table === undefined) runAll(given);
  else console.log(toText(await measures[table](given)));
} catch (e) {
  console.error(e instanceof Error ? e.message : e);
  process.exitCode = 2;
}
