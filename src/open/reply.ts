import { asBytes } from '../errors/arguments.ts';
import { AvalancheError, type Path } from '../errors/error.ts';
import { quoted, redacted, redactedIn } from '../errors/quote.ts';
import { parseCB58 } from '../text/cb58.ts';
import { type Encoding, parseBytes } from '../text/hex.ts';
import { formatJSON, isJSONObject, type JSONValue, parseJSON } from '../text/json.ts';
import type { JSONObject } from '../wire/type.ts';
import { bytesOfText } from './bytes.ts';

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
