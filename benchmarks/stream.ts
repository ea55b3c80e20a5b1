import { equal } from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { appendFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { createGunzip, gzipSync } from 'node:zlib';
import { vectors } from './inputs.ts';
import { median } from './measure.ts';

/** What `decode --stream` does with hex lines, from start to end of the process. */
export interface StreamResult {
  readonly way: string;
  readonly lines: number;
  /** Mean bytes of a transaction. */
  readonly bytes: number;
  readonly perSecond: number;
  /** How many times the rate of a pipe, in the same turn. */
  readonly ratio?: number | undefined;
  /** Microseconds of processors a line: they say more than the rate where others compute as well. */
  readonly processors: number;
  /** Most memory that a process held, in bytes. */
  readonly memory: number;
}

interface Way {
  readonly way: string;
  readonly args?: readonly string[];
  readonly gzip?: boolean;
  /** Whether the input is a file instead of a pipe. */
  readonly file?: boolean;
  /** So many at once, of all lines each. */
  readonly processes?: number;
}

/** What also has as many lines as `--lines` says. */
const long: readonly Way[] = [
  { way: 'a file', file: true },
  { way: 'two processes, a file each', file: true, processes: 2 },
];
const ways: readonly Way[] = [
  { way: 'a pipe' },
  { way: 'a pipe, gzip in and out', args: ['--compress', 'gzip'], gzip: true },
  ...long,
];

const main = fileURLToPath(new URL('../apps/cli/dist/main.js', import.meta.url));
/** Writes the most that the process has held in kB, and the microseconds that processors took, threads included, when it ends. */
export const report = `data:text/javascript,import{isMainThread}from'node:worker_threads';import{writeSync}from'node:fs';
if(isMainThread)process.on('exit',()=>writeSync(3,String(process.resourceUsage().maxRSS+' '+Object.values(process.cpuUsage()).reduce((a,b)=>a+b))));`;

interface Run {
  readonly milliseconds: number;
  readonly memory: number;
  /** Microseconds of processors, in all threads. */
  readonly processors: number;
  /** Gzip taken away; nothing where they were thrown away. */
  readonly answers: string;
}

/** Gives a process the same input several times over; its answers are kept or thrown away. */
async function run(
  { args = [], gzip = false, file = false }: Way,
  input: Buffer,
  times: number,
  lines: number,
  kept = false,
): Promise<Run> {
  const given = [...(file ? [fileOf(input, times)] : [])];
  const start = performance.now();
  const child = spawn(
    process.execPath,
    ['--import', report, main, 'decode', '--stream', ...args, ...given],
    { stdio: [file ? 'ignore' : 'pipe', kept ? 'pipe' : 'ignore', 'pipe', 'pipe'] },
  );
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
  const output = kept && child.stdout;
  const [summary, used, answers] = await Promise.all([
    text(child.stderr!),
    text(child.stdio[3] as Readable),
    output ? text(gzip ? output.pipe(createGunzip()) : output) : '',
    file ? undefined : pipeline(Readable.from(Array(times).fill(input)), child.stdin!),
  ]);
  equal(await ended, 0, summary);
  equal(summary.startsWith(`${lines} lines, 0 errors`), true, summary);
  const [memory = 0, processors = 0] = used.split(' ').map(Number);
  return { milliseconds: performance.now() - start, memory: memory * 1024, processors, answers };
}

const folder = mkdtempSync(join(tmpdir(), 'avalanche-tx-stream-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));

/** A file with the same input several times over. It stays for later runs. */
function fileOf(input: Buffer, times: number): string {
  const path = join(folder, `${times}.ndjson`);
  if (!existsSync(path)) for (let i = 0; i < times; i++) appendFileSync(path, input);
  return path;
}

/** Runs the command line on the transactions of the vectors, all types of P, X and C, after one checked run of each way. */
export async function stream(rounds: number, most: number): Promise<readonly StreamResult[]> {
  const all = vectors();
  const requests = all.map(
    ({ chain, network, hex }, id) => `${JSON.stringify({ id, chain, network, hex })}\n`,
  );
  const bytes = all.reduce((sum, { hex }) => sum + hex.length / 2 - 1, 0) / all.length;
  // Some megabytes at once, as from a pipe that is never empty.
  const copies = 5;
  const part = Buffer.from(requests.join('').repeat(copies));
  const parts = { plain: part, gzip: gzipSync(part) };
  const inputOf = ({ gzip = false }: Way) => (gzip ? parts.gzip : parts.plain);
  const check = async (way: Way) =>
    (await run(way, inputOf(way), 1, all.length * copies, true)).answers;
  const expected = await check(ways[0]!);
  for (const way of ways.slice(1)) equal((await check(way)) === expected, true, way.way);
  const answers = expected.split('\n');
  for (const [i, { chain, hex, id, json, contextJSON }] of all.entries()) {
    // Imports of the C-chain have no text of the node with their network.
    const text = chain === 'C' ? contextJSON : json;
    equal(answers[i]!.includes(`"hex":"${hex}","txID":"${id}","json":${text ?? ''}`), true);
  }

  const measured = async (way: Way, times: number): Promise<Run> => {
    const lines = all.length * copies * times;
    const runs = Array.from({ length: way.processes ?? 1 }, () =>
      run(way, inputOf(way), times, lines),
    );
    const start = performance.now();
    const done = await Promise.all(runs);
    const memory = Math.max(...done.map((one) => one.memory));
    const processors = done.reduce((sum, one) => sum + one.processors, 0);
    return { milliseconds: performance.now() - start, memory, processors, answers: '' };
  };
  const resultOf = (way: Way, times: number, runs: readonly Run[]): StreamResult => {
    const lines = all.length * copies * times * (way.processes ?? 1);
    return {
      way: way.way,
      lines,
      bytes,
      perSecond: (lines / median(runs.map((one) => one.milliseconds))) * 1000,
      processors: median(runs.map((one) => one.processors)) / lines,
      memory: Math.max(...runs.map((one) => one.memory)),
    };
  };
  const times = 20;
  const runs = ways.map((): Run[] => []);
  for (let turn = 0; turn < Math.max(3, rounds / 40); turn++)
    for (const [i, way] of ways.entries()) runs[i]!.push(await measured(way, times));
  const results = ways.map((way, i): StreamResult => {
    const ratio = median(
      runs[i]!.map((one, turn) => runs[0]![turn]!.milliseconds / one.milliseconds),
    );
    return { ...resultOf(way, times, runs[i]!), ratio: ratio * (way.processes ?? 1) };
  });
  const longer = Math.ceil(most / all.length / copies);
  if (longer <= times) return results;
  // The first one is what the other is compared with.
  let alone: number | undefined;
  for (const way of long) {
    const took = await measured(way, longer);
    alone ??= took.milliseconds;
    const ratio = (alone / took.milliseconds) * (way.processes ?? 1);
    results.push({ ...resultOf(way, longer, [took]), ratio });
  }
  return results;
}
