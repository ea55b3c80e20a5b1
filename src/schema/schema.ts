/** The machine for JSON that is not wire JSON: replies, states, intents, policies, network files, bridges. */
import { asBytes, badArgument } from '../errors/arguments.ts';
import { AvalancheError } from '../errors/error.ts';
import { quoted } from '../errors/quote.ts';
import { isJSONObject, type JSONValue } from '../text/json.ts';

/** A JSON object as `parseJSON` gives it. */
export type JSONObject = { readonly [key: string]: JSONValue };

/**
 * How a JSON value is read, written and documented. `parse` gives `T`, with texts of bytes already read as bytes; `format` takes
 * `In`, which is wider where a caller may give text or bytes, and writes canonical JSON.
 */
export interface Schema<T, In = T> {
  /** The type as the documentation names it. */
  readonly name: string;
  /** The fields of an object, in the order in which they are written. */
  readonly fields?: readonly SchemaField[];
  /** What a list, a map or a union is made of. */
  readonly of?: readonly AnySchema[];
  /** What each value of an enumeration means, where that needs saying. */
  readonly meanings?: { readonly [value: string]: string };
  /** As a field it may be absent. */
  readonly optional?: boolean;
  /** As a field it may be absent, and this then counts. */
  readonly default?: unknown;
  /** Why it should not be used any more. */
  readonly deprecated?: string;
  /** It depends on a field beside it, which is checked first. */
  readonly late?: boolean;
  /**
   * @param around The object that it is a field of.
   * @throws {AvalancheError} `BadJSON`, and the codes of texts, with the path inside the value.
   */
  parse(json: JSONValue, around?: JSONObject): T;
  /** @throws {AvalancheError} As `parse`, or `OutOfRange`. */
  format(value: In, around?: object): JSONValue;
  /**
   * Checks that an argument of a function has the type that `format` takes. What its text or number may be, its reader checks.
   * `format` without its result, if omitted.
   * @throws {AvalancheError} `BadArgument`: the wrong type, or a part is missing; `Unsupported`: an unknown key.
   */
  check?(value: unknown): void;
}

/** A schema of any values. */
export type AnySchema = Schema<unknown>;

/** A field of an object for the documentation. */
export interface SchemaField {
  /** Its key. */
  readonly key: string;
  /** How its value is read and written. */
  readonly schema: AnySchema;
  /** What it means. */
  readonly note: string;
  /** When it is present, where that is not always. */
  readonly when: string;
}

/** What a schema's `parse` gives. */
export type Value<S> = S extends { parse(json: JSONValue, around?: JSONObject): infer T }
  ? T
  : never;

/** What a schema's `format` takes. */
export type SchemaInput<S> = S extends { format(value: infer I, around?: object): JSONValue }
  ? I
  : never;

/** `BadJSON` that says what should be there and what is. */
export const unfit = (expected: string, json: JSONValue): AvalancheError =>
  new AvalancheError('BadJSON', `expected ${expected}, got ${quoted(json)}`);

/** `OutOfRange` of a value that cannot be written. */
export const unwritable = (expected: string, value: unknown): AvalancheError =>
  new AvalancheError('OutOfRange', `expected ${expected}, got ${quoted(value)}`);

/** The object, if it is one. */
export function asObject(json: JSONValue, name: string): JSONObject {
  if (isJSONObject(json)) return json;
  throw unfit(name, json);
}

/** Checks an argument, or a part of one, as the `check` of its schema says. */
export function checkValue({ check, format }: AnySchema, value: unknown): void {
  if (check) check(value);
  else format(value);
}

/** The object, if an argument is one; bytes and lists are not. */
export function objectGiven(value: unknown, expected: string): { readonly [key: string]: unknown } {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || asBytes(value))
    throw badArgument(expected, value);
  return value as { readonly [key: string]: unknown };
}

/** A schema without parts. */
export const leaf = <T, In = T>(
  name: string,
  parse: (json: JSONValue, around?: JSONObject) => T,
  format: (value: In, around?: object) => JSONValue,
): Schema<T, In> => ({ name, parse, format });

/** A schema whose arguments are checked by a test, with what they must be if they fail it. */
export const tested = <T, In>(
  schema: Schema<T, In>,
  expected: string,
  test: (value: unknown) => boolean,
): Schema<T, In> => ({
  ...schema,
  check(value) {
    if (!test(value)) throw badArgument(expected, value);
  },
});

/**
 * A schema whose values are made from those of another. Fields and parts are documented as those of the other.
 * @param to Reads further; what it throws gets the path of the value.
 * @param from The way back.
 */
export const mapped = <T, In, U, UIn>(
  schema: Schema<T, In>,
  to: (value: T, around?: JSONObject) => U,
  from: (value: UIn, around?: object) => In,
): Schema<U, UIn> => ({
  name: schema.name,
  ...(schema.fields && { fields: schema.fields }),
  ...(schema.of && { of: schema.of }),
  ...(schema.late && { late: schema.late }),
  parse: (json, around) => to(schema.parse(json, around), around),
  format: (value, around) => schema.format(from(value, around), around),
});

/** As a field it may be absent. */
export const optional = <S extends AnySchema>(schema: S): S & { readonly optional: true } => ({
  ...schema,
  optional: true,
});

/** As a field it may be absent, and is then read as `value`. */
export const defaulted = <S extends AnySchema>(
  schema: S,
  value: Value<S>,
): S & { readonly default: Value<S> } => ({ ...schema, default: value });

/** A field that should not be used any more. */
export const deprecated = <S extends AnySchema, const Why extends string>(
  schema: S,
  why: Why,
): S & { readonly deprecated: Why } => ({ ...schema, deprecated: why });

/** A schema that takes `null` too. */
export interface NullableSchema<S extends AnySchema>
  extends Schema<Value<S> | null, SchemaInput<S> | null> {}

/** Also `null`, which stays `null`. */
export const nullable = <S extends AnySchema>(schema: S): NullableSchema<S> => ({
  ...schema,
  name: `${schema.name} or null`,
  parse: (json, around) => (json === null ? null : (schema.parse(json, around) as Value<S>)),
  format: (value, around) => (value === null ? null : schema.format(value, around)),
  check: (value) => (value === null ? undefined : checkValue(schema, value)),
});
