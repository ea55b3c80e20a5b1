import bs58 from 'bs58';
import { sha256, tailOf } from '../crypto/hash.ts';
import { badArgument, toBytes, toText } from '../errors/arguments.ts';
import { AvalancheError } from '../errors/error.ts';
import { formatBase58 } from './base58.ts';

const checksumLength = 4;
const charactersPerByte = 1.3657;
const noDigit = /[^1-9A-HJ-NP-Za-km-z]/;

/** Longest CB58 text of unknown length that is read: decoding takes time by the square of the length. */
export const maxCB58Characters = 16_384;

/**
 * Base58 of the bytes and the last 4 bytes of their SHA-256. Time grows with the square of the length.
 * @example
 * formatCB58(new Uint8Array(0)); // '45PJLL'
 */
export function formatCB58(from: Uint8Array): string {
  const bytes = from instanceof Uint8Array ? from : toBytes(from);
  return formatBase58(bytes, tailOf(bytes));
}

/**
 * The bytes of a CB58 text, checksum verified.
 * @param length Bytes that the text must hold; any number if not given.
 * @throws {AvalancheError} `BadText`: empty, not base58, or shorter than a checksum; `BadChecksum`;
 *   `OutOfRange`: another number of bytes than `length`; `TooLong`: more than `maxCB58Characters` without a `length`.
 * @example
 * parseCB58('45PJLL', 0); // new Uint8Array([])
 */
export function parseCB58(text: string, length?: number): Uint8Array {
  if (length !== undefined && !Number.isInteger(length)) throw badArgument('a number', length);
  if (toText(text) === '')
    throw new AvalancheError('BadText', 'CB58 text is empty', { kind: 'CB58' });
  const bad = text.search(noDigit);
  if (bad >= 0) {
    const found = JSON.stringify(text.charAt(bad));
    throw new AvalancheError('BadText', `${found} at ${bad} is not a base58 digit`, {
      kind: 'CB58',
    });
  }
  if (length === undefined && text.length > maxCB58Characters) {
    throw new AvalancheError(
      'TooLong',
      `${text.length} characters, at most ${maxCB58Characters} are allowed`,
      { length: text.length, max: maxCB58Characters },
    );
  }
  if (
    length !== undefined &&
    text.length > Math.ceil((length + checksumLength) * charactersPerByte)
  ) {
    throw new AvalancheError(
      'OutOfRange',
      `${text.length} characters are too many for ${length} bytes of CB58`,
      { min: length, max: length, unit: 'bytes' },
    );
  }
  const checked = bs58.decode(text);
  if (checked.length < checksumLength) {
    throw new AvalancheError(
      'BadText',
      `CB58 of ${checked.length} bytes is shorter than its checksum of 4`,
      { kind: 'CB58' },
    );
  }
  const bytes = checked.subarray(0, -checksumLength);
  const sum = sha256(bytes);
  for (let i = 1; i <= checksumLength; i++) {
    if (checked[checked.length - i] !== sum[sum.length - i]) {
      throw new AvalancheError('BadChecksum', 'the CB58 checksum is wrong');
    }
  }
  if (length !== undefined && bytes.length !== length) {
    throw new AvalancheError('OutOfRange', `CB58 of ${bytes.length} bytes, ${length} are needed`, {
      value: bytes.length,
      min: length,
      max: length,
      unit: 'bytes',
    });
  }
  return bytes;
}
