/** Code in a link: compressed, in the fragment, which a browser sends to nobody. */
import { base64url, deflate, fromBase64url, inflate } from '../../ui/packed.ts';

/** Characters of code in a link. */
const mostCode = 200_000;
/** Bytes of compressed code. */
const mostBytes = 32 * 1024;

/** What a link asks for. */
export type Linked =
  | { readonly kind: 'example'; readonly id: string }
  | { readonly kind: 'code'; readonly code: string };

/**
 * The fragment of a link with code.
 * @throws {RangeError} It has more than a link can hold.
 */
export async function formatLink(code: string): Promise<string> {
  const bytes = await deflate(new TextEncoder().encode(code));
  if (bytes.length > mostBytes || code.length > mostCode)
    throw new RangeError('This is too long for a link: 32 kB compressed at most.');
  return `#code=${base64url(bytes)}`;
}

/**
 * Reads the fragment of a link; undefined if it asks for nothing.
 * @throws {Error} It is damaged, or too long.
 */
export async function readLink(fragment: string): Promise<Linked | undefined> {
  const [, kind, value = ''] = /^#(example|code)=(.*)$/s.exec(fragment) ?? [];
  if (kind === 'example') return { kind, id: decodeURIComponent(value) };
  if (kind !== 'code') return undefined;
  const code =
    value.length > (mostBytes * 4) / 3 + 4
      ? undefined
      : await inflate(fromBase64url(value), mostCode);
  if (!code) throw new RangeError('The link holds more than the playground opens.');
  return { kind, code: new TextDecoder('utf-8', { fatal: true }).decode(code) };
}
