import type { Complexity } from '../fee/gas.ts';
import { type Tariff, weightOf } from '../fee/transactions.ts';
import type { Coin } from './coins.ts';

/** Weight and signed bytes. */
export interface Size {
  readonly weight: number;
  readonly bytes: number;
}

export const noSize: Size = { weight: 0, bytes: 0 };

export const addSize = (a: Size, b: Size, times = 1): Size => ({
  weight: a.weight + times * b.weight,
  bytes: a.bytes + times * b.bytes,
});

export const fits = (size: Size, capacity: Size): boolean =>
  size.weight <= capacity.weight && size.bytes <= capacity.bytes;

export const sizeOf = (units: Complexity, tariff: Tariff): Size => ({
  weight: Number(weightOf(units, tariff)),
  bytes: units[0],
});

export function inputsSize(coins: readonly Coin[]): Size {
  let [weight, bytes] = [0, 0];
  for (const coin of coins) {
    weight += coin.weight;
    bytes += coin.bytes;
  }
  return { weight, bytes };
}

/** Returns the limits of weight and signed bytes of a transaction. */
export const limitsOf = ({ cap, maxBytes = Number.POSITIVE_INFINITY }: Tariff): Size => ({
  weight: Number(cap),
  bytes: maxBytes,
});

/** Coins with inputs of the same size, by descending effective value, so that the best choice of n coins is the first n. */
export interface CoinClass extends Size {
  readonly coins: readonly Coin[];
  /** Additional size that the first coin adds: the output that a lock needs. */
  readonly setup?: Size;
}

/** Number of coins selected from each class: always its first ones. */
export type Counts = readonly number[];

/** Groups coins, sorted by descending effective value, into classes. */
export function classesOf(coins: readonly Coin[]): readonly CoinClass[] {
  const bySignatures: Coin[][] = [];
  for (const coin of coins) (bySignatures[coin.signatureIndices.length] ??= []).push(coin);
  return bySignatures.flatMap((group) => {
    const { weight, bytes } = group[0]!;
    return { coins: group, weight, bytes };
  });
}

/** Truncates each class to the number of coins that a capacity can hold. */
export const reachable = <C extends CoinClass>(
  classes: readonly C[],
  { weight, bytes }: Size,
): readonly C[] =>
  classes.map((coinClass) => {
    const most = Math.floor(Math.min(weight / coinClass.weight, bytes / coinClass.bytes));
    return most < coinClass.coins.length
      ? { ...coinClass, coins: coinClass.coins.slice(0, Math.max(most, 0)) }
      : coinClass;
  });

/** Returns the classes whose coins the ladder reaches within a capacity, and as many beyond as `improve` considers. */
export function nearest<C extends CoinClass>(classes: readonly C[], capacity: Size): readonly C[] {
  const lightest = classes.reduce((least, { weight }) => Math.min(least, weight), capacity.weight);
  const most = capacity.weight / lightest + mostClasses;
  if (classes.length <= most) return classes;
  const near = new Set(ladderOf(classes).slice(0, most));
  return classes.filter((_, k) => near.has(k));
}

export const coinsOf = (classes: readonly CoinClass[], counts: Counts): readonly Coin[] =>
  classes.flatMap(({ coins }, k) => coins.slice(0, counts[k]));

/** Total size and effective value of counts. */
export interface Tally extends Size {
  readonly value: bigint;
}

/** Returns a function that computes the tally of counts in one step per class. */
export function tallyOf(classes: readonly CoinClass[]): (counts: Counts) => Tally {
  const prefixSums = classes.map(({ coins }) => {
    const sums = [0n];
    for (const { value } of coins) sums.push(sums.at(-1)! + value);
    return sums;
  });
  return (counts) => {
    let [weight, bytes, value] = [0, 0, 0n];
    for (let k = 0; k < counts.length; k++) {
      const count = counts[k]!;
      if (count === 0) continue;
      const coinClass = classes[k]!;
      weight += count * coinClass.weight + (coinClass.setup?.weight ?? 0);
      bytes += count * coinClass.bytes + (coinClass.setup?.bytes ?? 0);
      value += prefixSums[k]![count]!;
    }
    return { weight, bytes, value };
  };
}

/**
 * The order in which coins are taken, each as the index of its class: highest effective value per weight first, or per the largest part of
 * a capacity. The first coins of a class with setup are taken together: as many as have the highest value per weight, setup included.
 */
export function ladderOf(classes: readonly CoinClass[], capacity?: Size): readonly number[] {
  if (classes.length < 2) return classes.flatMap(({ coins }) => coins.map(() => 0));
  const steps: { readonly k: number; readonly count: number; readonly ratio: number }[] = [];
  classes.forEach(({ coins, setup, ...size }, k) => {
    const part = capacity
      ? Math.max(size.weight / capacity.weight, size.bytes / capacity.bytes)
      : size.weight;
    let block = 0;
    if (setup) {
      let [sum, ratio] = [0, 0];
      coins.forEach(({ value }, i) => {
        sum += Number(value);
        const now = sum / (setup.weight + (i + 1) * size.weight);
        if (now > ratio) [block, ratio] = [i + 1, now];
      });
      steps.push({ k, count: block, ratio });
    }
    for (const { value } of coins.slice(block))
      steps.push({ k, count: 1, ratio: Number(value) / part });
  });
  steps.sort((a, b) => b.ratio - a.ratio || classes[a.k]!.weight - classes[b.k]!.weight);
  const ladder: number[] = [];
  for (const { k, count } of steps) for (let i = 0; i < count; i++) ladder.push(k);
  return ladder;
}

/** Penalty weight of each byte above the limit: more than any transaction weighs. */
const weightOfExcessByte = 1e7;

/** Returns the weight of a size, with a penalty for bytes above a limit. */
export const penalizedWeight = ({ weight, bytes }: Size, maxBytes: number): number =>
  weight + Math.max(0, bytes - maxBytes) * weightOfExcessByte;

/**
 * Selects counts that reach a target effective value with the least weight.
 * @returns Undefined if all coins together do not reach the target.
 */
export function lightestCounts(
  classes: readonly CoinClass[],
  target: bigint,
  maxBytes: number,
): Counts | undefined {
  const counts = classes.map(() => 0);
  let missing = target;
  for (const k of ladderOf(classes)) {
    if (missing <= 0n) break;
    missing -= classes[k]!.coins[counts[k]!++]!.value;
  }
  if (missing > 0n) return undefined;
  return improve(classes, counts, (tally) =>
    tally.value < target ? undefined : BigInt(penalizedWeight(tally, maxBytes)),
  );
}

/** Selects counts that fill a capacity with the highest effective value. */
export function fullestCounts(classes: readonly CoinClass[], capacity: Size): Counts {
  const counts = classes.map(() => 0);
  const isFull = classes.map(() => false);
  let size = noSize;
  for (const k of ladderOf(classes, capacity)) {
    const coinClass = classes[k]!;
    const grown = addSize(
      counts[k] === 0 ? addSize(size, coinClass.setup ?? noSize) : size,
      coinClass,
    );
    if (isFull[k] || !fits(grown, capacity)) isFull[k] = true;
    else [size, counts[k]] = [grown, counts[k]! + 1];
  }
  return improve(classes, counts, (tally) => (fits(tally, capacity) ? -tally.value : undefined));
}

/** Number of classes at the edge of the ladder that `improve` considers, and of its iterations. */
const mostClasses = 12;
const mostRounds = 6;

/**
 * Improves counts by local search: exchanges one, two or all coins of a class for up to three of another or for the next best ones, or
 * adds one, as long as the score decreases.
 * @param scoreOf Lower is better; undefined if the counts are not possible.
 */
export function improve(
  classes: readonly CoinClass[],
  start: Counts,
  scoreOf: (tally: Tally, counts: Counts) => bigint | undefined,
): Counts {
  if (classes.length < 2 && !classes[0]?.setup) return start;
  const ratios = classes.map((coinClass) =>
    coinClass.coins.map(({ value }) => Number(value) / coinClass.weight),
  );
  const tally = tallyOf(classes);
  let best = start;
  let lowest = scoreOf(tally(start), start);
  const consider = (counts: Counts) => {
    const score = scoreOf(tally(counts), counts);
    if (score !== undefined && (lowest === undefined || score < lowest))
      [best, lowest] = [counts, score];
  };
  const change = (counts: Counts, k: number, step: number) => counts.with(k, counts[k]! + step);
  for (let round = 0; round < mostRounds; round++) {
    const counts = best;
    const last = (k: number) => ratios[k]![counts[k]! - 1]!;
    const next = (k: number, taken = counts) => ratios[k]![taken[k]!] ?? 0;
    const all = counts.map((_, k) => k);
    const used = all.filter((k) => counts[k]! > 0).sort((a, b) => last(a) - last(b));
    const open = all.filter((k) => next(k) > 0).sort((a, b) => next(b) - next(a));
    open.splice(mostClasses);
    for (const k of open) consider(change(counts, k, 1));
    for (const k of used.slice(0, mostClasses)) {
      const others = used.filter((other) => other !== k);
      for (const n of new Set([1, Math.min(2, counts[k]!), counts[k]!])) {
        const fewer = change(counts, k, -n);
        consider(fewer);
        for (const other of open)
          for (let more = 1; more <= 3 && fewer[other]! + more <= ratios[other]!.length; more++)
            consider(change(fewer, other, more));
        const refilled = [...fewer];
        for (let i = 0; i < n; i++) {
          const [first, ...rest] = others.filter((other) => next(other, refilled) > 0);
          if (first === undefined) break;
          refilled[
            rest.reduce((a, b) => (next(b, refilled) > next(a, refilled) ? b : a), first)
          ]!++;
        }
        consider(refilled);
      }
    }
    if (best === counts) break;
  }
  return best;
}
