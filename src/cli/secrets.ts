import { existsSync } from 'node:fs';
import { AvalancheError } from '../errors/error.ts';
import { type Key, privateKey } from '../sign/key.ts';
import { readBytes } from './input.ts';

/** Reads a key from a file. Errors do not contain the file's name, which may be a key passed by mistake. */
export const readKey = (file: string): Key => readSecret(file, privateKey);

/** Reads the words in a file, and passes them to `use`. */
export const readWords = <T>(file: string, use: (words: string) => T): T => readSecret(file, use);

function readSecret<T>(file: string, use: (secret: string) => T): T {
  if (file !== '-' && !existsSync(file))
    throw new AvalancheError(
      'BadText',
      'is not a file that exists: a key itself is never passed as an argument',
      { kind: 'file name' },
    );
  const bytes = readBytes(file === '-' ? 0 : file);
  try {
    return use(bytes.toString().trim());
  } finally {
    bytes.fill(0);
  }
}
