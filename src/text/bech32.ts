import { codesOf, digitTable, textOfCodes } from './digits.ts';

const alphabet = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';
const digits = /* @__PURE__ */ codesOf(alphabet);
const values = /* @__PURE__ */ digitTable(alphabet);
const generators = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3];

/** What the five bits that leave the checksum put into it again. */
const feedback = /* @__PURE__ */ Int32Array.from({ length: 32 }, (_, bits) =>
  generators.reduce((sum, generator, i) => ((bits >> i) & 1 ? sum ^ generator : sum), 0),
);
const step = (checksum: number): number =>
  ((checksum & 0x1ffffff) << 5) ^ feedback[checksum >>> 25]!;

const written = /* @__PURE__ */ new Uint8Array(38);

/** The checksum after a human-readable part, for every text under it. */
export function startBech32(hrp: string): number {
  let checksum = 1;
  for (let i = 0; i < hrp.length; i++) checksum = step(checksum) ^ (hrp.charCodeAt(i) >> 5);
  checksum = step(checksum);
  for (let i = 0; i < hrp.length; i++) checksum = step(checksum) ^ (hrp.charCodeAt(i) & 31);
  return checksum;
}

/**
 * The characters of 20 bytes and their checksum, without the human-readable part (BIP 173).
 * @param start What `startBech32` gave.
 */
export function formatBech32(start: number, bytes: Uint8Array): string {
  let checksum = start;
  let end = 0;
  for (let at = 0; at < 20; at += 5) {
    const high = (bytes[at]! << 12) | (bytes[at + 1]! << 4) | (bytes[at + 2]! >> 4);
    const low = ((bytes[at + 2]! & 15) << 16) | (bytes[at + 3]! << 8) | bytes[at + 4]!;
    for (const half of [high, low])
      for (let shift = 15; shift >= 0; shift -= 5) {
        const digit = (half >> shift) & 31;
        checksum = step(checksum) ^ digit;
        written[end++] = digits[digit]!;
      }
  }
  for (let i = 0; i < 6; i++) checksum = step(checksum);
  checksum ^= 1;
  for (let shift = 25; shift >= 0; shift -= 5) written[end++] = digits[(checksum >> shift) & 31]!;
  return textOfCodes(written, 0, end);
}

/** What is left of the checksum behind all digits (BIP 173). */
const checked = 1;
const checksumDigits = 6;

/** Digits as they are read: the longest text has 90 characters. */
const read = /* @__PURE__ */ new Uint8Array(128);

/** The values of the digits in `text` behind `at`, in `read`, and what is left of the checksum; -1 if one is not a digit. */
function readDigits(start: number, text: string, at: number): number {
  let checksum = start;
  for (let i = at; i < text.length; i++) {
    const digit = values[text.charCodeAt(i)] ?? 255;
    if (digit === 255) return -1;
    checksum = step(checksum) ^ digit;
    read[i - at] = digit;
  }
  return checksum;
}

/** The 20 bytes of 32 groups of 5 bits. */
function bytesOfGroups(groups: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(20);
  for (let at = 0, i = 0; at < 20; at += 5) {
    let high = 0;
    for (const end = i + 4; i < end; i++) high = (high << 5) | groups[i]!;
    let low = 0;
    for (const end = i + 4; i < end; i++) low = (low << 5) | groups[i]!;
    bytes[at] = high >> 12;
    bytes[at + 1] = high >> 4;
    bytes[at + 2] = (high << 4) | (low >> 16);
    bytes[at + 3] = low >> 8;
    bytes[at + 4] = low;
  }
  return bytes;
}

/**
 * The 20 bytes of the characters and checksum that `formatBech32` writes; undefined if they are something else.
 * @param start What `startBech32` gave.
 * @param at Where they begin in `text`; they reach to its end.
 */
export const parseBech32 = (start: number, text: string, at: number): Uint8Array | undefined =>
  text.length - at === 32 + checksumDigits && readDigits(start, text, at) === checked
    ? bytesOfGroups(read)
    : undefined;
