/** Where an input went wrong: the bytes or the JSON around that place. */
import {
  type AvalancheError,
  formatJSON,
  isError,
  type JSONValue,
  parseCB58,
  parseHex,
  parseJSON,
} from 'avalanche-tx';
import { textOf } from './subject.ts';

/** Bytes around an offset, as hex. */
export interface NearBytes {
  readonly offset: number;
  readonly before: string;
  readonly at: string;
  readonly after: string;
}

/** Larger inputs are not read again for their error: that would take seconds. */
const maxRead = 4 * 1024 * 1024;

/** Bytes of an input that is nothing but bytes. */
function bytesOf(content: string | Uint8Array): Uint8Array | undefined {
  if (content.length > maxRead) return undefined;
  if (typeof content !== 'string' && textOf(content) === undefined) return content;
  const text = (typeof content === 'string' ? content : textOf(content)!).replace(/\s+/g, '');
  try {
    return /^(0x)?[0-9a-f]*$/i.test(text)
      ? parseHex(`0x${text.replace(/^0x/i, '')}`)
      : parseCB58(text);
  } catch (e) {
    if (isError(e)) return undefined;
    throw e;
  }
}

const hex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join(' ');

export function nearBytes(
  content: string | Uint8Array,
  { offset }: AvalancheError,
): NearBytes | undefined {
  if (offset === undefined) return undefined;
  const bytes = bytesOf(content);
  if (!bytes) return undefined;
  return {
    offset,
    before: hex(bytes.subarray(Math.max(0, offset - 16), offset)),
    at: offset < bytes.length ? hex(bytes.subarray(offset, offset + 1)) : 'end',
    after: hex(bytes.subarray(offset + 1, offset + 16)),
  };
}

/** The JSON value at the path of an error, or the deepest one on the way to it. */
export function nearJSON(
  content: string | Uint8Array,
  { path }: AvalancheError,
): string | undefined {
  if (content.length > maxRead) return undefined;
  const text = typeof content === 'string' ? content : textOf(content);
  if (!text || path.length === 0 || !/^\s*[{[]/.test(text)) return undefined;
  try {
    let at: JSONValue = parseJSON(text);
    let found = false;
    for (const step of path) {
      const next: JSONValue | undefined =
        typeof at === 'object' && at !== null && Object.hasOwn(at, step)
          ? (at as Record<string, JSONValue>)[step]
          : undefined;
      if (next === undefined) continue;
      at = next;
      found = true;
    }
    return found ? formatJSON(at).slice(0, 400) : undefined;
  } catch (e) {
    if (isError(e)) return undefined;
    throw e;
  }
}
