import { keepMark } from '../draft/check.ts';
import { type Draft, warningsFor } from '../draft/draft.ts';
import type { ErrorCode } from '../errors/codes.ts';
import { isError } from '../errors/error.ts';
import type { AnyUTXO } from '../tx/types.ts';
import { classesOf } from './classes.ts';
import { bestFirst, type Coin, type SpendableSet } from './coins.ts';

/** Returns the AVAX coins that are worth more than their inputs cost, and the number of the others. */
export function economicAVAX({ eligible }: SpendableSet): {
  readonly coins: readonly Coin[];
  readonly uneconomic: number;
} {
  const all = eligible.filter(({ isAVAX }) => isAVAX);
  const coins = all.filter(({ value }) => value > 0n);
  return { coins, uneconomic: all.length - coins.length };
}

/**
 * Builds drafts that together spend all AVAX of a set, each with as many coins as fit and no coin twice. It stops when the remaining coins
 * do not pay the fee, or too few of them fit.
 * @param least Minimum number of coins for a draft.
 * @param capacity Maximum weight of a draft.
 * @param build Builds a draft that spends as many coins of a set as fit.
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
    // Only as many coins of each class as one transaction can spend need to be considered.
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

/** Error codes that end the first batch: the coins do not pay the fee. */
const ends = ['Insufficient'] as const;

/** Error codes that end later batches: the coins do not pay the fee, or too many are needed to pay it. */
const laterEnds = ['Insufficient', 'OutOfRange', 'FeeTooHigh'] as const;

/** Returns the result of `f`, or undefined if it throws an error with one of the codes. */
function orNone<T>(codes: readonly ErrorCode[], f: () => T): T | undefined {
  try {
    return f();
  } catch (e) {
    if (codes.some((code) => isError(e, code))) return undefined;
    throw e;
  }
}
