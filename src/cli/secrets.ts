import { existsSync } from 'node:fs';
import { AvalancheError } from '../errors/error.ts';
import { type Key, privateKey } from '../sign/key.ts';
import { readBytes } from './input.ts';

/** A key from a file. No error says the file’s name, which may be a key that somebody typed. */
export const readKey = (file: string): Key => readSecret(file, privateKey);

/** What is made of the words in a file. */
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
