import { toBytes, toText } from '../errors/arguments.ts';
import { AvalancheError } from '../errors/error.ts';

const hexPairs: readonly string[] = /* @__PURE__ */ Array.from({ length: 256 }, (_, byte) =>
  byte.toString(16).padStart(2, '0'),
);
const hexDigits = '0123456789abcdef';
const base64Digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const none = 0xff;

/** ASCII code to digit value, 255 where the character is no digit. */
export function digitTable(digits: string, alsoUpper = ''): Uint8Array {
  const table = new Uint8Array(128).fill(none);
  for (let i = 0; i < digits.length; i++) table[digits.charCodeAt(i)] = i;
  for (let i = 0; i < alsoUpper.length; i++) table[alsoUpper.charCodeAt(i)] = i;
  return table;
}

const hexValues = /* @__PURE__ */ digitTable(hexDigits, '0123456789ABCDEF');
const base64Values = /* @__PURE__ */ digitTable(base64Digits);
/** Where hex is written that is no longer than most. */
const scratch = /* @__PURE__ */ new Uint8Array(512);

let decoder: TextDecoder | undefined;
/** The text of ASCII codes. Some engines lack `TextDecoder` until a polyfill is loaded, so it is made when it is first needed. */
const asciiText = (codes: Uint8Array): string => (decoder ??= new TextDecoder()).decode(codes);

/** The ASCII codes of some digits. */
export const codesOf = (digits: string): Uint8Array =>
  Uint8Array.from(digits, (digit) => digit.charCodeAt(0));

/** The text of ASCII codes: one piece, where digits that are added up are many, to be copied together later. */
export const textOfCodes = (codes: Uint8Array, from: number, to: number): string =>
  asciiText(codes.subarray(from, to));

const hexCodes = /* @__PURE__ */ codesOf(hexDigits);
const base64Codes = /* @__PURE__ */ codesOf(base64Digits);

const badDigit = (kind: 'hex' | 'base64', text: string, at: number): AvalancheError =>
  new AvalancheError(
    'BadText',
    `${JSON.stringify(text.charAt(at))} at ${at} is not a ${kind} digit`,
    { kind },
  );

/**
 * The bytes as `0x` and two lower-case digits each, without a checksum.
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
  for (let i = 0, at = 2; i < bytes.length; i++) {
    const byte = bytes[i]!;
    codes[at++] = hexCodes[byte >> 4]!;
    codes[at++] = hexCodes[byte & 15]!;
  }
  return textOfCodes(codes, 0, end);
}

/**
 * The bytes of a text that starts with a lower-case `0x`; digits may have either case, `0x` alone is no bytes.
 * @throws {AvalancheError} `BadText`: no prefix, an odd number of digits, or a character that is no digit.
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
  for (let i = 0, at = 2; i < bytes.length; i++, at += 2) {
    const high = hexValues[text.charCodeAt(at)] ?? none;
    const low = hexValues[text.charCodeAt(at + 1)] ?? none;
    if ((high | low) === none) throw badDigit('hex', text, high === none ? at : at + 1);
    bytes[i] = (high << 4) | low;
  }
  return bytes;
}

/**
 * The bytes in base64, standard alphabet, padded: Go's `base64.StdEncoding`.
 * @example
 * formatBase64(new Uint8Array([1, 2])); // 'AQI='
 */
export function formatBase64(bytes: Uint8Array): string {
  const codes = new Uint8Array(Math.ceil(bytes.length / 3) * 4).fill(0x3d);
  for (let i = 0, at = 0; i < bytes.length; i += 3, at += 4) {
    const left = bytes.length - i;
    const bits = (bytes[i]! << 16) | ((bytes[i + 1] ?? 0) << 8) | (bytes[i + 2] ?? 0);
    codes[at] = base64Codes[bits >> 18]!;
    codes[at + 1] = base64Codes[(bits >> 12) & 63]!;
    if (left > 1) codes[at + 2] = base64Codes[(bits >> 6) & 63]!;
    if (left > 2) codes[at + 3] = base64Codes[bits & 63]!;
  }
  return asciiText(codes);
}

/**
 * The bytes of a base64 text, of which there is one for each value: padded, no line breaks, no stray bits.
 * @throws {AvalancheError} `BadText`
 * @example
 * parseBase64('AQI='); // new Uint8Array([1, 2])
 */
export function parseBase64(text: string): Uint8Array {
  if (toText(text).length % 4) {
    throw new AvalancheError(
      'BadText',
      `base64 must have a multiple of 4 characters, got ${text.length}`,
      { kind: 'base64' },
    );
  }
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0;
  const digits = text.length - padding;
  const bytes = new Uint8Array((text.length / 4) * 3 - padding);
  let bits = 0;
  for (let i = 0, at = 0; i < digits; i++) {
    const value = base64Values[text.charCodeAt(i)] ?? none;
    if (value === none) throw badDigit('base64', text, i);
    bits = ((bits << 6) | value) & 0xffffff;
    if (i % 4) bytes[at++] = bits >> (6 - (i % 4) * 2);
  }
  if (padding && bits & (padding === 1 ? 3 : 15)) {
    throw new AvalancheError('BadText', 'base64 has stray bits in its last digit', {
      kind: 'base64',
    });
  }
  return bytes;
}

/** The integer that big-endian bytes are; none are 0. */
export const bigintOf = (bytes: Uint8Array): bigint =>
  bytes.length === 0 ? 0n : BigInt(formatHex(bytes));

/** Whether both hold the same bytes. Not for secrets: the time depends on the bytes. */
export function equalBytes(a: Uint8Array, b: Uint8Array): boolean {
  if (a === b) return true;
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}

/**
 * `f`, which is not run again for the bytes that it was given last: those of a transaction come in runs, for most of its inputs share
 * an owner, an asset and a signature. For a step in which nobody changes the bytes.
 */
export function oncePerRun<V>(f: (bytes: Uint8Array) => V): (bytes: Uint8Array) => V {
  let last: { readonly bytes: Uint8Array; readonly value: V } | undefined;
  return (bytes) => {
    if (last === undefined || !equalBytes(last.bytes, bytes)) last = { bytes, value: f(bytes) };
    return last.value;
  };
}

/** Below, at or above zero as `a` sorts before, with or after `b`: byte by byte, the shorter one first. */
export function compareBytes(a: Uint8Array, b: Uint8Array): number {
  const shared = Math.min(a.length, b.length);
  for (let i = 0; i < shared; i++) {
    const difference = a[i]! - b[i]!;
    if (difference) return difference;
  }
  return a.length - b.length;
}

/** All parts one after another, in an array of their own. */
export function concatBytes(...parts: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
