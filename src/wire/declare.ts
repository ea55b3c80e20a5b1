import { CodecError } from '../errors.ts';
import { wrong } from './cursor.ts';
import { fixed, leaves, numbers } from './leaves.ts';
import type { Source } from './source.ts';
import {
  type Field,
  type Infer,
  type JSONShape,
  makeType,
  type Type,
  type UnionJSON,
} from './type.ts';

/** The values of a declaration: `interface X extends Declared<typeof x> {}` names them for readers and editors. */
export type Declared<F extends (s: Source) => object> = Readonly<ReturnType<F>>;

/** A note for every field: what it means and its unit. */
export type Notes<T> = { readonly [K in Exclude<keyof T, 'type'>]: string };

const climb = (e: unknown, step: string | number): unknown =>
  e instanceof CodecError ? e.at(step) : e;

/** Ways to write a field: n > 0 is n bytes, and three more without a call to the field's own type. */
const call = 0;
const tag = -1;
const u32 = -2;
const u64 = -3;
function wayOf({ shape }: Type<unknown>): number {
  if (shape.kind !== 'leaf') return call;
  const { word, size } = shape;
  if (word === 'u32' || word === 'u64') return word === 'u32' ? u32 : u64;
  return /^(id|nodeID|address|shortID|fixed|numbers)$/.test(word) ? size : call;
}

/** u32 count and elements. */
export function list<T>(
  of: Type<T>,
  read: Type<readonly T[]>['read'] = (d) => d.list(of),
): Type<readonly T[]> {
  const { name, write } = of;
  const way = wayOf(of);
  return makeType(`${name}[]`, 4, Number.POSITIVE_INFINITY, { kind: 'list', of }, read, (w, v) => {
    w.count(v);
    let i = 0;
    try {
      if (way > 0) for (; i < v.length; i++) w.fixed(v[i] as Uint8Array, way);
      else for (; i < v.length; i++) write(w, v[i]!);
    } catch (e) {
      throw climb(e, i);
    }
  });
}

/** What the words of the declaration that is being described gave, in order. */
let described: Type<unknown>[] = [];

/** The source that a declaration runs on once, at load: every word gives its type. */
const words: Source = /* @__PURE__ */ (() => {
  const note = (type: Type<unknown>) => {
    described.push(type);
    return type;
  };
  const all: Record<string, (argument: never) => Type<unknown>> = {
    fixed: (n: number) => note(fixed(n)),
    numbers: (n: number) => note(numbers(n)),
    list: (of: Type<unknown>) => note(list(of)),
    u32s: () => note(list(leaves.u32, (d) => d.u32s())),
    ids: () => note(list(leaves.id, (d) => d.ids())),
    addresses: () => note(list(leaves.address, (d) => d.addresses())),
    shortIDs: () => note(list(leaves.shortID, (d) => d.shortIDs())),
    fixeds: (n: number) => note(list(fixed(n), (d) => d.fixeds(n))),
    of: note,
  };
  for (const [word, type] of Object.entries(leaves)) all[word] = () => note(type);
  return all as unknown as Source;
})();

/** What a place says to a value whose `type` it does not take. */
export const unknownType = (type: unknown, name: string): CodecError =>
  new CodecError(
    'UnknownTypeID',
    `type ${typeof type === 'string' ? type.slice(0, 80) : typeof type} is no ${name}`,
  );

/**
 * Declares a struct: `declare` takes one word of the source a property, in wire order, and may start
 * with a literal `type` equal to `name`. No branches, no arithmetic, no spread.
 * @param notes A function where they are made from others: bundlers leave out a type only if its arguments do nothing.
 * @throws {TypeError} At load, when the declaration breaks these rules.
 */
export function struct<T extends object>(
  name: string,
  declare: (s: Source) => T,
  notes: Notes<T> | (() => Notes<T>),
  json: JSONShape<NoInfer<T>> = {},
): Type<Readonly<T>> {
  described = [];
  const table = Object.entries(declare(words)) as [string, Type<unknown>][];
  const tagged = table[0]?.[0] === 'type';
  const order = tagged ? table.slice(1) : table;
  if (order.length !== described.length || order.some(([, type], i) => type !== described[i]))
    throw new TypeError(`${name}: every property must be one word of the source, in wire order`);
  if (tagged && (table[0]![1] as unknown) !== name)
    throw new TypeError(`${name}: its type says ${table[0]![1]}`);
  const keys = order.map(([key]) => key);
  const types = order.map(([, type]) => type);
  for (const { before } of Object.values(json.also ?? {}))
    if (before !== null && !keys.includes(before))
      throw new TypeError(`${name}: a JSON-only key stands before ${before}, which is not there`);
  const swept = tagged ? ['type', ...keys] : keys;
  const ways = types.map(wayOf);
  const writes = types.map(({ write }) => write);
  if (tagged) {
    ways.unshift(tag);
    writes.unshift((_, type) => {
      if (type !== name) throw unknownType(type, name);
    });
  }
  const texts: Record<string, string> = typeof notes === 'function' ? notes() : notes;
  const fields: Field[] = order.map(([key, type]) => ({
    key,
    type,
    note: texts[key]!,
  }));
  return makeType<Readonly<T>>(
    name,
    types.reduce((sum, type) => sum + type.min, 0),
    Number.POSITIVE_INFINITY,
    { kind: 'struct', tagged, fields, json },
    declare,
    (w, value) => {
      if (typeof value !== 'object' || value === null) throw wrong(value, `a ${name}`);
      let i = 0;
      try {
        // A decoded value has its keys in the order of the wire: one sweep, no look-ups by name.
        for (const key in value) {
          if (key !== swept[i]) break;
          const field: unknown = (value as Record<string, unknown>)[key];
          const way = ways[i]!;
          if (way > 0) w.fixed(field as Uint8Array, way);
          else if (way === u32) w.u32(field as number);
          else if (way === u64) w.u64(field as bigint);
          else if (way === call || field !== name) writes[i]!(w, field);
          i++;
        }
        for (; i < swept.length; i++) writes[i]!(w, (value as Record<string, unknown>)[swept[i]!]);
      } catch (e) {
        throw tagged && i === 0 ? e : climb(e, swept[i]!);
      }
    },
  );
}

/** What a place that takes these typeIDs says to another. */
export const unknownTypeID = (id: number, name: string, offset: number): CodecError =>
  new CodecError('UnknownTypeID', `typeID ${id} is no ${name}`, offset, { typeID: id });

/** What a codec that does not know a version says to it. */
export const badVersion = (version: number, offset: number): CodecError =>
  new CodecError('BadVersion', `codec version ${version} is not known here`, offset);

/**
 * Declares a Go interface: a u32 typeID and one of `members`. One table a slot and codec, in the order
 * of registration; gaps are types that this slot does not take.
 */
export function union<const M extends { readonly [typeID: number]: Type<unknown> }>(
  name: string,
  members: M,
  json: UnionJSON = {},
): Type<Infer<M[keyof M]>> {
  type T = Infer<M[keyof M]>;
  const table = new Map(Object.entries(members).map(([key, type]) => [Number(key), type]));
  const byID: (Type<unknown> | undefined)[] = [];
  const byName = new Map<
    unknown,
    { readonly id: number; readonly write: Type<unknown>['write'] }
  >();
  for (const [id, type] of table) {
    byID[id] = type;
    byName.set(type.name, { id, write: type.write });
  }
  const [[firstName, first] = [], [secondName, second] = []] = byName;
  return makeType<T>(
    name,
    4 + Math.min(...[...table.values()].map((type) => type.min)),
    Number.POSITIVE_INFINITY,
    { kind: 'union', members: table, json },
    (d) => {
      const id = d.u32();
      const type = byID[id];
      if (type === undefined) throw unknownTypeID(id, name, d.offset - 4);
      return type.read(d) as T;
    },
    (w, value) => {
      const type = (value as { readonly type?: unknown } | null | undefined)?.type;
      const member = type === firstName ? first : type === secondName ? second : byName.get(type);
      if (member === undefined) throw unknownType(type, name);
      w.u32(member.id);
      member.write(w, value);
    },
  );
}
