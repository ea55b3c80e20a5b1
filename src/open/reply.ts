import { sha256 } from '../crypto/hash.ts';
import { asBytes } from '../errors/arguments.ts';
import { AvalancheError } from '../errors/error.ts';
import { quoted, redacted, redactedIn } from '../errors/quote.ts';
import { equalBytes, parseHex } from '../text/bytes.ts';
import { type Encoding, parseBytes } from '../text/encoding.ts';
import { formatJSON, isJSONObject, type JSONValue, parseJSON } from '../text/json.ts';
import type { JSONObject } from '../wire/type.ts';

/** The bytes of `0x…`, without the node's checksum if the last four bytes are one. */
function bytesOfHex(text: string): Uint8Array {
  const bytes = parseHex(text);
  const data = bytes.subarray(0, -4);
  return bytes.length > 4 && equalBytes(sha256(data).subarray(28), bytes.subarray(-4))
    ? data
    : bytes;
}

/** Refuses numbers above 2^53 in the result of `JSON.parse`, which has lost their last digits. */
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
  const text = typeof input === 'string' ? input.trim() : '';
  if (text.startsWith('0x')) return bytesOfHex(text);
  if (typeof input === 'string' && !text.startsWith('{'))
    throw new AvalancheError('BadText', 'must be 0x…, node JSON or a JSON-RPC reply', {
      kind: 'input',
    });
  const json = typeof input === 'string' ? parseJSON(text) : lossless(input);
  if (!isJSONObject(json))
    throw new AvalancheError('BadJSON', 'must be an object: node JSON or a JSON-RPC reply');
  return json;
}

/**
 * Returns the result of a JSON-RPC reply, or the object itself if it is such a result; undefined otherwise.
 * @throws {AvalancheError} `NodeError`: the reply is an error.
 */
export function resultOf(json: JSONObject): JSONObject | undefined {
  if (json.error !== undefined && json.error !== null) throw errorOfReply(json.error);
  const { result } = json;
  if (isJSONObject(result)) return result;
  // The reply of an index whose range has no containers.
  if (result === null) return { containers: null };
  // An older documentation of the index API has this form.
  if (Array.isArray(result)) return { containers: result };
  if (result !== undefined)
    throw new AvalancheError('BadJSON', 'must be an object or a list').at('result');
  const keys = ['encoding', 'utxos', 'containers'];
  return keys.some((key) => json[key] !== undefined) ? json : undefined;
}

/** The error in a reply of a node. */
function errorOfReply(error: JSONValue): AvalancheError {
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

/** The bytes of a text in the encoding of a reply. */
export function bytesIn(text: JSONValue, { encoding = 'hex' }: JSONObject): Uint8Array {
  if (typeof text !== 'string' || !isHexEncoding(encoding))
    throw new AvalancheError('BadJSON', `must be text in the encoding ${quoted(encoding)}`);
  return parseBytes(text, encoding);
}

/**
 * Returns the containers of a reply of the index API: one of `getContainerByIndex`, `getContainerByID` and `getLastAccepted`, all of
 * `getContainerRange`; undefined for other replies.
 */
export function containersIn(result: JSONObject): readonly JSONObject[] | undefined {
  if (result.bytes !== undefined) return [result];
  if (result.containers === undefined) return undefined;
  // A range without containers is null.
  const list = result.containers ?? [];
  if (!Array.isArray(list)) throw new AvalancheError('BadJSON', 'must be a list').at('containers');
  return list.map((item: JSONValue, i) => {
    if (!isJSONObject(item))
      throw new AvalancheError('BadJSON', 'must be an object').at('containers', i);
    return item;
  });
}
