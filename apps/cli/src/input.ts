import { existsSync, readFileSync } from 'node:fs';
import { IOError, UsageError } from '../../shared/failures.ts';
import type { StandardInput } from './shell.ts';

const isFileName = (argument: string): boolean =>
  /^[\w./\\:~-]{1,200}\.(?:json|jsonl|ndjson|txt|hex|csv|bin|dat)(?:\.gz|\.zst)?$/i.test(argument);

/** An argument that is neither an input nor a file; errors name the option. */
export class InputError extends UsageError {
  readonly argument: string;

  constructor(argument: string) {
    // Only a name with the ending of a file is shown: others may be a key that was passed by mistake.
    super(
      isFileName(argument)
        ? `the file ${argument} does not exist`
        : 'an input must be hex, CB58, JSON, - or a file that exists',
    );
    this.argument = argument;
  }
}

/**
 * Returns the text of an argument: itself, the content of a file, or standard input if it is `-` or omitted.
 * A binary file is returned as hex.
 */
export function readInput(argument: string | undefined, stdin: StandardInput): string {
  if (argument === undefined && stdin.isTerminal())
    throw new UsageError('nothing to read: give hex, JSON, a file or - for standard input');
  if (argument !== undefined && argument !== '-') {
    // `open` finds what a web address names.
    if (/^(?:0x|["'{[]|https?:\/\/)/i.test(argument.trimStart())) return argument;
    if (!existsSync(argument)) {
      // Hex without 0x, CB58: names of files are shorter or have a dot.
      if (/^[\w\s-]{30,}$/.test(argument)) return argument;
      throw new InputError(argument);
    }
  }
  const bytes = readBytes(argument === undefined || argument === '-' ? stdin : argument);
  return bytes.includes(0) ? `0x${bytes.toString('hex')}` : bytes.toString();
}

/** Reads a file, or standard input. Errors do not contain the name of the file. */
export function readBytes(from: string | StandardInput): Buffer {
  try {
    return typeof from === 'string' ? readFileSync(from) : from.read();
  } catch (e) {
    throw new IOError(
      `${typeof from === 'string' ? 'a file' : 'standard input'} cannot be read`,
      e as NodeJS.ErrnoException,
    );
  }
}
