/** Converts plain data to text and back: JSON with marks for the types that it lacks. */
import { AvalancheError } from '../errors/error.ts';
import { formatBase64, parseBase64 } from '../text/base64.ts';

/** Strings that stand for another value start with a letter and a colon; plain strings with `s:`. */
type Mark = 'n' | 'b' | 's';

const marked = (mark: Mark, text: string): string => `${mark}:${text}`;

/** The text of numbers, bigints, bytes, strings, booleans, lists and objects. Members that are `undefined` are left out. */
export const formatPlain = (value: unknown): string => JSON.stringify(encodeValue(value));

function encodeValue(value: unknown): unknown {
  if (typeof value === 'bigint') return marked('n', String(value));
  if (typeof value === 'string') return marked('s', value);
  if (value instanceof Uint8Array) return marked('b', formatBase64(value));
  if (Array.isArray(value)) return value.map(encodeValue);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, member]) => member !== undefined)
      .map(([key, member]) => [key, encodeValue(member)]),
  );
}

/**
 * The value of a text.
 * @throws {AvalancheError} `BadText`: not such a text.
 */
export function parsePlain(text: string): unknown {
  try {
    return decodeValue(JSON.parse(text));
  } catch (cause) {
    throw new AvalancheError(
      'BadText',
      'has a value that no dump contains',
      { kind: 'dump' },
      { cause },
    );
  }
}

function decodeValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(decodeValue);
  if (typeof value === 'string') {
    const text = value.slice(2);
    if (value.startsWith('n:')) return BigInt(text);
    return value.startsWith('b:') ? parseBase64(text) : text;
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [key, decodeValue(member)]),
  );
}
