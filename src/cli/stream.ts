import { once } from 'node:events';
import { createReadStream, existsSync, fstatSync } from 'node:fs';
import type { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { CodecError } from '../errors.ts';
import { UsageError } from './input.ts';
import { batches } from './lines.ts';
import { answered } from './pool.ts';
import { progressOn } from './terminal.ts';

/** How a stream is run. */
export interface StreamOptions {
  /** Threads that answer; 1 is this one alone. */
  readonly workers?: number;
  /** Writes gzip. */
  readonly gzip?: boolean;
  /** Told after each batch. */
  readonly progress?: (count: Count) => void;
}

/** What a stream has answered so far. */
export interface Count {
  lines: number;
  errors: number;
}

/** Runs `decode --stream`: one answer a line, in order, in constant memory. Input that is gzip is read as what it holds. */
export async function stream(
  input: Readable,
  output: Writable,
  { workers = 1, gzip = false, progress }: StreamOptions = {},
): Promise<Count> {
  const count = { lines: 0, errors: 0 };
  const out = gzip ? createGzip() : output;
  const written = gzip ? pipeline(out as ReturnType<typeof createGzip>, output) : undefined;
  for await (const { bytes, lines, errors } of answered(batches(plain(input)), workers)) {
    count.lines += lines;
    count.errors += errors;
    if (!out.write(bytes)) await once(out, 'drain');
    progress?.(count);
  }
  if (written) {
    out.end();
    await written;
  }
  return count;
}

/** The input, or what is in it if it is gzip. */
async function* plain(input: Readable): AsyncIterable<Buffer> {
  const head = await firstBytes(input);
  if (head?.[0] !== 0x1f || head[1] !== 0x8b) return yield* input;
  const unzipped = createGunzip();
  input.once('error', (e) => unzipped.destroy(e));
  try {
    yield* input.pipe(unzipped);
  } catch (e) {
    throw new CodecError('BadText', `the input is no whole gzip: ${(e as Error).message}`);
  }
}

async function firstBytes(input: Readable): Promise<Buffer | null> {
  await once(input, 'readable');
  const head = input.read() as Buffer | null;
  if (head) input.unshift(head);
  return head;
}

/** Bytes that are read of a file at once. */
const chunk = 1 << 18;

/** What `decode --stream` is told on the command line. */
interface StreamArguments {
  readonly workers?: string | undefined;
  readonly gzip?: boolean | undefined;
}

/** Runs `decode --stream` from a file or standard input to standard output; how far it is goes to a terminal, a summary to stderr. */
export async function streamCommand(
  file: string | undefined,
  { workers = '1', gzip = false }: StreamArguments,
): Promise<Count> {
  if (!/^[1-9]\d?$/.test(workers)) throw new UsageError('--workers is a number from 1 to 99');
  const fromInput = file === undefined || file === '-';
  if (!fromInput && !existsSync(file))
    throw new UsageError('decode --stream reads a file, or - for standard input');
  const isFile = !fromInput || fstatSync(0).isFile();
  const input = isFile
    ? createReadStream(file ?? '', { highWaterMark: chunk, ...(fromInput && { fd: 0 }) })
    : process.stdin;
  const started = performance.now();
  const told = (count: Count): string => {
    const seconds = (performance.now() - started) / 1000;
    const rate = Math.round(count.lines / seconds);
    return `${count.lines} lines, ${count.errors} errors, ${seconds.toFixed(1)} s, ${rate} lines/s`;
  };
  // Answers that are written to the same terminal would be written over.
  const show = process.stdout.isTTY ? () => {} : progressOn(process.stderr);
  let next = started + 500;
  const progress = (count: Count): void => {
    if (performance.now() < next) return;
    next = performance.now() + 500;
    show(told(count));
  };
  const count = await stream(input, process.stdout, { workers: Number(workers), gzip, progress });
  show('');
  process.stderr.write(`${told(count)}\n`);
  return count;
}
