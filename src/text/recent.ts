import { equalBytes } from './bytes.ts';

const known: { readonly scope: string; readonly bytes: Uint8Array; readonly text: string }[] = [];

/**
 * `format(bytes)`, or what it gave of late, of which some hundred are kept: a chain has few assets and chains, and most
 * inputs and outputs of a transaction have one owner.
 * @param scope What the text depends on beside the bytes.
 * @param bytes At least 2.
 */
export function recent(
  scope: string,
  bytes: Uint8Array,
  format: (bytes: Uint8Array) => string,
): string {
  const place = bytes[0]! ^ bytes[bytes.length - 1]!;
  const found = known[place];
  if (found !== undefined && found.scope === scope && equalBytes(found.bytes, bytes))
    return found.text;
  const text = format(bytes);
  known[place] = { scope, bytes: new Uint8Array(bytes), text };
  return text;
}

const read: { readonly scope: string; readonly text: string; readonly bytes: Uint8Array }[] = [];

/**
 * Back: `parse(text)`, or a copy of what it gave of late.
 * @param scope What the bytes depend on beside the text.
 * @param parse Gives undefined, or throws, where the text is not of that scope; such texts are not kept.
 */
export function recentBytes<B extends Uint8Array | undefined>(
  scope: string,
  text: string,
  parse: (text: string) => B,
): B | Uint8Array {
  const { length } = text;
  // Digits behind a checksum are as good as random.
  const place =
    (text.charCodeAt(length - 1) +
      58 * text.charCodeAt(length - 2) +
      7 * text.charCodeAt(length - 8)) &
    255;
  const found = read[place];
  if (found !== undefined && found.text === text && found.scope === scope)
    return found.bytes.slice();
  const bytes = parse(text);
  if (bytes !== undefined) read[place] = { scope, text, bytes: bytes.slice() };
  return bytes;
}
