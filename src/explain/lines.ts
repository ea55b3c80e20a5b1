/**
 * The text form of an explanation, in lines of a label and a text. The order is that of the Ledger app's screens, so that a user can
 * compare both line by line.
 */
import { checkArgument } from '../schema/check.ts';
import { parseHex } from '../text/hex.ts';
import { dateText } from '../text/words.ts';
import type {
  AssetText,
  Authority,
  CredentialText,
  Explanation,
  FieldText,
  Flow,
  FlowWhy,
  Item,
  Later,
  Party,
  Payment,
  SignatureText,
  Trust,
} from './explanation.ts';
import { explanationArgument } from './explanation.ts';
import { goesBack, isBurned } from './flows.ts';
import { amountText, assetText, bytesText, partiesText, partyText, timeText } from './format.ts';
import type { WarningLevel } from './warningcodes.ts';

/** The labels of flows. */
export const flowLabels: { readonly [W in FlowWhy]: string } = {
  output: 'Send',
  export: 'Export',
  import: 'Receive',
  deposit: 'Deposit',
  stake: 'Stake',
  mint: 'Mint',
  change: 'Change',
  returned: 'Back to signer',
  fee: 'Fee',
  balance: 'Validator balance',
  supply: 'Reward supply',
  lost: 'Lost',
  feeOrLost: 'Fee or lost',
};

/** The labels of warnings. */
export const levelLabels: { readonly [L in WarningLevel]: string } = {
  danger: 'Danger',
  caution: 'Warning',
  note: 'Note',
};

const trustNames: { readonly [T in Trust]: string } = {
  proven: 'proven',
  own: 'yours',
  changeable: 'was set so',
  claimed: 'claimed',
  signed: 'signed',
  unknown: 'unknown',
};

const laterTexts: { readonly [W in Later['why']]: (id: string) => string } = {
  refund: (id) => `what is left of the balance of L1 validation ${id}, to its owner`,
  stake: (id) => `the stake of ${id}, to its owners`,
  reward: (id) => `the reward of ${id}, if it earned one`,
};

const authorityTexts: { readonly [K in Authority['kind']]: (id: string) => string } = {
  subnet: (id) => `the owner of subnet ${id}`,
  l1Validator: (id) => `the deactivation owner of L1 validation ${id}`,
  autoRenewedValidator: (id) => `the authority of validator ${id}`,
};

/** Formats the role of the owner who must authorize: `the owner of subnet 2fom…`. */
export const authorityText = ({ kind, of: id }: Authority): string => authorityTexts[kind](id);

const signatureTexts: { readonly [S in SignatureText['status']]: (signer: string) => string } = {
  valid: (signer) => `signed by ${signer}`,
  wrong: (signer) => `signed by ${signer}, who is not the one to sign`,
  present: (signer) => `signed by ${signer}`,
  unreadable: () => 'not a signature',
  missing: (signer) => `still to be signed by ${signer}`,
};

/** A label and its text. An empty label continues the previous line. */
type Line = readonly [label: string, text: string];

/**
 * Formats an explanation as text: the title, then labels and values in the order of the Ledger app's screens, followed by what a device
 * does not show (payers, signatures, warnings). Untrusted names and memos are quoted, so that they cannot add lines.
 * @example
 * import { explain } from 'avalanche-tx/explain';
 * const text = textOf(explain(open('0x000000000013000000006553f10000000000')));
 * text.split('\n')[0]; // 'Set the time of the chain to 14 Nov 2023 22:13:20 UTC'
 */
export function textOf(explanation: Explanation): string {
  checkArgument(explanation, explanationArgument, 'explanation');
  const shown = [head(explanation), ledgerLines(explanation)].flat();
  const blocks = [
    shown,
    moneyLines(explanation),
    signatureLines(explanation),
    warningLines(explanation),
  ];
  const width = blocks.flat().reduce((most, [label]) => Math.max(most, label.length), 0) + 2;
  const block = (lines: readonly Line[]) =>
    lines.map(([label, text]) => `${label.padEnd(width)}${text}`).join('\n');
  const title = [explanation.title, explanation.subtitle, countsText(explanation)];
  return [
    title.filter(Boolean).join('\n'),
    ...blocks.filter((lines) => lines.length > 0).map(block),
  ].join('\n\n');
}

/** Counts the serious warnings: `2 dangers, 1 warning`; empty if there are none. */
const countsText = ({ warnings }: Pick<Explanation, 'warnings'>): string =>
  (['danger', 'caution'] as const)
    .map((level) => [level, warnings.filter((of) => of.level === level).length] as const)
    .filter(([, count]) => count > 0)
    .map(
      ([level, count]) => `${count} ${levelLabels[level].toLowerCase()}${count === 1 ? '' : 's'}`,
    )
    .join(', ');

function head({ type, chain, network, txID, time }: Explanation): readonly Line[] {
  const name = type.replace(/^\w+\./, '');
  return [
    ['Transaction', `${chain}-chain ${name}`],
    ...(network === undefined ? [] : [['Network', network] as const]),
    ...(txID === undefined ? [] : [['Transaction ID', txID] as const]),
    ...(time === undefined ? [] : [['Seen at', dateText(time)] as const]),
  ];
}

/**
 * Returns the lines that a Ledger shows: outputs, node and period, stake, rewards, fee. Source: ava-labs/ledger-avalanche
 * `app/rust/src/parser/transactions`.
 */
function ledgerLines({ flows, fields, payments, assets }: Explanation): readonly Line[] {
  const linesFor = (...whys: readonly FlowWhy[]) =>
    flows.filter(({ why }) => whys.includes(why)).flatMap((flow) => flowLines(flow, assets));
  const rewards = fields.findIndex(({ key }) => key === 'rewardsOwner');
  const [before, after] =
    rewards < 0 ? [fields, []] : [fields.slice(0, rewards), fields.slice(rewards)];
  const lines = (list: readonly FieldText[]) =>
    list
      .filter(({ key }) => key !== 'memo')
      .map(({ label, text, isOwn }): Line => [label, isOwn ? `${text} · yours` : text]);
  const imported = new Set(payments.flatMap((each) => each.importedFrom ?? []));
  return [
    ...[...imported].map((alias): Line => ['Import from', `${alias}-chain`]),
    ...linesFor('output', 'export', 'import', 'deposit'),
    ...lines(before),
    ...linesFor('mint'),
    ...linesFor('stake'),
    ...lines(after),
    ...flows.filter(isBurned).flatMap((flow) => flowLines(flow, assets)),
  ];
}

/** Returns the lines about payers, change and later payments. */
function moneyLines({
  payments,
  flows,
  later,
  fields,
  assets,
  authority,
}: Explanation): readonly Line[] {
  return [
    ...payments.map((payment): Line => ['Paid by', paymentText(payment, assets)]),
    ...flows.filter(goesBack).flatMap((flow) => flowLines(flow, assets)),
    ...later.map(({ why, of: id }): Line => ['Comes later', laterTexts[why](id)]),
    ...(authority
      ? [
          [
            'Authorized by',
            authorityText(authority) +
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
      ? `${count === 1 ? 'a right or token' : `${count} rights or tokens`} of ${assetText(assets[asset]!)}`
      : amountText(amount, assets[asset]!);
  const locked =
    stakeableUntil === undefined
      ? what
      : `${what}, only for staking until ${dateText(stakeableUntil)}`;
  return `${locked} · ${payerText(payment)}${trust === 'unknown' ? '' : ` · ${trustText(payment)}`}`;
}

/** Formats the payer: the owner, otherwise the signers, otherwise "unknown". */
export const payerText = ({ from, signedBy }: Payment): string =>
  from ? partyText(from) : signedBy ? signedBy.join(' and ') : 'an unknown owner';

/** Formats how well an owner is known: `yours, proven`. */
export const trustText = ({ trust, isOwn }: Pick<Payment, 'trust' | 'isOwn'>): string =>
  isOwn ? (trust === 'proven' ? 'yours, proven' : 'yours') : trustNames[trust];

/** The amount or item of a flow. */
export type What = Pick<Flow, 'amount' | 'item' | 'groupID' | 'payload' | 'stakeableUntil'>;

/** Formats the amount or item of a flow, with its lock. */
export function whatText(flow: What, asset: AssetText): string {
  const { amount, item, stakeableUntil } = flow;
  const what = amount === undefined ? itemTexts[item!](flow, asset) : amountText(amount, asset);
  return stakeableUntil === undefined
    ? what
    : `${what}, only for staking until ${timeText(stakeableUntil, undefined)}`;
}

const itemTexts: { readonly [I in Item]: (what: What, asset: AssetText) => string } = {
  mintRight: (_, asset) => `the right to mint ${assetText(asset)}`,
  nft: ({ groupID, payload = '0x' }) =>
    `an NFT of group ${groupID} with ${bytesText(parseHex(payload))}`,
  nftRight: ({ groupID }) => `the right to mint an NFT of group ${groupID}`,
  property: (_, asset) => `an ownership of ${assetText(asset)}`,
  propertyRight: (_, asset) => `the right to mint ownerships of ${assetText(asset)}`,
};

function flowLines(flow: Flow, assets: readonly AssetText[]): readonly Line[] {
  const lines: Line[] = [[flowLabels[flow.why], whatText(flow, assets[flow.asset]!)]];
  if (flow.to) {
    const mine = flow.isOwn ? ' · yours' : '';
    lines.push(['  To', `${partyText(flow.to)}${mine}`]);
  }
  if (flow.exportedTo !== undefined) lines.push(['  Export to', `${flow.exportedTo}-chain`]);
  return lines;
}

function signatureLines({ credentials }: Explanation): readonly Line[] {
  const counts = new Map<string, number>();
  for (const text of credentials.flatMap(signaturesText))
    counts.set(text, (counts.get(text) ?? 0) + 1);
  return [...counts].map(
    ([text, count], i): Line => [
      i === 0 ? 'Signatures' : '',
      count === 1 ? text : `${text} (×${count})`,
    ],
  );
}

function signaturesText(credential: CredentialText): readonly string[] {
  const { kind, path: field, trust, signatures } = credential;
  const path =
    trust === 'unknown' || trust === 'signed' || kind === 'account'
      ? field
      : `${field} (${trustText(credential)})`;
  // Missing signatures share one list of addresses.
  const names = new Map<readonly string[], string>();
  return signatures.map(({ status, addresses }) => {
    let who = names.get(addresses);
    if (who === undefined)
      names.set(addresses, (who = addresses.join(' or ') || 'an unknown owner'));
    return `${path}: ${signatureTexts[status](who)}`;
  });
}

const warningLines = ({ warnings }: Explanation): readonly Line[] =>
  warnings.map(
    ({ level, text, path }): Line => [
      levelLabels[level],
      path === undefined ? text : `${text} [${path}]`,
    ],
  );

/** Formats the payers. */
export const payersText = (parties: readonly Party[] | undefined): string =>
  parties ? partiesText(parties) : 'an unknown owner';
