import { sha256 } from '../crypto/hash.ts';
import { toBytes, toText } from '../errors/arguments.ts';
import { AvalancheError } from '../errors/error.ts';
import { concatBytes, equalBytes } from './bytes.ts';
import { badDigit, codesOf, digitTable, noDigit, textOfCodes } from './digits.ts';

const hexPairs: readonly string[] = /* @__PURE__ */ Array.from({ length: 256 }, (_, byte) =>
  byte.toString(16).padStart(2, '0'),
);

const hexDigits = '0123456789abcdef';

const hexValues = /* @__PURE__ */ digitTable(hexDigits, '0123456789ABCDEF');

/** Reusable buffer for hex texts of common length. */
const scratch = /* @__PURE__ */ new Uint8Array(512);

const hexCodes = /* @__PURE__ */ codesOf(hexDigits);

/**
 * Formats bytes as hex: `0x` and two lower-case digits each, without a checksum.
 * @example
 * formatHex(new Uint8Array([1, 0xab])); // '0x01ab'
 */
export function formatHex(from: Uint8Array): string {
  const bytes = from instanceof Uint8Array ? from : toBytes(from);
  if (bytes.length < 16) {
    let text = '0x';
    for (let i = 0; i < bytes.length; i++) text += hexPairs[bytes[i]!];
    return text;
  }
  const end = 2 + bytes.length * 2;
  const codes = end > scratch.length ? new Uint8Array(end) : scratch;
  codes[0] = 0x30;
  codes[1] = 0x78;
  for (let i = 0, offset = 2; i < bytes.length; i++) {
    const byte = bytes[i]!;
    codes[offset++] = hexCodes[byte >> 4]!;
    codes[offset++] = hexCodes[byte & 15]!;
  }
  return textOfCodes(codes, 0, end);
}

/**
 * Parses hex that starts with a lower-case `0x`; digits may have either case, and `0x` alone is empty.
 * @throws {AvalancheError} `BadText`: no prefix, an odd number of digits, or a character that is not a digit.
 * @example
 * parseHex('0x01AB'); // new Uint8Array([1, 171])
 */
export function parseHex(text: string): Uint8Array {
  if (!toText(text).startsWith('0x'))
    throw new AvalancheError('BadText', 'hex must start with 0x', { kind: 'hex' });
  if (text.length % 2) {
    throw new AvalancheError(
      'BadText',
      `hex must have an even number of digits, got ${text.length - 2}`,
      { kind: 'hex' },
    );
  }
  const bytes = new Uint8Array(text.length / 2 - 1);
  if (bytes.length >= manyBytes && readDigits(text, bytes)) return bytes;
  for (let i = 0, offset = 2; i < bytes.length; i++, offset += 2) {
    const high = hexValues[text.charCodeAt(offset)] ?? noDigit;
    const low = hexValues[text.charCodeAt(offset + 1)] ?? noDigit;
    if ((high | low) === noDigit)
      throw badDigit('hex', text, high === noDigit ? offset : offset + 1);
    bytes[i] = (high << 4) | low;
  }
  return bytes;
}

/** Number of bytes from which on it is faster to convert the digits to bytes first. */
const manyBytes = 64;
// Created on first use, since some engines lack it until a polyfill is loaded.
let encoder: TextEncoder | undefined;

/**
 * Reads the digits after `0x` to `bytes`.
 * @returns Whether all are digits.
 */
function readDigits(text: string, bytes: Uint8Array): boolean {
  const codes = (encoder ??= new TextEncoder()).encode(text);
  if (codes.length !== text.length) return false; // not ASCII
  let seen = 0;
  for (let i = 0, offset = 2; i < bytes.length; i++, offset += 2) {
    const high = hexValues[codes[offset]!]!;
    const low = hexValues[codes[offset + 1]!]!;
    seen |= high | low;
    bytes[i] = (high << 4) | low;
  }
  return seen < noDigit;
}

/** Encoding of bytes in a node's API: `hexnc` is plain hex; `hex` and `hexc` both end in a checksum of 4 bytes. */
export type Encoding = 'hex' | 'hexc' | 'hexnc';

const checksumLength = 4;

/**
 * Formats bytes in an encoding of a node's API.
 * @example
 * formatBytes(new Uint8Array([1, 2, 3]), 'hex'); // '0x010203011cfb81'
 */
export function formatBytes(from: Uint8Array, encoding: Encoding): string {
  const bytes = toBytes(from);
  return formatHex(encoding === 'hexnc' ? bytes : concatBytes(bytes, checksumOf(bytes)));
}

/**
 * Parses bytes in an encoding of a node's API; empty text means no bytes, as in a node.
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

/** Converts big-endian bytes to an integer; empty bytes are 0. */
export const bigintOf = (bytes: Uint8Array): bigint =>
  bytes.length === 0 ? 0n : BigInt(formatHex(bytes));
