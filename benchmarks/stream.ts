import { equal } from 'node:assert/strict';
import { spawn } from 'node:child_process';
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
  /** How many times the rate of one thread, in the same turn. */
  readonly ratio?: number | undefined;
  /** Most memory that a process held, in bytes. */
  readonly memory: number;
}

interface Way {
  readonly way: string;
  readonly args?: readonly string[];
  readonly gzip?: boolean;
  /** So many at once, of all lines each. */
  readonly processes?: number;
}

const ways: readonly Way[] = [
  { way: 'one thread' },
  { way: '`--workers 2`', args: ['--workers', '2'] },
  { way: 'one thread, gzip in and out', args: ['--gzip'], gzip: true },
  { way: '`--workers 2`, gzip in and out', args: ['--workers', '2', '--gzip'], gzip: true },
  { way: 'two processes of one thread', processes: 2 },
];
/** What also have as many lines as `--lines` says: one thread and two. */
const long = ways.slice(0, 2);

const main = fileURLToPath(new URL('../dist/node/main.js', import.meta.url));
/** Writes the most that the process has held in kB, threads included, when it ends. */
const report = `data:text/javascript,import{isMainThread}from'node:worker_threads';import{writeSync}from'node:fs';
if(isMainThread)process.on('exit',()=>writeSync(3,String(process.resourceUsage().maxRSS)));`;

interface Run {
  readonly milliseconds: number;
  readonly memory: number;
  /** Gzip taken away; nothing where they were thrown away. */
  readonly answers: string;
}

/** Gives a process the same input several times over; its answers are kept or thrown away. */
async function run(
  { args = [], gzip = false }: Way,
  input: Buffer,
  times: number,
  lines: number,
  kept = false,
): Promise<Run> {
  const start = performance.now();
  const child = spawn(process.execPath, ['--import', report, main, 'decode', '--stream', ...args], {
    stdio: ['pipe', kept ? 'pipe' : 'ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
  const output = kept && child.stdout;
  const [summary, memory, answers] = await Promise.all([
    text(child.stderr!),
    text(child.stdio[3] as Readable),
    output ? text(gzip ? output.pipe(createGunzip()) : output) : '',
    pipeline(Readable.from(Array(times).fill(input)), child.stdin!),
  ]);
  equal(await ended, 0, summary);
  equal(summary.startsWith(`${lines} lines, 0 errors`), true, summary);
  return {
    milliseconds: performance.now() - start,
    memory: Number(memory) * 1024,
    answers,
  };
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
    const memory = Math.max(...(await Promise.all(runs)).map((one) => one.memory));
    return { milliseconds: performance.now() - start, memory, answers: '' };
  };
  const resultOf = (way: Way, times: number, runs: readonly Run[]): StreamResult => {
    const lines = all.length * copies * times * (way.processes ?? 1);
    return {
      way: way.way,
      lines,
      bytes,
      perSecond: (lines / median(runs.map((one) => one.milliseconds))) * 1000,
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
  const took: Run[] = [];
  for (const way of long) took.push(await measured(way, longer));
  return [
    ...results,
    ...long.map((way, i) => ({
      ...resultOf(way, longer, [took[i]!]),
      ratio: took[0]!.milliseconds / took[i]!.milliseconds,
    })),
  ];
}
