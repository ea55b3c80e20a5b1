/**
 * SHA-256 of Node, Bun and Deno, which takes a quarter of the time of one in JavaScript. The package's `imports` map selects
 * this file there; no other file of the library knows a Node module, apart from the command line.
 */
import type * as Crypto from 'node:crypto';

type Bytes = Uint8Array<ArrayBuffer>;

/** The platform's module, loaded for the first message: loading it takes a sixth of the time of importing the library. */
let loaded: typeof Crypto | undefined;
const crypto = (): typeof Crypto => (loaded ??= process.getBuiltinModule('node:crypto'));

/** The same bytes as a plain `Uint8Array`: `slice` of a `Buffer` does not copy. */
const plain = ({ buffer, byteOffset, length }: Bytes): Bytes =>
  new Uint8Array(buffer, byteOffset, length);

/**
 * The SHA-256 of bytes as text of one character a byte: a `Buffer` for the 32 bytes would take twice as long as all the rest.
 * Older versions of Bun and Deno have no `hash`.
 */
function digestOf(bytes: Uint8Array): string {
  const { hash, createHash } = crypto();
  return hash
    ? hash('sha256', bytes, 'binary')
    : createHash('sha256').update(bytes).digest('binary');
}

/** The SHA-256 of bytes: 32 bytes. */
export function sha256(bytes: Uint8Array): Bytes {
  const digest = digestOf(bytes);
  const hash = new Uint8Array(32);
  for (let i = 0; i < 32; i++) hash[i] = digest.charCodeAt(i);
  return hash;
}

/** The HMAC-SHA-256 of a message: 32 bytes. */
export const hmacSha256 = (key: Uint8Array, message: Uint8Array): Bytes =>
  plain(crypto().createHmac('sha256', key).update(message).digest());
