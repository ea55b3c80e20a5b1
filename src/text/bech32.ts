import { codesOf, digitTable, textOfCodes } from './digits.ts';

const alphabet = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';
const digits = /* @__PURE__ */ codesOf(alphabet);
const values = /* @__PURE__ */ digitTable(alphabet);
const generators = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3];

/** Value that is XORed into the checksum for each combination of the five bits shifted out. */
const feedback = /* @__PURE__ */ Int32Array.from({ length: 32 }, (_, bits) =>
  generators.reduce((sum, generator, i) => ((bits >> i) & 1 ? sum ^ generator : sum), 0),
);
const step = (checksum: number): number =>
  ((checksum & 0x1ffffff) << 5) ^ feedback[checksum >>> 25]!;

const written = /* @__PURE__ */ new Uint8Array(38);

/** Computes the checksum state after a human-readable part, shared by all texts that start with it. */
export function startBech32(hrp: string): number {
  let checksum = 1;
  for (let i = 0; i < hrp.length; i++) checksum = step(checksum) ^ (hrp.charCodeAt(i) >> 5);
  checksum = step(checksum);
  for (let i = 0; i < hrp.length; i++) checksum = step(checksum) ^ (hrp.charCodeAt(i) & 31);
  return checksum;
}

/**
 * Formats 20 bytes and their checksum as bech32, without the human-readable part (BIP 173).
 * @param start Result of `startBech32`.
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

/** Checksum state after a valid text (BIP 173). */
const checked = 1;
const checksumDigits = 6;

/** Buffer for parsed digits: a bech32 text has at most 90 characters. */
const read = /* @__PURE__ */ new Uint8Array(128);

/** Parses the digits from `at` on into `read` and returns the checksum state; -1 if one is not a digit. */
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

/** Converts 32 groups of 5 bits to 20 bytes. */
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
 * Parses the characters and checksum that `formatBech32` writes to 20 bytes; returns undefined for anything else.
 * @param start Result of `startBech32`.
 * @param at Where they start in `text`; they must extend to its end.
 */
export const parseBech32 = (start: number, text: string, at: number): Uint8Array | undefined =>
  text.length - at === 32 + checksumDigits && readDigits(start, text, at) === checked
    ? bytesOfGroups(read)
    : undefined;
