import { AvalancheError } from '../errors/error.ts';

export const noDigit = 0xff;

/** ASCII code to digit value, 255 where the character is no digit. */
export function digitTable(digits: string, alsoUpper = ''): Uint8Array {
  const table = new Uint8Array(128).fill(noDigit);
  for (let i = 0; i < digits.length; i++) table[digits.charCodeAt(i)] = i;
  for (let i = 0; i < alsoUpper.length; i++) table[alsoUpper.charCodeAt(i)] = i;
  return table;
}

let decoder: TextDecoder | undefined;

/** The text of ASCII codes. Some engines lack `TextDecoder` until a polyfill is loaded, so it is made when it is first needed. */
export const asciiText = (codes: Uint8Array): string =>
  (decoder ??= new TextDecoder()).decode(codes);

/** The ASCII codes of some digits. */
export const codesOf = (digits: string): Uint8Array =>
  Uint8Array.from(digits, (digit) => digit.charCodeAt(0));

/** The text of ASCII codes: one piece, where digits that are added up are many, to be copied together later. */
export const textOfCodes = (codes: Uint8Array, from: number, to: number): string =>
  asciiText(codes.subarray(from, to));

export const badDigit = (kind: 'hex' | 'base64', text: string, at: number): AvalancheError =>
  new AvalancheError(
    'BadText',
    `${JSON.stringify(text.charAt(at))} at ${at} is not a ${kind} digit`,
    { kind },
  );
