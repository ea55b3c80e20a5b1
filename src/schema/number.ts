import { AvalancheError } from '../errors/error.ts';
import type { JSONValue } from '../text/json.ts';
import { leaf, type Schema, tested, unfit, unwritable } from './schema.ts';

const digits = /^(?:0|[1-9]\d{0,99})$/;
const max64 = (1n << 64n) - 1n;

/** The JSON form of integers. */
export interface IntegerForm {
  /** Written as digits in quotes, or as a bare number. */
  readonly writes: 'text' | 'bare';
  /** What is accepted; if omitted, digits with and without quotes. */
  readonly reads?: 'bare';
  /** Minimum; 0 if omitted. */
  readonly min?: bigint;
  /** Maximum; unlimited if omitted. */
  readonly max?: bigint;
  /**
   * Whether the JSON is a file of this library: numbers outside the limits are then `OutOfRange`; in replies they
   * are `BadJSON`.
   */
  readonly isOurs?: boolean;
}

function readInteger(
  json: JSONValue,
  { reads, min = 0n, max, isOurs = false }: IntegerForm,
  name: string,
): bigint {
  const isText = reads !== 'bare' && typeof json === 'string' && digits.test(json);
  const n = isText ? BigInt(json as string) : json;
  if (typeof n !== 'bigint') throw unfit(name, json);
  if (n >= min && (max === undefined || n <= max)) return n;
  if (!isOurs) throw unfit(name, json);
  throw new AvalancheError('OutOfRange', `must be ${min} to ${max ?? 'any size'}, got ${n}`, {
    value: n,
    min,
    ...(max !== undefined && { max }),
  });
}

/** Requires arguments to be a `bigint`; errors show an example. */
export const bigint = <T, In>(schema: Schema<T, In>, example: string): Schema<T, In> =>
  tested(schema, `a bigint, such as ${example}`, (value) => typeof value === 'bigint');

/** Integers as `bigint`. */
export const bigints = (name: string, form: IntegerForm): Schema<bigint> =>
  bigint(
    leaf(
      name,
      (json) => readInteger(json, form, name),
      (value: bigint) => {
        const { min = 0n, max, writes } = form;
        if (typeof value !== 'bigint') throw unwritable(`${name} as a bigint, such as 5n`, value);
        if (value < min || (max !== undefined && value > max)) throw unwritable(name, value);
        return writes === 'text' ? String(value) : value;
      },
    ),
    '5n',
  );

/** Integers as `number`; `max` is required. */
export const numbers = (name: string, form: IntegerForm & { max: bigint }): Schema<number> =>
  tested(
    leaf(
      name,
      (json) => Number(readInteger(json, form, name)),
      (value: number) => {
        const { min = 0n, max, writes } = form;
        if (!Number.isInteger(value) || value < Number(min) || value > Number(max))
          throw unwritable(name, value);
        return writes === 'text' ? String(value) : BigInt(value);
      },
    ),
    'a number',
    (value) => typeof value === 'number',
  );

const wide = (writes: 'text' | 'bare') => bigints('uint64', { writes, max: max64 });
const narrow = (bits: number, writes: 'text' | 'bare') =>
  numbers(`uint${bits}`, { writes, max: (1n << BigInt(bits)) - 1n });

/** A `bigint`; the node writes a string. */
export const uint64 = /* @__PURE__ */ wide('text');
/** A `bigint`; the node writes a bare number. */
export const uint64n = /* @__PURE__ */ wide('bare');
/** A `bigint` of any size; the node writes a bare number. */
export const integer = /* @__PURE__ */ bigints('integer', { writes: 'bare' });
/** A `number`; the node writes a string. */
export const uint32 = /* @__PURE__ */ narrow(32, 'text');
/** A `number`; the node writes a bare number. */
export const uint32n = /* @__PURE__ */ narrow(32, 'bare');
/** A `number`; the node writes a bare number. */
export const uint16n = /* @__PURE__ */ narrow(16, 'bare');
/** A `number`; the node writes a string. */
export const uint8 = /* @__PURE__ */ narrow(8, 'text');

/** The digits of a uint32, as a map key. */
export const uint32Key: Schema<string> = /* @__PURE__ */ (() => {
  const read = (json: JSONValue): string => {
    uint32.parse(json);
    return String(json);
  };
  return leaf('uint32', read, read);
})();

const signedDigits = /^-?(?:0|[1-9]\d{0,99})$/;

/**
 * Go's `time.Duration`, as a `bigint` of nanoseconds, which may be negative. The node writes a bare number; digits
 * in quotes and whole numbers with an exponent are accepted too.
 */
export const nanoseconds: Schema<bigint> = /* @__PURE__ */ (() => {
  const isDuration = (n: unknown): n is bigint =>
    typeof n === 'bigint' && BigInt.asIntN(64, n) === n;
  return leaf(
    'nanoseconds',
    (json) => {
      const isText = typeof json === 'string' && signedDigits.test(json);
      const isWhole = typeof json === 'number' && Number.isInteger(json) && !Object.is(json, -0);
      const n = isText || isWhole ? BigInt(json) : json;
      if (isDuration(n)) return n;
      throw unfit('nanoseconds', json);
    },
    (value) => {
      if (isDuration(value)) return value;
      throw unwritable('nanoseconds', value);
    },
  );
})();

const decimalText = /^(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** A decimal number as text, with its digits and exponent unchanged; the node writes a string with four decimals. */
export const decimal: Schema<string> = /* @__PURE__ */ (() => {
  const read = (json: JSONValue): string => {
    const text = typeof json === 'number' || typeof json === 'bigint' ? String(json) : json;
    if (typeof text !== 'string' || !decimalText.test(text)) throw unfit('a decimal number', json);
    return text;
  };
  return leaf('decimal', read, read);
})();

/** A `number`; the node writes a bare number, and decimal numbers in quotes are accepted too. */
export const float: Schema<number> = /* @__PURE__ */ leaf(
  'float',
  (json) => {
    const isNumber = typeof json === 'number' || typeof json === 'bigint';
    const isText = typeof json === 'string' && decimalText.test(json);
    const value = isNumber || isText ? Number(json) : Number.NaN;
    if (Number.isFinite(value) && (typeof json !== 'bigint' || Number.isSafeInteger(value)))
      return value;
    throw unfit('a number', json);
  },
  (value) => {
    if (Number.isFinite(value)) return value;
    throw unwritable('a number', value);
  },
);

/** A whole or fractional percentage, as a `number`; the node writes a string. */
export const percent: Schema<number> = /* @__PURE__ */ leaf(
  'percent',
  (json) => float.parse(json),
  (value) => {
    if (value >= 0 && Number.isFinite(value)) return String(value);
    throw unwritable('a percentage', value);
  },
);

const quantityText = /^0x(?:0|[1-9a-f][0-9a-f]{0,63})$/;

/** A `bigint`; an Ethereum hex quantity in JSON. */
export const quantity: Schema<bigint> = /* @__PURE__ */ leaf(
  'quantity',
  (json) => {
    if (typeof json !== 'string' || !quantityText.test(json))
      throw unfit('0x and hex digits', json);
    return BigInt(json);
  },
  (value) => {
    if (typeof value !== 'bigint' || value < 0n || value >> 256n)
      throw unwritable('a quantity', value);
    return `0x${value.toString(16)}`;
  },
);
