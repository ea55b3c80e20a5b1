import { ripemd160 } from '@noble/hashes/legacy.js';
import { AvalancheError } from '../errors/error.ts';
import { sha256 } from './hash.ts';

/**
 * The 20 bytes of the X- and P-chain address of a compressed secp256k1 key: ripemd160(sha256(key)).
 * @param publicKey 33 bytes, starting with 2 or 3; whether it is a point of the curve is not checked.
 * @throws {AvalancheError} `OutOfRange`: not 33 bytes, or not compressed.
 */
export function shortIDOfPublicKey(publicKey: Uint8Array): Uint8Array {
  if (publicKey.length !== 33 || (publicKey[0] !== 2 && publicKey[0] !== 3)) {
    throw new AvalancheError(
      'OutOfRange',
      `must be a compressed public key: 33 bytes that start with 2 or 3, got ${publicKey.length} that start with ${publicKey[0]}`,
      { value: publicKey.length, min: 33, max: 33, unit: 'bytes' },
    );
  }
  return ripemd160(sha256(publicKey));
}
