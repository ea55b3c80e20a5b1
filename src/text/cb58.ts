import bs58 from 'bs58';
import { badArgument, toBytes, toText } from '../errors/arguments.ts';
import { AvalancheError } from '../errors/error.ts';
import { formatBase58, parseBase58 } from './base58.ts';
import { checksumOf } from './checksum.ts';

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
  return formatBase58(bytes, checksumOf(bytes));
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
  if (length !== undefined) {
    if (!Number.isInteger(length)) throw badArgument('a number', length);
    return parseCB58Of(length, text);
  }
  return read(text, maxCB58Characters, bs58.decodeUnsafe);
}

/**
 * `parseCB58(text, length)` alone: ids are read by the million, and programs that read nothing else do without bs58.
 * @throws {AvalancheError} As `parseCB58`.
 */
export const parseCB58Of = (length: number, text: string): Uint8Array =>
  read(text, Math.ceil((length + checksumLength) * charactersPerByte), parseBase58, length);

function read(
  text: string,
  longest: number,
  parse: (text: string) => Uint8Array | undefined,
  length?: number,
): Uint8Array {
  const checked = toText(text).length > longest ? undefined : parse(text);
  if (checked === undefined || checked.length < checksumLength)
    throw unreadable(text, length, checked?.length);
  const end = checked.length - checksumLength;
  const bytes = checked.subarray(0, end);
  const checksum =
    (checked[end]! << 24) |
    (checked[end + 1]! << 16) |
    (checked[end + 2]! << 8) |
    checked[end + 3]!;
  if (checksum !== checksumOf(bytes))
    throw new AvalancheError('BadChecksum', 'the CB58 checksum is wrong');
  if (length !== undefined && end !== length)
    throw new AvalancheError('OutOfRange', `CB58 of ${end} bytes, ${length} are needed`, {
      value: end,
      min: length,
      max: length,
      unit: 'bytes',
    });
  return bytes;
}

/** Why text is not CB58, or not of as many bytes; `checked` is the number of bytes that it is. */
function unreadable(
  text: string,
  length: number | undefined,
  checked: number | undefined,
): AvalancheError {
  if (text === '') return new AvalancheError('BadText', 'CB58 text is empty', { kind: 'CB58' });
  const bad = text.search(noDigit);
  if (bad >= 0) {
    const found = JSON.stringify(text.charAt(bad));
    return new AvalancheError('BadText', `${found} at ${bad} is not a base58 digit`, {
      kind: 'CB58',
    });
  }
  if (checked !== undefined)
    return new AvalancheError(
      'BadText',
      `CB58 of ${checked} bytes is shorter than its checksum of ${checksumLength}`,
      { kind: 'CB58' },
    );
  if (length === undefined)
    return new AvalancheError(
      'TooLong',
      `${text.length} characters, at most ${maxCB58Characters} are allowed`,
      { length: text.length, max: maxCB58Characters },
    );
  return new AvalancheError(
    'OutOfRange',
    `${text.length} characters are too many for ${length} bytes of CB58`,
    { min: length, max: length, unit: 'bytes' },
  );
}
