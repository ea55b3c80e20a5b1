/**
 * Schemas of objects in three variants: objects of this library, in which unknown keys are errors; arguments,
 * which are checked before use; and replies, in which unknown fields are kept.
 */

import { AvalancheError, climb } from '../errors/error.ts';
import { named } from '../errors/quote.ts';
import { formatJSON, isJSONObject, type JSONValue } from '../text/json.ts';
import { aText, type Given, objectOf, optional, unknownKey, unknownKeyText } from './check.ts';
import {
  type AnySchema,
  asObject,
  type JSONObject,
  type Schema,
  type SchemaField,
  type SchemaInput,
  unwritable,
  type Value,
} from './schema.ts';

/** The declaration of an object's fields: schema, meaning with unit, and when the field is present, if not always. */
export interface Fields {
  readonly [key: string]: readonly [schema: AnySchema, note: string, when?: string];
}

/** The declaration of an argument's fields: the schema of each. */
export interface SchemaParts {
  readonly [key: string]: AnySchema;
}

// Mapped without `as`, so that editors show the field's documentation on hover.
type Having<F extends Fields, Mark> = {
  [K in keyof F]: F[K][0] extends Mark ? K : never;
}[keyof F];
type Optional<F extends Fields> = Having<F, { readonly optional: true }>;
type Omittable<F extends Fields> = Optional<F> | HavingDefault<F>;
type HavingDefault<F extends Fields> = {
  [K in keyof F]: undefined extends F[K][0]['default'] ? never : K;
}[keyof F];
type Needed<F extends Fields, Ks extends keyof F> = { readonly [K in Ks]: Value<F[K][0]> };
type Possible<F extends Fields, Ks extends keyof F> = {
  readonly [K in Ks]?: Value<F[K][0]>;
};
type NeededInput<F extends Fields, Ks extends keyof F> = {
  readonly [K in Ks]: SchemaInput<F[K][0]>;
};
type PossibleInput<F extends Fields, Ks extends keyof F> = {
  readonly [K in Ks]?: SchemaInput<F[K][0]> | undefined;
};

/** The parsed value of an object with these fields. */
export type Values<F extends Fields> = Needed<F, Exclude<keyof F, Optional<F>>> &
  Possible<F, Optional<F>>;
/** The input for writing an object with these fields. */
export type Inputs<F extends Fields> = [keyof F] extends [never]
  ? { readonly [key: string]: never }
  : NeededInput<F, Exclude<keyof F, Omittable<F>>> & PossibleInput<F, Omittable<F>>;

/** Unknown fields of a reply. */
export interface Extra {
  /** Fields that this library does not know, such as those of a newer node. */
  readonly extra?: JSONObject | undefined;
}
/** The tag of a member of a union. */
export type Kinded<Kind extends string> = [Kind] extends [never]
  ? unknown
  : { readonly kind: Kind };

// Interfaces, so that declaration files contain each field once, with its note.
/** The schema of an object that callers pass as an argument. */
export interface ArgumentSchema<P extends SchemaParts> extends Schema<Given<P>> {}
/** The schema of an object in a format of this library. */
export interface ObjectSchema<F extends Fields, Kind extends string = never>
  extends Schema<Values<F> & Kinded<Kind>, Inputs<F> & Partial<Kinded<Kind>>> {}
/** The schema of an object in a format of others. */
export interface ReplySchema<F extends Fields, Kind extends string = never>
  extends Schema<Values<F> & Kinded<Kind> & Extra, Inputs<F> & Partial<Kinded<Kind>> & Extra> {}

/** Options of an object schema. */
export interface ObjectOptions<F extends Fields, Kind extends string> {
  readonly name?: string;
  /** Selects the member of a union; only in values, as `kind`. */
  readonly kind?: Kind;
  /** Alternative spellings of keys that are accepted but never written. */
  readonly spellings?: { readonly [other: string]: string };
  /** Accepts unknown keys in arguments: a whole UTXO can be passed to name it. */
  readonly ignoresOthers?: boolean;
  /** Field whose value may replace the object. */
  readonly bare?: string;
  /** Throws if fields are inconsistent with each other. */
  readonly check?: (value: Inputs<F>) => void;
}

/**
 * An object in a format of this library: unknown keys are errors, and fields are written in the order of their
 * declaration.
 */
export const object = <const F extends Fields, const Kind extends string = never>(
  declared: F,
  options: ObjectOptions<F, Kind> = {},
): ObjectSchema<F, Kind> => objectSchema(declared, options, false);

/**
 * An object that callers pass as an argument and that may also be in a file, like `object`. The meaning of a field
 * is a comment on its declaration, which editors show wherever the field is used. Fields that are spread into a
 * declaration lose their comments in declaration files.
 */
export const argument = <const P extends SchemaParts>(
  parts: P,
  options: Pick<ObjectOptions<never, never>, 'name' | 'ignoresOthers'> = {},
): ArgumentSchema<P> =>
  objectSchema(
    Object.fromEntries(Object.entries(parts).map(([key, schema]) => [key, [schema, ''] as const])),
    options,
    false,
  );

/**
 * An object in a format of others, who may add fields: unknown fields are kept in `extra`, and fields are written
 * in the order in which they were read.
 */
export const reply = <const F extends Fields, const Kind extends string = never>(
  declared: F,
  options: ObjectOptions<F, Kind> = {},
): ReplySchema<F, Kind> => objectSchema(declared, options, true);

/** What is needed to parse and format an object. */
interface Members {
  readonly table: ReadonlyMap<string, AnySchema>;
  /** Required fields. */
  readonly absentees: readonly (readonly [string, AnySchema])[];
  readonly expected: string;
  readonly kind: string | undefined;
  readonly spellings: { readonly [spelling: string]: string };
  readonly isOpen: boolean;
  /** Whether arguments may have other keys, which are not written. */
  readonly ignoresOthers: boolean;
}

function objectSchema<T, In>(
  declared: Fields,
  {
    name = 'object',
    kind,
    spellings = {},
    ignoresOthers = false,
    bare,
    check,
  }: ObjectOptions<never, string>,
  isOpen: boolean,
): Schema<T, In> {
  const table = new Map(Object.entries(declared).map(([key, [schema]]) => [key, schema]));
  const absentees = [...table].filter(([, { optional }]) => !optional);
  const late = [...table].filter(([, schema]) => schema.late);
  const expected = name === 'object' ? 'an object' : name;
  const fields = Object.entries(declared).map(
    ([key, [schema, note, when = '']]): SchemaField => ({ key, schema, note, when }),
  );
  const parts = Object.fromEntries([
    ...(kind === undefined ? [] : [['kind', optional(aText)] as const]),
    ...[...table].map(
      ([key, schema]) => [key, schema.default === undefined ? schema : optional(schema)] as const,
    ),
  ]);
  const members: Members = {
    table,
    absentees,
    expected,
    kind,
    spellings,
    isOpen,
    ignoresOthers,
  };
  const checkAll = check as ((value: unknown) => void) | undefined;

  return {
    name,
    fields,
    parse(json) {
      if (bare !== undefined && !isJSONObject(json))
        return { [bare]: table.get(bare)!.parse(json) } as T;
      const given = asObject(json, expected);
      const value: Record<string, unknown> = kind === undefined ? {} : { kind };
      const extra = readMembers(members, given, value);
      for (const [key, schema] of absentees)
        if (!Object.hasOwn(value, key)) {
          if (schema.default === undefined)
            throw new AvalancheError('BadJSON', 'is missing').at(key);
          value[key] = schema.default;
        }
      for (const [key, schema] of late)
        if (Object.hasOwn(value, key))
          try {
            value[key] = schema.parse(given[key]!, given);
          } catch (e) {
            throw climb(e, key);
          }
      if (extra.length > 0) value.extra = Object.fromEntries(extra);
      checkAll?.(value);
      return value as T;
    },
    format(value) {
      const json = formatMembers(members, value);
      checkAll?.(value);
      return json;
    },
    check: objectOf(parts, {
      name: expected,
      isExact: !ignoresOthers && !isOpen,
      hasJSONNames: true,
    }).check,
  };
}

/** Parses the fields of an object and returns the unknown ones. */
function readMembers(
  { table, spellings, isOpen }: Members,
  given: JSONObject,
  value: Record<string, unknown>,
): [string, JSONValue][] {
  const extra: [string, JSONValue][] = [];
  for (const key of Object.keys(given)) {
    const item = given[key]!;
    const known = Object.hasOwn(spellings, key) ? spellings[key]! : key;
    const schema = table.get(known);
    try {
      if (schema === undefined) {
        if (!isOpen) throw new AvalancheError('BadJSON', unknownKeyText(key, [...table.keys()]));
        extra.push([key, item]);
      } else if (known !== key && Object.hasOwn(given, known)) {
        if (formatJSON(item) !== formatJSON(given[known]!))
          throw new AvalancheError('Mismatch', `differs from ${known}`);
      } else value[known] = schema.late ? undefined : schema.parse(item, given);
    } catch (e) {
      throw climb(e, schema ? key : named(key));
    }
  }
  return extra;
}

/** Formats the fields of an object as JSON. */
function formatMembers(
  { table, absentees, expected, kind, isOpen, ignoresOthers }: Members,
  value: unknown,
): JSONObject {
  if (typeof value !== 'object' || value === null) throw unwritable(expected, value);
  const given = value as { readonly [key: string]: unknown };
  for (const key of ignoresOthers ? [] : Object.keys(given)) {
    if (table.has(key) || (key === 'kind' && kind !== undefined)) continue;
    if (given[key] === undefined || (key === 'extra' && isOpen)) continue;
    throw unknownKey(key, [...table.keys()]);
  }
  const members: [string, JSONValue][] = [];
  for (const key of isOpen ? Object.keys(given) : table.keys()) {
    const schema = table.get(key);
    const item = given[key];
    if (schema === undefined || item === undefined) continue;
    try {
      members.push([key, schema.format(item, given)]);
    } catch (e) {
      throw climb(e, key);
    }
  }
  for (const [key, schema] of absentees)
    if (given[key] === undefined && schema.default === undefined)
      throw new AvalancheError('OutOfRange', 'is needed').at(key);
  if (isOpen)
    for (const [key, item] of Object.entries((given as Extra).extra ?? {})) {
      if (table.has(key))
        throw new AvalancheError('Duplicate', 'is already a field of the object').at('extra', key);
      members.push([key, item]);
    }
  return Object.fromEntries(members);
}
