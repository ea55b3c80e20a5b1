import { AvalancheError } from '../errors/error.ts';

// Created on first use, since some engines lack these until a polyfill is loaded.
let decoder: TextDecoder | undefined;
let encoder: TextEncoder | undefined;
const loneSurrogate = /[\ud800-\udfff]/u;
const carrier = 0xdc00;

/**
 * Decodes bytes to a string without loss: valid UTF-8 is decoded, and each byte that Go's `utf8` considers invalid
 * becomes the lone surrogate U+DC00 plus that byte (PEP 383). A byte order mark is kept.
 * @example
 * decodeUTF8(new Uint8Array([0x61, 0xff])); // 'a\udcff'
 */
export function decodeUTF8(bytes: Uint8Array): string {
  if (bytes.length <= 32) {
    let text = '';
    let i = 0;
    for (; i < bytes.length && bytes[i]! < 0x80; i++) text += String.fromCharCode(bytes[i]!);
    if (i === bytes.length) return text;
  }
  try {
    return (decoder ??= new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })).decode(bytes);
  } catch {
    return decodeBroken(bytes);
  }
}

/**
 * Encodes a string as UTF-8; a lone surrogate U+DC80–U+DCFF becomes the byte that it stands for.
 * @throws {AvalancheError} `OutOfRange`: any other lone surrogate.
 * @example
 * encodeUTF8('a\udcff'); // new Uint8Array([97, 255])
 */
export function encodeUTF8(text: string): Uint8Array {
  encoder ??= new TextEncoder();
  if (!loneSurrogate.test(text)) return encoder.encode(text);
  const bytes = new Uint8Array(text.length * 3);
  let offset = 0;
  for (const character of text) {
    const point = character.codePointAt(0)!;
    if (point < 0xd800 || point > 0xdfff) {
      // Not `encodeInto`, which polyfills lack.
      const encoded = encoder.encode(character);
      bytes.set(encoded, offset);
      offset += encoded.length;
    } else if (point >= carrier + 0x80 && point <= carrier + 0xff) {
      bytes[offset++] = point - carrier;
    } else {
      throw new AvalancheError(
        'OutOfRange',
        `the text has a lone surrogate U+${point.toString(16).toUpperCase()}`,
      );
    }
  }
  return bytes.slice(0, offset);
}

/** Returns the length of the character at `i`, or 0 if it is invalid, with the ranges of Go's `unicode/utf8`. */
function lengthAt(bytes: Uint8Array, i: number): number {
  const first = bytes[i]!;
  if (first < 0x80) return 1;
  const length = first < 0xc2 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : first < 0xf5 ? 4 : 0;
  if (length === 0 || i + length > bytes.length) return 0;
  const second = bytes[i + 1]!;
  const low = first === 0xe0 ? 0xa0 : first === 0xf0 ? 0x90 : 0x80;
  const high = first === 0xed ? 0x9f : first === 0xf4 ? 0x8f : 0xbf;
  if (second < low || second > high) return 0;
  for (let k = 2; k < length; k++) if ((bytes[i + k]! & 0xc0) !== 0x80) return 0;
  return length;
}

function decodeBroken(bytes: Uint8Array): string {
  const units = new Uint16Array(bytes.length);
  let offset = 0;
  for (let i = 0; i < bytes.length; ) {
    const length = lengthAt(bytes, i);
    let point = bytes[i]!;
    if (length === 0) point += carrier;
    else if (length > 1) point &= 0x7f >> length;
    for (let k = 1; k < length; k++) point = (point << 6) | (bytes[i + k]! & 0x3f);
    if (point > 0xffff) {
      units[offset++] = 0xd7c0 + (point >> 10);
      point = 0xdc00 | (point & 0x3ff);
    }
    units[offset++] = point;
    i += length || 1;
  }
  let text = '';
  for (let i = 0; i < offset; i += 4096) {
    text += String.fromCharCode(...units.subarray(i, Math.min(i + 4096, offset)));
  }
  return text;
}
