import { existsSync, readFileSync } from 'node:fs';
import { getSystemErrorMap } from 'node:util';
import { AvalancheError } from '../errors/error.ts';

/** What the user should read instead of a stack. */
export class UsageError extends Error {}

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
  if (argument === undefined && process.stdin.isTTY)
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

/** What is in a file, whose name no error says, or in standard input for 0. */
export function readBytes(from: string | 0): Buffer {
  try {
    return readFileSync(from);
  } catch (e) {
    throw new IOError(
      `${from === 0 ? 'standard input' : 'a file'} cannot be read`,
      e as NodeJS.ErrnoException,
    );
  }
}
