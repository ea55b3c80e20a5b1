/**
 * `npm run bench`: prints every table as Markdown and keeps the numbers in `benchmarks/last.json`. `--rounds N` sets the
 * rounds, `--only codec,size` takes some tables, `--json FILE` keeps the numbers elsewhere.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, platform, release } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { avalanchegoVersion } from '../scripts/oracle.ts';
import { builds } from './build.ts';
import { codec } from './codec.ts';
import { validatorFees } from './fee.ts';
import { besideNode } from './node.ts';
import { printTables, type Tables } from './print.ts';
import { importTimes, sizes } from './size.ts';
import { stream } from './stream.ts';
import { types } from './types.ts';

/** What measures the tables, each in a process of its own, so that none pays for the heap of another. */
const measures: { readonly [T in keyof Tables]: (rounds: number) => unknown } = {
  codec,
  types,
  node: besideNode,
  stream,
  build: builds,
  fee: validatorFees,
  size: sizes,
  import: importTimes,
};

const self = fileURLToPath(import.meta.url);
const here = (path: string): URL => new URL(path, import.meta.url);
const { values } = parseArgs({
  options: {
    json: { type: 'string', default: fileURLToPath(here('last.json')) },
    rounds: { type: 'string', default: '121' },
    only: { type: 'string', default: Object.keys(measures).join() },
    /** Of the process of one table. */
    table: { type: 'string' },
  },
});
const rounds = Number(values.rounds);

const toText = (value: unknown): string =>
  JSON.stringify(value, (_, v) => (typeof v === 'bigint' ? String(v) : v), 2);

/** The numbers of one table, measured in a new process. */
function measured(table: string): unknown {
  const { stdout, status } = spawnSync(
    process.execPath,
    ['--import', 'tsx', self, '--table', table, '--rounds', String(rounds)],
    { encoding: 'utf8', maxBuffer: 2 ** 26, stdio: ['ignore', 'pipe', 'inherit'] },
  );
  if (status !== 0) throw new Error(`${table} failed`);
  return JSON.parse(stdout);
}

const versionOf = (path: string): string => JSON.parse(readFileSync(here(path), 'utf8')).version;

if (values.table !== undefined) {
  console.log(toText(await measures[values.table as keyof Tables](rounds)));
} else {
  const environment = {
    cpu: `${cpus()[0]?.model.trim() ?? 'unknown'}, ${cpus().length} cores`,
    load: loadavg()[0]!.toFixed(1),
    os: `${platform()} ${release()}`,
    node: process.version,
    v8: process.versions.v8,
    'avalanche-tx': versionOf('../package.json'),
    avalanchego: avalanchegoVersion(),
    avalanchejs: versionOf('../node_modules/@avalabs/avalanchejs/package.json'),
    esbuild: versionOf('../node_modules/esbuild/package.json'),
    rounds,
  };
  for (const [name, value] of Object.entries(environment)) console.log(`- ${name}: ${value}`);
  const results: Partial<Record<string, unknown>> = { environment };
  for (const table of values.only.split(',')) {
    results[table] = measured(table);
    console.log(printTables({ [table]: results[table] }));
  }
  writeFileSync(values.json, `${toText(results)}\n`);
}
