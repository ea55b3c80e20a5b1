import { readFileSync } from 'node:fs';
import { CodecError } from '../errors.ts';
import { type Key, privateKey } from '../sign/key.ts';

/** A key from a file. No error says the file’s name, which may be a key that somebody typed. */
export const readKey = (file: string): Key => readSecret(file, privateKey);

/** What is made of the words in a file. */
export const readWords = <T>(file: string, use: (words: string) => T): T => readSecret(file, use);

function readSecret<T>(file: string, use: (secret: string) => T): T {
  let bytes: Buffer;
  try {
    bytes = readFileSync(file === '-' ? 0 : file);
  } catch {
    throw new CodecError('BadText', 'no file that can be read; a key itself is never an argument');
  }
  try {
    return use(bytes.toString().trim());
  } finally {
    bytes.fill(0);
  }
}
