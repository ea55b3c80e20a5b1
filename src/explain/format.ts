import { formatAmount } from '../text/amount.ts';
import { formatHex } from '../text/hex.ts';
import type { AssetText, Party } from './explanation.ts';

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
/** 31 Dec 9999 23:59:59 UTC. */
const lastTime = 253_402_300_799n;

/** Groups digits by three: `2,000.5`. */
export const grouped = (number: string): string =>
  number.replace(/^\d+/, (whole) => whole.replace(/\B(?=(\d{3})+$)/g, ','));

/** `1 day`, `14 days`. */
const counted = (n: bigint, one: 'day' | 'hour' | 'minute' | 'second' | 'validator'): string =>
  `${grouped(n.toString())} ${n === 1n ? one : `${one}s`}`;

/** `3 validators`. */
export const validatorCount = (n: number): string => counted(BigInt(n), 'validator');

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

/** Formats Unix seconds as a day: `31 Dec 2099`; with the time, unless it is midnight. */
export const dayText = (time: bigint): string => dateText(time).replace(/ 00:00 UTC$/, '');

/** Formats Unix seconds as day and time, with the distance from `now` if that is known. */
export function timeText(time: bigint, now: bigint | undefined): string {
  const text = dateText(time);
  if (now === undefined || time > lastTime) return text;
  if (time === now) return `${text} (now)`;
  return time > now
    ? `${text} (in ${durationText(time - now)})`
    : `${text} (${durationText(now - time)} ago)`;
}

/** Formats millionths as a percentage: `2%`, `33.3333%`. */
export const shareText = (millionths: bigint | number): string =>
  `${formatAmount(BigInt(millionths), 4)}%`;

/** Formats the name of an asset. A symbol that could be mistaken for something else, such as a fake `AVAX`, is quoted. */
export const assetText = ({ id, native, symbol }: AssetText): string =>
  symbol === undefined
    ? (id ?? 'the new asset')
    : native || (/^\w+$/.test(symbol) && symbol.toUpperCase() !== 'AVAX')
      ? symbol
      : quoted(symbol);

/** Formats an amount with its unit: `1.5 AVAX`, `250 units of 2fom…`. */
export function amountText(amount: bigint, asset: AssetText): string {
  if (asset.symbol === undefined)
    return `${grouped(amount.toString())} units of ${assetText(asset)}`;
  const text = `${grouped(formatAmount(amount, asset.denomination))} ${assetText(asset)}`;
  return asset.native || asset.id === undefined ? text : `${text} (${asset.id})`;
}

/** Formats an owner: an address, `2 of 3: …`, or "anybody". */
export function partyText({ addresses, threshold, locktime }: Party): string {
  const owner =
    threshold === 0
      ? 'anybody'
      : threshold === 1 && addresses.length === 1
        ? addresses[0]!
        : `${threshold} of ${addresses.length}: ${addresses.join(', ')}`;
  return locktime === 0n ? owner : `${owner} from ${dateText(locktime)} on`;
}

/** Formats an owner for a title; several addresses as a count only. */
export const partyTitle = (party: Party): string =>
  party.addresses.length < 2 || party.threshold === 0
    ? partyText({ ...party, locktime: 0n })
    : `${party.threshold} of ${party.addresses.length} owners`;

/** Formats owners, without duplicates. */
export const partiesText = (parties: readonly Party[]): string =>
  [...new Set(parties.map(partyText))].join('; ');

/** Maximum number of items listed in a sentence. */
const mostListed = 6;

/** Joins items with `and`; only the first ones if there are too many. */
export function listed(things: readonly string[]): string {
  if (things.length < 2) return things[0] ?? 'nothing';
  if (things.length <= mostListed) return `${things.slice(0, -1).join(', ')} and ${things.at(-1)}`;
  const shown = things.slice(0, mostListed - 1);
  return `${shown.join(', ')} and ${things.length - shown.length} more`;
}

const visible = /^[ -~]*$/;

/** Quotes untrusted text. Anything that is not printable ASCII, such as line breaks and direction marks, is escaped. */
export const quoted = (text: string): string => printable(JSON.stringify(text));

/** Escapes everything that is not printable ASCII. */
export const printable = (text: string): string =>
  text.replace(/[^ -~’]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** Formats an untrusted name: unchanged if it is plain text, otherwise quoted. */
export const nameText = (name: string): string =>
  /^[ !#-[\]-~]*$/.test(name) ? name : quoted(name);

/** Formats untrusted bytes as text if printable, otherwise as hex; long ones are shortened. */
export function bytesText(bytes: Uint8Array): string {
  const text = String.fromCharCode(...bytes.subarray(0, 80));
  if (bytes.length <= 80 && visible.test(text)) return quoted(text);
  if (bytes.length <= 32) return formatHex(bytes);
  return `${formatHex(bytes.subarray(0, 32))}… (${bytes.length} bytes)`;
}
