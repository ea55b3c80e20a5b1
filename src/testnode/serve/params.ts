/**
 * Parses params as a node does: by the fields of the method table, but missing ones are zero values, unknown ones
 * are ignored, names match in any case, and texts that the method itself parses stay texts. Ids are parsed, and
 * errors reported, as in Go.
 * Source: avalanchego `utils/json`, `utils/cb58/cb58.go`, `ids/id.go`, Go's `encoding/json`.
 */
import { isError } from '../../errors/error.ts';
import type { Method } from '../../rpc/method.ts';
import type { MethodName, Rows } from '../../rpc/methods.ts';
import type { AnySchema, Value } from '../../schema/schema.ts';
import { parseID, parseNodeID } from '../../text/id.ts';
import { isJSONObject, type JSONValue } from '../../text/json.ts';
import { refuse, refuseParams } from './envelope.ts';

const notBase58 = /[^1-9A-HJ-NP-Za-km-z]/;
const checksumLength = 4;

/** The number of bytes of a text in base58. */
function lengthOf(text: string): number {
  const digits = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
  let value = 0n;
  for (const c of text) value = value * 58n + BigInt(digits.indexOf(c));
  const zeros = /^1*/.exec(text)![0].length;
  return zeros + (value === 0n ? 0 : Math.ceil(value.toString(16).length / 2));
}

/** The longest text that can be an id. */
const longest = 60;

/**
 * An id from CB58.
 * @throws {AvalancheError} `NodeError`.
 */
export function parseGoID(text: string): Uint8Array {
  if (text === '') return refuse('base58 decoding error: zero length string');
  const wrong = notBase58.exec(text)?.[0];
  if (wrong !== undefined)
    return refuse(`base58 decoding error: invalid base58 digit ('${wrong}')`);
  try {
    return parseID(text);
  } catch (e) {
    if (!isError(e)) throw e;
    if (text.length <= longest && lengthOf(text) < checksumLength)
      return refuse('input string is smaller than the checksum size');
    return refuse(e.code === 'BadChecksum' ? 'invalid input checksum' : e.detail);
  }
}

/** A value as a handler gets it: nothing is absent, and bytes are still text. */
export type Served<V> = V extends Uint8Array
  ? string
  : V extends bigint | number | string | boolean
    ? V
    : V extends readonly (infer E)[]
      ? readonly Served<E>[]
      : { readonly [K in keyof V]-?: Served<Exclude<V[K], undefined>> };

/** The params of a method as its handler gets them. */
export type ServedParams<N extends MethodName> = Rows[N] extends { readonly positional: true }
  ? Value<Rows[N]['params']>
  : Served<Value<Rows[N]['params']>>;

/** CB58 of 32 zeros: an id that is not given. */
export const emptyID = '11111111111111111111111111111111LpoYY';

const max = (bits: bigint): bigint => (1n << bits) - 1n;

/** Reads an unsigned integer: digits with or without quotes. */
function integer(json: JSONValue, most: bigint): bigint {
  const value = typeof json === 'string' && /^\d{1,40}$/.test(json) ? BigInt(json) : json;
  if (typeof value !== 'bigint' || value < 0n || value > most) refuseParams();
  return value;
}

/** Checks a text of an id. */
function checkedText(json: JSONValue, check: (text: string) => unknown): string {
  if (typeof json !== 'string') refuseParams();
  try {
    check(json);
  } catch {
    refuseParams();
  }
  return json;
}

const encodings: readonly JSONValue[] = ['hex', 'hexnc', 'hexc', 'json'];
function encoding(json: JSONValue): string {
  const name = typeof json === 'string' ? json.toLowerCase() : json;
  if (!encodings.includes(name)) refuseParams();
  return name as string;
}

function text(json: JSONValue): string {
  if (typeof json !== 'string') refuseParams();
  return json;
}

interface ParamReader {
  /** What counts if it is missing or null. */
  readonly zero: unknown;
  readonly read: (json: JSONValue) => unknown;
}

const number = (bits: bigint): ParamReader => ({
  zero: 0,
  read: (json) => Number(integer(json, max(bits))),
});
const bigint: ParamReader = { zero: 0n, read: (json) => integer(json, max(64n)) };
const string: ParamReader = { zero: '', read: text };

/** By the names of the schemas that params are made of. */
const readers: { readonly [name: string]: ParamReader } = {
  id: { zero: emptyID, read: (json) => checkedText(json, parseID) },
  nodeID: { zero: undefined, read: (json) => checkedText(json, parseNodeID) },
  string,
  address: string,
  hex: string,
  bool: {
    zero: false,
    read: (json) => {
      if (typeof json !== 'boolean') refuseParams();
      return json;
    },
  },
  uint64: bigint,
  uint32: number(32n),
  uint16: number(16n),
  'uint64 | proposed': {
    zero: 0n,
    read: (json) => (json === 'proposed' ? json : integer(json, max(64n) - 1n)),
  },
  'hex | hexc | hexnc': { zero: 'hex', read: encoding },
  'hex | hexc | hexnc | json': { zero: 'hex', read: encoding },
};

function readerOf(schema: AnySchema): ParamReader {
  const known = readers[schema.name];
  if (known) return known;
  const [element] = schema.of ?? [];
  if (element) {
    const { read } = readerOf(element);
    return {
      zero: [],
      read: (json) => {
        if (!Array.isArray(json)) refuseParams();
        return json.map(read);
      },
    };
  }
  // The fields of an index of UTXOs are texts that the method parses.
  return { zero: fieldsOf(schema, {}, () => string), read: (json) => readObject(schema, json) };
}

function readObject(schema: AnySchema, json: JSONValue): unknown {
  if (!isJSONObject(json)) refuseParams();
  return fieldsOf(schema, json, () => string);
}

function fieldsOf(
  { fields = [] }: AnySchema,
  json: { readonly [key: string]: JSONValue },
  readerFor: (schema: AnySchema) => ParamReader,
): { readonly [key: string]: unknown } {
  const keys = Object.keys(json);
  return Object.fromEntries(
    fields.map(({ key, schema }) => {
      const { zero, read } = readerFor(schema);
      const name = keys.findLast((given) => given.toLowerCase() === key.toLowerCase());
      const value = name === undefined ? null : json[name]!;
      return [key, value === null ? zero : read(value)];
    }),
  );
}

/**
 * The params of a request to a service that is not an EVM.
 * @param unread Fields that the table has, and a node does not look at.
 * @throws {AvalancheError} `NodeError` with the node's words.
 */
export function readParams(
  { params }: Method,
  json: JSONValue | undefined,
  unread: readonly string[] = [],
): unknown {
  const given = Array.isArray(json) ? (json[0] ?? {}) : (json ?? {});
  if (!isJSONObject(given)) refuseParams();
  const read = Object.entries(given).filter(([key]) => !unread.includes(key.toLowerCase()));
  return fieldsOf(params, unread.length > 0 ? Object.fromEntries(read) : given, readerOf);
}
