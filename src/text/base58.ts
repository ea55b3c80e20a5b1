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
  for (let at = bytes.length - 1, k = 2; at >= 0; at -= 2, k++)
    add(bytes[at]! | ((at > 0 ? bytes[at - 1]! : 0) << 8), rows[k]!);
  return sums;
}

function limbsOfLong(bytes: Uint8Array, last: number): Float64Array {
  const limbs: number[] = [];
  let at = bytes.length & 1;
  if (at) append(limbs, bytes[0]!, word, limb);
  for (; at < bytes.length; at += 2) append(limbs, (bytes[at]! << 8) | bytes[at + 1]!, word, limb);
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
export function formatBase58(bytes: Uint8Array, last: number): string {
  const { length } = bytes;
  const limbs = length > shortWords * 2 - 4 ? limbsOfLong(bytes, last) : limbsOfShort(bytes, last);
  let zeros = 0;
  while (bytes[zeros] === 0) zeros++;
  if (zeros === length) zeros += Math.clz32(last) >> 3;
  const room = zeros + (limbs.length + 1) * 5;
  const codes = room > written.length ? new Uint8Array(room) : written;
  let at = codes.length;
  let carry = 0;
  for (let i = 0; i <= limbs.length; i++) {
    const value = (i < limbs.length ? limbs[i]! : 0) + carry;
    carry = Math.floor(value / limb);
    let left = (value - carry * limb) | 0;
    for (let n = 0; n < 5; n++) {
      const rest = (left / 58) | 0;
      codes[--at] = digits[left - rest * 58]!;
      left = rest;
    }
  }
  while (codes[at] === digits[0]) at++;
  const from = at - zeros;
  while (at > from) codes[--at] = digits[0]!;
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
  for (let at = 0; at < length; at++) {
    const digit = values[text.charCodeAt(at)] ?? 255;
    if (digit === 255) return undefined;
    value = value * 58 + digit;
    if ((length - at - 1) % digitsAtOnce === 0) {
      append(limbs, value, readLimb, threeBytes);
      value = 0;
    }
  }
  let zeros = 0;
  while (zeros < length && text.charCodeAt(zeros) === digits[0]) zeros++;
  let size = limbs.length * 3;
  for (let high = limbs.at(-1) ?? 0; size > 0 && high < 2 ** 16; high *= 256) size--;
  const bytes = new Uint8Array(zeros + size);
  for (let i = 0, at = bytes.length; at > zeros; i++) {
    bytes[--at] = limbs[i]!;
    if (at > zeros) bytes[--at] = limbs[i]! >> 8;
    if (at > zeros) bytes[--at] = limbs[i]! >> 16;
  }
  return bytes;
}
