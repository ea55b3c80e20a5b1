import { formatAmount } from '../../text/amount.ts';
import type { AssetText, Explanation, Flow, Payment } from '../explanation.ts';
import { isBurned } from '../flows.ts';
import { amountText, assetText, dateText, grouped, partyText } from '../format.ts';
import { payersText, whatText } from '../lines.ts';
import { messages, say } from '../messages.ts';
import type { Side } from './layout.ts';

/** What a band is painted as. */
export type Paint = 'pay' | 'send' | 'back' | 'stake' | 'made' | 'burn' | 'bad';

const most = { sides: 10, symbol: 12 };

const colorOf: { readonly [why in Flow['why']]: Paint } = {
  output: 'send',
  export: 'send',
  import: 'send',
  deposit: 'send',
  change: 'back',
  stake: 'stake',
  mint: 'made',
  fee: 'burn',
  balance: 'stake',
  supply: 'stake',
  lost: 'bad',
  feeOrLost: 'burn',
};

/** One end of a flow, and what stands beside it. */
export interface End extends Side {
  readonly amountText: string;
  readonly who: string;
  readonly full: string;
  readonly color: Paint;
}
export interface Group {
  readonly name: string;
  readonly left: readonly End[];
  readonly right: readonly End[];
}

export function groupOf(asset: AssetText, place: number, of: Omit<Explanation, 'svg'>): Group {
  const own = <T extends { readonly asset: number }>(list: readonly T[]) =>
    list.filter((each) => each.asset === place);
  const sum = of.sums[place]!;
  const made = (amount: bigint, who: string, color: Paint): readonly End[] =>
    amount === 0n
      ? []
      : [
          {
            amount,
            amountText: shortAmount(amount, asset),
            who,
            full: `${amountText(amount, asset)} ${who}`,
            color,
          },
        ];
  const left = [
    ...own(of.payments).map((payment) => paymentEnd(payment, asset)),
    ...made(sum.minted, say('newlyMade'), 'made'),
    ...made(sum.unfunded, say('fromNowhere'), 'bad'),
  ];
  const right = own(of.flows).map((flow) => flowEnd(flow, asset));
  return {
    name:
      asset.symbol === undefined || !asset.native
        ? assetText(asset) + idNote(asset)
        : assetText(asset),
    left: capped(left, asset),
    right: capped(right, asset),
  };
}

const idNote = ({ id, symbol }: AssetText): string =>
  symbol !== undefined && id !== undefined ? ` (${id})` : '';

function paymentEnd(
  { amount, from, importedFrom, stakeableUntil, count }: Payment,
  asset: AssetText,
): End {
  const who = from ? shortParty(from.addresses, from.threshold) : say('unknownOwner');
  const notes = [
    ...(importedFrom === undefined ? [] : [say('chain', { alias: importedFrom })]),
    ...(stakeableUntil === undefined ? [] : [say('pictureLocked')]),
    ...(count > 1 ? [`×${count}`] : []),
  ];
  const full = from ? partyText(from) : say('unknownOwner');
  return {
    amount,
    amountText: amount === undefined ? say('pictureItem') : shortAmount(amount, asset),
    who: shortened([...notes, who].join(' · ')),
    full: `${amount === undefined ? assetText(asset) : amountText(amount, asset)} · ${full}`,
    color: 'pay',
  };
}

function flowEnd(flow: Flow, asset: AssetText): End {
  const { amount, item, to, why, stakeableUntil } = flow;
  const label = messages[`why_${why}`];
  const who = to ? shortParty(to.addresses, to.threshold) : say('nobodyGets');
  const notes = [
    label,
    who,
    ...(stakeableUntil === undefined ? [] : [say('pictureLocked')]),
    ...(to && to.locktime > 0n ? [say('pictureFrom', { time: dateText(to.locktime) })] : []),
  ];
  return {
    amount,
    amountText: amount === undefined ? messages[`item_${item!}`] : shortAmount(amount, asset),
    who: shortened(notes.join(' · ')),
    full: `${label} · ${whatText(flow, asset)} · ${isBurned(flow) ? say('nobodyGets') : payersText([to!])}`,
    color: colorOf[why],
  };
}

/** An amount of the group’s asset, whose id is in the group’s name. */
function shortAmount(amount: bigint, asset: AssetText): string {
  const number = grouped(formatAmount(amount, asset.denomination));
  return (asset.symbol?.length ?? most.symbol + 1) > most.symbol
    ? number
    : `${number} ${assetText(asset)}`;
}

/** `P-fuji18jma8…5u00z96u`, `2 of 3 · P-fuji18jma8…5u00z96u …`. */
function shortParty(addresses: readonly string[], threshold: number): string {
  const [first] = addresses;
  if (first === undefined || threshold === 0) return say('anybody');
  const short = first.length > 24 ? `${first.slice(0, 13)}…${first.slice(-6)}` : first;
  return addresses.length === 1 && threshold === 1
    ? short
    : say('pictureOf', {
        threshold: String(threshold),
        count: String(addresses.length),
        first: short,
      });
}

/** As much as fits beside a bar. */
const shortened = (text: string): string => (text.length <= 44 ? text : `${text.slice(0, 43)}…`);

/** The first ones, and what the rest is together. */
function capped(ends: readonly End[], asset: AssetText): readonly End[] {
  if (ends.length <= most.sides) return ends;
  const rest = ends.slice(most.sides - 1);
  const amount = rest.reduce((sum, end) => sum + (end.amount ?? 0n), 0n);
  const who = say('more', { n: String(rest.length) });
  return [
    ...ends.slice(0, most.sides - 1),
    {
      amount,
      amountText: shortAmount(amount, asset),
      who,
      full: rest.map(({ full }) => full).join('\n'),
      color: rest[0]!.color,
    },
  ];
}
