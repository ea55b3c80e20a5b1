/**
 * SHA-256 where the platform has none that answers at once: browsers, React Native, workers. The package's `imports` map
 * selects this file unless the platform is Node, Bun or Deno.
 */
import { hmac } from '@noble/hashes/hmac.js';
import { sha256 as noble } from '@noble/hashes/sha2.js';

/**
 * The SHA-256 of bytes.
 * @returns 32 bytes that are the caller's.
 */
export const sha256 = (bytes: Uint8Array): Uint8Array<ArrayBuffer> => noble(bytes);

/**
 * The HMAC-SHA-256 of a message, from which the nonces of signatures are derived (RFC 6979).
 * @param key Of any length.
 * @returns 32 bytes that are the caller's.
 */
export const hmacSha256 = (key: Uint8Array, message: Uint8Array): Uint8Array<ArrayBuffer> =>
  hmac(noble, key, message);
