/**
 * What `avalanche-index` takes beside `decode --stream` over the same containers, in processes of their own: processor time, time and memory.
 *
 *     npx tsx benchmarks/indexing.ts FILE [COUNT ...] [--rounds 5]      # after npm run build
 *
 * FILE is what `tools/indexing/run.ts --keep FILE` wrote; COUNT is how many of its containers, 10,000 if omitted. First the tables with and without
 * the ledger are compared.
 */
import { equal } from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { duckdb } from '../scripts/spark.ts';
import { testnodeNetwork } from '../src/network/known.ts';
import { keptContainers } from '../tools/indexing/kept.ts';
import { report } from './stream.ts';

const path = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url));
const programs = {
  decode: path('../apps/cli/dist/main.js'),
  index: path('../apps/index/dist/main.js'),
};
const folder = mkdtempSync(join(tmpdir(), 'avalanche-tx-indexing-'));

interface Run {
  readonly milliseconds: number;
  /** In all threads. */
  readonly processor: number;
  /** Most that the process held, in MiB. */
  readonly memory: number;
}

/** Runs a program from start to end. */
async function run(program: keyof typeof programs, ...args: readonly string[]): Promise<Run> {
  const start = performance.now();
  const child = spawn(process.execPath, ['--import', report, programs[program], ...args], {
    stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
  });
  const ended = once(child, 'close');
  const [said, used] = await Promise.all([
    text(child.stderr!),
    text(child.stdio[3] as unknown as Readable),
  ]);
  const [status] = await ended;
  equal(status, 0, said);
  const [memory = 0, processor = 0] = used.split(' ').map(Number);
  return {
    milliseconds: performance.now() - start,
    processor: processor / 1000,
    memory: memory / 1024,
  };
}

/** Writes the lines of `decode --stream`. */
async function linesOf(file: string, count: number): Promise<string> {
  const lines = join(folder, `${count}.ndjson`);
  const stream = createWriteStream(lines);
  const network = testnodeNetwork.networkID;
  let id = 0;
  for await (const { feed, hex } of keptContainers(file, count)) {
    const line = { id: id++, chain: feed[0], kind: 'accepted', network, hex };
    if (!stream.write(`${JSON.stringify(line)}\n`)) await once(stream, 'drain');
  }
  stream.end();
  await once(stream, 'close');
  return lines;
}

/** Serves the containers in a process of its own. */
async function serve(file: string, count: number) {
  const args = ['--import', 'tsx', path('indexserver.ts'), file, String(count)];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
  const [withGenesis = '', without = ''] = line.split(' ');
  return { withGenesis, without, stop: () => child.kill() };
}

/** The tables that do not need the ledger, with the columns that do not. */
const columns = {
  transactions: 'chain, height, tx_id, type, block_id, fee, burned',
  inputs: 'tx_id, input_index, spent_tx_id, spent_output_index, account, asset_id, amount',
  moves: 'chain, height, tx_id, direction, peer_id, utxo_tx_id, utxo_output_index, amount',
  assets: 'asset_id, name, symbol',
};

/** Fails unless both have the same rows, each as often. */
const compare = (one: string, other: string): Promise<string> =>
  duckdb(`
import duckdb
db = duckdb.connect()
for table, columns in ${JSON.stringify(columns)}.items():
    where = "WHERE height > 0" if table == "assets" else ""
    one, other = (f"SELECT {columns} FROM '{folder}/parts/*/{table}.parquet' {where}" for folder in ("${one}", "${other}"))
    for a, b in ((one, other), (other, one)):
        assert db.execute(f"SELECT COUNT(*) FROM ({a} EXCEPT ALL {b})").fetchone() == (0,), table
    print(table, db.execute(f"SELECT COUNT(*) FROM ({one})").fetchone()[0])
`);

/** Runs all ways in turns. */
async function measure(file: string, count: number, rounds: number): Promise<void> {
  const lines = await linesOf(file, count);
  const { withGenesis, without, stop } = await serve(file, count);
  try {
    let folders = 0;
    const fresh = (): string => join(folder, String(folders++));
    const ways: Readonly<Record<string, (out: string) => Promise<Run>>> = {
      'decode --stream': () => run('decode', 'decode', '--stream', lines),
      'index, without the ledger': (out) => run('index', 'run', '--url', without, '--out', out),
      'index, with the ledger': (out) => run('index', 'run', '--url', withGenesis, '--out', out),
    };
    const [bare, whole] = [fresh(), fresh()];
    await ways['index, without the ledger']!(bare);
    await ways['index, with the ledger']!(whole);
    console.log(`\nThe same rows in both:\n${await compare(bare, whole)}`);
    const runs = new Map<string, Run[]>(Object.keys(ways).map((way) => [way, []]));
    for (let round = 0; round < rounds; round++)
      for (const [way, go] of Object.entries(ways)) {
        const out = fresh();
        runs.get(way)!.push(await go(out));
        rmSync(out, { recursive: true, force: true });
      }
    const least = (way: string, of: keyof Run): number =>
      Math.min(...runs.get(way)!.map((one) => one[of]));
    const beside = 'decode --stream';
    console.log(
      `\n| ${count} containers | processor, ms | × | time, ms | × | a second | most memory, MiB |\n| --- | --: | --: | --: | --: | --: | --: |`,
    );
    for (const [way, all] of runs) {
      const [processor, milliseconds] = [least(way, 'processor'), least(way, 'milliseconds')];
      const times = (of: keyof Run) => (least(way, of) / least(beside, of)).toFixed(2);
      const memory = Math.max(...all.map((one) => one.memory));
      console.log(
        `| ${way} | ${processor.toFixed(0)} | ${times('processor')} | ${milliseconds.toFixed(0)} | ${times('milliseconds')} | ${((count / milliseconds) * 1000).toFixed(0)} | ${memory.toFixed(0)} |`,
      );
    }
    console.log(
      `\nBest of ${rounds} in turns, most memory of all; load ${loadavg()[0]!.toFixed(1)}.`,
    );
  } finally {
    stop();
  }
}

const { values, positionals } = parseArgs({
  options: { rounds: { type: 'string', default: '5' } },
  allowPositionals: true,
});
const [file, ...counts] = positionals;
if (file === undefined)
  throw new Error('indexing.ts FILE [COUNT ...]: see tools/indexing/run.ts --keep');
try {
  const rounds = Number(values.rounds);
  for (const count of counts.length > 0 ? counts : ['10000'])
    await measure(file, Number(count), rounds);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
