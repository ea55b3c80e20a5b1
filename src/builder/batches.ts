import { type Draft, warningsFor } from '../draft/draft.ts';
import type { ErrorCode } from '../errors/codes.ts';
import { isError } from '../errors/error.ts';
import { utxoKey } from '../tx/order.ts';
import type { Coin } from './coins.ts';
import { classesOf } from './weightclass.ts';

/** What drafts are to spend, one batch after the other. */
export interface Batches {
  /** Best first, as the builder sorts them; all of a value above 0. */
  readonly coins: readonly Coin[];
  /** Those left out because they cost more to spend than they hold. */
  readonly uneconomic: number;
  /** Those left out because their owners are only claimed. */
  readonly notVouched: number;
  /** Fewest coins that are worth a draft. */
  readonly least: number;
  /** Most that a draft may weigh. */
  readonly cap: bigint;
}

/**
 * Drafts that spend coins between them, none twice, each as many as it can; they end where what is left is too little for
 * the fee, or too few of it fit. If not even the first fits, that is an error.
 * @param build Builds what spends as many of a batch as fit. The addresses are those that sign for it.
 */
export function inBatches<D extends Draft>(
  { coins, uneconomic, notVouched, least, cap }: Batches,
  build: (batch: readonly Coin[], from: readonly Uint8Array[]) => D,
): readonly D[] {
  const drafts: D[] = [];
  let left = coins;
  while (left.length >= least) {
    const batch = reachable(left, Number(cap));
    const from = batch.flatMap((coin) =>
      coin.signatureIndices.map((i) => coin.owner.addresses[i]!),
    );
    const draft = orNone(drafts.length === 0 ? few : fewOrLong, () => build(batch, from));
    if (!draft || draft.slots.length < least) break;
    const spent = new Set(
      draft.slots.flatMap((slot) => ('utxo' in slot ? [utxoKey(slot.utxo)] : [])),
    );
    left = left.filter(({ utxo }) => !spent.has(utxoKey(utxo)));
    const warnings = warningsFor({ tooMany: left.length, uneconomic, notVouched });
    const others = draft.warnings.filter(({ code }) => code !== 'LeftBehind');
    drafts.push({ ...draft, warnings: [...warnings, ...others] });
  }
  return drafts;
}

/** Of each class as many coins as one transaction could spend: the others would not be looked at. */
const reachable = (coins: readonly Coin[], cap: number): readonly Coin[] =>
  classesOf(coins).flatMap((of) => of.coins.slice(0, Math.floor(cap / of.weight) + 1));

/** Too little for the fee. */
const few = ['Insufficient'] as const;

/** The same, or too many needed for it. */
const fewOrLong = ['Insufficient', 'OutOfRange'] as const;

/** What `f` gives, or undefined if it throws an error of one of the codes. */
function orNone<T>(codes: readonly ErrorCode[], f: () => T): T | undefined {
  try {
    return f();
  } catch (e) {
    if (codes.some((code) => isError(e, code))) return undefined;
    throw e;
  }
}
