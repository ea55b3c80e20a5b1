import { AvalancheError, within } from '../errors/error.ts';
import { formatJSON, isJSONObject, type JSONValue } from '../text/json.ts';
import type { JSONObject } from '../wire/type.ts';
import { shown } from './errors.ts';

/**
 * How a JSON value is read, written and documented. Both directions are strict: `parse` takes what a node of any
 * version says, `format` gives what the newest one would say.
 */
export interface Shape<T> {
  /** The type as the documentation names it. */
  readonly name: string;
  /** Those of an object, in the order of the node. */
  readonly fields?: readonly FieldShape[];
  /** What a list, a map or a union is made of. */
  readonly of?: readonly Shape<unknown>[];
  /** As a field it may be absent. */
  readonly optional?: boolean;
  /** @throws {AvalancheError} `BadJSON` and those of texts, with the path inside the value. */
  parse(json: JSONValue): T;
  /** @throws {AvalancheError} As `parse`, or `OutOfRange`. */
  format(value: T): JSONValue;
}

/** A field of an object for the documentation. */
export interface FieldShape {
  readonly key: string;
  readonly shape: Shape<unknown>;
  readonly note: string;
  /** When it is present, where that is not always. */
  readonly when: string;
}

/** The TypeScript type of a shape's values. */
export type Value<S> = S extends Shape<infer T> ? T : never;

/** Shape, meaning and unit of each field, and when it is present if that is not always. */
export interface Fields {
  readonly [key: string]: readonly [shape: Shape<unknown>, note: string, when?: string];
}

type May<F extends Fields, K extends keyof F> = F[K][0] extends { readonly optional: true }
  ? K
  : never;

/** Values of an object with these fields. */
export type Declared<F extends Fields> = {
  readonly [K in keyof F as Exclude<K, May<F, K>>]: Value<F[K][0]>;
} & {
  readonly [K in keyof F as May<F, K>]?: Value<F[K][0]> | undefined;
} & {
  /** What the reply has beyond the fields that are known: a newer node's. */
  readonly extra?: JSONObject | undefined;
};

/** `BadJSON` that says what should be there and what is. */
export const unfit = (expected: string, json: JSONValue): AvalancheError =>
  new AvalancheError('BadJSON', `expected ${expected}, got ${shown(json)}`);

/** An object as `parseJSON` gives it. */
export function asObject(json: JSONValue, name: string): JSONObject {
  if (isJSONObject(json)) return json;
  throw unfit(name, json);
}

/** What an object has beyond its fields. */
export interface ObjectOptions<T, Kind extends string> {
  readonly name?: string;
  /** Tells the members of a union apart; in values only, as `kind`. */
  readonly kind?: Kind;
  /** Other spellings of fields that are read, and never written. */
  readonly spellings?: { readonly [other: string]: string };
  /** The field that may stand in place of the object. */
  readonly bare?: string;
  /** Throws when fields do not fit each other. */
  readonly check?: (value: T) => void;
}

/**
 * Declares an object. Fields that it does not know are kept in `extra`, in either direction.
 */
export function object<const F extends Fields, const Kind extends string = never>(
  declared: F,
  options: ObjectOptions<Declared<F>, Kind> = {},
): Shape<Declared<F> & ([Kind] extends [never] ? unknown : { readonly kind: Kind })> {
  type T = Declared<F> & ([Kind] extends [never] ? unknown : { readonly kind: Kind });
  const { kind, spellings = {}, bare, check } = options;
  const name = options.name ?? 'an object';
  const table = new Map(Object.entries(declared).map(([key, [shape]]) => [key, shape]));
  const needed = [...table].filter(([, shape]) => !shape.optional).map(([key]) => key);
  const tag = kind === undefined ? {} : { kind };
  return {
    name: options.name ?? 'object',
    fields: Object.entries(declared).map(([key, [shape, note, when = '']]) => ({
      key,
      shape,
      note,
      when,
    })),
    parse(json) {
      if (bare !== undefined && !isJSONObject(json))
        return { [bare]: table.get(bare)!.parse(json) } as T;
      const value: Record<string, unknown> = { ...tag };
      const extra: [string, JSONValue][] = [];
      const given = asObject(json, name);
      for (const [key, item] of Object.entries(given)) {
        const known = Object.hasOwn(spellings, key) ? spellings[key]! : key;
        const shape = table.get(known);
        if (shape === undefined) extra.push([key, item]);
        else if (known !== key && Object.hasOwn(given, known)) {
          if (formatJSON(item) !== formatJSON(given[known]!))
            throw new AvalancheError('Mismatch', `differs from ${known}`).at(key);
        } else value[known] = within([key], () => shape.parse(item));
      }
      for (const key of needed)
        if (!Object.hasOwn(value, key)) throw new AvalancheError('BadJSON', 'is missing').at(key);
      if (extra.length > 0) value.extra = Object.fromEntries(extra);
      check?.(value as T);
      return value as T;
    },
    format(value) {
      if (typeof value !== 'object' || value === null)
        throw new AvalancheError('OutOfRange', `${typeof value} is not ${name}`);
      const { extra, ...given } = value as { readonly extra?: JSONObject; readonly kind?: unknown };
      const members: [string, JSONValue][] = [];
      for (const [key, item] of Object.entries(given)) {
        if (item === undefined || (key === 'kind' && kind !== undefined)) continue;
        const shape = table.get(key);
        if (shape === undefined)
          throw new AvalancheError(
            'OutOfRange',
            `is not a known field: there are ${keysText(table)}`,
          ).at(key);
        members.push([key, within([key], () => shape.format(item))]);
      }
      for (const key of needed)
        if ((given as Record<string, unknown>)[key] === undefined)
          throw new AvalancheError('OutOfRange', 'is needed').at(key);
      for (const [key, item] of Object.entries(extra ?? {})) {
        if (table.has(key))
          throw new AvalancheError('Duplicate', 'is already a known field').at('extra', key);
        members.push([key, item]);
      }
      return Object.fromEntries(members);
    },
  };
}

const keysText = (table: ReadonlyMap<string, unknown>): string =>
  [...table.keys()].join(', ') || 'none';

/** As a field it may be absent. */
export const optional = <T>(shape: Shape<T>): Shape<T> & { readonly optional: true } => ({
  ...shape,
  optional: true,
});

/** Also `null`, which stays `null`. */
export const nullable = <T>(shape: Shape<T>): Shape<T | null> => ({
  ...shape,
  name: `${shape.name} or null`,
  parse: (json) => (json === null ? null : shape.parse(json)),
  format: (value) => (value === null ? null : shape.format(value)),
});

/** A list; of so many elements, if that is given. */
export const list = <T>(of: Shape<T>, count?: number): Shape<readonly T[]> => ({
  name: `list of ${count === undefined ? '' : `${count} `}${of.name}`,
  of: [of],
  parse(json) {
    if (!Array.isArray(json) || (count !== undefined && json.length !== count))
      throw unfit(count === undefined ? 'a list' : `a list of ${count}`, json);
    return json.map((item, i) => within([i], () => of.parse(item)));
  },
  format(value) {
    if (!Array.isArray(value)) throw new AvalancheError('OutOfRange', `${typeof value} is no list`);
    return value.map((item: T, i) => within([i], () => of.format(item)));
  },
});

/** A list that the node leaves nil when it is empty: `null` is read as empty, and empty is written as `null`. */
export function nilList<T>(of: Shape<T>): Shape<readonly T[]> {
  const plain = list(of);
  return {
    ...plain,
    parse: (json) => (json === null ? [] : plain.parse(json)),
    format: (value) => (value.length === 0 ? null : plain.format(value)),
  };
}

/** An object whose keys are data. */
export const map = <T>(key: Shape<string>, of: Shape<T>): Shape<{ readonly [key: string]: T }> => ({
  name: `map of ${key.name} to ${of.name}`,
  of: [key, of],
  parse: (json) =>
    Object.fromEntries(
      Object.entries(asObject(json, 'a map')).map(([k, item]) =>
        within([k], () => [key.parse(k), of.parse(item)] as const),
      ),
    ),
  format(value) {
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      throw new AvalancheError('OutOfRange', `${typeof value} is no map`);
    return Object.fromEntries(
      Object.entries(value).map(([k, item]) =>
        within([k], () => [key.parse(k), of.format(item)] as const),
      ),
    );
  },
});

/** What old nodes wrapped in an object of one key, and wrote as `old` there. */
export const unwrapped = <T>(shape: Shape<T>, key: string, old: Shape<T>): Shape<T> => ({
  ...shape,
  parse(json) {
    const inner = asObject(json, 'a map')[key];
    return inner === undefined ? shape.parse(json) : within([key], () => old.parse(inner));
  },
});

/** One of several objects; `kindOf` tells which by the keys that are there. */
export const union = <const M extends { readonly [kind: string]: Shape<unknown> }>(
  members: M,
  kindOf: (has: (key: string) => boolean) => keyof M & string,
): Shape<Value<M[keyof M]>> => ({
  name: Object.values(members)
    .map(({ name }) => name)
    .join(' or '),
  of: Object.values(members),
  parse(json) {
    const keys = asObject(json, 'an object');
    return members[kindOf((key) => Object.hasOwn(keys, key))]!.parse(json) as Value<M[keyof M]>;
  },
  format(value) {
    const kind = (value as { readonly kind?: unknown } | null | undefined)?.kind;
    if (typeof kind !== 'string' || !Object.hasOwn(members, kind))
      throw new AvalancheError(
        'UnknownTypeID',
        `must be one of ${Object.keys(members).join(', ')}`,
        { found: '', expected: Object.keys(members).join(', ') },
      ).at('kind');
    return members[kind]!.format(value);
  },
});
