import { bech32, bech32m } from 'bech32';
import { toBytes, toText } from '../errors/arguments.ts';
import { AvalancheError } from '../errors/error.ts';
import { codesOf, digitTable, textOfCodes } from './digits.ts';
import { recent, recentBytes } from './recent.ts';

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
  for (let offset = 0; offset < 20; offset += 5) {
    const high = (bytes[offset]! << 12) | (bytes[offset + 1]! << 4) | (bytes[offset + 2]! >> 4);
    const low = ((bytes[offset + 2]! & 15) << 16) | (bytes[offset + 3]! << 8) | bytes[offset + 4]!;
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
function readDigits(start: number, text: string, offset: number): number {
  let checksum = start;
  for (let i = offset; i < text.length; i++) {
    const digit = values[text.charCodeAt(i)] ?? 255;
    if (digit === 255) return -1;
    checksum = step(checksum) ^ digit;
    read[i - offset] = digit;
  }
  return checksum;
}

/** Converts 32 groups of 5 bits to 20 bytes. */
function bytesOfGroups(groups: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(20);
  for (let offset = 0, i = 0; offset < 20; offset += 5) {
    let high = 0;
    for (const end = i + 4; i < end; i++) high = (high << 5) | groups[i]!;
    let low = 0;
    for (const end = i + 4; i < end; i++) low = (low << 5) | groups[i]!;
    bytes[offset] = high >> 12;
    bytes[offset + 1] = high >> 4;
    bytes[offset + 2] = (high << 4) | (low >> 16);
    bytes[offset + 3] = low >> 8;
    bytes[offset + 4] = low;
  }
  return bytes;
}

/**
 * Parses the characters and checksum that `formatBech32` writes to 20 bytes; returns undefined for anything else.
 * @param start Result of `startBech32`.
 * @param offset Where they start in `text`; they must extend to its end.
 */
const parseBech32 = (start: number, text: string, offset: number): Uint8Array | undefined =>
  text.length - offset === 32 + checksumDigits && readDigits(start, text, offset) === checked
    ? bytesOfGroups(read)
    : undefined;

/** A parsed address; its chain and network are not checked to exist. */
export interface Address {
  /** The part before the first `-`: `P`, `X`, `C`, or the id of a chain. */
  readonly alias: string;
  /** Human-readable part of the bech32 text, which identifies the network: `avax`, `fuji`, `local`, `custom`. */
  readonly hrp: string;
  /** 20 bytes. */
  readonly bytes: Uint8Array;
}

const maxBech32 = 90;
const groupsOf20Bytes = 32;
const printable = /^[!-~]+$/;
const data = /^[02-9ac-hj-np-z]*$/;

/**
 * Formats an address as `alias-hrp1…`.
 * @param hrp Lower case; `hrpOf` returns it for a networkID.
 * @param bytes 20 bytes.
 * @throws {AvalancheError} `OutOfRange`: not 20 bytes; `BadText`: an hrp that bech32 does not allow.
 * @example
 * formatAddress('X', 'avax', new Uint8Array(20)); // 'X-avax1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqxpdk7q'
 */
export const formatAddress = (alias: string, hrp: string, bytes: Uint8Array): string =>
  addressFormatter(alias, hrp)(bytes);

/**
 * Returns `formatAddress` for one chain, faster for many addresses.
 * @throws {AvalancheError} As `formatAddress`.
 */
export function addressFormatter(alias: string, hrp: string): (bytes: Uint8Array) => string {
  checkHRP(hrp);
  const start = startBech32(hrp);
  const prefix = `${alias}-${hrp}1`;
  const format = (bytes: Uint8Array): string => prefix + formatBech32(start, bytes);
  return (from) => {
    const bytes = from instanceof Uint8Array ? from : toBytes(from);
    if (bytes.length === 20) return recent(prefix, bytes, format);
    throw new AvalancheError('OutOfRange', `an address has 20 bytes, got ${bytes.length}`, {
      value: bytes.length,
      min: 20,
      max: 20,
      unit: 'bytes',
    });
  };
}

/**
 * Returns a parser for the addresses of one chain, fast for many addresses. The parser returns undefined for any
 * text that `addressFormatter` does not write; `readAddress` then reports what is wrong.
 * @throws {AvalancheError} `BadText`: an hrp that bech32 does not allow.
 */
export function addressParser(
  alias: string,
  hrp: string,
): (text: string) => Uint8Array | undefined {
  checkHRP(hrp);
  const start = startBech32(hrp);
  const prefix = `${alias}-${hrp}1`;
  const parse = (text: string) => parseBech32(start, text, prefix.length);
  return (text) => (toText(text).startsWith(prefix) ? recentBytes(prefix, text, parse) : undefined);
}

/**
 * Checks that addresses can be written with an hrp.
 * @throws {AvalancheError} `BadText`: empty, upper case, not printable ASCII, or too long.
 */
export function checkHRP(hrp: string): void {
  if (
    printable.test(hrp) &&
    hrp === hrp.toLowerCase() &&
    hrp.length + 7 + groupsOf20Bytes <= maxBech32
  ) {
    return;
  }
  throw new AvalancheError('BadText', 'an HRP is 1 to 51 printable characters without capitals', {
    kind: 'HRP',
  });
}

/**
 * Parses an address into alias, hrp and bytes.
 * @param options.lenient Accepts everything that a node accepts: an empty alias or one with spaces, upper case, a
 *   bech32m checksum, 31 groups of 5 bits. Formatting the result may then give a different text.
 * @throws {AvalancheError} `BadText`: no `-`, mixed or upper case, a character that bech32 does not have;
 *   `BadChecksum`; `OutOfRange`: not 20 bytes.
 * @example
 * readAddress('X-avax1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqxpdk7q').hrp; // 'avax'
 */
export function readAddress(text: string, options: { readonly lenient?: boolean } = {}): Address {
  const lenient = options?.lenient ?? false;
  const dash = toText(text).indexOf('-');
  if (dash < 0) throw withoutChain(text);
  const alias = text.slice(0, dash);
  if (!lenient && !printable.test(alias)) {
    throw new AvalancheError('BadText', 'an address starts with its chain and "-": P-avax1…', {
      kind: 'address',
    });
  }
  const { hrp, groups, isBech32m } = readBech32(text.slice(dash + 1), lenient);
  if (isBech32m && !lenient) {
    throw new AvalancheError('BadChecksum', 'the checksum is bech32m, an address needs bech32');
  }
  if (lenient && groups.length === groupsOf20Bytes - 1) groups.push(0);
  if (groups.length !== groupsOf20Bytes) {
    throw new AvalancheError(
      'OutOfRange',
      `${groups.length} groups of 5 bits, an address has ${groupsOf20Bytes}`,
      { value: groups.length, min: groupsOf20Bytes, max: groupsOf20Bytes },
    );
  }
  return { alias, hrp, bytes: Uint8Array.from(bech32.fromWords(groups)) };
}

/** Builds the error for a text without `-`, which says what the text is instead. */
function withoutChain(text: string): AvalancheError {
  const start = 'an address starts with its chain and "-": P-avax1…';
  if (/^0x[0-9a-fA-F]{40}$/.test(text))
    return new AvalancheError('BadText', `${start}; this is an account of the C-chain's EVM`, {
      kind: 'address',
      found: 'account',
    });
  return new AvalancheError('BadText', start, {
    kind: 'address',
    ...(/^[a-z]+1[02-9ac-hj-np-z]{38}$/.test(text) && { found: 'address without chain' }),
  });
}

function readBech32(
  text: string,
  upper: boolean,
): { readonly hrp: string; readonly groups: number[]; readonly isBech32m: boolean } {
  if (text.length > maxBech32 || !printable.test(text)) {
    throw new AvalancheError(
      'BadText',
      `bech32 is at most ${maxBech32} printable characters without spaces`,
      { kind: 'address' },
    );
  }
  const lower = text.toLowerCase();
  if (text !== lower && !(upper && text === text.toUpperCase())) {
    throw new AvalancheError(
      'BadText',
      `bech32 must not have ${upper ? 'mixed case' : 'capitals'}`,
      { kind: 'address' },
    );
  }
  const separator = lower.lastIndexOf('1');
  if (separator < 1 || separator + 7 > lower.length || !data.test(lower.slice(separator + 1))) {
    throw new AvalancheError(
      'BadText',
      'bech32 is an HRP, "1" and 6 or more characters of its alphabet',
      { kind: 'address' },
    );
  }
  const plain = bech32.decodeUnsafe(lower);
  const decoded = plain ?? bech32m.decodeUnsafe(lower);
  if (!decoded)
    throw new AvalancheError('BadChecksum', 'the bech32 checksum is wrong: check the address');
  return { hrp: decoded.prefix, groups: decoded.words, isBech32m: !plain };
}
