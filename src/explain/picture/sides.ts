/** The two sides of a picture: payers and recipients of an asset, with their texts, shortened where there are too many. */
import { formatAmount } from '../../text/amount.ts';
import { dateText, grouped } from '../../text/words.ts';
import type { AssetText, Explanation, Flow, Item, Party, Payment, Trust } from '../explanation.ts';
import { byGravity, goesBack, inOrder, isBurned, leaves } from '../flows.ts';
import { amountText, assetText, partyText } from '../format.ts';
import { flowLabels, payersText, payerText, trustText, whatText } from '../lines.ts';
import type { Side } from './layout.ts';

/** Colour role of a band. */
export type Paint = 'pay' | 'claim' | 'send' | 'back' | 'stake' | 'made' | 'burn' | 'bad';

const most = { sides: 10, symbol: 12, addresses: 8, notes: 46, name: 60 };
/** Characters of an address per line; enough for a whole address on mainnet, fuji or local. */
const lineLength = 46;
/** Heights of the lines beside a bar (amount, notes, address lines), and the gap below. */
export const lines = { amount: 17, note: 15, address: 14, gap: 10 } as const;

const colorOf: { readonly [why in Flow['why']]: Paint } = {
  output: 'send',
  export: 'send',
  import: 'send',
  deposit: 'send',
  change: 'back',
  returned: 'back',
  stake: 'stake',
  mint: 'made',
  fee: 'burn',
  balance: 'stake',
  supply: 'stake',
  lost: 'bad',
  feeOrLost: 'burn',
};

/** Short names of rights and tokens. */
const itemNames: { readonly [I in Item]: string } = {
  mintRight: 'the right to mint',
  nft: 'an NFT',
  nftRight: 'the right to mint an NFT',
  property: 'an ownership',
  propertyRight: 'the right to mint ownerships',
};

/** A one-word label of how well an owner is known. */
export interface Pill {
  readonly text: string;
  readonly color: 'good' | 'claim' | 'faint';
}

const pillColors: { readonly [T in Trust]: Pill['color'] } = {
  proven: 'good',
  own: 'good',
  changeable: 'claim',
  claimed: 'claim',
  signed: 'faint',
  unknown: 'faint',
};

export const pillOf = (of: Pick<Payment, 'trust' | 'isOwn'>): Pill => ({
  text: trustText(of),
  color: of.isOwn ? 'good' : pillColors[of.trust],
});

/** One end of a flow with its texts. */
export interface End extends Side {
  readonly amountText: string;
  /** Purpose, required signatures and locks; empty if there are none. */
  readonly notes: string;
  /** Complete addresses, each on one or more lines. */
  readonly who: readonly string[];
  /** Complete text, shown as a tooltip. */
  readonly full: string;
  readonly color: Paint;
  readonly pill?: Pill;
}
export interface Group {
  readonly name: string;
  readonly left: readonly End[];
  readonly right: readonly End[];
  /** Outgoing payments without a band of their own, in words. */
  readonly undrawn: readonly string[];
}

export function groupOf(asset: AssetText, place: number, of: Explanation): Group {
  const own = <T extends { readonly asset: number }>(list: readonly T[]) =>
    list.filter((each) => each.asset === place);
  const sum = of.sums[place]!;
  const made = (amount: bigint, what: string, color: Paint): readonly End[] =>
    amount === 0n
      ? []
      : [
          endOf({
            amount,
            amountText: shortAmount(amount, asset),
            notes: [what],
            who: [],
            full: `${amountText(amount, asset)} ${what}`,
            color,
          }),
        ];
  const left = [
    ...own(of.payments).map((payment) => paymentEnd(payment, asset)),
    ...made(sum.minted, 'newly made', 'made'),
    ...made(sum.unfunded, 'from nowhere', 'bad'),
  ];
  // The list beside the picture has the same order. If not all are drawn, those that matter most are.
  const all = own(of.flows);
  const grave = all.length > most.sides ? byGravity(all) : all;
  const drawn = all.length > most.sides ? grave.slice(0, most.sides - 1) : all;
  const flows = [...inOrder(drawn), ...grave.slice(drawn.length)];
  const right = flows.map((flow) => flowEnd(flow, asset));
  return {
    name: shortened(assetText(asset), most.name) + idNote(asset),
    left: capped(left, asset),
    right: capped(right, asset),
    undrawn: undrawnOf(flows, right, of),
  };
}

/** Returns the payments that are not drawn, each with its recipient. */
const undrawnOf = (
  flows: readonly Flow[],
  ends: readonly End[],
  of: Pick<Explanation, 'assets'>,
): readonly string[] =>
  ends.length <= most.sides ? [] : leavingTexts(flows.slice(most.sides - 1), of);

/** Formats what leaves the reader. */
export const leavingTexts = (
  flows: readonly Flow[],
  { assets }: Pick<Explanation, 'assets'>,
): readonly string[] =>
  flows
    .filter(leaves)
    .map(
      (flow) =>
        `Not drawn: ${whatText(flow, assets[flow.asset]!)} to ${flow.to ? partyText(flow.to) : 'burned'}`,
    );

const idNote = ({ id, symbol, native }: AssetText): string =>
  !native && symbol !== undefined && id !== undefined ? ` (${id})` : '';

/** Returns an end with the height of its text. */
function endOf({
  notes,
  ...end
}: Omit<End, 'height' | 'notes'> & { readonly notes: readonly string[] }): End {
  const note = shortened(notes.join(' · '), most.notes);
  return {
    ...end,
    notes: note,
    height:
      lines.amount + (note === '' ? 0 : lines.note) + end.who.length * lines.address + lines.gap,
  };
}

function paymentEnd(payment: Payment, asset: AssetText): End {
  const { amount, from, signedBy = [], importedFrom, stakeableUntil, count } = payment;
  const pill = pillOf(payment);
  const notes = [
    ...(importedFrom === undefined ? [] : [`${importedFrom}-chain`]),
    ...(from ? signersText(from) : signedBy.length > 0 ? [] : ['an unknown owner']),
    ...(stakeableUntil === undefined ? [] : ['locked']),
    ...(from && from.locktime > 0n ? [`from ${dateText(from.locktime)}`] : []),
    ...(count > 1 ? [`×${count}`] : []),
  ];
  const full = payerText(payment);
  return endOf({
    amount,
    amountText: amount === undefined ? 'a right' : shortAmount(amount, asset),
    notes,
    who: addressLines(from ?? { addresses: signedBy, threshold: signedBy.length, locktime: 0n }),
    full: `${amount === undefined ? assetText(asset) : amountText(amount, asset)} · ${full} · ${pill.text}`,
    color: pill.color === 'claim' ? 'claim' : 'pay',
    pill,
  });
}

function flowEnd(flow: Flow, asset: AssetText): End {
  const { amount, item, to, why, stakeableUntil, isOwn } = flow;
  const label = flowLabels[why];
  const notes = [
    label,
    ...(to ? signersText(to) : ['burned']),
    ...(stakeableUntil === undefined ? [] : ['locked']),
    ...(to && to.locktime > 0n ? [`from ${dateText(to.locktime)}`] : []),
  ];
  return endOf({
    amount,
    amountText: amount === undefined ? itemNames[item!] : shortAmount(amount, asset),
    notes,
    who: to ? addressLines(to) : [],
    full: `${label} · ${whatText(flow, asset)} · ${isBurned(flow) ? 'burned' : payersText([to!])}`,
    color: colorOf[why],
    ...(why === 'fee' && { aside: why }),
    ...(goesBack(flow) && { aside: 'back' }),
    ...(isOwn && { pill: { text: 'yours', color: 'good' } }),
  });
}

/** Formats an amount of the group’s asset, without the id that the group's title shows. */
function shortAmount(amount: bigint, asset: AssetText): string {
  const number = grouped(formatAmount(amount, asset.denomination));
  return (asset.symbol?.length ?? most.symbol + 1) > most.symbol
    ? number
    : `${number} ${assetText(asset)}`;
}

/** Formats the required signatures if there is more than one address: `2 of 3`. */
function signersText({ addresses, threshold }: Party): readonly string[] {
  if (threshold === 0) return ['anybody'];
  if (threshold === 1 && addresses.length === 1) return [];
  return [`${threshold} of ${addresses.length}`];
}

/** Returns complete addresses: a shortened one could be confused with another that begins and ends alike. */
function addressLines({ addresses, threshold }: Party): readonly string[] {
  if (threshold === 0) return [];
  const rest = addresses.length - most.addresses;
  const shown = rest > 1 ? addresses.slice(0, most.addresses) : addresses;
  return [
    ...shown.flatMap((address) => address.match(inLines)!),
    ...(shown === addresses ? [] : [`and ${rest} more`]),
  ];
}

const inLines = new RegExp(`.{1,${lineLength}}`, 'gs');

const shortened = (text: string, length: number): string =>
  text.length <= length ? text : `${text.slice(0, length - 1)}…`;

/** Returns the first ends, and one for the total of the rest. */
function capped(ends: readonly End[], asset: AssetText): readonly End[] {
  if (ends.length <= most.sides) return ends;
  const rest = ends.slice(most.sides - 1);
  const amount = rest.reduce((sum, end) => sum + (end.amount ?? 0n), 0n);
  return [
    ...ends.slice(0, most.sides - 1),
    endOf({
      amount,
      amountText: shortAmount(amount, asset),
      notes: [`and ${rest.length} more`],
      who: [],
      full: rest.map(({ full }) => full).join('\n'),
      color: rest[0]!.color,
      ...(rest.every(({ aside }) => aside) && { aside: rest[0]!.aside! }),
    }),
  ];
}
