import { AvalancheError, climb } from '../errors/error.ts';
import { named } from '../errors/quote.ts';
import { formatJSON, isJSONObject, type JSONValue } from '../text/json.ts';
import {
  type AnySchema,
  asObject,
  checkValue,
  type JSONObject,
  objectGiven,
  type Schema,
  type SchemaField,
  type SchemaInput,
  unwritable,
  type Value,
} from './schema.ts';

/** Schema, meaning and unit of each field, and when it is present if that is not always. */
export interface Fields {
  readonly [key: string]: readonly [schema: AnySchema, note: string, when?: string];
}

/** The schema of each field. */
export interface Parts {
  readonly [key: string]: AnySchema;
}

// Mapped without `as`: an editor then shows the field's documentation on hover.
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

/** What is read of an object with these fields. */
export type Values<F extends Fields> = Needed<F, Exclude<keyof F, Optional<F>>> &
  Possible<F, Optional<F>>;
/** What is written as an object with these fields. */
export type Inputs<F extends Fields> = [keyof F] extends [never]
  ? { readonly [key: string]: never }
  : NeededInput<F, Exclude<keyof F, Omittable<F>>> & PossibleInput<F, Omittable<F>>;

/** What a reply has beyond the fields that are known. */
export interface Extra {
  /** Fields that are not known, as a newer node may have them. */
  readonly extra?: JSONObject | undefined;
}
/** The tag of a member of a union. */
export type Kinded<Kind extends string> = [Kind] extends [never]
  ? unknown
  : { readonly kind: Kind };

type OptionalPart<P extends Parts> = {
  [K in keyof P]: P[K] extends { readonly optional: true } ? K : never;
}[keyof P];
type NeededPart<P extends Parts, Ks extends keyof P> = {
  readonly [K in Ks]: SchemaInput<P[K]>;
};
type PossiblePart<P extends Parts, Ks extends keyof P> = {
  readonly [K in Ks]?: SchemaInput<P[K]>;
};
/** What a caller gives as an object of these parts. */
export type Given<P extends Parts> = NeededPart<P, Exclude<keyof P, OptionalPart<P>>> &
  PossiblePart<P, OptionalPart<P>>;

// Interfaces, so that declaration files have each field once, with its note.
/** The schema of an object that callers give as an argument. */
export interface ArgumentSchema<P extends Parts> extends Schema<Given<P>> {}
/** The schema of an object of this library. */
export interface ObjectSchema<F extends Fields, Kind extends string = never>
  extends Schema<Values<F> & Kinded<Kind>, Inputs<F> & Partial<Kinded<Kind>>> {}
/** The schema of an object of somebody else's. */
export interface ReplySchema<F extends Fields, Kind extends string = never>
  extends Schema<Values<F> & Kinded<Kind> & Extra, Inputs<F> & Partial<Kinded<Kind>> & Extra> {}

/** What an object has beyond its fields. */
export interface ObjectOptions<F extends Fields, Kind extends string> {
  readonly name?: string;
  /** Tells the members of a union apart; in values only, as `kind`. */
  readonly kind?: Kind;
  /** Other spellings of fields that are read, and never written. */
  readonly spellings?: { readonly [other: string]: string };
  /** Arguments may have more: a whole UTXO names itself. */
  readonly ignoresOthers?: boolean;
  /** The field that may stand in place of the object. */
  readonly bare?: string;
  /** Throws when fields do not fit each other. */
  readonly check?: (value: Inputs<F>) => void;
}

/**
 * An object of this library: an unknown key is an error, and fields are written in the order in which they are declared.
 */
export const object = <const F extends Fields, const Kind extends string = never>(
  declared: F,
  options: ObjectOptions<F, Kind> = {},
): ObjectSchema<F, Kind> => objectSchema(declared, options, false);

/**
 * An object that callers give as an argument, and that may also stand in a file: as `object`. What a field means stands in a comment on
 * it, which editors show wherever the field is used; fields that are spread into the declaration lose theirs in declaration files.
 */
export const argument = <const P extends Parts>(
  parts: P,
  options: Pick<ObjectOptions<never, never>, 'name' | 'ignoresOthers'> = {},
): ArgumentSchema<P> =>
  objectSchema(
    Object.fromEntries(Object.entries(parts).map(([key, schema]) => [key, [schema, ''] as const])),
    options,
    false,
  );

/**
 * An object of somebody else's, who may add fields: those that are not known are kept in `extra`, and fields are written in the
 * order in which they were read.
 */
export const reply = <const F extends Fields, const Kind extends string = never>(
  declared: F,
  options: ObjectOptions<F, Kind> = {},
): ReplySchema<F, Kind> => objectSchema(declared, options, true);

const listed = (table: ReadonlyMap<string, unknown>): string =>
  [...table.keys()].join(', ') || 'none';

/** What an object's members are read and written by. */
interface Members {
  readonly table: ReadonlyMap<string, AnySchema>;
  /** Members that must be there. */
  readonly absentees: readonly (readonly [string, AnySchema])[];
  readonly expected: string;
  readonly kind: string | undefined;
  readonly spellings: { readonly [spelling: string]: string };
  readonly isOpen: boolean;
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
  const members: Members = { table, absentees, expected, kind, spellings, isOpen };
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
    check: (value) => checkMembers(members, value, ignoresOthers || isOpen),
  };
}

/** Checks the members of an argument: an unknown key first, which may be a known one misspelt. */
function checkMembers(
  { table, absentees, expected, kind }: Members,
  value: unknown,
  ignoresOthers: boolean,
): void {
  const given = objectGiven(value, expected);
  if (!ignoresOthers)
    for (const key of Object.keys(given))
      if (!table.has(key) && (kind === undefined || key !== 'kind'))
        throw new AvalancheError(
          'Unsupported',
          `is not a known key; known keys: ${listed(table)}`,
        ).at(named(key));
  for (const [key, schema] of absentees)
    if (given[key] === undefined && schema.default === undefined)
      throw new AvalancheError('BadArgument', 'is missing').at(key);
  for (const [key, schema] of table)
    if (given[key] !== undefined)
      try {
        checkValue(schema, given[key]);
      } catch (e) {
        throw climb(e, key);
      }
}

/** Reads the members of an object; those that are not known are given back. */
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
        if (!isOpen)
          throw new AvalancheError('BadJSON', `unknown key; known keys: ${listed(table)}`);
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

/** The members of an object as JSON. */
function formatMembers(
  { table, absentees, expected, kind, isOpen }: Members,
  value: unknown,
): JSONObject {
  if (typeof value !== 'object' || value === null) throw unwritable(expected, value);
  const given = value as { readonly [key: string]: unknown };
  for (const key of Object.keys(given)) {
    if (table.has(key) || (key === 'kind' && kind !== undefined)) continue;
    if (given[key] === undefined || (key === 'extra' && isOpen)) continue;
    throw new AvalancheError('OutOfRange', `unknown key; known keys: ${listed(table)}`).at(
      named(key),
    );
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
