/** Links: an input and a view in the fragment of the address, which no server sees. */
import type { AnyKind, Hint } from 'avalanche-tx';
import { kindNames } from '../../../src/open/opened.ts';
import { base64url, deflate, fromBase64url, inflate } from '../../ui/packed.ts';

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

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  if (!/^[\w-]*$/.test(text)) throw new BadLink('it has characters that no link has');
  try {
    return fromBase64url(text);
  } catch {
    throw new BadLink('its end is missing');
  }
}

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
  return prefix + base64url(await deflate(new TextEncoder().encode(payloadText(linked))));
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
  const packed = bytesOf(fragment.slice(prefix.length));
  const bytes = await inflate(packed, maxUnpacked).catch(() => {
    throw new BadLink('it cannot be unpacked');
  });
  if (!bytes) throw new BadLink(`it unpacks to more than ${maxUnpacked / 1024 / 1024} MB`);
  return readPayload(new TextDecoder().decode(bytes));
}

/** Kinds that a hint may name: one that does not exist is a damaged link. */
const kinds: readonly string[] = Object.keys(kindNames);

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
    content: typeof t === 'string' ? t : bytesOf(b!),
    ...((chain || kind) && { hint: { ...(chain && { chain }), ...(kind && { kind }) } }),
    ...(typeof v === 'string' && /^[a-z]{1,20}$/.test(v) && { view: v }),
  };
}
