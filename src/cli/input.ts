import { existsSync, readFileSync, readSync } from 'node:fs';
import { isatty } from 'node:tty';
import { getSystemErrorMap } from 'node:util';
import { unix, unixSeconds } from '../text/time.ts';

/** Wrong usage, for exit status 2. */
export class UsageError extends Error {}

/** Parses the whole number of an option. */
export function wholeNumber(text: string, option: string): bigint {
  if (/^(0|[1-9]\d{0,77})$/.test(text)) return BigInt(text);
  throw new UsageError(`${option} must be a whole number`);
}

/** A failure of reading or writing, independent of the content. */
export class IOError extends Error {
  /** @param what The failed operation, such as `a file cannot be read`. */
  constructor(what: string, { syscall, errno, message }: NodeJS.ErrnoException) {
    // The system's description has no file name. Errors of zlib have other numbers.
    const reason = syscall && errno ? getSystemErrorMap().get(errno)?.[1] : undefined;
    super(`${what}: ${reason ?? message}`);
  }
}

/**
 * Returns the text of an argument: itself, the content of a file, or standard input if it is `-` or omitted.
 * A binary file is returned as hex.
 */
export function readInput(argument: string | undefined): string {
  if (argument === undefined && isatty(0))
    throw new UsageError('nothing to read: give hex, JSON, a file or - for standard input');
  if (argument !== undefined && argument !== '-') {
    if (/^(0x|["'{[])/i.test(argument.trimStart())) return argument;
    if (!existsSync(argument)) {
      // Hex without 0x, CB58: names of files are shorter or have a dot.
      if (/^[\w\s-]{30,}$/.test(argument)) return argument;
      // It is not quoted: it may be a key that was passed by mistake.
      throw new UsageError('an input must be hex, CB58, JSON, - or a file that exists');
    }
  }
  const bytes = readBytes(argument === undefined || argument === '-' ? 0 : argument);
  return bytes.includes(0) ? `0x${bytes.toString('hex')}` : bytes.toString();
}

/** Reads a file, or standard input for 0. Errors do not contain the name of the file. */
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

/** Milliseconds between two attempts to read from an empty pipe. */
const pause = 5;

/**
 * Reads standard input to its end. Another process can make a shared pipe non-blocking; reading then fails with `EAGAIN` until the
 * producer writes, so it is retried.
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
    // The input may contain a key.
    for (const bytes of [buffer, ...chunks]) bytes.fill(0);
  }
}

/** Reads from standard input into a buffer. Returns the number of bytes: 0 at the end, undefined if there are none yet. */
function readSome(buffer: Buffer): number | undefined {
  try {
    return readSync(0, buffer);
  } catch (e) {
    const { code } = e as NodeJS.ErrnoException;
    if (code === 'EAGAIN') return undefined;
    // The end of a pipe on Windows.
    if (code === 'EOF') return 0;
    throw e;
  }
}

/**
 * Parses a time: Unix seconds, or ISO 8601 text with a zone.
 * @throws {AvalancheError} As `unix`.
 */
export const parseTime = (text: string): bigint =>
  unixSeconds(/^(0|[1-9]\d{0,18})$/.test(text) ? BigInt(text) : unix(text));

/** The time of the clock, in Unix seconds. */
export const now = (): bigint => unix(new Date());
