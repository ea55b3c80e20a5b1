import { once } from 'node:events';
import { createReadStream, existsSync } from 'node:fs';
import type { Readable, Writable } from 'node:stream';
import { visibleText } from 'avalanche-tx';
import { UsageError } from '../../shared/failures.ts';
import type { Counted } from './answer.ts';
import { answered, type Reusable } from './batches.ts';
import { chunk, compressorOf, type Method } from './compress.ts';
import { batches } from './lines.ts';
import { inOrder } from './ordered.ts';
import { plain } from './plain.ts';
import { named } from './quote.ts';
import type { Screen, Standard, StandardInput } from './shell.ts';
import { progressOn } from './terminal.ts';

/** Options of `stream` and `streamTables`. */
interface CommonOptions {
  /** The name of the input in errors. */
  readonly name?: string;
  /** Called after each batch. */
  readonly progress?: (count: Counted) => void;
}

export interface StreamOptions extends CommonOptions {
  /** How to compress the answers; they are not if omitted. */
  readonly compress?: Method | undefined;
}

/** Batches of answers that may be compressed at the same time: Node's pool has four threads. */
const compressing = 4;

/**
 * Runs `decode --stream`: one answer per line, in order, in constant memory. Compressed input is decompressed.
 * Lines before a failure of the input are answered.
 * @throws {AvalancheError} `Unsupported`: zstd, and this Node has none.
 */
export async function stream(
  input: Readable,
  output: Writable,
  { compress, name = 'the input', progress }: StreamOptions = {},
): Promise<void> {
  const add = summing(progress);
  // Programs read the node's own text; a terminal gets the same values with escapes for what does not print.
  const isTerminal = (output as Screen).isTTY === true && !compress;
  const answers = answered(batches(plain(input, name)));
  const write = async (bytes: Uint8Array | string, written = () => {}): Promise<void> => {
    if (!output.write(bytes, written)) await once(output, 'drain');
  };
  try {
    if (compress) {
      const { part, end } = compressorOf(compress);
      const compressed = async (of: Reusable) => {
        const bytes = await part(of.bytes);
        of.release();
        return { bytes, of };
      };
      for await (const { bytes, of } of inOrder(answers, compressing, compressed)) {
        await write(bytes);
        add(of);
      }
      await write(await end());
    } else
      for await (const of of answers) {
        if (isTerminal) await write(visibleText(Buffer.from(of.bytes).toString()));
        else await write(of.bytes, of.release);
        add(of);
      }
  } finally {
    input.destroy();
  }
}

/** Sums up batches, and tells the sum after each. */
function summing(progress: CommonOptions['progress'] = () => {}): (batch: Counted) => void {
  const count = { lines: 0, errors: 0 };
  return ({ lines, errors }) => {
    count.lines += lines;
    count.errors += errors;
    progress(count);
  };
}

/** Options of `decode --stream` on the command line. */
interface StreamArguments {
  readonly compress?: Method | undefined;
}

/**
 * Runs `decode --stream` from a file or standard input to standard output, with progress and a summary on stderr.
 * @returns Whether no line has an error.
 */
export async function streamCommand(
  file = '-',
  { compress }: StreamArguments,
  { stdin, stdout, stderr }: Standard,
): Promise<boolean> {
  if (file !== '-' && !existsSync(file)) throw new UsageError(`${named(file)} does not exist`);
  const started = performance.now();
  const told = (count: Counted): string => {
    const seconds = (performance.now() - started) / 1000;
    const rate = Math.round(count.lines / seconds);
    return `${count.lines} lines, ${count.errors} errors, ${seconds.toFixed(1)} s, ${rate} lines/s`;
  };
  // Progress would overwrite answers in the same terminal.
  const show = stdout.isTTY ? () => {} : progressOn(stderr);
  let next = started + 500;
  let count: Counted = { lines: 0, errors: 0 };
  const progress = (now: Counted): void => {
    count = now;
    if (performance.now() < next) return;
    next = performance.now() + 500;
    show(told(count));
  };
  const sumUp = (): void => {
    show('');
    stderr.write(`${told(count)}\n`);
  };
  const name = file === '-' ? 'standard input' : file;
  try {
    await stream(inputOf(file, stdin), stdout, { name, progress, compress });
  } catch (e) {
    if (count.lines > 0) sumUp();
    throw e;
  }
  sumUp();
  return count.errors === 0;
}

const inputOf = (file: string, stdin: StandardInput): Readable =>
  file === '-' ? stdin.open(chunk) : createReadStream(file, { highWaterMark: chunk });
