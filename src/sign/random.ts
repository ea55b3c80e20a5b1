/** Randomness, which only new keys, words, the encryption of keys and the IDs of payments use. */
import { AvalancheError } from '../errors/error.ts';

/**
 * Returns random bytes of the platform.
 * @throws {AvalancheError} `Unsupported`: the platform has no `crypto.getRandomValues`.
 */
export function randomBytes(length: number): Uint8Array {
  const { crypto } = globalThis;
  if (typeof crypto?.getRandomValues !== 'function')
    throw new AvalancheError('Unsupported', 'the platform has no crypto.getRandomValues');
  return crypto.getRandomValues(new Uint8Array(length));
}
