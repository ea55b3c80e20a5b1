import type { Coin } from './coins.ts';

/**
 * Coins whose inputs weigh the same. Of every number of them the best choice is a prefix: no others of that number are worth more.
 */
export interface WeightClass {
  /** Most effective value first. */
  readonly coins: readonly Coin[];
  /** Of each input. */
  readonly weight: number;
  readonly bytes: number;
  /** What the first of them costs besides: the output that a lock needs, however many coins have it. */
  readonly setup?: Size | undefined;
}

/** Weight and signed bytes. */
export interface Size {
  readonly weight: number;
  readonly bytes: number;
}

/** How many of each class, the first ones. */
export type Counts = readonly number[];

/** Most combinations of counts that are all looked at. With more, the counts of two and three classes at a time are. */
const fewCombinations = 4_096;

/** Most pairs of classes that are looked at in a round, and most rounds. */
const mostPairs = 2_000;
const mostRounds = 4;

/** Classes of coins that come in the order of `bestFirst`. */
export function classesOf(coins: readonly Coin[]): readonly WeightClass[] {
  const [first] = coins;
  const signatures = first?.signatureIndices.length;
  if (first && coins.every((coin) => coin.signatureIndices.length === signatures))
    return [{ coins, weight: Number(first.weight), bytes: first.bytes }];
  const classes = new Map<number, Coin[]>();
  for (const coin of coins) {
    const known = classes.get(coin.signatureIndices.length);
    if (known) known.push(coin);
    else classes.set(coin.signatureIndices.length, [coin]);
  }
  return [...classes.values()].map((of) => {
    const { weight, bytes } = of[0]!;
    return { coins: of, weight: Number(weight), bytes };
  });
}

/** The coins of counts. */
export const coinsOf = (classes: readonly WeightClass[], counts: Counts): readonly Coin[] =>
  classes.flatMap(({ coins }, k) => coins.slice(0, counts[k]));

/** What the first coins of a class are worth, by their number, until they reach `enough` or do not fit. */
function sumsOf({ coins, weight, bytes }: WeightClass, room: Size, enough?: bigint) {
  const sums = [0n];
  let sum = 0n;
  for (const { value } of coins) {
    if (enough === undefined ? exceeds(room, sums.length, weight, bytes) : sum >= enough) break;
    sums.push((sum += value));
  }
  return sums;
}

const exceeds = (room: Size, count: number, weight: number, bytes: number): boolean =>
  count * weight > room.weight || count * bytes > room.bytes;

/**
 * The lightest counts that are worth `target`. What is longer than `room.bytes` counts as heavier than anything that fits.
 * @returns Undefined if all coins are worth less.
 */
export function lightestCounts(
  classes: readonly WeightClass[],
  target: bigint,
  room: Size,
): Counts | undefined {
  const sums = classes.map((of) => sumsOf(of, room, target));
  if (sums.reduce((sum, of) => sum + of.at(-1)!, 0n) < target) return undefined;
  const scoreOf = (weight: number, bytes: number) =>
    weight + Math.max(0, bytes - room.bytes) * 1_000_000;
  return improved(
    classes,
    sums,
    () => greedily(classes, sums, target, room),
    (chosen, rest) => {
      const worth = chosen.reduce((sum, k) => sum - sums[k]![rest[k]!]!, worthOf(sums, rest));
      const others = withoutOf(classes, rest, chosen);
      return bestOf(classes, sums, chosen, (size, sum, last) => {
        const needed = firstAtLeast(sums[last]!, target - worth - sum);
        if (needed === undefined) return undefined;
        const all = plus(size, sizeAt(classes[last]!, needed));
        const score = -scoreOf(all.weight + others.weight, all.bytes + others.bytes);
        return { last: needed, score, weight: 0 };
      });
    },
  );
}

/** The counts that are worth the most and fit in a room, of those the lightest. */
export function worthiestCounts(classes: readonly WeightClass[], room: Size): Counts {
  const sums = classes.map((of) => sumsOf(of, room));
  return improved(
    classes,
    sums,
    () => greedily(classes, sums, undefined, room),
    (chosen, rest) => {
      const others = withoutOf(classes, rest, chosen);
      return bestOf(classes, sums, chosen, (size, sum, last) => {
        const of = classes[last]!;
        const { weight, bytes } = plus(plus(size, others), of.setup ?? nothing);
        const most = Math.min(
          Math.floor((room.weight - weight) / of.weight),
          Math.floor((room.bytes - bytes) / of.bytes),
          sums[last]!.length - 1,
        );
        const count = most > 0 ? most : 0;
        const all = plus(plus(size, others), sizeAt(of, count));
        if (all.weight > room.weight || all.bytes > room.bytes) return undefined;
        return { last: count, score: sum + sums[last]![count]!, weight: all.weight };
      });
    },
  );
}

const nothing: Size = { weight: 0, bytes: 0 };

const plus = (a: Size, b: Size): Size => ({
  weight: a.weight + b.weight,
  bytes: a.bytes + b.bytes,
});

const sizeAt = ({ weight, bytes, setup = nothing }: WeightClass, count: number): Size =>
  count === 0
    ? nothing
    : { weight: setup.weight + count * weight, bytes: setup.bytes + count * bytes };

const worthOf = (sums: readonly (readonly bigint[])[], counts: Counts): bigint =>
  sums.reduce((sum, of, k) => sum + of[counts[k]!]!, 0n);

/** Size of the counts of all classes but those chosen. */
const withoutOf = (
  classes: readonly WeightClass[],
  counts: Counts,
  chosen: readonly number[],
): Size =>
  counts.reduce(
    (size, count, k) => (chosen.includes(k) ? size : plus(size, sizeAt(classes[k]!, count))),
    nothing,
  );

/** The first place in a list that goes up of what is at least `least`. */
function firstAtLeast(sums: readonly bigint[], least: bigint): number | undefined {
  if (sums.at(-1)! < least) return undefined;
  let low = 0;
  let high = sums.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sums[middle]! >= least) high = middle;
    else low = middle + 1;
  }
  return low;
}

interface Scored<S> {
  readonly last: number;
  readonly score: S;
  /** Of two with the same score the lighter one is taken. */
  readonly weight: number;
}

/** Of all counts of the chosen classes those of the highest score; `complete` says the best count of the last class. */
function bestOf<S extends number | bigint>(
  classes: readonly WeightClass[],
  sums: readonly (readonly bigint[])[],
  chosen: readonly number[],
  complete: (size: Size, sum: bigint, last: number) => Scored<S> | undefined,
): readonly number[] | undefined {
  let best: (Scored<S> & { readonly counts: readonly number[] }) | undefined;
  const counts: number[] = [];
  const visit = (place: number, size: Size, sum: bigint): void => {
    const k = chosen[place]!;
    if (place === chosen.length - 1) {
      const found = complete(size, sum, k);
      if (found && (!best || beats(found, best)))
        best = { ...found, counts: [...counts, found.last] };
      return;
    }
    for (let count = 0; count < sums[k]!.length; count++) {
      counts[place] = count;
      visit(place + 1, plus(size, sizeAt(classes[k]!, count)), sum + sums[k]![count]!);
    }
  };
  visit(0, nothing, 0n);
  return best?.counts;
}

const beats = <S extends number | bigint>(a: Scored<S>, b: Scored<S>): boolean =>
  a.score > b.score || (a.score === b.score && a.weight < b.weight);

/** All counts looked at where they are few; else the counts of two and three classes at a time, starting from `start`. */
function improved(
  classes: readonly WeightClass[],
  sums: readonly (readonly bigint[])[],
  start: () => Counts,
  best: (chosen: readonly number[], rest: Counts) => readonly number[] | undefined,
): Counts {
  if (classes.length === 0) return [];
  // The longest last: its best count is found at once.
  const order = classes.map((_, k) => k).sort((a, b) => sums[a]!.length - sums[b]!.length || a - b);
  const combinations = order.slice(0, -1).reduce((product, k) => product * sums[k]!.length, 1);
  const areFew = combinations <= fewCombinations || order.length <= 2;
  const counts = areFew ? classes.map(() => 0) : [...start()];
  const apply = (chosen: readonly number[]): boolean => {
    const found = best(chosen, counts);
    let isChanged = false;
    found?.forEach((count, i) => {
      isChanged ||= counts[chosen[i]!] !== count;
      counts[chosen[i]!] = count;
    });
    return isChanged;
  };
  if (areFew) {
    apply(order);
    return counts;
  }
  for (let round = 0, isBetter = true; isBetter && round < mostRounds; round++) {
    isBetter = false;
    for (const chosen of pairsAndTriples(order, sums)) if (apply(chosen)) isBetter = true;
  }
  return counts;
}

/** Pairs of classes, and triples of which few combinations of counts have to be looked at. */
function* pairsAndTriples(
  order: readonly number[],
  sums: readonly (readonly bigint[])[],
): Generator<readonly number[]> {
  let pairs = mostPairs;
  for (let i = 0; i < order.length; i++)
    for (let j = i + 1; j < order.length && pairs-- > 0; j++) yield [order[i]!, order[j]!];
  let combinations = fewCombinations;
  for (let i = 0; i < order.length; i++)
    for (let j = i + 1; j < order.length; j++)
      for (let k = j + 1; k < order.length; k++) {
        combinations -= sums[order[i]!]!.length * sums[order[j]!]!.length;
        if (combinations < 0) return;
        yield [order[i]!, order[j]!, order[k]!];
      }
}

/** Counts that take what is worth the most for its weight, until they are worth `target`, or nothing more fits. */
function greedily(
  classes: readonly WeightClass[],
  sums: readonly (readonly bigint[])[],
  target: bigint | undefined,
  room: Size,
): Counts {
  const counts = classes.map(() => 0);
  const values = classes.map(({ coins }) => coins.map(({ value }) => Number(value)));
  // Of a class that needs an output of its own, as many at first as are worth the most for the weight of all.
  const firsts = classes.map((of, k) => (of.setup ? bestStart(of, values[k]!) : 1));
  const next = (k: number): { readonly step: number; readonly ratio: number } => {
    const left = sums[k]!.length - 1 - counts[k]!;
    const step = Math.min(left, counts[k] === 0 ? firsts[k]! : 1);
    const worth = values[k]!.slice(counts[k], counts[k]! + step).reduce((a, b) => a + b, 0);
    const { weight } = counts[k] === 0 ? sizeAt(classes[k]!, step) : classes[k]!;
    return { step, ratio: worth / weight };
  };
  let size = nothing;
  let sum = 0n;
  const isOpen = classes.map((_, k) => sums[k]!.length > 1);
  const offers = classes.map((_, k) => next(k));
  while (target === undefined || sum < target) {
    let best = -1;
    for (let k = 0; k < classes.length; k++)
      if (isOpen[k] && (best < 0 || offers[k]!.ratio > offers[best]!.ratio)) best = k;
    if (best < 0) return counts;
    const { step } = offers[best]!;
    const of = classes[best]!;
    const after = counts[best]! + step;
    const grown = plus(size, {
      weight: sizeAt(of, after).weight - sizeAt(of, counts[best]!).weight,
      bytes: sizeAt(of, after).bytes - sizeAt(of, counts[best]!).bytes,
    });
    const isAbove = grown.weight > room.weight || grown.bytes > room.bytes;
    if (target === undefined && isAbove) {
      isOpen[best] = false;
      continue;
    }
    sum += sums[best]![after]! - sums[best]![counts[best]!]!;
    size = grown;
    counts[best] = after;
    offers[best] = next(best);
    if (after === sums[best]!.length - 1) isOpen[best] = false;
  }
  return counts;
}

function bestStart(of: WeightClass, values: readonly number[]): number {
  let best = 1;
  let ratio = 0;
  let sum = 0;
  values.forEach((value, i) => {
    sum += value;
    const now = sum / sizeAt(of, i + 1).weight;
    if (now > ratio) [best, ratio] = [i + 1, now];
  });
  return best;
}
