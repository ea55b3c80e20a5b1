import { AvalancheError } from '../errors/error.ts';
import { parseAccount } from '../text/account.ts';
import { readAddress } from '../text/address.ts';
import { parseHex } from '../text/bytes.ts';
import { parseID, parseNodeID, parseShortID } from '../text/id.ts';
import type { JSONValue } from '../text/json.ts';
import { type Shape, unfit } from './shape.ts';

const word = <T>(
  name: string,
  parse: (json: JSONValue) => T,
  format: (value: T) => JSONValue,
): Shape<T> => ({ name, parse, format });

/** A text that is kept as it came once `check` has nothing against it. */
function checked(name: string, check: (text: string) => unknown): Shape<string> {
  const read = (json: JSONValue): string => {
    if (typeof json !== 'string') throw unfit(`a string (${name})`, json);
    check(json);
    return json;
  };
  return word(name, read, read);
}

const digits = /^(?:0|[1-9]\d{0,99})$/;

/** Digits in a string or a bare integer; nothing else that a number could be. */
function natural(json: JSONValue, max: bigint | undefined, name: string): bigint {
  const n = typeof json === 'string' && digits.test(json) ? BigInt(json) : json;
  if (typeof n !== 'bigint' || n < 0n || (max !== undefined && n > max)) throw unfit(name, json);
  return n;
}

/** What a node writes: most services a string, some types a bare number. */
type Form = 'string' | 'number';

function large(name: string, form: Form, max?: bigint): Shape<bigint> {
  const read = (json: JSONValue) => natural(json, max, name);
  return word(name, read, (value) => {
    if (typeof value !== 'bigint' || value < 0n || (max !== undefined && value > max))
      throw new AvalancheError('OutOfRange', `${String(value)} is no ${name}`);
    return form === 'string' ? String(value) : value;
  });
}

function small(bits: number, form: Form): Shape<number> {
  const name = `uint${bits}`;
  const max = 2 ** bits - 1;
  const read = (json: JSONValue) => Number(natural(json, BigInt(max), name));
  return word(name, read, (value) => {
    if (!Number.isInteger(value) || value < 0 || value > max)
      throw new AvalancheError('OutOfRange', `${String(value)} is no ${name}`);
    return form === 'string' ? String(value) : BigInt(value);
  });
}

const max64 = (1n << 64n) - 1n;

/** A `bigint`; the node writes a string. */
export const uint64 = /* @__PURE__ */ large('uint64', 'string', max64);
/** A `bigint`; the node writes a bare number. */
export const uint64n = /* @__PURE__ */ large('uint64', 'number', max64);
/** A `bigint` of any size; the node writes a bare number. */
export const integer = /* @__PURE__ */ large('integer', 'number');
/** A `number`; the node writes a string. */
export const uint32 = /* @__PURE__ */ small(32, 'string');
/** A `number`; the node writes a bare number. */
export const uint32n = /* @__PURE__ */ small(32, 'number');
/** A `number`; the node writes a bare number. */
export const uint16n = /* @__PURE__ */ small(16, 'number');
/** A `number`; the node writes a string. */
export const uint8 = /* @__PURE__ */ small(8, 'string');

/** Go's `time.Duration` as a `bigint` of nanoseconds, which may be negative. */
export const nanoseconds: Shape<bigint> = /* @__PURE__ */ word(
  'nanoseconds',
  (json) => {
    if (typeof json === 'bigint' && BigInt.asIntN(64, json) === json) return json;
    throw unfit('nanoseconds', json);
  },
  (value) => {
    if (typeof value === 'bigint' && BigInt.asIntN(64, value) === value) return value;
    throw new AvalancheError('OutOfRange', `${String(value)} is no nanoseconds`);
  },
);

const decimalText = /^(?:0|[1-9]\d*)(?:\.\d+)?$/;

/** A decimal number as text, with all its digits as they came; the node writes a string of four decimals. */
export const decimal: Shape<string> = /* @__PURE__ */ (() => {
  const read = (json: JSONValue): string => {
    const text = typeof json === 'number' || typeof json === 'bigint' ? String(json) : json;
    if (typeof text !== 'string' || !decimalText.test(text)) throw unfit('a decimal number', json);
    return text;
  };
  return word('decimal', read, read);
})();

/** A `number` as the node writes it. */
export const float: Shape<number> = /* @__PURE__ */ word(
  'float',
  (json) => {
    if (
      typeof json === 'number' ||
      (typeof json === 'bigint' && Number.isSafeInteger(Number(json)))
    )
      return Number(json);
    throw unfit('a number', json);
  },
  (value) => {
    if (Number.isFinite(value)) return value;
    throw new AvalancheError('OutOfRange', `${String(value)} is no number`);
  },
);

const quantityText = /^0x(?:0|[1-9a-f][0-9a-f]{0,63})$/;

/** A `bigint` in Ethereum's hex digits. */
export const quantity: Shape<bigint> = /* @__PURE__ */ word(
  'quantity',
  (json) => {
    if (typeof json !== 'string' || !quantityText.test(json)) throw unfit('0x and digits', json);
    return BigInt(json);
  },
  (value) => {
    if (typeof value !== 'bigint' || value < 0n || value >> 256n)
      throw new AvalancheError('OutOfRange', `${String(value)} is no quantity`);
    return `0x${value.toString(16)}`;
  },
);

/** `true` or `false`. */
export const bool: Shape<boolean> = /* @__PURE__ */ (() => {
  const read = (json: JSONValue): boolean => {
    if (typeof json !== 'boolean') throw unfit('a bool', json);
    return json;
  };
  return word('bool', read, read);
})();

/** Any text. */
export const string = /* @__PURE__ */ checked('string', () => {});
/** CB58 of 32 bytes. */
export const id = /* @__PURE__ */ checked('id', parseID);
/** `NodeID-…`. */
export const nodeID = /* @__PURE__ */ checked('nodeID', parseNodeID);
/** `P-avax1…`, or CB58 of 20 bytes as old nodes wrote it. */
export const address = /* @__PURE__ */ checked('address', (text) =>
  text.includes('-') ? readAddress(text) : parseShortID(text),
);
/** `0x` and 40 digits; a checksum of both cases is checked. */
export const account = /* @__PURE__ */ checked('account', parseAccount);
/** `0x…` without a checksum. */
export const hex = /* @__PURE__ */ checked('hex', parseHex);
/** `0x…` of a number of bytes, without a checksum. */
export const hexOf = (length: number): Shape<string> =>
  checked(`hex of ${length} bytes`, (text) => {
    const bytes = parseHex(text);
    if (bytes.length !== length)
      throw new AvalancheError('BadText', `must have ${length} bytes, got ${bytes.length}`, {
        kind: 'hex',
      });
  });
/** Digits of a uint32, as the key of a map. */
export const uint32Key = /* @__PURE__ */ checked('uint32', (text) =>
  natural(text, 0xffff_ffffn, 'a uint32'),
);

/** One of the texts given; another is refused. */
export function oneOf<const V extends string>(...values: readonly V[]): Shape<V> {
  const name = values.join(' | ');
  const read = (json: JSONValue): V => {
    if (!(values as readonly JSONValue[]).includes(json)) throw unfit(name, json);
    return json as V;
  };
  return word(name, read, read);
}

/** JSON that has no fixed form, every digit kept; integers are `bigint`. */
export const json: Shape<JSONValue> = /* @__PURE__ */ word(
  'JSON',
  (value) => value,
  (value) => value,
);

/** An instant as a node writes it. */
export interface Instant {
  /** RFC 3339, in the node's own time zone. */
  readonly text: string;
  /** Since 1970, to the nanosecond; negative before. */
  readonly unixNanos: bigint;
  /** To the millisecond, rounded down. */
  readonly date: Date;
}

const instantText =
  /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d{1,9}))?(Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/;

/** RFC 3339 with up to nine decimals, as Go prints a `time.Time`. */
export const time: Shape<Instant> = /* @__PURE__ */ word(
  'time',
  (json) => {
    const match = typeof json === 'string' ? instantText.exec(json) : null;
    const [text = '', local = '', fraction = '', zone = ''] = match ?? [];
    const utc = Date.parse(`${local}Z`);
    if (Number.isNaN(utc) || new Date(utc).toISOString().slice(0, 19) !== local)
      throw unfit('an RFC 3339 time', json);
    const shift = zone === 'Z' ? 0 : Date.parse(`1970-01-01T00:00:00${zone}`);
    const unixNanos = BigInt(utc + shift) * 1_000_000n + BigInt(fraction.padEnd(9, '0'));
    const milliseconds = utc + shift + Number(fraction.padEnd(9, '0').slice(0, 3));
    return { text, unixNanos, date: new Date(milliseconds) };
  },
  (value) => {
    time.parse(value?.text);
    return value.text;
  },
);
