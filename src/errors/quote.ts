/**
 * How errors quote text from outside. This is the only way in which an error repeats such text, so that a key passed in the wrong
 * place does not get into logs.
 */

/** Longest text that is quoted. Private keys, seeds, mnemonics and most tokens are longer. */
const longest = 24;
/** Digits of a uint128 and its sign; a private key has 77. */
const longestNumber = 40;
/** Names of types (`platformvm.AddPermissionlessDelegatorTx`). */
const typeName = /^[a-z][a-z\d]{0,15}\.[A-Za-z][A-Za-z\d]{0,40}$/;

const isShort = (text: string): boolean =>
  (text.length <= longest && !/^PrivateKey/i.test(text)) || typeName.test(text);

/**
 * Formats a value for an error: short text in quotes; numbers, `true`, `false` and `null` unchanged; for anything longer only its
 * kind.
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

/** Formats a name for an error: unchanged if short, otherwise `…`. For names of types and methods, and for keys in a path. */
export const named = (word: unknown): string =>
  typeof word !== 'string' ? quoted(word) : isShort(word) ? word : '…';

/** Private keys in wallet format, seeds and keys in hex, extended private keys, and twelve or more words. */
const secretLike =
  /PrivateKey-\w+|\b[xyz]prv\w{20,}|(?<![0-9a-fA-F])[0-9a-fA-F]{64}(?:[0-9a-fA-F]{64})?(?![0-9a-fA-F])|\b[a-z]{3,8}(?:\s{1,8}[a-z]{3,8}){11,}\b/g;

/**
 * Removes what looks like a key or mnemonic from text of a node, service or library, which may repeat its input.
 * @example
 * redacted('bad key PrivateKey-abc'); // 'bad key …'
 */
export const redacted = (text: string): string => text.replace(secretLike, '…');

/**
 * Applies a function to all text in a value, including keys.
 * @param hide `redacted` if omitted.
 */
export function redactedIn<T>(value: T, hide: (text: string) => string = redacted): T {
  if (typeof value === 'string') return hide(value) as T & string;
  if (Array.isArray(value)) return value.map((item) => redactedIn(item, hide)) as T & unknown[];
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).map(([key, item]) => [hide(key), redactedIn(item, hide)]);
  return Object.fromEntries(members) as T & object;
}

/** Returns a number as the context of an error. Anything that is not a number is omitted, since it may be a secret. */
export const numberContext = (value: unknown): { readonly value?: bigint | number } =>
  typeof value === 'bigint' || typeof value === 'number' ? { value } : {};

/** Printable ASCII. Most text is, and needs no further check. */
const plain = /^[ -~]*$/;

const escapeOf = (found: string): string =>
  [...Array(found.length).keys()]
    .map((i) => `\\u${found.charCodeAt(i).toString(16).padStart(4, '0')}`)
    .join('');

/**
 * Escapes characters that do not print or print as a gap: controls, formats (including bidirectional and zero-width ones),
 * surrogates, private and unassigned characters, separators other than the space, those that Unicode marks as ignorable, and the
 * empty braille pattern. The pattern is inside the function because engines compile it on first use, which is slow.
 */
const escaped = (text: string): string =>
  text.replace(/[\p{C}\p{Zl}\p{Zp}\p{DI}\u2800]|(?! )\p{Zs}/gu, escapeOf);

/**
 * Returns text as a single line in which every character that does not print is `\uXXXX`: controls, line ends, direction marks and
 * zero-width characters. Use it for untrusted text in a terminal, page or log. The escapes do not change the value of JSON text.
 * @example
 * visibleLine('fuji\u202e\n'); // 'fuji\\u202e\\u000a'
 */
export const visibleLine = (text: string): string => (plain.test(text) ? text : escaped(text));

/** As `visibleLine`, for text of several lines: line ends (`\n`) are kept. */
export const visibleText = (text: string): string => text.replace(/[^\n]+/g, visibleLine);
