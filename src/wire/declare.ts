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

/** u32 count and elements. */
export const list = <T>(
  of: Type<T>,
  read: Type<readonly T[]>['read'] = (d) => d.list(of),
): Type<readonly T[]> =>
  makeType(`${of.name}[]`, 4, Number.POSITIVE_INFINITY, { kind: 'list', of }, read, (w, v) => {
    w.count(v);
    let i = 0;
    try {
      for (; i < v.length; i++) of.write(w, v[i]!);
    } catch (e) {
      throw climb(e, i);
    }
  });

/** The source that a declaration runs on once, at load: every word gives its type. */
const describe = (calls: Type<unknown>[]): Source => {
  const note = (type: Type<unknown>) => {
    calls.push(type);
    return type;
  };
  const words: Record<string, (argument: never) => Type<unknown>> = {
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
  for (const [word, type] of Object.entries(leaves)) words[word] = () => note(type);
  return words as unknown as Source;
};

/** What a place says to a value whose `type` it does not take. */
export const unknownType = (type: unknown, name: string): CodecError =>
  new CodecError(
    'UnknownTypeID',
    `type ${typeof type === 'string' ? type.slice(0, 80) : typeof type} is no ${name}`,
  );

/**
 * Declares a struct: `declare` takes one word of the source a property, in wire order, and may start
 * with a literal `type` equal to `name`. No branches, no arithmetic, no spread.
 * @throws {TypeError} At load, when the declaration breaks these rules.
 */
export function struct<T extends object>(
  name: string,
  declare: (s: Source) => T,
  notes: Notes<T>,
  json: JSONShape<NoInfer<T>> = {},
): Type<Readonly<T>> {
  const calls: Type<unknown>[] = [];
  const table = Object.entries(declare(describe(calls))) as [string, Type<unknown>][];
  const tagged = table[0]?.[0] === 'type';
  const order = tagged ? table.slice(1) : table;
  if (order.length !== calls.length || order.some(([, type], i) => type !== calls[i]))
    throw new TypeError(`${name}: every property must be one word of the source, in wire order`);
  if (tagged && (table[0]![1] as unknown) !== name)
    throw new TypeError(`${name}: its type says ${table[0]![1]}`);
  const keys = order.map(([key]) => key);
  const types = order.map(([, type]) => type);
  for (const { before } of Object.values(json.also ?? {}))
    if (before !== null && !keys.includes(before))
      throw new TypeError(`${name}: a JSON-only key stands before ${before}, which is not there`);
  const fields: Field[] = order.map(([key, type]) => ({
    key,
    type,
    note: (notes as Record<string, string>)[key]!,
  }));
  return makeType<Readonly<T>>(
    name,
    types.reduce((sum, type) => sum + type.min, 0),
    Number.POSITIVE_INFINITY,
    { kind: 'struct', tagged, fields, json },
    declare,
    (w, value) => {
      if (typeof value !== 'object' || value === null) throw wrong(value, `a ${name}`);
      if (tagged && (value as { readonly type?: unknown }).type !== name)
        throw unknownType((value as { readonly type?: unknown }).type, name);
      let i = 0;
      try {
        for (; i < keys.length; i++)
          types[i]!.write(w, (value as Record<string, unknown>)[keys[i]!]);
      } catch (e) {
        throw climb(e, keys[i]!);
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
  const ids = new Map<unknown, number>();
  for (const [id, type] of table) {
    byID[id] = type;
    ids.set(type.name, id);
  }
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
      const id = ids.get(type);
      if (id === undefined) throw unknownType(type, name);
      w.u32(id);
      byID[id]!.write(w, value);
    },
  );
}
