/** The question before a signature: what leaves the signer, to whom, and the totals. */
import type { Explanation, Flow, Party } from 'avalanche-tx/explain';
import { assetsByGravity, leaves } from '../../../src/explain/flows.ts';
import { amountText, partyText } from '../../../src/explain/format.ts';
import { whatText } from '../../../src/explain/lines.ts';

/** The flows to others, and what is burned, without the fee. */
const leavingOf = ({ flows }: Explanation): readonly Flow[] => flows.filter(leaves);

/** Phrases for others who later receive rewards or remaining balances, or gain authority. */
const laterWords = {
  rewards: 'rewards',
  refund: 'what is left of a balance',
  authority: 'the authority to change or end it',
} as const;

const laterLines = ({ findings }: Explanation): readonly string[] => [
  ...new Set(
    findings.flatMap(({ deed }) =>
      deed?.is === 'gets' && Object.hasOwn(laterWords, deed.for)
        ? [`  ${laterWords[deed.for as keyof typeof laterWords]} to ${deed.text}`]
        : [],
    ),
  ),
];

/** Returns each recipient other than the signer with the amounts received, one line each. Empty if there is none. */
export function receiverLines(told: Explanation): readonly string[] {
  const byReceiver = new Map<string, Flow[]>();
  for (const flow of leavingOf(told)) {
    const name = flow.to ? nameOf(flow.to, flow.exportedTo) : 'nobody: it is destroyed';
    byReceiver.set(name, [...(byReceiver.get(name) ?? []), flow]);
  }
  return [...byReceiver].map(([name, flows]) => `  ${sumsText(told, flows).join(', ')} to ${name}`);
}

const nameOf = (to: Party, exportedTo: string | undefined): string =>
  exportedTo === undefined ? partyText(to) : `${partyText(to)} on the ${exportedTo}-chain`;

/** Amounts by asset and lock, AVAX first, then items. */
function sumsText(told: Explanation, flows: readonly Flow[]): readonly string[] {
  const { assets } = told;
  const sums = new Map<string, Flow>();
  const items: string[] = [];
  for (const flow of flows) {
    if (flow.amount === undefined) {
      items.push(whatText(flow, assets[flow.asset]!));
      continue;
    }
    const key = `${flow.asset} ${flow.stakeableUntil ?? ''}`;
    const amount = (sums.get(key)?.amount ?? 0n) + flow.amount;
    sums.set(key, { ...flow, amount });
  }
  const all = [...sums.values()];
  const order = assetsByGravity([...new Set(all.map(({ asset }) => asset))], assets, flows);
  return [
    ...order.flatMap((place) =>
      all.filter(({ asset }) => asset === place).map((flow) => whatText(flow, assets[flow.asset]!)),
    ),
    ...items,
  ];
}

/** Returns the question whether to sign: number of recipients, total amounts, fee, and warnings. */
export function questionOf(told: Explanation): string {
  const { title, warnings, flows, assets } = told;
  const leaving = leavingOf(told);
  const lost = leaving.filter(({ to }) => to === undefined);
  const given = leaving.filter(({ to }) => to !== undefined);
  const sums = sumsText(told, given);
  const others = laterLines(told).length;
  const count = new Set(given.map(({ to, exportedTo }) => nameOf(to!, exportedTo))).size;
  const fees = flows
    .filter(({ why }) => why === 'fee')
    .map(({ amount, asset }) => amountText(amount ?? 0n, assets[asset]!));
  const grave = warnings.filter(({ level }) => level !== 'note');
  const codes = [...new Set(grave.map(({ code }) => code))].join(', ');
  return [
    // The title sums up what is too long for a sentence, so the question omits it.
    ...(count < 2 && sums.length < 2 ? [`${title}.`] : []),
    count === 0
      ? others === 0
        ? 'Nobody but you gets anything.'
        : 'Nobody but you gets anything now.'
      : `${count} ${count === 1 ? 'receiver who is not you gets' : 'receivers who are not you get'} ${sums.join(', ')} in all.`,
    ...(lost.length > 0 ? [`Destroyed: ${sumsText(told, lost).join(', ')}.`] : []),
    ...(fees.length > 0 ? [`Fee: ${fees.join(', ')}.`] : []),
    grave.length === 0
      ? 'Sign it?'
      : `Sign it, despite ${grave.length} warning${grave.length > 1 ? 's' : ''} (${codes})?`,
  ].join(' ');
}
