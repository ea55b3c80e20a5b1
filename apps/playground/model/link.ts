/** Code in a link: compressed, in the fragment, which a browser sends to nobody. */

/** Characters of code in a link. */
const mostCode = 200_000;
/** Bytes of compressed code. */
const mostBytes = 32 * 1024;

/** What a link asks for. */
export type Linked =
  | { readonly kind: 'example'; readonly id: string }
  | { readonly kind: 'code'; readonly code: string };

async function through(
  bytes: Uint8Array<ArrayBuffer>,
  stream: CompressionStream | DecompressionStream,
  most: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader();
  const parts: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.length;
    if (size > most) {
      await reader.cancel();
      throw new RangeError('The link holds more than the playground opens.');
    }
    parts.push(value);
  }
  const all = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/**
 * The fragment of a link with code.
 * @throws {RangeError} It has more than a link can hold.
 */
export async function formatLink(code: string): Promise<string> {
  const bytes = await through(
    new TextEncoder().encode(code),
    new CompressionStream('deflate-raw'),
    Number.POSITIVE_INFINITY,
  );
  if (bytes.length > mostBytes || code.length > mostCode)
    throw new RangeError('This is too long for a link: 32 kB compressed at most.');
  const text = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
  return `#code=${text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')}`;
}

/**
 * Reads the fragment of a link; undefined if it asks for nothing.
 * @throws {Error} It is damaged, or too long.
 */
export async function readLink(fragment: string): Promise<Linked | undefined> {
  const [, kind, value = ''] = /^#(example|code)=(.*)$/s.exec(fragment) ?? [];
  if (kind === 'example') return { kind, id: decodeURIComponent(value) };
  if (kind !== 'code') return undefined;
  if (value.length > (mostBytes * 4) / 3 + 4)
    throw new RangeError('The link holds more than the playground opens.');
  const text = atob(value.replaceAll('-', '+').replaceAll('_', '/'));
  const bytes = Uint8Array.from(text, (c) => c.charCodeAt(0));
  const code = await through(bytes, new DecompressionStream('deflate-raw'), mostCode);
  return { kind, code: new TextDecoder('utf-8', { fatal: true }).decode(code) };
}
