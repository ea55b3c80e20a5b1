import { existsSync, statSync } from 'node:fs';
import { type Key, privateKey } from 'avalanche-tx/sign';
import { readBytes, UsageError } from './input.ts';
import type { Shell } from './shell.ts';

/** What reading a secret uses: standard input, and a way to warn. */
type Reading = Pick<Shell, 'stdin' | 'warn'>;

/** Reads a key from a file. Errors do not contain the file's name, which may be a key passed by mistake. */
export const readKey = (file: string, shell: Reading): Key => readSecret(file, shell, privateKey);

/** Reads the words in a file, and passes them to `use`. */
export const readWords = <T>(file: string, shell: Reading, use: (words: string) => T): T =>
  readSecret(file, shell, use);

/** Warns of a file with a secret that other users of the machine can read. Windows has no such modes. */
export function warnOfMode(file: string, warn: Shell['warn']): void {
  if (file === '-' || process.platform === 'win32') return;
  const mode = statSync(file, { throwIfNoEntry: false })?.mode ?? 0;
  if ((mode & 0o077) !== 0)
    warn('warning: other users can read a file with a secret: chmod 600 prevents that');
}

function readSecret<T>(file: string, { stdin, warn }: Reading, use: (secret: string) => T): T {
  if (file !== '-' && !existsSync(file))
    throw new UsageError(
      'a file with a secret does not exist: pass the name of a file, never the secret itself',
    );
  warnOfMode(file, warn);
  const bytes = readBytes(file === '-' ? stdin : file);
  try {
    return use(bytes.toString().trim());
  } finally {
    bytes.fill(0);
  }
}
