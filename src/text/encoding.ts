import { sha256 } from '../crypto/hash.ts';
import { toBytes } from '../errors/arguments.ts';
import { AvalancheError } from '../errors/error.ts';
import { concatBytes, equalBytes, formatHex, parseHex } from './bytes.ts';

/** How a node's API writes bytes: `hexnc` is plain hex; `hex` and `hexc` both end in a checksum of 4 bytes. */
export type Encoding = 'hex' | 'hexc' | 'hexnc';

const checksumLength = 4;

/**
 * The bytes in the encoding of a node's API.
 * @example
 * formatBytes(new Uint8Array([1, 2, 3]), 'hex'); // '0x010203011cfb81'
 */
export function formatBytes(from: Uint8Array, encoding: Encoding): string {
  const bytes = toBytes(from);
  return formatHex(encoding === 'hexnc' ? bytes : concatBytes(bytes, checksumOf(bytes)));
}

/**
 * The bytes of a text of a node's API; the empty text is no bytes, as a node reads it.
 * @throws {AvalancheError} `BadText`: not hex with a lower-case `0x`, or shorter than a checksum; `BadChecksum`.
 * @example
 * parseBytes('0x010203011cfb81', 'hex'); // new Uint8Array([1, 2, 3])
 */
export function parseBytes(text: string, encoding: Encoding): Uint8Array {
  if (text === '') return new Uint8Array(0);
  const checked = parseHex(text);
  if (encoding === 'hexnc') return checked;
  if (checked.length < checksumLength) {
    throw new AvalancheError(
      'BadText',
      `${checked.length} bytes are shorter than the checksum of 4`,
      { kind: 'hex' },
    );
  }
  const bytes = checked.subarray(0, -checksumLength);
  if (equalBytes(checked.subarray(-checksumLength), checksumOf(bytes))) return bytes;
  throw new AvalancheError(
    'BadChecksum',
    'the last 4 bytes are not the checksum of the bytes before',
  );
}

const checksumOf = (bytes: Uint8Array): Uint8Array => sha256(bytes).subarray(-checksumLength);
