import { toText } from '../errors/arguments.ts';
import { AvalancheError } from '../errors/error.ts';
import { asciiText, badDigit, codesOf, digitTable, noDigit } from './digits.ts';

const base64Digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

const base64Values = /* @__PURE__ */ digitTable(base64Digits);

const base64Codes = /* @__PURE__ */ codesOf(base64Digits);

/**
 * Formats bytes as padded base64 with the standard alphabet, like Go's `base64.StdEncoding`.
 * @example
 * formatBase64(new Uint8Array([1, 2])); // 'AQI='
 */
export function formatBase64(bytes: Uint8Array): string {
  const codes = new Uint8Array(Math.ceil(bytes.length / 3) * 4).fill(0x3d);
  for (let i = 0, offset = 0; i < bytes.length; i += 3, offset += 4) {
    const left = bytes.length - i;
    const bits = (bytes[i]! << 16) | ((bytes[i + 1] ?? 0) << 8) | (bytes[i + 2] ?? 0);
    codes[offset] = base64Codes[bits >> 18]!;
    codes[offset + 1] = base64Codes[(bits >> 12) & 63]!;
    if (left > 1) codes[offset + 2] = base64Codes[(bits >> 6) & 63]!;
    if (left > 2) codes[offset + 3] = base64Codes[bits & 63]!;
  }
  return asciiText(codes);
}

/**
 * Parses base64 in its canonical form: padded, without line breaks or stray bits.
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
  for (let i = 0, offset = 0; i < digits; i++) {
    const value = base64Values[text.charCodeAt(i)] ?? noDigit;
    if (value === noDigit) throw badDigit('base64', text, i);
    bits = ((bits << 6) | value) & 0xffffff;
    if (i % 4) bytes[offset++] = bits >> (6 - (i % 4) * 2);
  }
  if (padding && bits & (padding === 1 ? 3 : 15)) {
    throw new AvalancheError('BadText', 'base64 has stray bits in its last digit', {
      kind: 'base64',
    });
  }
  return bytes;
}
