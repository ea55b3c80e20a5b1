import { once } from 'node:events';
import { createReadStream, existsSync, fstatSync } from 'node:fs';
import type { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { createGzip } from 'node:zlib';
import { named } from '../errors/quote.ts';
import { visibleText } from '../errors/visible.ts';
import { UsageError } from './input.ts';
import { batches } from './lines.ts';
import { plain } from './plain.ts';
import { answered } from './pool.ts';
import { progressOn } from './terminal.ts';

/** Options of `stream`. */
export interface StreamOptions {
  /** Number of threads; 1 uses only this one. */
  readonly workers?: number;
  /** Whether to write gzip. */
  readonly gzip?: boolean;
  /** The name of the input in errors. */
  readonly name?: string;
  /** Called after each batch. */
  readonly progress?: (count: Count) => void;
}

/** Answered lines so far. */
export interface Count {
  lines: number;
  errors: number;
}

/**
 * Runs `decode --stream`: one answer per line, in order, in constant memory. Gzip input is decompressed.
 * Lines before a failure of the input are answered.
 */
export async function stream(
  input: Readable,
  output: Writable,
  { workers = 1, gzip = false, name = 'the input', progress }: StreamOptions = {},
): Promise<void> {
  const count = { lines: 0, errors: 0 };
  const out = gzip ? createGzip() : output;
  // Programs read the node's own text; a terminal gets the same values with escapes for what does not print.
  const isTerminal = (out as Partial<NodeJS.WriteStream>).isTTY === true;
  const written = gzip ? pipeline(out as ReturnType<typeof createGzip>, output) : undefined;
  try {
    for await (const { bytes, lines, errors } of answered(batches(plain(input, name)), workers)) {
      count.lines += lines;
      count.errors += errors;
      const shown = isTerminal ? visibleText(Buffer.from(bytes).toString()) : bytes;
      if (!out.write(shown)) await once(out, 'drain');
      progress?.(count);
    }
  } finally {
    input.destroy();
    if (written) {
      out.end();
      await written;
    }
  }
}

/** Bytes per read of a file. */
const chunk = 1 << 18;

/** Options of `decode --stream` on the command line. */
interface StreamArguments {
  readonly workers?: string | undefined;
  readonly gzip?: boolean | undefined;
}

const streamOptions = {
  stream: { type: 'boolean' },
  workers: { type: 'string' },
  gzip: { type: 'boolean' },
} as const;

/**
 * Runs `decode --stream` if the arguments are only its own: engines start it in thousands of processes, and the parser of all commands
 * would add a third to the time that each needs to start.
 * @param args What follows `decode`.
 * @returns False if the parser has to read them.
 */
export async function runStream(args: readonly string[]): Promise<boolean> {
  const read = streamArguments(args);
  if (!read) return false;
  await streamCommand(read.file, read);
  return true;
}

/** The arguments of `decode --stream`; undefined if they are not only its own. */
export function streamArguments(
  args: readonly string[],
): (StreamArguments & { readonly file: string | undefined }) | undefined {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: streamOptions,
      allowPositionals: true,
    });
    const { stream, workers, gzip = false } = values;
    return stream && positionals.length < 2 ? { file: positionals[0], workers, gzip } : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Runs `decode --stream` from a file or standard input to standard output, with progress and a summary on stderr. Sets the exit status
 * if a line has an error.
 */
export async function streamCommand(
  file = '-',
  { workers = '1', gzip = false }: StreamArguments,
): Promise<void> {
  if (file !== '-' && !existsSync(file)) throw new UsageError(`${named(file)} does not exist`);
  if (!/^[1-9]\d?$/.test(workers)) throw new UsageError('--workers must be a number from 1 to 99');
  const started = performance.now();
  const told = (count: Count): string => {
    const seconds = (performance.now() - started) / 1000;
    const rate = Math.round(count.lines / seconds);
    return `${count.lines} lines, ${count.errors} errors, ${seconds.toFixed(1)} s, ${rate} lines/s`;
  };
  // Progress would overwrite answers in the same terminal.
  const show = process.stdout.isTTY ? () => {} : progressOn(process.stderr);
  let next = started + 500;
  let count: Count = { lines: 0, errors: 0 };
  const progress = (now: Count): void => {
    count = now;
    if (performance.now() < next) return;
    next = performance.now() + 500;
    show(told(count));
  };
  const sumUp = (): void => {
    show('');
    process.stderr.write(`${told(count)}\n`);
  };
  const name = file === '-' ? 'standard input' : file;
  try {
    await stream(inputOf(file), process.stdout, { workers: Number(workers), gzip, name, progress });
  } catch (e) {
    if (count.lines > 0) sumUp();
    throw e;
  }
  sumUp();
  if (count.errors > 0) process.exitCode = 1;
}

/** A file, or standard input, which is read like a file if it is one. */
function inputOf(file: string): Readable {
  if (file !== '-') return createReadStream(file, { highWaterMark: chunk });
  const kind = fstatSync(0);
  // Node treats a folder as empty input.
  return kind.isFile() || kind.isDirectory()
    ? createReadStream('', { fd: 0, highWaterMark: chunk })
    : process.stdin;
}
