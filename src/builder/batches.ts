import { type Draft, warningsFor } from '../draft/draft.ts';
import { isError } from '../errors/error.ts';
import type { Coin } from './coins.ts';

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
 * the fee, or too few of it fit.
 * @param build Builds what spends as many of the first of a batch as fit. The addresses are those that sign for it.
 */
export function inBatches<D extends Draft>(
  { coins, uneconomic, notVouched, least, cap }: Batches,
  build: (batch: readonly Coin[], from: readonly Uint8Array[]) => D,
): readonly D[] {
  const drafts: D[] = [];
  for (let start = 0; coins.length - start >= least; ) {
    // A batch sees no more than it could spend.
    let weight = 0n;
    let end = start;
    while (end < coins.length && (weight += coins[end]!.weight) <= cap) end++;
    const batch = coins.slice(start, end + 1);
    const from = batch.flatMap((coin) =>
      coin.signatureIndices.map((i) => coin.owner.addresses[i]!),
    );
    const draft = orNone(() => build(batch, from));
    if (!draft || draft.slots.length < least) break;
    start += draft.slots.length;
    const left = warningsFor({ tooMany: coins.length - start, uneconomic, notVouched });
    const others = draft.warnings.filter(({ code }) => code !== 'LeftBehind');
    drafts.push({ ...draft, warnings: [...left, ...others] });
  }
  return drafts;
}

/** Nothing where there is too little for the fee. */
function orNone<T>(f: () => T): T | undefined {
  try {
    return f();
  } catch (e) {
    if (isError(e, 'Insufficient')) return undefined;
    throw e;
  }
}
