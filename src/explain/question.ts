/** The question before a signature: what leaves the signer, to whom, and the totals. */
import { checkArgument } from '../schema/check.ts';
import { type Explanation, explanationArgument, type Flow, type Party } from './explanation.ts';
import { assetsByGravity, leaves } from './flows.ts';
import { amountText, partyText } from './format.ts';
import { whatText } from './lines.ts';

/** The flows to others, and what is burned, without the fee. */
const leavingOf = ({ flows }: Explanation): readonly Flow[] => flows.filter(leaves);

/** Phrases for others who later receive rewards or remaining balances, or gain authority. */
const laterWords = {
  rewards: 'rewards',
  refund: 'what is left of a balance',
  authority: 'the authority to change or end it',
} as const;

const laterTexts = ({ findings }: Explanation): readonly string[] => [
  ...new Set(
    findings.flatMap(({ deed }) =>
      deed?.is === 'gets' && Object.hasOwn(laterWords, deed.for)
        ? [`${laterWords[deed.for as keyof typeof laterWords]} to ${deed.text}`]
        : [],
    ),
  ),
];

/**
 * Returns a line for each receiver other than the reader: what leaves, with its totals, and to whom. Empty if nobody else receives anything.
 * Who the reader is comes from `own` when the transaction is explained; without it, everyone but the receivers of change counts.
 * @example
 * import { explain } from 'avalanche-tx/explain';
 * receiverLines(explain(open('0x000000000013000000006553f10000000000'))); // []
 */
export function receiverLines(explanation: Explanation): readonly string[] {
  checkArgument(explanation, explanationArgument, 'explanation');
  const byReceiver = new Map<string, Flow[]>();
  for (const flow of leavingOf(explanation)) {
    const name = flow.to ? nameOf(flow.to, flow.exportedTo) : 'nobody: it is destroyed';
    byReceiver.set(name, [...(byReceiver.get(name) ?? []), flow]);
  }
  return [...byReceiver].map(
    ([name, flows]) => `${sumsText(explanation, flows).join(', ')} to ${name}`,
  );
}

const nameOf = (to: Party, exportedTo: string | undefined): string =>
  exportedTo === undefined ? partyText(to) : `${partyText(to)} on the ${exportedTo}-chain`;

/** Amounts by asset and lock, AVAX first, then items. */
function sumsText({ assets }: Explanation, flows: readonly Flow[]): readonly string[] {
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

/**
 * Returns the question whether to sign, for the `confirm` of a wallet: the number of receivers, the total amounts, the fee and the codes of
 * the warnings. `textOf` has the details, which people must have seen before.
 * @example
 * import { explain } from 'avalanche-tx/explain';
 * const question = questionOf(explain(open('0x000000000013000000006553f10000000000')));
 * question.split('UTC. ')[1]; // 'Nobody but you gets anything. Sign it?'
 */
export function questionOf(explanation: Explanation): string {
  checkArgument(explanation, explanationArgument, 'explanation');
  const { title, warnings, flows, assets } = explanation;
  const leaving = leavingOf(explanation);
  const lost = leaving.filter(({ to }) => to === undefined);
  const given = leaving.filter(({ to }) => to !== undefined);
  const sums = sumsText(explanation, given);
  const others = laterTexts(explanation).length;
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
    ...(lost.length > 0 ? [`Destroyed: ${sumsText(explanation, lost).join(', ')}.`] : []),
    ...(fees.length > 0 ? [`Fee: ${fees.join(', ')}.`] : []),
    grave.length === 0
      ? 'Sign it?'
      : `Sign it, despite ${grave.length} warning${grave.length > 1 ? 's' : ''} (${codes})?`,
  ].join(' ');
}
