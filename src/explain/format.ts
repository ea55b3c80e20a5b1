import { formatAmount } from '../text/amount.ts';
import { formatHex } from '../text/hex.ts';
import { counted, dateText, durationText, grouped, lastTime } from '../text/words.ts';
import type { AssetText, Party } from './explanation.ts';

/** `3 validators`. */
export const validatorCount = (n: number): string => counted(BigInt(n), 'validator');

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
