import { guarded } from '../errors/arguments.ts';
import { AvalancheError, climb, isError } from '../errors/error.ts';
import { named, quoted } from '../errors/quote.ts';
import { parseBase64, parseHex } from '../text/bytes.ts';
import { parseID, parseNodeID, parseShortID } from '../text/id.ts';
import { formatJSON, isJSONObject, type JSONValue } from '../text/json.ts';
import { alsoText } from './print.ts';
import { Search } from './search.ts';
import {
  bare,
  type Context,
  type JSONObject,
  type LeafShape,
  type StructShape,
  type Type,
  type UnionShape,
  type Word,
} from './type.ts';

/** A `BadJSON` that says what was expected and what was found. */
function unexpected(what: string, json: JSONValue): AvalancheError {
  return new AvalancheError('BadJSON', `must be ${what}, got ${quoted(json)}`);
}
function string(json: JSONValue): string {
  if (typeof json !== 'string') throw unexpected('a string', json);
  return json;
}
function asObject(json: JSONValue, name: string): JSONObject {
  if (!isJSONObject(json)) throw unexpected(`an object (${name})`, json);
  return json;
}
const integer = (low: bigint, high: bigint, what: string) => (json: JSONValue) => {
  if (typeof json !== 'bigint' || json < low || json > high) throw unexpected(what, json);
  return json;
};
const unsigned = (bits: bigint) => {
  const parse = integer(0n, (1n << bits) - 1n, `a uint${bits}`);
  return (json: JSONValue) => Number(parse(json));
};
function sized(bytes: Uint8Array, n: number): Uint8Array {
  if (bytes.length !== n)
    throw new AvalancheError('BadJSON', `must have ${n} bytes, got ${bytes.length}`);
  return bytes;
}
const byte = /* @__PURE__ */ unsigned(8n);
const nullable = (parse: (text: string) => Uint8Array) => (json: JSONValue) =>
  json === null ? new Uint8Array(0) : parse(string(json));

type ParseLeaf = (json: JSONValue, c: Context, search: Search, shape: LeafShape) => unknown;
const words: { readonly [W in Word]: ParseLeaf } = /* @__PURE__ */ (() => ({
  u8: byte,
  u16: unsigned(16n),
  u32: unsigned(32n),
  u64: integer(0n, (1n << 64n) - 1n, 'a uint64'),
  i64: integer(-(1n << 63n), (1n << 63n) - 1n, 'an int64'),
  bool: (json) => {
    if (typeof json !== 'boolean') throw unexpected('a bool', json);
    return json;
  },
  id: (json) => parseID(string(json)),
  nodeID: (json) => parseNodeID(string(json)),
  shortID: (json) => parseShortID(string(json)),
  address: (json, c) => c.parseAddress(string(json)),
  fixed: (json, _c, _search, { size }) => sized(parseHex(string(json)), size),
  numbers: (json, _c, _search, { size }) => {
    if (!Array.isArray(json)) throw unexpected(`a list of ${size} bytes`, json);
    return sized(Uint8Array.from(json, byte), size);
  },
  blob: nullable(parseHex),
  base64: nullable(parseBase64),
  string: (json, _c, search) => {
    const text = string(json);
    // Go prints U+FFFD for a byte that is no UTF-8, so the text may have lost one here.
    if (text.includes('\ufffd')) search.lossy = true;
    return text;
  },
}))();

function parse(
  type: Type<unknown>,
  json: JSONValue,
  c: Context,
  search: Search,
  parent?: JSONObject,
): unknown {
  const { shape } = type;
  switch (shape.kind) {
    case 'leaf':
      return words[shape.word](json, c, search, shape);
    case 'list':
      if (json === null) return [];
      if (!Array.isArray(json)) throw unexpected('a list', json);
      return json.map((item: JSONValue, i) =>
        step(i, () => parse(shape.of, item, c, search, parent)),
      );
    case 'struct':
      return parseStruct(type.name, shape, asObject(json, type.name), c, search);
    case 'union':
      return parseUnion(type.name, shape, asObject(json, type.name), c, search, parent);
    case 'versioned':
      return parse(shape.of, json, c, search, parent);
  }
}

function step<T>(key: string | number, f: () => T): T {
  try {
    return f();
  } catch (e) {
    throw climb(e, key);
  }
}

function parseStruct(
  name: string,
  { tagged, fields, json }: StructShape,
  object: JSONObject,
  c: Context,
  search: Search,
): unknown {
  const also = json.also ?? {};
  for (const key of Object.keys(object))
    if (!Object.hasOwn(also, key) && !fields.some((field) => field.key === key))
      throw new AvalancheError('BadJSON', `is not a key of ${name}`).at(named(key));
  const read = (inner: Search) => {
    const value: Record<string, unknown> = tagged ? { type: name } : {};
    for (const { key, type } of fields)
      value[key] = step(key, () => {
        if (!Object.hasOwn(object, key)) throw new AvalancheError('BadJSON', 'is missing');
        return parse(type, object[key]!, c, inner, object);
      });
    return value;
  };
  const claims = Object.entries(also)
    .filter(([key]) => Object.hasOwn(object, key))
    .map(([key, derived]) => ({ key, derived, text: formatJSON(object[key]!) }));
  const id = claims.find(({ derived }) => 'idOf' in derived);
  const value =
    id && 'idOf' in id.derived
      ? search.settle(
          read,
          id.derived.idOf(),
          step(id.key, () => string(object[id.key]!)),
        )
      : read(search);
  for (const { key, derived, text } of claims) {
    const own = alsoText(derived, value, c);
    if (own.startsWith('"')) step(key, () => string(object[key]!));
    // What the node printed without its network has zero fxIDs.
    if (text !== own && text !== alsoText(derived, value, bare))
      throw new AvalancheError(
        'Mismatch',
        `the text says ${text.slice(0, 82)}, the value gives ${own}`,
        { found: text.slice(0, 82), expected: own },
      ).at(key);
  }
  return value;
}

const fingerprint = (keys: readonly string[]): string => [...keys].sort().join();

const wireOf = ({ shape }: Type<unknown>): string =>
  shape.kind === 'struct' ? shape.fields.map(({ key, type }) => `${key} ${type.name}`).join() : '';

interface KeyTable {
  /** A union's members by the JSON keys of their wire fields. */
  readonly found: ReadonlyMap<string, readonly number[]>;
  /** JSON-only keys of all members. */
  readonly also: ReadonlySet<string>;
}
function keyTableOf({ members }: UnionShape): KeyTable {
  const found = new Map<string, number[]>();
  const also = new Set<string>();
  for (const [id, type] of members) {
    if (type.shape.kind !== 'struct') continue;
    for (const key of Object.keys(type.shape.json.also ?? {})) also.add(key);
    const print = fingerprint(type.shape.fields.map((field) => field.key));
    const others = found.get(print) ?? [];
    // Readings are tried by their name alone.
    if (others.some((other) => wireOf(members.get(other)!) !== wireOf(type)))
      throw new AvalancheError(
        'BadArgument',
        `${type.name}: another member has the same keys, but another wire`,
      );
    found.set(print, [...others, id]);
  }
  return { found, also };
}
const tables = /* @__PURE__ */ new WeakMap<UnionShape, KeyTable>();

function parseUnion(
  name: string,
  shape: UnionShape,
  object: JSONObject,
  c: Context,
  search: Search,
  parent: JSONObject | undefined,
): unknown {
  if (shape.versions) {
    const member = shape.members.get(Number(object.version));
    if (!member) throw unexpected('a known version', object.version ?? null);
    return parse(member, object, c, search, parent);
  }
  let table = tables.get(shape);
  if (!table) tables.set(shape, (table = keyTableOf(shape)));
  const { also } = table;
  const keys = Object.keys(object).filter((key) => !also.has(key));
  const found = table.found.get(fingerprint(keys));
  if (!found)
    throw new AvalancheError('BadJSON', `the keys {${keys.join()}} are not those of a ${name}`);
  const types = (ids: readonly number[]) => ids.map((id) => shape.members.get(id)!);
  const decided = parent ? (shape.json.decide?.(found, parent) ?? []) : [];
  const read = (type: Type<unknown>) =>
    parse(type, object, shape.json.bare ? bare : c, search, parent);
  const likely = decided.length > 0 ? decided : found;
  const possible = types(shape.json.firm ? likely : found);
  if (possible.length === 1) return read(possible[0]!);
  return possible.every((type) => claimsID(type, object))
    ? byID(possible, read)
    : search.choose(possible, types(likely), parent, read);
}

/** Whether the text has an id that a struct's value must give. */
const claimsID = ({ shape }: Type<unknown>, object: JSONObject): boolean =>
  shape.kind === 'struct' &&
  Object.entries(shape.json.also ?? {}).some(
    ([key, also]) => 'idOf' in also && Object.hasOwn(object, key),
  );

/** The reading whose id is the text's; if none is, what is wrong with the first. */
function byID(types: readonly Type<unknown>[], read: (type: Type<unknown>) => unknown): unknown {
  let first: unknown;
  for (const type of types) {
    try {
      return read(type);
    } catch (e) {
      if (!isError(e)) throw e;
      first ??= e;
    }
  }
  throw first;
}

/**
 * The value that node JSON describes, from what `parseJSON` gave (every integer a bigint). Types are
 * inferred from keys and fxIDs; an `id` in the text must be the value's and settles what is left open.
 * @param hints Names of types to take where the text leaves several.
 * @throws {AvalancheError} `BadJSON`, `BadText`, `BadChecksum`, `OutOfRange`, `WrongNetwork`, `WrongChain`,
 * `Mismatch`, `Ambiguous` or `Lossy`, with the path.
 */
export const valueFromJSON = /* @__PURE__ */ guarded(function valueFromJSON<T>(
  type: Type<T>,
  json: JSONValue,
  c: Context,
  hints: readonly string[] = [],
): T {
  const search = new Search(hints);
  const value = parse(type, json, c, search);
  if (search.lossy)
    throw new AvalancheError(
      'Lossy',
      'U+FFFD in a string may stand for a lost byte, and there is no id to check',
    );
  return value as T;
});
