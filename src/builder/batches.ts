import { type Draft, warningsFor } from '../draft/draft.ts';
import { keepMark } from '../draft/made.ts';
import type { ErrorCode } from '../errors/codes.ts';
import { isError } from '../errors/error.ts';
import type { AnyUTXO } from '../tx/types.ts';
import { classesOf } from './classes.ts';
import { bestFirst, type Coin, type SpendableSet } from './coins.ts';

/** Of AVAX, the coins that are worth their inputs, and how many are not. */
export function economicAVAX({ eligible }: SpendableSet): {
  readonly coins: readonly Coin[];
  readonly uneconomic: number;
} {
  const all = eligible.filter(({ isAVAX }) => isAVAX);
  const coins = all.filter(({ value }) => value > 0n);
  return { coins, uneconomic: all.length - coins.length };
}

/**
 * Drafts that spend all AVAX of a set between them, none of it twice, each as many coins as fit. They end where the coins left do not pay the
 * fee, or where too few of them fit.
 * @param least Fewest coins that are worth a draft.
 * @param capacity Most weight of a draft.
 * @param build Builds a draft that spends as many of a set as fit.
 */
export function inBatches<D extends Draft>(
  funds: SpendableSet,
  least: number,
  capacity: number,
  build: (batch: SpendableSet) => D,
): readonly D[] {
  const { coins, uneconomic } = economicAVAX(funds);
  const drafts: D[] = [];
  let classes = classesOf(coins);
  let count = coins.length;
  while (count >= least) {
    // Coins of a class beyond what one transaction can spend cannot be selected.
    const heads = classes.map((of) => of.coins.slice(0, Math.floor(capacity / of.weight) + 1));
    const batch = { ...funds, eligible: bestFirst(heads.flat()) };
    const draft = orNone(drafts.length === 0 ? ends : laterEnds, () => build(batch));
    if (!draft || draft.slots.length < least) break;
    const spent = new Set<AnyUTXO>(draft.slots.flatMap((of) => ('utxo' in of ? [of.utxo] : [])));
    classes = classes.map((of, k) => ({
      ...of,
      coins: [
        ...heads[k]!.filter(({ utxo }) => !spent.has(utxo)),
        ...of.coins.slice(heads[k]!.length),
      ],
    }));
    count -= spent.size;
    const warnings = warningsFor({ tooMany: count, uneconomic, notVouched: funds.left });
    const others = draft.warnings.filter(({ code }) => code !== 'LeftBehind');
    drafts.push(keepMark({ ...draft, warnings: [...warnings, ...others] }, draft));
  }
  return drafts;
}

/** The coins do not pay the fee. */
const ends = ['Insufficient'] as const;

/** The same, or too many of them are needed for it. */
const laterEnds = ['Insufficient', 'OutOfRange', 'FeeTooHigh'] as const;

/** What `f` gives, or undefined if it throws an error of one of the codes. */
function orNone<T>(codes: readonly ErrorCode[], f: () => T): T | undefined {
  try {
    return f();
  } catch (e) {
    if (codes.some((code) => isError(e, code))) return undefined;
    throw e;
  }
}
