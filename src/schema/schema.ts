/**
 * Schemas for JSON other than wire JSON: replies, states, intents, policies, network files and bridges. A schema
 * is the declaration of an argument (`check.ts`) that has a JSON form as well: it is declared once and used to check,
 * parse, format and document.
 */
import { AvalancheError, climb } from '../errors/error.ts';
import { quoted } from '../errors/quote.ts';
import { isJSONObject, type JSONObject, type JSONValue } from '../text/json.ts';
import { type Check, isA } from './check.ts';

export { optional } from './check.ts';
export type { JSONObject };

/**
 * How a JSON value is parsed, formatted and documented. `parse` returns `T`, in which encoded bytes are already
 * decoded; `format` accepts `In`, which is wider where callers may pass text or bytes, and returns canonical JSON.
 */
export interface Schema<T, In = T> extends Check<In> {
  /** The type's name in the documentation. */
  readonly name: string;
  /** The fields of an object, in the order in which they are written. */
  readonly fields?: readonly SchemaField[];
  /** The element types of a list, map or union. */
  readonly of?: readonly AnySchema[];
  /** The meaning of each value of an enumeration, if it needs explanation. */
  readonly meanings?: { readonly [value: string]: string };
  /** Default value if the field is absent. */
  readonly default?: unknown;
  /** Why the field is deprecated. */
  readonly deprecated?: string;
  /** Whether it depends on another field of the object, which is then parsed first. */
  readonly late?: boolean;
  /** A word that stands for a value, such as `max`. */
  readonly word?: string;
  /** Whether it is a list of elements or a map. */
  readonly is?: 'list' | 'map';
  /** Selects the member of a union for JSON. */
  readonly memberOf?: (json: JSONObject) => AnySchema | undefined;
  /** What the field stands for in JSON of older nodes, which do not write it or write it differently. */
  readonly older?: (around: JSONObject) => JSONValue | undefined;
  /**
   * Parses JSON.
   * @param around The object that contains the field.
   * @throws {AvalancheError} `BadJSON`, and the codes of text formats, with the path inside the value.
   */
  parse(json: JSONValue, around?: JSONObject): T;
  /**
   * Formats a value as JSON.
   * @throws {AvalancheError} As `parse`, or `OutOfRange`.
   */
  format(value: In, around?: object): JSONValue;
  /**
   * Checks that an argument has the type that `format` accepts; the contents of texts and numbers are checked when
   * they are read.
   * @throws {AvalancheError} `BadArgument`: the wrong type, a missing part, or an unknown key; for what
   *   has no check of its own, as `format`.
   */
  check(value: unknown): void;
}

/** A schema of any type. */
export type AnySchema = Schema<unknown>;

/** A field of an object, for documentation. */
export interface SchemaField {
  /** Key of the field. */
  readonly key: string;
  /** Schema of the field. */
  readonly schema: AnySchema;
  /** Meaning of the field. */
  readonly note: string;
  /** When the field is present; empty if always. */
  readonly when: string;
}

/** The type that a schema's `parse` returns. */
export type Value<S> = S extends { parse(json: JSONValue, around?: JSONObject): infer T }
  ? T
  : never;

/** The type that a schema's `format` accepts. */
export type SchemaInput<S> = S extends { format(value: infer I, around?: object): JSONValue }
  ? I
  : never;

/** Builds a `BadJSON` error with the expected and the actual value. */
export const unfit = (expected: string, json: JSONValue): AvalancheError =>
  new AvalancheError('BadJSON', `expected ${expected}, got ${quoted(json)}`);

/** Builds an `OutOfRange` error for a value that cannot be written. */
export const unwritable = (expected: string, value: unknown): AvalancheError =>
  new AvalancheError('OutOfRange', `expected ${expected}, got ${quoted(value)}`);

/** Returns the value if it is a JSON object; throws otherwise. */
export function asObject(json: JSONValue, name: string): JSONObject {
  if (isJSONObject(json)) return json;
  throw unfit(name, json);
}

/** A schema without parts. */
export const leaf = <T, In = T>(
  name: string,
  parse: (json: JSONValue, around?: JSONObject) => T,
  format: (value: In, around?: object) => JSONValue,
): Schema<T, In> => ({ name, parse, format, check: checkedBy(format) });

/** Checks an argument by formatting it. */
const checkedBy =
  (format: (value: never) => unknown): Check['check'] =>
  (value) => {
    try {
      format(value as never);
    } catch (e) {
      throw climb(e);
    }
  };

/** A schema whose arguments are checked by a predicate; `expected` is used in the error. */
export const tested = <T, In>(
  schema: Schema<T, In>,
  expected: string,
  test: (value: unknown) => boolean,
): Schema<T, In> => ({ ...schema, check: isA(expected, test).check });

/**
 * A schema whose values are converted from those of another. Fields and parts are documented as in the other.
 * @param to Converts a parsed value; its errors get the path of the value.
 * @param from Converts back.
 */
export const mapped = <T, In, U, UIn>(
  schema: Schema<T, In>,
  to: (value: T, around?: JSONObject) => U,
  from: (value: UIn, around?: object) => In,
): Schema<U, UIn> => ({
  check: checkedBy((value: UIn) => schema.format(from(value))),
  name: schema.name,
  ...(schema.fields && { fields: schema.fields }),
  ...(schema.of && { of: schema.of }),
  ...(schema.is && { is: schema.is }),
  ...(schema.memberOf && { memberOf: schema.memberOf }),
  ...(schema.late && { late: schema.late }),
  parse: (json, around) => to(schema.parse(json, around), around),
  format: (value, around) => schema.format(from(value, around), around),
});

/** Says what a field stands for that older nodes do not write, or write differently. */
export const since = <S extends AnySchema>(
  schema: S,
  older: (around: JSONObject) => JSONValue | undefined,
): S => ({ ...schema, older });

/** Gives a field a default value if it is absent. */
export const defaulted = <S extends AnySchema>(
  schema: S,
  value: Value<S>,
): S & { readonly default: Value<S> } => ({ ...schema, default: value });

/** Marks a field as deprecated. */
export const deprecated = <S extends AnySchema, const Why extends string>(
  schema: S,
  why: Why,
): S & { readonly deprecated: Why } => ({ ...schema, deprecated: why });

/** A schema that also accepts `null`. */
export interface NullableSchema<S extends AnySchema>
  extends Schema<Value<S> | null, SchemaInput<S> | null> {}

/** Accepts `null` too, which stays `null`. */
export const nullable = <S extends AnySchema>(schema: S): NullableSchema<S> => ({
  ...schema,
  name: `${schema.name} or null`,
  parse: (json, around) => (json === null ? null : (schema.parse(json, around) as Value<S>)),
  format: (value, around) => (value === null ? null : schema.format(value, around)),
  check: (value) => (value === null ? undefined : schema.check(value)),
});
