/**
 * Parses node JSON. The node's JSON does not name types, so they are inferred from keys, fxIDs and, if necessary,
 * the id.
 */

import { sha256 } from '../crypto/hash.ts';
import { AvalancheError, climb, isError } from '../errors/error.ts';
import { named, quoted } from '../errors/quote.ts';
import { aList, checkArgument, objectOf, optional, optionsOf } from '../schema/check.ts';
import { parseBase64 } from '../text/base64.ts';
import { parseHex } from '../text/hex.ts';
import { formatID, parseID, parseNodeID, parseShortID } from '../text/id.ts';
import { formatJSON, isJSONObject, type JSONValue } from '../text/json.ts';
import { encode } from './codec.ts';
import { type Context, plainContext } from './context.ts';
import { alsoText, printedKeys } from './print.ts';
import { Search } from './search.ts';
import type { Also, JSONObject, LeafShape, StructShape, Type, UnionShape, Word } from './type.ts';
import { typeArgument } from './type.ts';

/** Builds a `BadJSON` error with the expected and the actual value. */
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
/** An integer of 64 bits; `wrap` returns integers of that type unchanged. */
const integer = (wrap: (n: bigint) => bigint, what: string) => (json: JSONValue) => {
  if (typeof json !== 'bigint' || wrap(json) !== json) throw unexpected(what, json);
  return json;
};
const unsigned = (bits: number) => {
  const max = 2 ** bits - 1;
  return (json: JSONValue) => {
    const n = typeof json === 'bigint' ? Number(json) : -1;
    if (!(n >= 0 && n <= max)) throw unexpected(`a uint${bits}`, json);
    return n;
  };
};
function sized(bytes: Uint8Array, n: number): Uint8Array {
  if (bytes.length !== n)
    throw new AvalancheError('BadJSON', `must have ${n} bytes, got ${bytes.length}`);
  return bytes;
}
const byte = /* @__PURE__ */ unsigned(8);
const nullable = (parse: (text: string) => Uint8Array) => (json: JSONValue) =>
  json === null ? new Uint8Array(0) : parse(string(json));

type ParseLeaf = (json: JSONValue, c: Context, search: Search, shape: LeafShape) => unknown;
const words: { readonly [W in Word]: ParseLeaf } = /* @__PURE__ */ (() => ({
  u8: byte,
  u16: unsigned(16),
  u32: unsigned(32),
  u64: integer((n) => BigInt.asUintN(64, n), 'a uint64'),
  i64: integer((n) => BigInt.asIntN(64, n), 'an int64'),
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
    // Go prints U+FFFD for an invalid UTF-8 byte, so the text may have lost one here.
    if (text.includes('\ufffd')) search.lossy = true;
    return text;
  },
}))();

/**
 * Parses JSON as a value.
 * @param parent The enclosing object, which may tell the member of a union.
 * @param isPrinted Whether the JSON is known to have the keys of the type, as a node prints it.
 */
type Parse = (
  json: JSONValue,
  c: Context,
  search: Search,
  parent?: JSONObject,
  isPrinted?: boolean,
) => unknown;

function makeParser({ name, shape }: Type<unknown>): Parse {
  switch (shape.kind) {
    case 'leaf': {
      const parse = words[shape.word];
      return (json, c, search) => parse(json, c, search, shape);
    }
    case 'list':
      return listParser(parser(shape.of));
    case 'struct':
      return structParser(name, shape);
    case 'union':
      return shape.versions ? versionParser(name, shape) : unionParser(name, shape);
    case 'versioned':
      return parser(shape.of);
  }
}

const parsers = /* @__PURE__ */ new WeakMap<Type<unknown>, Parse>();

/** Returns the parser of a type, created on first use. */
function parser(type: Type<unknown>): Parse {
  let parse = parsers.get(type);
  if (!parse) parsers.set(type, (parse = makeParser(type)));
  return parse;
}

function step<T>(key: string, f: () => T): T {
  try {
    return f();
  } catch (e) {
    throw climb(e, key);
  }
}

const listParser =
  (parse: Parse): Parse =>
  (json, c, search, parent) => {
    if (json === null) return [];
    if (!Array.isArray(json)) throw unexpected('a list', json);
    const values: unknown[] = [];
    try {
      for (const item of json) values.push(parse(item, c, search, parent));
    } catch (e) {
      throw climb(e, values.length);
    }
    return values;
  };

/** Tells whether an object has exactly these keys in this order, as a node prints it. */
function hasKeys(object: JSONObject, keys: readonly string[]): boolean {
  let i = 0;
  for (const key in object) if (key !== keys[i++]) return false;
  return i === keys.length;
}

function structParser(name: string, shape: StructShape): Parse {
  const { tagged, fields } = shape;
  const also = shape.json.also ?? {};
  const derived = Object.entries(also);
  const id = derived.find(([, rule]) => 'idOf' in rule);
  const printed = printedKeys(shape);
  const keys = fields.map(({ key }) => key);
  const parses = fields.map(({ type }) => parser(type));
  const readFields = (object: JSONObject, isWhole: boolean, c: Context, search: Search) => {
    const value: Record<string, unknown> = tagged ? { type: name } : {};
    let i = 0;
    try {
      for (; i < keys.length; i++) {
        const key = keys[i]!;
        if (!isWhole && !Object.hasOwn(object, key))
          throw new AvalancheError('BadJSON', 'is missing');
        value[key] = parses[i]!(object[key]!, c, search, object);
      }
    } catch (e) {
      throw climb(e, keys[i]!);
    }
    return value;
  };
  return (json, c, search, _, isPrinted = false) => {
    const object = asObject(json, name);
    const isWhole = isPrinted || hasKeys(object, printed);
    if (!isWhole)
      for (const key of Object.keys(object))
        if (!Object.hasOwn(also, key) && !keys.includes(key))
          throw new AvalancheError('BadJSON', `is not a key of ${name}`).at(named(key));
    const value =
      id && 'idOf' in id[1] && Object.hasOwn(object, id[0])
        ? search.settle(
            (inner) => readFields(object, isWhole, c, inner),
            id[1].idOf(),
            step(id[0], () => string(object[id[0]]!)),
          )
        : readFields(object, isWhole, c, search);
    for (const [key, rule] of derived) {
      if (!isWhole && !Object.hasOwn(object, key)) continue;
      if ('idOf' in rule && hasID(rule.idOf(), value, object[key]!, search)) continue;
      verifyAlso(key, rule, object[key]!, value, c);
    }
    return value;
  };
}

/** Tells whether a value has an id, and remembers its bytes. */
function hasID(type: Type<unknown>, value: unknown, id: JSONValue, search: Search): boolean {
  const bytes = encode(type, value);
  if (formatID(sha256(bytes)) !== id) return false;
  search.checked = { value, bytes };
  return true;
}

/** Checks that a JSON-only key has the value that follows from the other fields. */
function verifyAlso(
  key: string,
  also: Also<never>,
  json: JSONValue,
  value: unknown,
  c: Context,
): void {
  const own = alsoText(also, value, c);
  if (typeof json === 'string' && own === `"${json}"`) return;
  const text = formatJSON(json);
  if (text === own) return;
  if (own.startsWith('"')) step(key, () => string(json));
  // A node prints zero fxIDs for values without a network.
  if (text !== alsoText(also, value, plainContext))
    throw new AvalancheError(
      'Mismatch',
      `the text says ${text.slice(0, 82)}, the value gives ${own}`,
      { found: text.slice(0, 82), expected: own },
    ).at(key);
}

const fingerprint = (keys: readonly string[]): string => [...keys].sort().join();

const wireOf = ({ shape }: Type<unknown>): string =>
  shape.kind === 'struct' ? shape.fields.map(({ key, type }) => `${key} ${type.name}`).join() : '';

/** Union members with the same JSON keys, by typeID. */
interface Form {
  /** Keys in the node's order. */
  readonly printed: readonly string[];
  readonly ids: readonly number[];
}

interface KeyTable {
  readonly forms: readonly Form[];
  /** TypeIDs by the sorted keys of their wire fields. */
  readonly found: ReadonlyMap<string, readonly number[]>;
  /** JSON-only keys of all members. */
  readonly also: ReadonlySet<string>;
}
function keyTableOf({ members }: UnionShape): KeyTable {
  const found = new Map<string, number[]>();
  const also = new Set<string>();
  const printed: { readonly keys: readonly string[]; readonly print: string }[] = [];
  for (const [id, type] of members) {
    if (type.shape.kind !== 'struct') continue;
    for (const key of Object.keys(type.shape.json.also ?? {})) also.add(key);
    const print = fingerprint(type.shape.fields.map((field) => field.key));
    const others = found.get(print) ?? [];
    // Readings of equal keys differ only in their type name.
    if (others.some((other) => wireOf(members.get(other)!) !== wireOf(type)))
      throw new AvalancheError(
        'BadArgument',
        `${type.name}: another member has the same keys, but another wire`,
      );
    found.set(print, [...others, id]);
    printed.push({ keys: printedKeys(type.shape), print });
  }
  const forms = printed.map(({ keys, print }) => ({ printed: keys, ids: found.get(print)! }));
  return { forms, found, also };
}

/** Parser of a union whose members are selected by the codec version. */
function versionParser(name: string, { members }: UnionShape): Parse {
  return (json, c, search, parent) => {
    const object = asObject(json, name);
    const member = members.get(Number(object.version));
    if (!member) throw unexpected('a known version', object.version ?? null);
    return parser(member)(object, c, search, parent);
  };
}

function unionParser(name: string, shape: UnionShape): Parse {
  const { forms, found, also } = keyTableOf(shape);
  const { members, json: union } = shape;
  const typesOf = (ids: readonly number[]) => ids.map((id) => members.get(id)!);
  let last = forms[0];
  /** The form that a node prints so. */
  const formOf = (object: JSONObject): Form | undefined => {
    if (last && hasKeys(object, last.printed)) return last;
    const form = forms.find(({ printed }) => hasKeys(object, printed));
    if (form) last = form;
    return form;
  };
  const idsOf = (object: JSONObject): readonly number[] => {
    const keys = Object.keys(object).filter((key) => !also.has(key));
    const ids = found.get(fingerprint(keys));
    if (ids) return ids;
    throw new AvalancheError('BadJSON', `the keys {${keys.join()}} are not those of a ${name}`);
  };
  return (json, c, search, parent) => {
    const object = asObject(json, name);
    const form = formOf(object);
    const ids = form?.ids ?? idsOf(object);
    const own = union.bare ? plainContext : c;
    if (ids.length === 1)
      return parser(members.get(ids[0]!)!)(object, own, search, parent, form !== undefined);
    const read = (type: Type<unknown>) => parser(type)(object, own, search, parent);
    const decided = parent ? (union.decide?.(ids, parent) ?? []) : [];
    const likely = decided.length > 0 ? decided : ids;
    const possible = typesOf(union.firm ? likely : ids);
    if (possible.length === 1) return read(possible[0]!);
    return possible.every((type) => claimsID(type, object))
      ? byID(possible, read)
      : search.choose(possible, typesOf(likely), parent, read);
  };
}

/** Tells whether the JSON has an id that the value of a struct must match. */
const claimsID = ({ shape }: Type<unknown>, object: JSONObject): boolean =>
  shape.kind === 'struct' &&
  Object.entries(shape.json.also ?? {}).some(
    ([key, also]) => 'idOf' in also && Object.hasOwn(object, key),
  );

/** Returns the reading whose id is the one in the JSON; if there is none, throws the error of the first. */
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

/** How node JSON is read. */
export interface FromJSONOptions {
  /** How addresses and fxIDs are read, as `jsonContext` of `avalanche-tx/network` returns it; addresses are CB58 if omitted. */
  readonly context?: Context;
  /** Names of types to choose if several fit. */
  readonly hints?: readonly string[];
}
const fromJSONOptions = /* @__PURE__ */ (() =>
  optionsOf({
    context: optional(objectOf({}, { name: 'a context' })),
    hints: optional(aList),
  }))();

/**
 * Converts node JSON, as returned by `parseJSON` (with integers as bigint), to a value. Types are inferred from
 * keys and fxIDs; an `id` in the JSON must match the value, and resolves remaining ambiguities.
 * @throws {AvalancheError} `BadJSON`, `BadText`, `BadChecksum`, `OutOfRange`, `WrongNetwork`, `WrongChain`,
 *   `Mismatch`, `Ambiguous` or `Lossy`, with the path.
 */
export function valueFromJSON<T>(type: Type<T>, json: JSONValue, options: FromJSONOptions = {}): T {
  checkArgument(type, typeArgument, 'type');
  checkArgument(options, fromJSONOptions, 'options');
  const { context = plainContext, hints } = options;
  return encodedFromJSON(type, json, context, hints).value;
}

/**
 * Converts node JSON to a value and its bytes, which are encoded only once where an id is checked.
 * @throws {AvalancheError} As `valueFromJSON`.
 */
export function encodedFromJSON<T>(
  type: Type<T>,
  json: JSONValue,
  c: Context,
  hints: readonly string[] = [],
): { readonly value: T; readonly bytes: () => Uint8Array } {
  const search = new Search(hints);
  const value = parser(type)(json, c, search) as T;
  if (search.lossy)
    throw new AvalancheError(
      'Lossy',
      'U+FFFD in a string may stand for a lost byte, and there is no id to check',
    );
  const { checked } = search;
  return { value, bytes: () => (checked?.value === value ? checked.bytes : encode(type, value)) };
}
