import { codesOf, textOfCodes } from './bytes.ts';

const digits = /* @__PURE__ */ codesOf('qpzry9x8gf2tvdw0s3jn54khce6mua7l');
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

/** What the checksum of each of the two encodings comes to (BIP 173 and BIP 350). */
const encodings = { 1: 'bech32', 734539939: 'bech32m' } as const;

/**
 * The groups of five bits of bech32 text, without those of its checksum, and the encoding that the checksum belongs to; undefined
 * if it belongs to neither.
 * @param hrp The human-readable part in lower case.
 * @param characters What follows the separator: at least 6, all from bech32's alphabet.
 */
export function parseBech32(
  hrp: string,
  characters: string,
): { readonly groups: readonly number[]; readonly encoding: 'bech32' | 'bech32m' } | undefined {
  const groups = Array.from(characters, (_, i) => digits.indexOf(characters.charCodeAt(i)));
  const checksum = groups.reduce((sum, group) => step(sum) ^ group, startBech32(hrp));
  const encoding = (encodings as { readonly [checksum: number]: 'bech32' | 'bech32m' })[checksum];
  return encoding && { groups: groups.slice(0, -6), encoding };
}

/** Bytes as groups of five bits, the last one filled up with zeros. */
export function toGroups(bytes: Uint8Array): number[] {
  const groups: number[] = [];
  let value = 0;
  let bits = 0;
  for (const byte of bytes) {
    value = ((value << 8) | byte) & 0xfff;
    for (bits += 8; bits >= 5; ) groups.push((value >> (bits -= 5)) & 31);
  }
  if (bits > 0) groups.push((value << (5 - bits)) & 31);
  return groups;
}

/** The bytes in groups of five bits; undefined if bits are left over that no byte needs, or are not zero. */
export function fromGroups(groups: readonly number[]): Uint8Array | undefined {
  const bytes = new Uint8Array((groups.length * 5) >> 3);
  let value = 0;
  let bits = 0;
  let at = 0;
  for (const group of groups) {
    value = ((value << 5) | group) & 0xfff;
    bits += 5;
    if (bits >= 8) bytes[at++] = value >> (bits -= 8);
  }
  const isExact = bits < 5 && (value & ((1 << bits) - 1)) === 0;
  return isExact ? bytes : undefined;
}
