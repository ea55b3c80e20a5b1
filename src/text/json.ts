/**
 * JSON with exact integers. `JSON.parse` would round 64-bit numbers, and the node's JSON must be reproduced byte
 * for byte.
 */

import { toText } from '../errors/arguments.ts';
import { AvalancheError } from '../errors/error.ts';
import { quoted } from '../errors/quote.ts';

/** A JSON value with exact integers. */
export type JSONValue =
  | null
  | boolean
  | string
  | number
  | bigint
  | JSONValue[]
  | { [key: string]: JSONValue };

/** A JSON object with exact integers. */
export type JSONObject = { readonly [key: string]: JSONValue };

/** Tells whether a JSON value is an object; with `key`, also whether it has that key. */
export const isJSONObject = (
  json: JSONValue | undefined,
  key?: string,
): json is { [key: string]: JSONValue } =>
  typeof json === 'object' &&
  json !== null &&
  !Array.isArray(json) &&
  (key === undefined || Object.hasOwn(json, key));

/** Limits on parsing JSON. */
export interface JSONLimits {
  /** Maximum number of values in the text: objects, lists, strings, numbers and literals. 5,000,000 if omitted. */
  readonly maxValues?: number;
}

const maxDepth = 500;
/** What a process of ordinary size can hold: a value needs 2 characters of text, but up to 150 bytes of memory. */
const usualMaxValues = 5_000_000;
/** More than any value of a node has; parsing an integer takes time quadratic in its digits. */
const maxDigits = 1000;
const numberToken = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
/** Escapes, and characters that cannot stand in a string. */
const unusual = /[^ -[\]-\uffff]/;
/** Digits that a double holds exactly. */
const exactDigits = 15;
const integer = /^-?\d+$/;
const decimal = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;

/**
 * Parses JSON text. Integers become a `bigint`, other numbers (and `-0`) a `number`. Parsing stops at the first
 * value above `limits.maxValues`, so that a short text cannot exhaust memory.
 * @throws {AvalancheError} `BadJSON`: malformed, a duplicate key in an object, nested more than 500 deep, or a
 *   number of more than 1000 characters; `Lossy`: a number with a point or exponent that a double cannot hold;
 *   `LimitExceeded`: too many values.
 * @example
 * parseJSON('{"amount":18446744073709551615}'); // { amount: 18446744073709551615n }
 */
export function parseJSON(text: string, limits?: JSONLimits): JSONValue {
  const reader = new JSONReader(toText(text), limits?.maxValues ?? usualMaxValues);
  const value = reader.value(0);
  reader.end();
  return value;
}

/**
 * Formats JSON text without spaces, with exact `bigint`s, keys in their order, and strings escaped as in Go.
 * @throws {AvalancheError} `OutOfRange`: a number that is not finite.
 * @example
 * formatJSON({ amount: 18446744073709551615n }); // '{"amount":18446744073709551615}'
 */
export function formatJSON(value: JSONValue): string {
  if (typeof value === 'string') return jsonString(value);
  if (typeof value === 'number') return formatNumber(value);
  if (typeof value !== 'object' || value === null) return String(value);
  if (Array.isArray(value)) return `[${value.map(formatJSON).join(',')}]`;
  const members = Object.entries(value).map(([key, v]) => `${jsonString(key)}:${formatJSON(v)}`);
  return `{${members.join(',')}}`;
}

/** A JSON parser that reads a text once. */
class JSONReader {
  readonly #text: string;
  readonly #maxValues: number;
  #values = 0;
  #at = 0;

  constructor(text: string, maxValues: number) {
    this.#text = text;
    this.#maxValues = maxValues;
  }

  /** Reads a value and the whitespace around it. */
  value(depth: number): JSONValue {
    this.#space();
    const value = this.#bare(depth);
    this.#space();
    return value;
  }

  end(): void {
    if (this.#at < this.#text.length) throw this.#unexpected('the end of the text');
  }

  #bare(depth: number): JSONValue {
    if (!(++this.#values <= this.#maxValues))
      throw new AvalancheError(
        'LimitExceeded',
        `the JSON has more than ${this.#maxValues} values: the option maxValues sets another limit`,
        { limit: 'maxValues', max: this.#maxValues },
      );
    const first = this.#text.charCodeAt(this.#at);
    if (first === 0x22) return this.#string();
    if (first === 0x7b) return this.#object(depth + 1);
    if (first === 0x5b) return this.#array(depth + 1);
    if (first >= 0x30 && first <= 0x39) return this.#digits(first);
    if (first === 0x2d) return this.#number();
    if (this.#takes('true')) return true;
    if (this.#takes('false')) return false;
    if (this.#takes('null')) return null;
    throw this.#unexpected('a value');
  }

  #object(depth: number): JSONValue {
    this.#enter(depth);
    const object: { [key: string]: JSONValue } = {};
    this.#space();
    if (this.#takesChar(0x7d)) return object;
    do {
      this.#space();
      const start = this.#at;
      if (this.#text.charCodeAt(start) !== 0x22) throw this.#unexpected('a key in quotes');
      const key = this.#string();
      if (Object.hasOwn(object, key)) {
        this.#at = start;
        throw this.#bad(`the key ${quoted(key)} is twice in an object`);
      }
      this.#space();
      if (!this.#takesChar(0x3a)) throw this.#unexpected('":"');
      const value = this.value(depth);
      if (key === '__proto__') {
        Object.defineProperty(object, key, {
          value,
          writable: true,
          enumerable: true,
          configurable: true,
        });
      } else object[key] = value;
    } while (this.#takesChar(0x2c));
    if (!this.#takesChar(0x7d)) throw this.#unexpected('"," or "}"');
    return object;
  }

  #array(depth: number): JSONValue {
    this.#enter(depth);
    const array: JSONValue[] = [];
    this.#space();
    if (this.#takesChar(0x5d)) return array;
    do array.push(this.value(depth));
    while (this.#takesChar(0x2c));
    if (!this.#takesChar(0x5d)) throw this.#unexpected('"," or "]"');
    return array;
  }

  #string(): string {
    const text = this.#text;
    const start = this.#at;
    const quote = text.indexOf('"', start + 1);
    const plain = text.slice(start + 1, quote);
    if (quote > 0 && !unusual.test(plain)) {
      this.#at = quote + 1;
      return plain;
    }
    let end = start + 1;
    let escaped = false;
    for (let c = 0; (c = text.charCodeAt(end)) !== 0x22; end++) {
      if (c === 0x5c) {
        escaped = true;
        end++;
      } else if (!(c >= 0x20)) {
        this.#at = Math.min(end, text.length);
        throw this.#unexpected('a character of a string');
      }
    }
    this.#at = end + 1;
    if (!escaped) return text.slice(start + 1, end);
    try {
      return JSON.parse(text.slice(start, end + 1)) as string;
    } catch {
      this.#at = start;
      throw this.#bad('the string has an unknown escape');
    }
  }

  /** Reads an integer that a double holds digit by digit, other numbers as `#number`. */
  #digits(first: number): JSONValue {
    const text = this.#text;
    let offset = this.#at + 1;
    let value = first - 0x30;
    let c = text.charCodeAt(offset);
    for (; c >= 0x30 && c <= 0x39; c = text.charCodeAt(++offset)) value = value * 10 + c - 0x30;
    const length = offset - this.#at;
    const isOther = length > exactDigits || (first === 0x30 && length > 1);
    if (isOther || c === 0x2e || c === 0x65 || c === 0x45) return this.#number();
    this.#at = offset;
    return BigInt(value);
  }

  #number(): JSONValue {
    numberToken.lastIndex = this.#at;
    const token = numberToken.exec(this.#text)?.[0];
    if (token === undefined) throw this.#bad('a "-" without digits');
    if (token.length > maxDigits) throw this.#bad(`a number of more than ${maxDigits} characters`);
    this.#at += token.length;
    return parseNumber(token);
  }

  #enter(depth: number): void {
    if (depth > maxDepth) throw this.#bad(`nested more than ${maxDepth} deep`);
    this.#at++;
  }

  #takesChar(code: number): boolean {
    if (this.#text.charCodeAt(this.#at) !== code) return false;
    this.#at++;
    return true;
  }

  #takes(word: string): boolean {
    if (!this.#text.startsWith(word, this.#at)) return false;
    this.#at += word.length;
    return true;
  }

  #space(): void {
    let c = this.#text.charCodeAt(this.#at);
    while (c === 0x20 || c === 0x0a || c === 0x0d || c === 0x09) {
      c = this.#text.charCodeAt(++this.#at);
    }
  }

  #unexpected(expected: string): AvalancheError {
    const found = this.#text.charAt(this.#at);
    return this.#bad(
      `expected ${expected}, got ${found ? JSON.stringify(found) : 'the end of the text'}`,
    );
  }

  #bad(what: string): AvalancheError {
    return new AvalancheError('BadJSON', `${what} at character ${this.#at}`);
  }
}

function formatNumber(value: number): string {
  if (!Number.isFinite(value))
    throw new AvalancheError('OutOfRange', `${value} is not a JSON number`);
  return Object.is(value, -0) ? '-0' : String(value);
}

function parseNumber(token: string): number | bigint {
  if (token !== '-0' && integer.test(token)) return BigInt(token);
  const value = Number(token);
  if (Number.isFinite(value) && canonical(String(value)) === canonical(token)) return value;
  throw new AvalancheError('Lossy', 'the number has more digits than a double can hold');
}

/** Returns the same text for all spellings of a decimal number. */
function canonical(token: string): string {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = decimal.exec(token) ?? [];
  const digits = whole + fraction;
  let start = 0;
  let end = digits.length;
  while (digits[start] === '0') start++;
  while (end > start && digits[end - 1] === '0') end--;
  if (start === end) return '0';
  return `${sign}${digits.slice(start, end)}e${Number(exponent) - fraction.length + digits.length - end}`;
}

const special = /[<>&\u2028\u2029\ud800-\udfff]/;
const escapes = /[<>&\u2028\u2029]|\\(?:udc[89a-f][0-9a-f]|.)/g;

/**
 * Formats a string as a JSON literal with the escapes of Go's `encoding/json`, including those for HTML. A lone
 * surrogate U+DC80–U+DCFF, which stands for an invalid UTF-8 byte, becomes `\ufffd`, as Go prints such a byte.
 * @example
 * jsonString('a<b'); // '"a\\u003cb"'
 */
export function jsonString(text: string): string {
  const quoted = JSON.stringify(text);
  if (!special.test(text)) return quoted;
  return quoted.replace(escapes, (match) => {
    if (match.length === 1) return `\\u${match.charCodeAt(0).toString(16).padStart(4, '0')}`;
    return match.length === 6 ? '\\ufffd' : match;
  });
}
