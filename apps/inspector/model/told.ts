/** What is said of the subject as a whole: heading and views share it. */
import { computed, signal } from '@preact/signals';
import { formatAmount, isError } from 'avalanche-tx';
import {
  type AssetText,
  type Explanation,
  explain,
  explainError,
  type FlowWhy,
  overviewOf,
  type Trust,
} from 'avalanche-tx/explain';
import { visible } from '../../ui/visible.ts';
import { explainableOf, explainContext } from './facts.ts';
import { input, isEdited, subject } from './session.ts';
import { type DecodedSubject, isDecoded, isTx } from './subject.ts';

/** The explanation of a transaction, or why there is none; undefined for what is no transaction. */
export const told = computed<Explanation | string | undefined>(() => {
  const now = subject.value;
  if (!now || !isDecoded(now) || !isTx(now)) return undefined;
  try {
    return explain(explainableOf(now), explainContext(now));
  } catch (e) {
    if (isError(e)) return explainError(e);
    throw e;
  }
});

/** What a block, UTXO, genesis, record or message is. */
export const overview = computed(() => {
  const now = subject.value;
  return now && isDecoded(now) ? overviewOf(now.opened, input.value?.hint) : undefined;
});

/** What a transaction of the EVM does, once it is decoded. */
export const evmTitle = signal<{ readonly bytes: Uint8Array; readonly text: string } | undefined>(
  undefined,
);

/** A number of an amount with its thousands apart: `1,250.5`. */
export const grouped = (text: string): string =>
  text.replace(/^\d+/, (digits) => BigInt(digits).toLocaleString('en'));

/** An amount as people read it. */
export const amountText = (amount: bigint, { symbol, denomination }: Amounted): string =>
  `${grouped(formatAmount(amount, denomination))} ${symbol === undefined ? 'units' : visible(symbol)}`;

type Amounted = Pick<AssetText, 'symbol' | 'denomination'>;

/** The verb of each kind of flow; what goes back and the supply of rewards are not listed. */
const words: { readonly [W in FlowWhy]: string | undefined } = {
  output: 'Sends',
  change: undefined,
  returned: undefined,
  supply: undefined,
  export: 'Exports',
  // Less than what is imported, by the fee.
  import: 'Arrives',
  deposit: 'Arrives',
  stake: 'Stakes',
  mint: 'Mints',
  balance: 'Adds to a balance',
  lost: 'Loses',
  fee: 'Fee',
  feeOrLost: 'Burns',
};

interface Amount {
  readonly label: string;
  readonly text: string;
  /** The ID of an asset without a name that is known. */
  readonly asset: string | undefined;
}

/** What a transaction does in numbers, the fee last: `Sends`, `1,250 AVAX`. */
export function amountsOf({ flows, assets }: Explanation): readonly Amount[] {
  const sums = new Map<string, { readonly why: string; readonly asset: number; sum: bigint }>();
  for (const { why, asset, amount } of flows) {
    const word = words[why];
    if (word === undefined || amount === undefined) continue;
    const key = `${word} ${asset}`;
    const found = sums.get(key) ?? { why: word, asset, sum: 0n };
    found.sum += amount;
    sums.set(key, found);
  }
  const rank = ({ why, asset }: { readonly why: string; readonly asset: number }): number =>
    why === 'Fee' ? 2 : assets[asset]!.native ? 0 : 1;
  const all = [...sums.values()].sort((a, b) => rank(a) - rank(b));
  const shown = all.length > 5 ? [...all.slice(0, 4), ...all.slice(-1)] : all;
  return shown.map(({ why, asset, sum }) => ({
    label: why,
    text: amountText(sum, assets[asset]!),
    asset: assets[asset]!.symbol === undefined ? assets[asset]!.id : undefined,
  }));
}

export interface Status {
  readonly text: string;
  readonly level: 'good' | 'caution' | 'danger' | 'plain';
}

/** How a transaction stands, by what the page has: its signatures, and what is found in it. */
export function statusOf(now: DecodedSubject, { warnings, payments }: Explanation): Status {
  const count = (level: string) => warnings.filter((of) => of.level === level).length;
  const [dangers, cautions] = [count('danger'), count('caution')];
  const signed = signedText(now);
  if (dangers > 0) {
    const rest = cautions > 0 ? `, ${plural(cautions, 'warning')}` : '';
    return { text: `${signed}, ${plural(dangers, 'danger')}${rest}`, level: 'danger' };
  }
  if (cautions > 0) return { text: `${signed}, ${plural(cautions, 'warning')}`, level: 'caution' };
  if (signed === edited) return { text: signed, level: 'caution' };
  if (signed !== 'Signed') return { text: `${signed}, no warnings`, level: 'plain' };
  return payments.every(({ trust }) => isKnown(trust))
    ? { text: 'Signed, no warnings', level: 'good' }
    : { text: 'Signed · owners not checked', level: 'plain' };
}

/** Whether it is known who owns a coin, other than by what a draft claims or who signed. */
export const isKnown = (trust: Trust): boolean => trust === 'proven' || trust === 'own';

const plural = (n: number, what: string): string => `${n} ${what}${n === 1 ? '' : 's'}`;

/** Its signatures are of other bytes. */
const edited = 'Edited after signing';

function signedText(now: DecodedSubject): string {
  if (now.kind === 'value')
    return now.opened.kind !== 'tx' ? 'Not signed' : isEdited.value ? edited : 'Signed';
  const all = now.draft.slots.flatMap(({ signatures }) => signatures);
  const there = all.filter((signature) => signature !== null).length;
  if (now.draft.missing.length === 0) return 'Signed';
  return there === 0 ? 'Not signed' : `${there} of ${all.length} signatures`;
}
