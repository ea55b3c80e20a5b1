import { AvalancheError } from '../../errors/error.ts';

/** A place of a branch: an address, or each of several of a multisig wallet. */
interface Place {
  readonly index: number;
}

/** A branch after a search. */
export interface Branch<P extends Place> {
  /** Index after the last used place; 0 if none is used. */
  readonly next: number;
  /** The places before an index. */
  upTo(end: number): readonly P[];
}

/** Where a branch ends. */
export interface GapOptions {
  /** Unused places in a row after which it ends; 20 if omitted, as wallets agreed (BIP-44). */
  readonly gap?: number | undefined;
  /** Index before which all places count as used; 0 if omitted. */
  readonly next?: number | undefined;
  /** Most places to look at; 10,000 if omitted. */
  readonly limit?: number | undefined;
}

/**
 * Searches a branch until `gap` places in a row are unused.
 * @param placesAt Derives places from an index on.
 * @param usedOf Says which of some places are used.
 * @throws What the functions throw; {AvalancheError} `OutOfRange`: a gap that is not at least 1, or `next` is not an index; `TooLong`: places beyond the limit are used.
 */
export async function scanBranch<P extends Place>(
  placesAt: (from: number, count: number) => readonly P[] | Promise<readonly P[]>,
  usedOf: (places: readonly P[]) => Promise<(place: P) => boolean>,
  { gap = 20, limit = 10_000, next: start = 0 }: GapOptions,
): Promise<Branch<P>> {
  if (!Number.isInteger(gap) || gap < 1)
    throw new AvalancheError('OutOfRange', `must be at least 1, got ${gap}`, {
      value: gap,
      min: 1,
    }).at('gap');
  if (!Number.isInteger(start) || start < 0)
    throw new AvalancheError('OutOfRange', `must be at least 0, got ${start}`, {
      value: start,
      min: 0,
    }).at('next');
  const seen: P[] = [];
  let next = start;
  for (let from = 0; from < next + gap; from += gap) {
    if (from >= limit)
      throw new AvalancheError('TooLong', `addresses beyond the first ${limit} are used`, {
        max: limit,
      });
    const found = await placesAt(from, gap);
    seen.push(...found);
    const isUsed = await usedOf(found);
    for (const place of found)
      if (place.index < next + gap && isUsed(place)) next = Math.max(next, place.index + 1);
  }
  return { next, upTo: (end) => seen.filter(({ index }) => index < end) };
}
