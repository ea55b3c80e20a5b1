/**
 * CB58: base58 with a checksum, the text form of ids. The SHA-256 of a single block is computed here, because
 * calling the platform's takes longer than hashing the block; longer messages use the platform's. Only text
 * depends on it: digests that are signed, and all ids, use `crypto/hash.ts`.
 */
import bs58 from 'bs58';
import { sha256 } from '../crypto/hash.ts';
import { badArgument, toBytes, toText } from '../errors/arguments.ts';
import { AvalancheError } from '../errors/error.ts';
import { codesOf, digitTable, textOfCodes } from './digits.ts';

const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const digits = /* @__PURE__ */ codesOf(alphabet);
const values = /* @__PURE__ */ digitTable(alphabet);
/** Five base58 digits and two bytes at a time: sums of some hundred products stay below 2^53. */
const limb = 58 ** 5;
const word = 2 ** 16;

/** Multiplies a number in little-endian digits of base `to` by `from` and adds a digit. */
function append(number: number[], digit: number, from: number, to: number): void {
  let carry = digit;
  for (let i = 0; i < number.length; i++) {
    const value = number[i]! * from + carry;
    carry = Math.floor(value / to);
    number[i] = value - carry * to;
  }
  for (; carry > 0; carry = Math.floor(carry / to)) number.push(carry % to);
}

/** Maximum 16-bit words of ids and addresses with their checksums. */
const shortWords = 18;

/** Powers of `word` in limbs, for short numbers; computed on first use to keep imports fast. */
let powers: readonly Float64Array[] | undefined;
function makePowers(): readonly Float64Array[] {
  const rows = [[1]];
  while (rows.length < shortWords) {
    const row = [...rows.at(-1)!];
    append(row, 0, word, limb);
    rows.push(row);
  }
  return rows.map((row) => Float64Array.from(row));
}
const sums = /* @__PURE__ */ new Float64Array(10);

const add = (digit: number, row: Float64Array): void => {
  for (let i = 0; i < row.length; i++) sums[i]! += digit * row[i]!;
};

/** Returns the limbs of a short number before carries, in `sums`, which the caller must clear. */
function limbsOfShort(bytes: Uint8Array, last: number): Float64Array {
  const rows = (powers ??= makePowers());
  add(last & 0xffff, rows[0]!);
  add(last >>> 16, rows[1]!);
  for (let offset = bytes.length - 1, k = 2; offset >= 0; offset -= 2, k++)
    add(bytes[offset]! | ((offset > 0 ? bytes[offset - 1]! : 0) << 8), rows[k]!);
  return sums;
}

function limbsOfLong(bytes: Uint8Array, last: number): Float64Array {
  const limbs: number[] = [];
  let offset = bytes.length & 1;
  if (offset) append(limbs, bytes[0]!, word, limb);
  for (; offset < bytes.length; offset += 2)
    append(limbs, (bytes[offset]! << 8) | bytes[offset + 1]!, word, limb);
  append(limbs, last >>> 16, word, limb);
  append(limbs, last & 0xffff, word, limb);
  return Float64Array.from(limbs);
}

const written = /* @__PURE__ */ new Uint8Array(128);

/**
 * Formats bytes followed by four more as base58 (Bitcoin's alphabet), with a `1` for each leading zero byte. Takes
 * time quadratic in the length.
 * @param last The four bytes as an integer.
 */
function formatBase58(bytes: Uint8Array, last: number): string {
  const { length } = bytes;
  const limbs = length > shortWords * 2 - 4 ? limbsOfLong(bytes, last) : limbsOfShort(bytes, last);
  let zeros = 0;
  while (bytes[zeros] === 0) zeros++;
  if (zeros === length) zeros += Math.clz32(last) >> 3;
  const room = zeros + (limbs.length + 1) * 5;
  const codes = room > written.length ? new Uint8Array(room) : written;
  let offset = codes.length;
  let carry = 0;
  for (let i = 0; i <= limbs.length; i++) {
    const value = (i < limbs.length ? limbs[i]! : 0) + carry;
    carry = Math.floor(value / limb);
    let left = (value - carry * limb) | 0;
    for (let n = 0; n < 5; n++) {
      const rest = (left / 58) | 0;
      codes[--offset] = digits[left - rest * 58]!;
      left = rest;
    }
  }
  while (codes[offset] === digits[0]) offset++;
  const from = offset - zeros;
  while (offset > from) codes[--offset] = digits[0]!;
  const text = textOfCodes(codes, from, codes.length);
  // Private keys are formatted here too: clear the buffers.
  sums.fill(0);
  written.fill(0);
  return text;
}

/** Four digits at a time into three bytes: products stay far below 2^53. */
const digitsAtOnce = 4;
const readLimb = 58 ** digitsAtOnce;
const threeBytes = 2 ** 24;

/** Parses base58; returns undefined if a character is not a digit. Takes time quadratic in the length. */
export function parseBase58(text: string): Uint8Array | undefined {
  const { length } = text;
  const limbs: number[] = [];
  let value = 0;
  for (let offset = 0; offset < length; offset++) {
    const digit = values[text.charCodeAt(offset)] ?? 255;
    if (digit === 255) return undefined;
    value = value * 58 + digit;
    if ((length - offset - 1) % digitsAtOnce === 0) {
      append(limbs, value, readLimb, threeBytes);
      value = 0;
    }
  }
  let zeros = 0;
  while (zeros < length && text.charCodeAt(zeros) === digits[0]) zeros++;
  let size = limbs.length * 3;
  for (let high = limbs.at(-1) ?? 0; size > 0 && high < 2 ** 16; high *= 256) size--;
  const bytes = new Uint8Array(zeros + size);
  for (let i = 0, offset = bytes.length; offset > zeros; i++) {
    bytes[--offset] = limbs[i]!;
    if (offset > zeros) bytes[--offset] = limbs[i]! >> 8;
    if (offset > zeros) bytes[--offset] = limbs[i]! >> 16;
  }
  return bytes;
}

/** Parses hex to 32-bit words. */
const wordsOf = (hex: string): Int32Array =>
  Int32Array.from({ length: hex.length / 8 }, (_, i) =>
    Number.parseInt(hex.slice(i * 8, i * 8 + 8), 16),
  );

const start = /* @__PURE__ */ wordsOf(
  '6a09e667bb67ae853c6ef372a54ff53a510e527f9b05688c1f83d9ab5be0cd19',
);
const rounds = /* @__PURE__ */ wordsOf(
  '428a2f9871374491b5c0fbcfe9b5dba53956c25b59f111f1923f82a4ab1c5ed5' +
    'd807aa9812835b01243185be550c7dc372be5d7480deb1fe9bdc06a7c19bf174' +
    'e49b69c1efbe47860fc19dc6240ca1cc2de92c6f4a7484aa5cb0a9dc76f988da' +
    '983e5152a831c66db00327c8bf597fc7c6e00bf3d5a7914706ca635114292967' +
    '27b70a852e1b21384d2c6dfc53380d13650a7354766a0abb81c2c92e92722c85' +
    'a2bfe8a1a81a664bc24b8b70c76c51a3d192e819d6990624f40e3585106aa070' +
    '19a4c1161e376c082748774c34b0bcb5391c0cb34ed8aa4a5b9cca4f682e6ff3' +
    '748f82ee78a5636f84c878148cc7020890befffaa4506cebbef9a3f7c67178f2',
);
const state = /* @__PURE__ */ new Int32Array(8);
/** Message schedule of the block; its first 16 words are the block. */
const words = /* @__PURE__ */ new Int32Array(64);

function compress(): void {
  for (let i = 16; i < 64; i++) {
    const x = words[i - 15]!;
    const y = words[i - 2]!;
    const s = ((x >>> 7) | (x << 25)) ^ ((x >>> 18) | (x << 14)) ^ (x >>> 3);
    const t = ((y >>> 17) | (y << 15)) ^ ((y >>> 19) | (y << 13)) ^ (y >>> 10);
    words[i] = (words[i - 16]! + words[i - 7]! + s + t) | 0;
  }
  let a = state[0]!;
  let b = state[1]!;
  let c = state[2]!;
  let d = state[3]!;
  let e = state[4]!;
  let f = state[5]!;
  let g = state[6]!;
  let h = state[7]!;
  for (let i = 0; i < 64; i++) {
    const s = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7));
    const t = (h + s + (g ^ (e & (f ^ g))) + rounds[i]! + words[i]!) | 0;
    const u = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10));
    h = g;
    g = f;
    f = e;
    e = (d + t) | 0;
    d = c;
    c = b;
    b = a;
    a = (t + u + ((b & c) ^ (d & (b ^ c)))) | 0;
  }
  state[0]! += a;
  state[1]! += b;
  state[2]! += c;
  state[3]! += d;
  state[4]! += e;
  state[5]! += f;
  state[6]! += g;
  state[7]! += h;
}

/** Maximum length of a message that fits one block with its padding and length. */
const oneBlock = 55;

/**
 * Returns the last 4 bytes of the SHA-256 as an integer from -2^31 to 2^31 - 1. No part of the message stays in
 * memory.
 * @example
 * checksumOf(new Uint8Array(0)); // 0x7852b855
 */
export function checksumOf(bytes: Uint8Array): number {
  const { length } = bytes;
  if (length > oneBlock) return new DataView(sha256(bytes).buffer).getInt32(28);
  for (let i = 0; i < length; i++) words[i >> 2]! |= bytes[i]! << (24 - (i & 3) * 8);
  words[length >> 2]! |= 0x80 << (24 - (length & 3) * 8);
  words[15] = length << 3;
  state.set(start);
  compress();
  words.fill(0);
  return state[7]!;
}

const checksumLength = 4;
const charactersPerByte = 1.3657;
const noDigit = /[^1-9A-HJ-NP-Za-km-z]/;

/** Maximum length of a CB58 text of unknown size: parsing takes time quadratic in the length. */
export const maxCB58Characters = 16_384;

/** Maximum number of bytes that CB58 can be made of, so that `parseCB58` reads every text that `formatCB58` writes. */
export const maxCB58Bytes = 11_992;

/**
 * Formats bytes as CB58: base58 of the bytes and the last 4 bytes of their SHA-256. Takes time quadratic in the
 * length.
 * @throws {AvalancheError} `TooLong`: more than `maxCB58Bytes`.
 * @example
 * formatCB58(new Uint8Array(0)); // '45PJLL'
 */
export function formatCB58(from: Uint8Array): string {
  const bytes = from instanceof Uint8Array ? from : toBytes(from);
  const { length } = bytes;
  if (length > maxCB58Bytes)
    throw new AvalancheError(
      'TooLong',
      `${length} bytes, at most ${maxCB58Bytes} can be written as CB58: use formatHex`,
      { length, max: maxCB58Bytes },
    );
  return formatBase58(bytes, checksumOf(bytes));
}

/**
 * Parses CB58 and verifies its checksum.
 * @param length Number of bytes that the text must contain; any number if omitted.
 * @throws {AvalancheError} `BadText`: empty, not base58, or shorter than a checksum; `BadChecksum`; `OutOfRange`:
 *   another number of bytes than `length`; `TooLong`: more than `maxCB58Characters` without a `length`.
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
 * `parseCB58` for a fixed length. It is faster, and programs that parse only ids do not need bs58.
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

/** Builds the error for a text that is not CB58, or of the wrong length; `checked` is the number of bytes parsed. */
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
