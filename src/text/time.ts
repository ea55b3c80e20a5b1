import { AvalancheError, type Path } from '../errors/error.ts';

/** 1 January 2100, 00:00 UTC, in Unix seconds: no time that somebody gives is later, and every time in milliseconds is. */
const latest = 4_102_444_800n;

/**
 * A time that somebody gives, if it is Unix seconds. Milliseconds, as `Date.now()` returns them, would unlock what is locked.
 * @throws {AvalancheError} `OutOfRange`: no bigint, below 0, or later than the year 2099.
 */
export function unixSeconds(time: bigint, ...path: Path): bigint {
  if (typeof time === 'bigint' && time >= 0n && time <= latest) return time;
  const isMilliseconds = typeof time === 'bigint' && time > latest && time <= latest * 1000n;
  throw new AvalancheError(
    'OutOfRange',
    `must be Unix seconds up to the year 2099, got ${time}${isMilliseconds ? ', which may be milliseconds' : ''}`,
    { value: time, min: 0n, max: latest, unit: 'time' },
  ).at(...path);
}
