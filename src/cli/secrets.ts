import { existsSync, statSync } from 'node:fs';
import { type Key, privateKey } from '../sign/key.ts';
import { readBytes, UsageError } from './input.ts';

/** Prints a warning. */
type Warn = (text: string) => void;

/** Reads a key from a file. Errors do not contain the file's name, which may be a key passed by mistake. */
export const readKey = (file: string, warn: Warn): Key => readSecret(file, warn, privateKey);

/** Reads the words in a file, and passes them to `use`. */
export const readWords = <T>(file: string, warn: Warn, use: (words: string) => T): T =>
  readSecret(file, warn, use);

/** Warns of a file with a secret that other users of the machine can read. Windows has no such modes. */
export function warnOfMode(file: string, warn: Warn): void {
  if (file === '-' || process.platform === 'win32') return;
  const mode = statSync(file, { throwIfNoEntry: false })?.mode ?? 0;
  if ((mode & 0o077) !== 0)
    warn('warning: other users can read a file with a secret: chmod 600 prevents that');
}

function readSecret<T>(file: string, warn: Warn, use: (secret: string) => T): T {
  if (file !== '-' && !existsSync(file))
    throw new UsageError(
      'a file with a secret does not exist: pass the name of a file, never the secret itself',
    );
  warnOfMode(file, warn);
  const bytes = readBytes(file === '-' ? 0 : file);
  try {
    return use(bytes.toString().trim());
  } finally {
    bytes.fill(0);
  }
}
