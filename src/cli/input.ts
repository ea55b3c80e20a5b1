import { existsSync, readFileSync, readSync } from 'node:fs';
import { isatty } from 'node:tty';
import { getSystemErrorMap } from 'node:util';
import { AvalancheError } from '../errors/error.ts';
import { unix, unixSeconds } from '../text/time.ts';

/** What the user should read instead of a stack. */
export class UsageError extends Error {}

/** The number of an option. */
export function wholeNumber(text: string, option: string): bigint {
  if (/^(0|[1-9]\d{0,77})$/.test(text)) return BigInt(text);
  throw new UsageError(`${option} must be a whole number`);
}

/** Reading or writing failed: what was to be read or written is not to blame. */
export class IOError extends Error {
  /** @param what What could not be done, such as `a file cannot be read`. */
  constructor(what: string, { syscall, errno, message }: NodeJS.ErrnoException) {
    // The system's own reason names no file. zlib has other numbers.
    const reason = syscall && errno ? getSystemErrorMap().get(errno)?.[1] : undefined;
    super(`${what}: ${reason ?? message}`);
  }
}

/**
 * The text of an argument: itself, a file's content, or standard input for `-` or nothing.
 * A file that is not text is given as its hex.
 */
export function readInput(argument: string | undefined): string {
  if (argument === undefined && isatty(0))
    throw new UsageError('nothing to read: give hex, JSON, a file or - for standard input');
  if (argument !== undefined && argument !== '-') {
    if (/^(0x|[{[])/.test(argument.trimStart())) return argument;
    if (!existsSync(argument))
      throw new AvalancheError('BadText', 'must be 0x…, JSON, or a file that exists', {
        kind: 'input',
      });
  }
  const bytes = readBytes(argument === undefined || argument === '-' ? 0 : argument);
  return bytes.includes(0) ? `0x${bytes.toString('hex')}` : bytes.toString();
}

/** The content of a file, whose name no error repeats, or of standard input for 0. */
export function readBytes(from: string | 0): Buffer {
  try {
    return from === 0 ? readStandardInput() : readFileSync(from);
  } catch (e) {
    throw new IOError(
      `${from === 0 ? 'standard input' : 'a file'} cannot be read`,
      e as NodeJS.ErrnoException,
    );
  }
}

/** Milliseconds between two attempts to read from a pipe that is empty for now. */
const pause = 5;

/**
 * Reads standard input to its end. Whoever shares a pipe can make it non-blocking, and reading then fails with `EAGAIN` while
 * the other side is still computing: that is waited for.
 */
function readStandardInput(): Buffer {
  const clock = new Int32Array(new SharedArrayBuffer(4));
  const buffer = Buffer.alloc(1 << 16);
  const chunks: Buffer[] = [];
  try {
    for (;;) {
      const read = readSome(buffer);
      if (read === 0) return Buffer.concat(chunks);
      if (read === undefined) Atomics.wait(clock, 0, 0, pause);
      else chunks.push(Buffer.from(buffer.subarray(0, read)));
    }
  } finally {
    // A key may have come this way.
    for (const bytes of [buffer, ...chunks]) bytes.fill(0);
  }
}

/** Bytes read from standard input into a buffer: 0 at its end, undefined if there are none yet. */
function readSome(buffer: Buffer): number | undefined {
  try {
    return readSync(0, buffer);
  } catch (e) {
    const { code } = e as NodeJS.ErrnoException;
    if (code === 'EAGAIN') return undefined;
    // Windows says so at the end of a pipe.
    if (code === 'EOF') return 0;
    throw e;
  }
}

/**
 * Unix seconds of their digits, or of ISO 8601 text with its zone.
 * @throws {AvalancheError} As `unix`.
 */
export const parseTime = (text: string): bigint =>
  unixSeconds(/^(0|[1-9]\d{0,18})$/.test(text) ? BigInt(text) : unix(text));

/** The clock’s. */
export const now = (): bigint => unix(new Date());
