import { AvalancheError } from '../errors/error.ts';

export const noDigit = 0xff;

/** Returns a table from ASCII codes to digit values, 255 for other characters. */
export function digitTable(digits: string, alsoUpper = ''): Uint8Array {
  const table = new Uint8Array(128).fill(noDigit);
  for (let i = 0; i < digits.length; i++) table[digits.charCodeAt(i)] = i;
  for (let i = 0; i < alsoUpper.length; i++) table[alsoUpper.charCodeAt(i)] = i;
  return table;
}

let decoder: TextDecoder | undefined;

/**
 * Converts ASCII codes to text. The decoder is created on first use, since some engines lack `TextDecoder` until a
 * polyfill is loaded.
 */
export const asciiText = (codes: Uint8Array): string =>
  (decoder ??= new TextDecoder()).decode(codes);

/** Returns the ASCII codes of some digits. */
export const codesOf = (digits: string): Uint8Array =>
  Uint8Array.from(digits, (digit) => digit.charCodeAt(0));

/**
 * Converts a range of ASCII codes to text in one piece; adding many digits to a string would create pieces that
 * are copied later.
 */
export const textOfCodes = (codes: Uint8Array, from: number, to: number): string =>
  asciiText(codes.subarray(from, to));

export const badDigit = (kind: 'hex' | 'base64', text: string, offset: number): AvalancheError =>
  new AvalancheError(
    'BadText',
    `${JSON.stringify(text.charAt(offset))} at ${offset} is not a ${kind} digit`,
    { kind },
  );
