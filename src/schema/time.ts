import { unix } from '../text/time.ts';
import { bigint } from './number.ts';
import { leaf, type Schema, unfit, unwritable } from './schema.ts';

/** An instant as a node writes it. */
export interface Instant {
  /** RFC 3339, in the node's own time zone. */
  readonly text: string;
  /** Nanoseconds since 1970; negative before. */
  readonly unixNanos: bigint;
  /** The time in milliseconds, rounded down. */
  readonly date: Date;
}

const instantText =
  /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d{1,9}))?(Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/;

/** An RFC 3339 time with up to nine decimals, as Go prints a `time.Time`. */
export const time: Schema<Instant> = /* @__PURE__ */ leaf(
  'time',
  (json) => {
    const match = typeof json === 'string' ? instantText.exec(json) : null;
    const [text = '', local = '', fraction = '', zone = ''] = match ?? [];
    const utc = Date.parse(`${local}Z`);
    // A day that its month lacks, and 24:00, become the next day.
    if (new Date(utc).getUTCDate() !== Number(local.slice(8, 10)))
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

const seconds = /^(0|[1-9]\d{0,19})$/;

/**
 * Unix seconds, given as a bare integer, as digits, or as ISO 8601 text with a zone, such as
 * `2027-01-31T00:00:00Z`.
 */
export const unixTime: Schema<bigint> = /* @__PURE__ */ bigint(
  /* @__PURE__ */ leaf(
    'time',
    (json) => {
      if (typeof json === 'bigint') return json;
      if (typeof json !== 'string') throw unfit('Unix seconds or an ISO 8601 time', json);
      return seconds.test(json) ? BigInt(json) : unix(json);
    },
    (value: bigint) => {
      if (typeof value === 'bigint') return value;
      throw unwritable('Unix seconds', value);
    },
  ),
  "unix('2027-01-31T00:00:00Z')",
);
