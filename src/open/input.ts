/**
 * Reads the text, JSON or bytes of an input: hex in any form, CB58, a list of numbers, node JSON, or a JSON-RPC reply.
 */
import { sha256 } from '../crypto/hash.ts';
import { asBytes } from '../errors/arguments.ts';
import { AvalancheError, type Path } from '../errors/error.ts';
import { quoted, redacted, redactedIn } from '../errors/quote.ts';
import { equalBytes } from '../text/bytes.ts';
import { parseCB58 } from '../text/cb58.ts';
import { badDigit } from '../text/digits.ts';
import { type Encoding, parseBytes, parseHex } from '../text/hex.ts';
import { formatJSON, isJSONObject, type JSONValue, parseJSON } from '../text/json.ts';
import type { JSONObject } from '../wire/type.ts';
import { notInput, recognizedText } from './recognized.ts';

/** Parses hex digits and removes the node's checksum, if the last four bytes are one. */
export function bytesOfHex(digits: string): Uint8Array {
  const bytes = parseHex(`0x${digits}`);
  const data = bytes.subarray(0, -4);
  return bytes.length > 4 && equalBytes(sha256(data).subarray(28), bytes.subarray(-4))
    ? data
    : bytes;
}

/** Go's `[]byte{…}` with any length and byte type. */
const goList = /^\[[\d.]*\](?:byte|uint8)\s*\{([\s\S]*)\}$/;
const plainList = /^[[{]([\s\S]*)[\]}]$/;
const element = /^(?:0[xX][0-9a-fA-F]{1,2}|\d{1,3})$/;

/** Parses a list of numbers that has brackets or a `0x` prefix on each number. Returns undefined for other text. */
function bytesOfList(text: string): Uint8Array | undefined {
  const inside = (goList.exec(text) ?? plainList.exec(text))?.[1];
  if (inside === undefined && !/^0x[0-9a-f]{1,2}[\s,]+0x/i.test(text)) return undefined;
  // Go's tests have comments after or above the bytes.
  const words = (inside ?? text).replace(/\/\/.*/g, ' ').split(/[\s,;]+/);
  const numbers = words.filter((word) => word !== '');
  return Uint8Array.from(numbers, (word, i) => {
    const value = element.test(word) ? Number(word) : 256;
    if (value <= 255) return value;
    throw notInput(`item ${i} of the list is not a byte: write 0 to 255, or 0x00 to 0xff`);
  });
}

/** Tells hex with a few wrong digits from CB58, a third of whose characters could be digits, and from words. */
const isNearlyHex = (text: string): boolean => {
  const wrong = text.replace(/[0-9a-fA-F]/g, '').length;
  return text.length >= 30 && wrong <= 4 && wrong * 10 <= text.length;
};

const forms =
  'this is no transaction, block or other value: paste hex, CB58, a list of bytes, node JSON or a JSON-RPC reply';

/**
 * Parses bytes written as text: hex with or without `0x`, spaces and line breaks; CB58; a list of bytes in Go,
 * Rust or JavaScript. Hex may end in the node's checksum.
 * @throws {AvalancheError} `BadText`: none of these, with `found` if the text is recognized; `BadChecksum`: of
 *   CB58.
 */
function bytesOfText(given: string): Uint8Array {
  const text = given.trim().replace(/^(["'`])([\s\S]*)\1$/, '$2');
  const list = bytesOfList(text);
  if (list) return list;
  const joined = text.replace(/\s+/g, '');
  const digits = joined.replace(/^0x/i, '');
  if (digits.length < joined.length || (joined !== '' && /^[0-9a-fA-F]+$/.test(joined)))
    return bytesOfHex(digits);
  const recognized = recognizedText(text);
  if (recognized) throw recognized;
  if (isNearlyHex(joined)) throw badDigit('hex', text, text.search(/[^0-9a-fA-F\s]/));
  // Ordinary words are not CB58: a transaction has at least 30 characters.
  if (joined.length < 30 || /[^1-9A-HJ-NP-Za-km-z]/.test(joined)) throw notInput(forms);
  const bytes = parseCB58(joined);
  if (bytes.length !== 32) return bytes;
  throw notInput(
    'this is an ID, which does not contain what it identifies: ask a node for the transaction or block',
    'id',
  );
}

/** Rejects numbers above 2^53 in the result of `JSON.parse`, which have lost their last digits. */
function lossless(value: unknown): JSONValue {
  if (typeof value === 'number') {
    if (!Number.isSafeInteger(value))
      throw new AvalancheError('Lossy', `${value} is not exact: parse the JSON with parseJSON`);
    return BigInt(value);
  }
  if (Array.isArray(value)) return value.map(lossless);
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([k, v]) => [k, lossless(v)]));
  return value as JSONValue;
}

/**
 * Reads an input as bytes or as JSON.
 * @throws {AvalancheError} `BadText`, `BadJSON`, `Lossy`
 */
export function readInput(input: Uint8Array | string | object): Uint8Array | JSONObject {
  const bytes = asBytes(input);
  if (bytes) return bytes;
  // A list of bytes may be in braces too, where JSON has a key.
  if (typeof input === 'string' && !/^\s*\{(?!\s*\d)/.test(input)) return bytesOfText(input);
  const json = typeof input === 'string' ? parseJSON(input.trim()) : lossless(input);
  if (Array.isArray(json)) return bytesOfText(`[${json.map(shortText).join()}]`);
  if (!isJSONObject(json))
    throw new AvalancheError('BadJSON', 'must be an object: node JSON or a JSON-RPC reply');
  // JSON of a Node.js `Buffer`.
  if (json.type === 'Buffer' && Array.isArray(json.data)) return readInput(json.data);
  return json;
}

/**
 * Splits a text with one value per line, such as the output of `avalanche-tx utxos`; returns undefined for others.
 */
export function valueLines(text: string): readonly string[] | undefined {
  if (!text.includes('\n')) return undefined;
  const lines = text.trim().split(/\s*\n\s*/);
  if (lines.length < 2) return undefined;
  const [first] = lines;
  const isValue = first!.startsWith('{') ? /^\{.*\}$/ : /^0x[0-9a-f]{12,}$/i;
  return lines.every((line) => isValue.test(line)) ? lines : undefined;
}

/** Returns the objects of a JSON list, such as the replies to a batch; undefined for another input. */
export function objectsIn(input: unknown): readonly JSONObject[] | undefined {
  const list =
    typeof input === 'string' && /^\s*\[\s*\{\s*"/.test(input) ? parseJSON(input) : input;
  if (!Array.isArray(list) || list.length === 0) return undefined;
  return list.every((item) => isJSONObject(item)) ? list : undefined;
}

const shortText = (item: JSONValue): string => (typeof item === 'bigint' ? String(item) : '?');

/** Builds the `NodeError` of an error in a node's reply. */
export function errorOfReply(error: JSONValue): AvalancheError {
  const { code, message, data = null } = isJSONObject(error) ? error : { message: error };
  const text = redacted(typeof message === 'string' ? message : formatJSON(error));
  const number = typeof code === 'bigint' ? Number(code) : -32_000;
  return new AvalancheError('NodeError', `${text} (${number})`, {
    code: number,
    message: text,
    data: redactedIn(data),
  }).at('error');
}

const isHexEncoding = (text: JSONValue): text is Encoding =>
  text === 'hex' || text === 'hexc' || text === 'hexnc';

/** Parses text in the encoding of its reply. Old nodes may reply in CB58 without naming it. */
export function bytesIn(text: JSONValue, { encoding }: JSONObject): Uint8Array {
  if (typeof text !== 'string') throw new AvalancheError('BadJSON', 'must be text');
  const used = encoding ?? (/^(0x|$)/.test(text) ? 'hex' : 'cb58');
  if (used === 'cb58') return parseCB58(text);
  if (isHexEncoding(used)) return parseBytes(text, used);
  throw new AvalancheError(
    'BadJSON',
    `is in the encoding ${quoted(used)}; hex, hexc, hexnc, cb58 and json are known`,
  );
}

/** A container in a reply of the index API. */
export interface ContainerReply {
  readonly path: Path;
  readonly container: JSONObject;
}

/**
 * Returns the containers in a result of the index API: one of `getContainerByIndex`, `getContainerByID` and `getLastAccepted`, all of
 * `getContainerRange`; undefined for other results. A range without containers is null, and older documentation has a list.
 */
export function containersIn(result: JSONValue): readonly ContainerReply[] | undefined {
  if (isJSONObject(result, 'bytes')) return [{ path: [], container: result }];
  const list = isJSONObject(result) ? result.containers : result;
  if (list === undefined || (!isJSONObject(result) && list !== null && !Array.isArray(list)))
    return undefined;
  if (list !== null && !Array.isArray(list))
    throw new AvalancheError('BadJSON', 'must be a list').at('containers');
  return (list ?? []).map((container, i) => {
    const path = ['containers', i];
    if (isJSONObject(container)) return { path, container };
    throw new AvalancheError('BadJSON', 'must be an object').at(...path);
  });
}
