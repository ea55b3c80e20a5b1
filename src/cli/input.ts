import { existsSync, readFileSync } from 'node:fs';
import { CodecError } from '../errors.ts';

/** What the user should read instead of a stack. */
export class UsageError extends Error {}

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
      throw new CodecError('BadText', 'neither 0x…, JSON, nor a file that exists');
  }
  const bytes = readBytes(argument === undefined || argument === '-' ? 0 : argument);
  return bytes.includes(0) ? `0x${bytes.toString('hex')}` : bytes.toString();
}

function readBytes(from: string | 0): Buffer {
  try {
    return readFileSync(from);
  } catch {
    throw new CodecError(
      'BadText',
      from === 0 ? 'standard input cannot be read' : 'a file that cannot be read',
    );
  }
}
