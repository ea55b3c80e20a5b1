/**
 * `npx tsx benchmarks/engines.ts [LINES]` (after `npm run build`): the tables of a data set on two Spark executors, beside the answers
 * and the tables of `decode --stream` alone. Prints times, and the seconds of processors that Node, Java and Python took in
 * each stage. The tables are compared first, row for row, by DuckDB, which then answers questions over them.
 */
import { equal } from 'node:assert/strict';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, openSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { python, pythonProgram, sparkCommand, sparkMissing } from '../scripts/spark.ts';

const path = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url));
const main = path('../apps/cli/dist/main.js');
const folder = mkdtempSync(join(tmpdir(), 'avalanche-tx-engines-'));
const input = join(folder, 'mix.ndjson');
const lines = Number(process.argv[2] ?? 200_000);

const programs = ['node', 'java', 'python'] as const;
type Used = Record<(typeof programs)[number], number>;

/** Sums the processor time of a process and of all that it started, by program; those that have ended count as they were last seen. */
function watch(root: number) {
  const seen = new Map<number, { readonly program: string; readonly ticks: number }>();
  const family = new Set([root]);
  const look = (): void => {
    for (const pid of readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map(Number)) {
      let stat: string;
      try {
        stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
      } catch {
        continue; // it has just ended
      }
      const program = stat.slice(stat.indexOf('(') + 1, stat.lastIndexOf(')'));
      const fields = stat
        .slice(stat.lastIndexOf(')') + 2)
        .split(' ')
        .map(Number);
      if (family.has(fields[1]!)) family.add(pid);
      if (family.has(pid)) seen.set(pid, { program, ticks: fields[11]! + fields[12]! });
    }
  };
  const timer = setInterval(look, 100);
  return {
    used(): Used {
      look();
      const sum = { node: 0, java: 0, python: 0 };
      for (const { program, ticks } of seen.values()) {
        const of = programs.find((name) => program.startsWith(name));
        if (of) sum[of] += ticks / 100;
      }
      return sum;
    },
    stop: () => clearInterval(timer),
  };
}

const ended = (child: ChildProcess): Promise<void> =>
  new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (status) =>
      status === 0 ? resolve() : reject(new Error(`${child.spawnargs.join(' ')}: ${status}`)),
    );
  });

const seconds = async (work: () => Promise<unknown>): Promise<number> => {
  const start = performance.now();
  await work();
  return (performance.now() - start) / 1000;
};

const decode = (...args: readonly string[]): Promise<void> =>
  ended(
    spawn(process.execPath, [main, 'decode', '--stream', ...args, input], {
      stdio: ['ignore', 'ignore', 'ignore'],
    }),
  );

/** Decodes on Spark; prints a row for each stage when it ends. */
async function onSpark(tables: string): Promise<void> {
  const args = [input, tables, '--command', `${process.execPath} ${main}`, '--partitions', '4'];
  const {
    command,
    args: all,
    env,
  } = await sparkCommand('local-cluster[2,1,2048]', 'decode.py', ...args);
  const child = spawn(command, all, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const { used, stop } = watch(child.pid!);
  let before: Used = { node: 0, java: 0, python: 0 };
  const row = (stage: string, now: Used, from = before): void => {
    console.log(`| ${stage} | ${programs.map((p) => (now[p] - from[p]).toFixed(1)).join(' | ')} |`);
    before = now;
  };
  createInterface(child.stdout!).on('line', (line) => row(line, used()));
  let last = used();
  const timer = setInterval(() => (last = used()), 500);
  await ended(child);
  clearInterval(timer);
  stop();
  row('end', last);
  row('all', last, { node: 0, java: 0, python: 0 });
  const outside = last.java + last.python;
  console.log(`\nOutside Node: ${((outside / (outside + last.node)) * 100).toFixed(0)} %`);
}

/** Fails unless both folders have the same rows, each as often. */
const compare = (one: string, other: string): Promise<string> =>
  pythonProgram(`
import duckdb
from tables import TABLES
duckdb.execute("SET enable_progress_bar = false").fetchall()
for table in TABLES:
    one, other = f"'${one}/{table}/*.parquet'", f"'${other}/{table}.parquet'"
    for a, b in ((one, other), (other, one)):
        query = f"SELECT COUNT(*) FROM (SELECT * FROM read_parquet({a}) EXCEPT ALL SELECT * FROM read_parquet({b}))"
        assert duckdb.execute(query).fetchone() == (0,), table
    print(table, duckdb.execute(f"SELECT COUNT(*) FROM read_parquet({one})").fetchone()[0])
`);

const missing = sparkMissing();
if (missing !== undefined) throw new Error(missing);
try {
  const mix = ['--import', 'tsx', path('../scripts/mix.ts'), String(lines)];
  equal(spawnSync(process.execPath, mix, { stdio: ['ignore', openSync(input, 'w'), 2] }).status, 0);
  const [tables, alone] = [join(folder, 'spark'), join(folder, 'alone')];
  const answers = await seconds(() => decode());
  const parquet = await seconds(() => decode('--parquet', alone));
  console.log('| seconds of processors | Node | Java | Python |\n| --- | --: | --: | --: |');
  const spark = await seconds(() => onSpark(tables));
  console.log(`\nThe same rows in both:\n${await compare(tables, alone)}`);
  const duck = await seconds(() => python('duck.py', alone, 'supply', 'fees'));
  const row = (way: string, time: number) =>
    console.log(`| ${way} | ${time.toFixed(1)} | ${(time / spark).toFixed(2)} |`);
  console.log(`| ${lines} lines | s | ratio |\n| --- | --: | --: |`);
  row('`decode --stream`', answers);
  row('the same with `--parquet`', parquet);
  row('Spark, two executors: tables', spark);
  row('DuckDB: load the tables, supply, fees', duck);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
