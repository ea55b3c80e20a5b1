import { badArgument } from '../errors/arguments.ts';
import { AvalancheError, type Path } from '../errors/error.ts';
import { numberContext, quoted } from '../errors/quote.ts';
import { maxUint64 } from './uint64.ts';

const instant =
  /^(\d{4}-\d\d-\d\dT\d\d:\d\d)(?::(\d\d)(?:\.\d+)?)?(Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/;

/** The last second of the year 2099: later than any reasonable time in seconds, and, as milliseconds, in February 1970. */
const latest = 4_102_444_799n;
/** 1 January 2000: no time that anybody gives in milliseconds by mistake is before it. */
export const earliest = 946_684_800n;

/** The locktime of what can never be spent. */
const never = maxUint64;

/**
 * Returns a time after checking that it is in Unix seconds. Milliseconds, as from `Date.now()`, would make locked
 * funds appear unlocked.
 * @throws {AvalancheError} `BadArgument`: not a bigint; `OutOfRange`: below 0, or later than the year 2099.
 */
export function unixSeconds(time: bigint, ...path: Path): bigint {
  if (typeof time === 'bigint' && time >= 0n && time <= latest) return time;
  if (typeof time !== 'bigint')
    throw badArgument("a bigint, such as unix('2027-01-31T00:00:00Z')", time).at(...path);
  const isMilliseconds = time >= earliest * 1000n && time <= latest * 1000n;
  throw new AvalancheError(
    'OutOfRange',
    `must be Unix seconds up to the year 2099, got ${quoted(time)}${isMilliseconds ? ', which may be milliseconds' : ''}`,
    { ...numberContext(time), min: 0n, max: latest, unit: 'time' },
  ).at(...path);
}

/**
 * Returns a locktime after checking that it is in Unix seconds, or `never`, which a node accepts as well.
 * @throws {AvalancheError} As `unixSeconds`.
 */
export const lockSeconds = (time: bigint, ...path: Path): bigint =>
  time === never ? time : unixSeconds(time, ...path);

/**
 * Converts a time to Unix seconds, rounded down.
 * @param time A `Date`, or ISO 8601 text with its zone: `2027-01-31T00:00:00Z`, `2027-01-31T01:00+01:00`.
 * @throws {AvalancheError} `BadArgument`: neither, such as milliseconds; `BadText`: other text, or without a zone; `OutOfRange`: before 1970, or a day or time
 *   that does not exist.
 * @example
 * unix('2027-01-31T00:00:00Z'); // 1_801_353_600n
 */
export function unix(time: Date | string): bigint {
  if (typeof time !== 'string' && !(typeof time === 'object' && isDate(time)))
    throw badArgument('a Date or ISO 8601 text', time);
  const seconds = Math.floor((typeof time === 'string' ? parseTime(time) : time.getTime()) / 1000);
  if (seconds >= 0) return BigInt(seconds);
  throw new AvalancheError('OutOfRange', 'must be a time from 1970 on', { min: 0, unit: 'time' });
}

/** Tests for a `Date` of any realm. */
const isDate = (value: Date): boolean => Object.prototype.toString.call(value) === '[object Date]';

/**
 * Converts days to seconds.
 * @throws {AvalancheError} `BadArgument`: not a number; `OutOfRange`: negative, or not a whole number of seconds.
 * @example
 * days(14); // 1_209_600n
 */
export function days(count: number): bigint {
  if (typeof count !== 'number') throw badArgument('a number', count);
  const seconds = count * 86_400;
  if (seconds >= 0 && Number.isSafeInteger(seconds)) return BigInt(seconds);
  throw new AvalancheError(
    'OutOfRange',
    `must be a whole number of seconds, got ${quoted(count)} days`,
    {
      ...numberContext(count),
      min: 0,
    },
  );
}

function parseTime(text: string): number {
  const match = instant.exec(text);
  if (!match)
    throw new AvalancheError(
      'BadText',
      'must be an ISO 8601 time with a zone, such as 2027-01-31T00:00:00Z',
      { kind: 'time' },
    );
  const [, minutes, seconds = '00', zone] = match;
  const local = `${minutes}:${seconds}`;
  const utc = Date.parse(`${local}Z`);
  if (Number.isNaN(utc) || new Date(utc).toISOString().slice(0, 19) !== local) {
    throw new AvalancheError('OutOfRange', 'there is no such day or time');
  }
  return Date.parse(`${local}${zone}`);
}
