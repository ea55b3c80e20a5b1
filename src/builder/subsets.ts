/** Some of a list of coins: the last that was added, and those before it. */
export interface Subset {
  readonly sum: number;
  readonly weight: number;
  readonly size: number;
  readonly last: number;
  readonly before: Subset | undefined;
}

/** The places of its coins. */
export const placesOf = ({ size, last, before }: Subset): readonly number[] =>
  size === 0 ? [] : [...placesOf(before!), last];

/**
 * All subsets of up to `most` coins, those that are worth the least first.
 * @param places Of the coins among `values` and `weights`.
 * @param floors Of each number of coins, what they must be worth at least: of one more no more than the most valuable coin adds.
 */
export function subsetsOf(
  places: readonly number[],
  most: number,
  values: Float64Array,
  weights: Float64Array,
  floors: readonly number[],
): readonly Subset[] {
  const floorOf = (size: number) => floors[size] ?? Number.POSITIVE_INFINITY;
  if (floorOf(0) > 0) return [];
  let all: readonly Subset[] = [{ sum: 0, weight: 0, size: 0, last: -1, before: undefined }];
  for (const last of places) {
    const grown: Subset[] = [];
    for (const before of all) {
      const { sum, weight, size } = before;
      // What is worth too little stays so, whatever is added.
      if (size < most && sum + values[last]! >= floorOf(size + 1))
        grown.push({
          sum: sum + values[last]!,
          weight: weight + weights[last]!,
          size: size + 1,
          last,
          before,
        });
    }
    all = merged(all, grown);
  }
  return all;
}

/** Two ascending lists as one. */
function merged(a: readonly Subset[], b: readonly Subset[]): readonly Subset[] {
  const list: Subset[] = [];
  let i = 0;
  for (const next of b) {
    while (i < a.length && a[i]!.sum <= next.sum) list.push(a[i++]!);
    list.push(next);
  }
  while (i < a.length) list.push(a[i++]!);
  return list;
}
