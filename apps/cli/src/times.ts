/** Times as options. */
import { AvalancheError, unix } from 'avalanche-tx';

const latest = unix('2099-12-31T23:59:59Z');

/**
 * Parses a time: Unix seconds, or ISO 8601 text with a zone.
 * @throws {AvalancheError} As `unix`; `OutOfRange`: after the year 2099, as milliseconds are.
 */
export function parseTime(text: string): bigint {
  const time = /^(0|[1-9]\d{0,18})$/.test(text) ? BigInt(text) : unix(text);
  if (time <= latest) return time;
  throw new AvalancheError(
    'OutOfRange',
    `must be Unix seconds up to the year 2099, got ${time}; milliseconds must be divided by 1000`,
    { value: time, min: 0n, max: latest, unit: 'time' },
  );
}

/** The time of the clock, in Unix seconds. */
export const now = (): bigint => unix(new Date());
