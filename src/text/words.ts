/** Counts, durations and times for people. */

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
/** 31 Dec 9999 23:59:59 UTC. */
export const lastTime = 253_402_300_799n;

/** Groups digits by three: `2,000.5`. */
export const grouped = (number: string): string =>
  number.replace(/^\d+/, (whole) => whole.replace(/\B(?=(\d{3})+$)/g, ','));

/** `1 day`, `14 days`. */
export const counted = (
  n: bigint,
  one: 'day' | 'hour' | 'minute' | 'second' | 'validator',
): string => `${grouped(n.toString())} ${n === 1n ? one : `${one}s`}`;

/** Formats seconds in their two largest units: `14 days`, `1 day 3 hours`. */
export function durationText(seconds: bigint): string {
  const parts: string[] = [];
  let rest = seconds;
  for (const [unit, size] of [
    ['day', 86_400n],
    ['hour', 3_600n],
    ['minute', 60n],
    ['second', 1n],
  ] as const) {
    const n = rest / size;
    rest %= size;
    if (n > 0n && parts.length < 2) parts.push(counted(n, unit));
    else if (parts.length > 0) break;
  }
  return parts.join(' ') || counted(0n, 'second');
}

/** Formats Unix seconds as day and time: `15 Jan 2027 08:00 UTC`. */
export function dateText(time: bigint): string {
  if (time > lastTime) return 'a time after the year 9999';
  const iso = new Date(Number(time) * 1000).toISOString();
  const [year, month, day] = iso.slice(0, 10).split('-').map(Number) as [number, number, number];
  const clock = iso.slice(11, 19).replace(/:00$/, '');
  return `${day} ${months[month - 1]} ${year} ${clock} UTC`;
}
