/** Links: an input and a view in the fragment of the address, which no server sees. */
import type { AnyKind, Hint } from 'avalanche-tx';

/** What a link, or the file that `avalanche-tx inspect` writes, opens. */
export interface Linked {
  readonly content: string | Uint8Array;
  readonly hint?: Hint;
  readonly view?: string;
}

/** Most compressed bytes of what the address has by itself. */
export const liveLimit = 32 * 1024;
/** Most characters of a fragment, and bytes that it may unpack to. */
const maxFragment = 8 * 1024 * 1024;
const maxUnpacked = 32 * 1024 * 1024;

const prefix = '#i=';

interface Payload {
  /** Text, or bytes in base64url. */
  readonly t?: string;
  readonly b?: string;
  readonly c?: string;
  readonly k?: string;
  readonly v?: string;
}

/** A link that cannot be opened. */
export class BadLink extends Error {}

const base64url = (bytes: Uint8Array): string => {
  let text = '';
  for (let i = 0; i < bytes.length; i += 0x8000)
    text += String.fromCharCode(...bytes.subarray(i, i + 0x8000));
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
};

function fromBase64url(text: string): Uint8Array<ArrayBuffer> {
  if (!/^[\w-]*$/.test(text)) throw new BadLink('it has characters that no link has');
  try {
    return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (c) =>
      c.charCodeAt(0),
    );
  } catch {
    throw new BadLink('its end is missing');
  }
}

/** All bytes of a stream, at most `max`: what a link claims to unpack to is never allocated at once. */
async function collect(stream: ReadableStream<Uint8Array>, max: number): Promise<Uint8Array> {
  const reader = stream.getReader();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.length;
    if (size > max) {
      await reader.cancel();
      throw new BadLink(`it unpacks to more than ${max / 1024 / 1024} MB`);
    }
    chunks.push(value);
  }
  const whole = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}

const streamOf = (bytes: Uint8Array<ArrayBuffer>): ReadableStream<Uint8Array<ArrayBuffer>> =>
  new Blob([bytes]).stream();

/** What an input and a view are as JSON. */
function payloadText({ content, hint, view }: Linked): string {
  const payload: Payload = {
    ...(typeof content === 'string' ? { t: content } : { b: base64url(content) }),
    ...(hint?.chain && { c: hint.chain }),
    ...(hint?.kind && { k: hint.kind }),
    ...(view && { v: view }),
  };
  return JSON.stringify(payload);
}

/** The fragment of an input and a view, with the `#`. */
export async function fragmentOf(linked: Linked): Promise<string> {
  const bytes = new TextEncoder().encode(payloadText(linked));
  const packed = streamOf(bytes).pipeThrough(new CompressionStream('deflate-raw'));
  return prefix + base64url(await collect(packed, Number.POSITIVE_INFINITY));
}

/** Compressed bytes of a fragment. */
export const packedSize = (fragment: string): number =>
  Math.floor(((fragment.length - prefix.length) * 3) / 4);

/**
 * Reads a fragment; undefined if it has no input.
 * @throws {BadLink} A damaged one, or one that is larger than any input.
 */
export async function readFragment(fragment: string): Promise<Linked | undefined> {
  if (!fragment.startsWith(prefix)) return undefined;
  if (fragment.length > maxFragment) throw new BadLink('it is too long');
  const packed = fromBase64url(fragment.slice(prefix.length));
  let bytes: Uint8Array;
  try {
    const unpacked = streamOf(packed).pipeThrough(new DecompressionStream('deflate-raw'));
    bytes = await collect(unpacked, maxUnpacked);
  } catch (e) {
    if (e instanceof BadLink) throw e;
    throw new BadLink('it cannot be unpacked');
  }
  return readPayload(new TextDecoder().decode(bytes));
}

/** Kinds that a hint may name: one that does not exist is a damaged link. */
const kinds: readonly string[] = [
  ...['tx', 'unsignedTx', 'utxo', 'block', 'genesis', 'output', 'input', 'credential'],
  ...['proposervm', 'vertex', 'container', 'proposervmHeader'],
  ...['warpUnsigned', 'warpSigned', 'warpPayload', 'l1Payload'],
];

/** Reads the JSON of a link or of a file that has its input inside. */
export function readPayload(text: string): Linked {
  let json: Payload | null;
  try {
    json = JSON.parse(text) as Payload | null;
  } catch {
    throw new BadLink('what it holds is not JSON');
  }
  if (typeof json !== 'object' || json === null) throw new BadLink('it holds no input');
  const { t, b, c, k, v } = json;
  if (typeof t !== 'string' && typeof b !== 'string') throw new BadLink('it holds no input');
  const chain = (['P', 'X', 'C'] as const).find((name) => name === c);
  const kind = kinds.find((name) => name === k) as AnyKind | undefined;
  return {
    content: typeof t === 'string' ? t : fromBase64url(b!),
    ...((chain || kind) && { hint: { ...(chain && { chain }), ...(kind && { kind }) } }),
    ...(typeof v === 'string' && /^[a-z]{1,20}$/.test(v) && { view: v }),
  };
}
