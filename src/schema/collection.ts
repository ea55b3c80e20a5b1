/** Schemas of lists, maps and unions. */

import { badArgument } from '../errors/arguments.ts';
import { AvalancheError, climb, within } from '../errors/error.ts';
import { named, quoted } from '../errors/quote.ts';
import { isJSONObject, type JSONValue } from '../text/json.ts';
import { aListOf, type Check, mapOf, membersOf } from './check.ts';
import {
  type AnySchema,
  asObject,
  type JSONObject,
  type Schema,
  type SchemaField,
  type SchemaInput,
  unfit,
  unwritable,
  type Value,
} from './schema.ts';

/** The schema of a list. */
export interface ListSchema<S extends AnySchema>
  extends Schema<readonly Value<S>[], readonly SchemaInput<S>[]> {}

/** A list, of `count` elements if given. */
export const list = <S extends AnySchema>(of: S, count?: number): ListSchema<S> => ({
  name: `list of ${count === undefined ? '' : `${count} `}${of.name}`,
  of: [of],
  is: 'list',
  ...(of.late && { late: of.late }),
  parse(json, around) {
    if (!Array.isArray(json) || (count !== undefined && json.length !== count))
      throw unfit(count === undefined ? 'a list' : `a list of ${count}`, json);
    const values: Value<S>[] = [];
    try {
      for (const item of json) values.push(of.parse(item, around) as Value<S>);
    } catch (e) {
      throw climb(e, values.length);
    }
    return values;
  },
  format(value, around) {
    if (!Array.isArray(value) || (count !== undefined && value.length !== count))
      throw unwritable(count === undefined ? 'a list' : `a list of ${count}`, value);
    const items: JSONValue[] = [];
    try {
      for (const item of value as readonly SchemaInput<S>[]) items.push(of.format(item, around));
    } catch (e) {
      throw climb(e, items.length);
    }
    return items;
  },
  check:
    count === undefined ? aListOf(of).check : ofLength(count, aListOf(of, `a list of ${count}`)),
});

/** Checks the length of a list as well. */
const ofLength =
  (count: number, { name, check }: Check): Check['check'] =>
  (value) => {
    if (Array.isArray(value) && value.length !== count) throw badArgument(name, value);
    check(value);
  };

/** A list that the node writes as `null` when it is empty; `null` is parsed as an empty list. */
export function nilList<S extends AnySchema>(of: S): ListSchema<S> {
  const plain = list(of);
  return {
    ...plain,
    parse: (json, around) => (json === null ? [] : plain.parse(json, around)),
    format: (value, around) => (value?.length === 0 ? null : plain.format(value, around)),
  };
}

/** The schema of a map: an object with arbitrary keys. */
export interface MapSchema<S extends AnySchema>
  extends Schema<
    { readonly [key: string]: Value<S> },
    { readonly [key: string]: SchemaInput<S> }
  > {}

/** A map: an object with arbitrary keys. */
export const map = <S extends AnySchema, K extends string | Uint8Array | ArrayBuffer>(
  key: Schema<string, K>,
  of: S,
): MapSchema<S> => ({
  name: `map of ${key.name} to ${of.name}`,
  of: [key as AnySchema, of],
  is: 'map',
  parse: (json) =>
    Object.fromEntries(
      Object.entries(asObject(json, 'a map')).map(
        ([k, item]) =>
          [
            within([named(k)], () => key.parse(k)),
            within([k], () => of.parse(item) as Value<S>),
          ] as const,
      ),
    ),
  format(value) {
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      throw unwritable('a map', value);
    return Object.fromEntries(
      Object.entries(value).map(
        ([k, item]) =>
          [
            within([named(k)], () => String(key.format(k as K))),
            within([k], () => of.format(item)),
          ] as const,
      ),
    );
  },
  check: mapOf(of).check,
});

/** A value that old nodes wrapped in an object with one key, in the form of `old`. */
export const unwrapped = <S extends AnySchema>(schema: S, key: string, old: S): S => ({
  ...schema,
  parse(json) {
    const inner = asObject(json, 'a map')[key];
    return inner === undefined ? schema.parse(json) : within([key], () => old.parse(inner));
  },
});

/** Schemas by name. */
export type Members = { readonly [kind: string]: AnySchema };

/** Merges the fields of unnamed objects, for the documentation of their union. */
function sharedFields(members: Members): readonly SchemaField[] | undefined {
  const all = Object.values(members);
  if (!all.every(({ name, fields }) => fields && name === 'object')) return undefined;
  const found = new Map<string, SchemaField>();
  for (const field of all.flatMap(({ fields = [] }) => fields)) {
    const known = found.get(field.key);
    const names = new Set([known?.schema.name, field.schema.name].filter((name) => name));
    found.set(field.key, {
      ...field,
      schema: { ...field.schema, name: [...names].join(' or ') },
    });
  }
  return [...found.values()];
}

/** The schema of a union. */
export interface UnionSchema<M extends { readonly [member: string]: AnySchema }>
  extends Schema<Value<M[keyof M]>, SchemaInput<M[keyof M]>> {}

/**
 * A union of objects.
 * @param kindOf Selects the member for JSON.
 * @param kindOfValue Selects the member for a value; by its `kind` if omitted.
 */
export function union<const M extends Members>(
  members: M,
  kindOf: (json: JSONObject) => keyof M & string,
  kindOfValue: (value: object) => unknown = (value) => (value as { readonly kind?: unknown }).kind,
): UnionSchema<M> {
  const names = Object.keys(members).join(', ');
  const fields = sharedFields(members);
  const memberOfValue = (value: unknown): AnySchema => {
    const kind =
      typeof value === 'object' && value !== null ? kindOfValue(value as object) : undefined;
    if (typeof kind === 'string' && Object.hasOwn(members, kind)) return members[kind]!;
    throw new AvalancheError('UnknownTypeID', `must be one of ${names}`, {
      found: named(kind),
      expected: names,
    }).at('kind');
  };
  return {
    name: fields
      ? 'object'
      : Object.values(members)
          .map(({ name }) => name)
          .join(' or '),
    ...(fields ? { fields } : { of: Object.values(members) }),
    memberOf: (json) => members[kindOf(json)],
    parse(json, around) {
      const given = asObject(json, 'an object');
      return members[kindOf(given)]!.parse(json, around) as Value<M[keyof M]>;
    },
    format: (value, around) => memberOfValue(value).format(value, around),
    check: (value) => memberOfValue(value).check(value),
  };
}

/** The values of a tagged union. */
export type Tagged<Key extends string, M extends Members> = {
  [K in keyof M & string]: { readonly [P in Key]: K } & Value<M[K]>;
}[keyof M & string];
/** The input of a tagged union. */
export type TaggedInput<Key extends string, M extends Members> = {
  [K in keyof M & string]: { readonly [P in Key]: K } & SchemaInput<M[K]>;
}[keyof M & string];

/** The schema of a tagged union. */
export interface TaggedSchema<Key extends string, M extends Members>
  extends Schema<Tagged<Key, M>, TaggedInput<Key, M>> {}

/** A union of objects, selected by a string under `key`, which is written before the fields. */
export const tagged = <const Key extends string, const M extends Members>(
  key: Key,
  members: M,
): TaggedSchema<Key, M> => {
  const memberOf = (tag: unknown, error: (expected: string) => AvalancheError): AnySchema => {
    if (typeof tag === 'string' && Object.hasOwn(members, tag)) return members[tag]!;
    throw error(`one of ${Object.keys(members).join(', ')}`).at(key);
  };
  return {
    name: Object.keys(members).join(' or '),
    of: Object.values(members),
    parse(json) {
      const { [key]: tag, ...rest } = asObject(json, 'an object');
      const member = memberOf(tag, (expected) => unfit(expected, tag ?? null));
      return { [key]: tag, ...(member.parse(rest) as object) } as Tagged<Key, M>;
    },
    format(value) {
      if (typeof value !== 'object' || value === null) throw unwritable('an object', value);
      const { [key]: tag, ...rest } = value as { readonly [key: string]: unknown };
      const member = memberOf(tag, (expected) => unwritable(expected, tag));
      return { [key]: tag as string, ...(member.format(rest) as { [key: string]: JSONValue }) };
    },
    check(value) {
      const { [key]: tag, ...rest } = membersOf(value, 'an object');
      const unsupported = (expected: string) =>
        new AvalancheError('Unsupported', `must be ${expected}, got ${quoted(tag)}`);
      memberOf(tag, unsupported).check(rest);
    },
  };
};

/** The JSON form of a value. */
export type Form = 'text' | 'list' | 'object';
/** Schemas by JSON form. */
export type Forms = { readonly [F in Form]?: AnySchema };

/** The schema of a value with several JSON forms. */
export interface FormSchema<M extends Forms>
  extends Schema<Value<M[keyof M]>, SchemaInput<M[keyof M]>> {}

const formOfJSON = (json: JSONValue): Form | undefined =>
  typeof json === 'string'
    ? 'text'
    : Array.isArray(json)
      ? 'list'
      : isJSONObject(json)
        ? 'object'
        : undefined;
const formOfValue = (value: unknown): Form =>
  Array.isArray(value)
    ? 'list'
    : typeof value === 'string' || ArrayBuffer.isView(value)
      ? 'text'
      : 'object';

/**
 * A value that may be text, a list or an object, each with its own schema.
 * @param formOf Selects the form in which a value is written; strings and bytes are text if omitted.
 */
export const byForm = <const M extends Forms>(
  members: M,
  formOf: (value: unknown) => Form = formOfValue,
): FormSchema<M> => {
  const all = Object.values(members) as readonly AnySchema[];
  const name = all.map((schema) => schema.name).join(' or ');
  return {
    name,
    of: all,
    parse(json, around) {
      const form = formOfJSON(json);
      const member = form && members[form];
      if (!member) throw unfit(name, json);
      return member.parse(json, around) as Value<M[keyof M]>;
    },
    format(value, around) {
      const member = members[formOf(value)];
      if (!member) throw unwritable(name, value);
      return member.format(value, around);
    },
    check(value) {
      const member =
        typeof value === 'object' || typeof value === 'string' ? members[formOf(value)] : undefined;
      if (!member || value === null) throw badArgument(name, value);
      member.check(value);
    },
  };
};

/** A literal word, or any value of `schema`. */
export const orWord = <const W extends string, S extends AnySchema>(
  word: W,
  schema: S,
): Schema<W | Value<S>, W | SchemaInput<S>> => ({
  ...schema,
  name: `${schema.name} | ${word}`,
  word,
  parse: (json, around) => (json === word ? word : (schema.parse(json, around) as Value<S>)),
  format: (value, around) => (value === word ? word : schema.format(value, around)),
  check: (value) => (value === word ? undefined : schema.check(value)),
});

/** Tests whether a value has the word in a field that accepts it as a word. The same text in another field does not count. */
export function hasWord(schema: AnySchema, value: unknown, word: string): boolean {
  if (schema.word === word && value === word) return true;
  const { is, of: parts = [], fields = [] } = schema;
  if (is === 'list')
    return Array.isArray(value) && value.some((item) => hasWord(parts[0]!, item, word));
  if (parts.some((part) => hasWord(part, value, word))) return true;
  if (typeof value !== 'object' || value === null) return false;
  return fields.some(({ key, schema: field }) =>
    hasWord(field, (value as { readonly [key: string]: unknown })[key], word),
  );
}
