/**
 * The text form of an explanation, in lines of a label and a text. The order is that of the Ledger app's screens, so that a user can
 * compare both line by line.
 */
import { parseHex } from '../text/hex.ts';
import type {
  AssetText,
  CredentialText,
  Explanation,
  FieldText,
  Flow,
  FlowWhy,
  Item,
  Party,
  Payment,
} from './explanation.ts';
import { isBurned } from './flows.ts';
import {
  amountText,
  assetText,
  bytesText,
  dateText,
  partiesText,
  partyText,
  timeText,
} from './format.ts';
import { messages, say } from './messages.ts';

/** A label and its text. An empty label continues the previous line. */
type Line = readonly [label: string, text: string];

/** Formats an explanation as lines in the order of the Ledger app's screens, followed by what a device does not show. */
export function textOf(of: Omit<Explanation, 'text' | 'svg'>): string {
  const shown = [head(of), ledgerLines(of)].flat();
  const blocks = [shown, moneyLines(of), signatureLines(of), warningLines(of)];
  const width = blocks.flat().reduce((most, [label]) => Math.max(most, label.length), 0) + 2;
  const block = (lines: readonly Line[]) =>
    lines.map(([label, text]) => `${label.padEnd(width)}${text}`).join('\n');
  return [of.title, ...blocks.filter((lines) => lines.length > 0).map(block)].join('\n\n');
}

type Told = Omit<Explanation, 'text' | 'svg'>;

function head({ type, chain, network, txID, time }: Told): readonly Line[] {
  const name = type.replace(/^\w+\./, '');
  return [
    [messages.labelTransaction, `${say('chain', { alias: chain })} ${name}`],
    ...(network === undefined ? [] : [[messages.labelNetwork, network] as const]),
    ...(txID === undefined ? [] : [[messages.labelTxID, txID] as const]),
    ...(time === undefined ? [] : [[messages.labelTime, dateText(time)] as const]),
  ];
}

/**
 * Returns the lines that a Ledger shows: outputs, node and period, stake, rewards, fee. Source: ava-labs/ledger-avalanche
 * `app/rust/src/parser/transactions`.
 */
function ledgerLines({ flows, fields, payments, assets }: Told): readonly Line[] {
  const of = (...whys: readonly FlowWhy[]) =>
    flows.filter(({ why }) => whys.includes(why)).flatMap((flow) => flowLines(flow, assets));
  const rewards = fields.findIndex(({ key }) => key === 'rewards');
  const [before, after] =
    rewards < 0 ? [fields, []] : [fields.slice(0, rewards), fields.slice(rewards)];
  const lines = (list: readonly FieldText[]) =>
    list
      .filter(({ key }) => key !== 'memo')
      .map(
        ({ label, text, isOwn }): Line => [label, isOwn ? `${text} · ${say('trust_own')}` : text],
      );
  const imported = new Set(payments.flatMap((each) => each.importedFrom ?? []));
  return [
    ...[...imported].map((alias): Line => [messages.labelImportFrom, say('chain', { alias })]),
    ...of('output', 'export', 'import', 'deposit'),
    ...lines(before),
    ...of('mint'),
    ...of('stake'),
    ...lines(after),
    ...flows.filter(isBurned).flatMap((flow) => flowLines(flow, assets)),
  ];
}

/** Returns the lines about payers, change and later payments. */
function moneyLines({ payments, flows, later, fields, assets, authority }: Told): readonly Line[] {
  return [
    ...payments.map((payment): Line => [messages.labelPaidBy, paymentText(payment, assets)]),
    ...flows.filter(({ why }) => why === 'change').flatMap((flow) => flowLines(flow, assets)),
    ...later.map(({ why, of }): Line => [messages.labelLater, say(`later_${why}`, { of })]),
    ...(authority
      ? [
          [
            messages.labelAuthority,
            say(`authority_${authority.kind}`, { of: authority.of }) +
              (authority.owner ? `: ${partyText(authority.owner)} · ${trustText(authority)}` : ''),
          ] as const,
        ]
      : []),
    ...fields.filter(({ key }) => key === 'memo').map(({ label, text }): Line => [label, text]),
  ];
}

function paymentText(payment: Payment, assets: readonly AssetText[]): string {
  const { asset, amount, stakeableUntil, trust, count } = payment;
  const what =
    amount === undefined
      ? say(count === 1 ? 'consumedItem' : 'consumedItems', {
          asset: assetText(assets[asset]!),
          n: String(count),
        })
      : amountText(amount, assets[asset]!);
  const locked =
    stakeableUntil === undefined
      ? what
      : say('lockedUntil', { what, time: dateText(stakeableUntil) });
  return `${locked} · ${payerText(payment)}${trust === 'unknown' ? '' : ` · ${trustText(payment)}`}`;
}

/** Formats the payer: the owner, otherwise the signers, otherwise "unknown". */
export const payerText = ({ from, signedBy }: Payment): string =>
  from ? partyText(from) : signedBy ? signedBy.join(say('and')) : say('unknownOwner');

/** Formats how well an owner is known: `yours, proven`. */
export const trustText = ({ trust, isOwn }: Pick<Payment, 'trust' | 'isOwn'>): string =>
  say(isOwn ? (trust === 'proven' ? 'trust_ownProven' : 'trust_own') : `trust_${trust}`);

/** The amount or item of a flow. */
export type What = Pick<Flow, 'amount' | 'item' | 'groupID' | 'payload' | 'stakeableUntil'>;

/** Formats the amount or item of a flow, with its lock. */
export function whatText(flow: What, asset: AssetText): string {
  const { amount, item, stakeableUntil } = flow;
  const what = amount === undefined ? itemText(item!, flow, asset) : amountText(amount, asset);
  return stakeableUntil === undefined
    ? what
    : say('lockedUntil', { what, time: timeText(stakeableUntil, undefined) });
}

const itemText = (item: Item, { groupID, payload = '0x' }: What, asset: AssetText): string =>
  say(item, {
    asset: assetText(asset),
    group: String(groupID),
    payload: bytesText(parseHex(payload)),
  });

function flowLines(flow: Flow, assets: readonly AssetText[]): readonly Line[] {
  const lines: Line[] = [[messages[`why_${flow.why}`], whatText(flow, assets[flow.asset]!)]];
  if (flow.to) {
    const mine = flow.isOwn ? ` · ${say('trust_own')}` : '';
    lines.push([`  ${messages.labelTo}`, `${partyText(flow.to)}${mine}`]);
  }
  if (flow.exportedTo !== undefined)
    lines.push([`  ${messages.labelExportTo}`, say('chain', { alias: flow.exportedTo })]);
  return lines;
}

function signatureLines({ credentials }: Told): readonly Line[] {
  const counts = new Map<string, number>();
  for (const text of credentials.flatMap(signaturesText))
    counts.set(text, (counts.get(text) ?? 0) + 1);
  return [...counts].map(
    ([text, count], i): Line => [
      i === 0 ? messages.labelSignatures : '',
      count === 1 ? text : say('repeated', { text, n: String(count) }),
    ],
  );
}

function signaturesText(credential: CredentialText): readonly string[] {
  const { kind, path: at, trust, signatures } = credential;
  const path =
    trust === 'unknown' || trust === 'signed' || kind === 'account'
      ? at
      : say('trusted', { path: at, trust: trustText(credential) });
  // Missing signatures share one list of addresses.
  const names = new Map<readonly string[], string>();
  return signatures.map(({ status, addresses }) => {
    let who = names.get(addresses);
    if (who === undefined)
      names.set(addresses, (who = addresses.join(say('or')) || say('unknownOwner')));
    return say(`signature_${status}`, { path, who });
  });
}

const warningLines = ({ warnings }: Told): readonly Line[] =>
  warnings.map(
    ({ level, text, path }): Line => [
      messages[`level_${level}`],
      path === undefined ? text : `${text} [${path}]`,
    ],
  );

/** Formats the payers. */
export const payersText = (parties: readonly Party[] | undefined): string =>
  parties ? partiesText(parties) : say('unknownOwner');
