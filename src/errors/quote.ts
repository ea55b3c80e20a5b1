/** The only way in which an error repeats text that somebody else wrote: a key that was passed in the wrong place must not get into logs. */

/** The longest text that is repeated: a private key, a seed, words and most tokens are longer. */
const longest = 24;
/** Digits of a uint128 and its sign; a private key has 77. */
const longestNumber = 40;
/** Names of types (`platformvm.AddPermissionlessDelegatorTx`). */
const typeName = /^[a-z][a-z\d]{0,15}\.[A-Za-z][A-Za-z\d]{0,40}$/;

const isShort = (text: string): boolean =>
  (text.length <= longest && !/^PrivateKey/i.test(text)) || typeName.test(text);

/**
 * A value as an error repeats it: short text in quotes, numbers, `true`, `false` and `null` as they are; of anything longer only what it is.
 * @example
 * quoted('abc'); // '"abc"'
 * quoted('a'.repeat(50)); // 'text of 50 characters'
 */
export function quoted(value: unknown): string {
  switch (typeof value) {
    case 'string':
      return isShort(value) ? JSON.stringify(value) : `text of ${value.length} characters`;
    case 'bigint':
    case 'number': {
      const digits = String(value);
      return digits.length <= longestNumber ? digits : `a number of ${digits.length} digits`;
    }
    case 'object':
      return value === null ? 'null' : Array.isArray(value) ? 'a list' : 'an object';
    case 'boolean':
    case 'undefined':
      return String(value);
    default:
      return `a ${typeof value}`;
  }
}

/** A word as an error names it: itself if it is short, else `…`. For names of types and methods, and for keys in a path. */
export const named = (word: unknown): string =>
  typeof word !== 'string' ? quoted(word) : isShort(word) ? word : '…';

/** Keys as wallets write them, seeds and keys in hex, extended keys, and twelve words or more. */
const secretLike =
  /PrivateKey-\w+|\b[xyz]prv\w{20,}|(?<![0-9a-fA-F])[0-9a-fA-F]{64}(?:[0-9a-fA-F]{64})?(?![0-9a-fA-F])|\b[a-z]{3,8}(?:\s{1,8}[a-z]{3,8}){11,}\b/g;

/**
 * Text of a node, a service or a library that repeats what it was given, without what looks like a key or its words.
 * @example
 * redacted('bad key PrivateKey-abc'); // 'bad key …'
 */
export const redacted = (text: string): string => text.replace(secretLike, '…');

/**
 * Data with all its text changed, keys included.
 * @param hide `redacted` if omitted.
 */
export function redactedIn<T>(value: T, hide: (text: string) => string = redacted): T {
  if (typeof value === 'string') return hide(value) as T & string;
  if (Array.isArray(value)) return value.map((of) => redactedIn(of, hide)) as T & unknown[];
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).map(([key, of]) => [hide(key), redactedIn(of, hide)]);
  return Object.fromEntries(members) as T & object;
}

/** A number as the fact of an error. What was passed in the place of one is left out: it may be a secret. */
export const numberFact = (value: unknown): { readonly value?: bigint | number } =>
  typeof value === 'bigint' || typeof value === 'number' ? { value } : {};
