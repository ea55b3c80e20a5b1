/** Lower bounds for what a selection of coins costs. They hold for every selection, and most are reached by one. */
import { compareUint64 } from '../../text/uint64.ts';

/** A coin that can be selected. */
export interface Candidate {
  /** What it brings, less what its input costs. */
  readonly value: bigint;
  /** What its input costs; above 0. */
  readonly cost: bigint;
}

/** What happens to values beyond the target. */
export interface ExcessRule {
  /** The cost of the output that returns them. */
  readonly change: bigint;
  /** Whether they can be burned instead, so that they cost what they are. */
  readonly isBurned: boolean;
}

/** Numbers of coins that `leastCost` tries at most. */
const mostTries = 50_000;
/** Steps that `searchExact` takes at most. */
const mostSteps = 50_000;

/**
 * The least cost of candidates whose values reach a target, as if excess were free. Candidates of equal cost are a class; of each class
 * the most valuable come first, so that only their numbers are tried. This is exact unless there are so many classes that the
 * two of the highest costs are taken for one of the lower cost.
 * @returns Undefined if all of them do not reach it.
 */
export function leastCost(candidates: readonly Candidate[], target: bigint): bigint | undefined {
  if (target <= 0n) return 0n;
  const classes = classesOf(candidates);
  // The largest class comes last, where the number follows from the others.
  const largest = classes.reduce((a, b) => (b.sums.length > a.sums.length ? b : a), classes[0]!);
  const order = [...classes.filter((of) => of !== largest), largest];
  const cheapest = (i: number, need: bigint): bigint | undefined => {
    if (need <= 0n) return 0n;
    const { cost, sums } = order[i]!;
    const enough = countFor(sums, need);
    if (i === order.length - 1) return enough < sums.length ? BigInt(enough) * cost : undefined;
    let least: bigint | undefined;
    for (let count = 0; count <= enough && count < sums.length; count++) {
      const rest = cheapest(i + 1, need - sums[count]!);
      const all = rest === undefined ? undefined : rest + BigInt(count) * cost;
      if (all !== undefined && (least === undefined || all < least)) least = all;
    }
    return least;
  };
  return largest && cheapest(0, target);
}

/** Candidates of one cost: what the most valuable of them bring, by their number. */
interface Class {
  readonly cost: bigint;
  readonly sums: readonly bigint[];
}

function classesOf(candidates: readonly Candidate[]): readonly Class[] {
  const byCost = new Map<bigint, bigint[]>();
  for (const { cost, value } of candidates)
    if (value > 0n) {
      const values = byCost.get(cost);
      if (values) values.push(value);
      else byCost.set(cost, [value]);
    }
  const classes = [...byCost].sort(([a], [b]) => (a < b ? -1 : 1));
  const tries = () => {
    const sizes = classes.map(([, values]) => values.length + 1).sort((a, b) => a - b);
    return sizes.slice(0, -1).reduce((a, b) => a * b, 1);
  };
  while (tries() > mostTries) {
    const [, values] = classes.pop()!;
    classes.at(-1)![1].push(...values);
  }
  return classes.map(([cost, values]) => ({ cost, sums: prefixSums(descending(values)) }));
}

const descending = (values: readonly bigint[]): bigint[] =>
  [...values].sort((a, b) => compareUint64(b, a));

function prefixSums(values: readonly bigint[]): readonly bigint[] {
  const sums = [0n];
  for (const value of values) sums.push(sums.at(-1)! + value);
  return sums;
}

/** The smallest number whose sum reaches what is needed; the length of the sums if none does. */
function countFor(sums: readonly bigint[], need: bigint): number {
  let [low, high] = [0, sums.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sums[middle]! >= need) high = middle;
    else low = middle + 1;
  }
  return low;
}

/**
 * The least cost of candidates whose values reach a target, with what their excess costs. Without change the values must meet the target
 * exactly, or almost where an excess is burned: a search tries that. If it does not end in its steps, such a match is presumed.
 * @returns Undefined if all of them do not reach it.
 */
export function leastWithExcess(
  candidates: readonly Candidate[],
  target: bigint,
  rule: ExcessRule,
): bigint | undefined {
  const { change, isBurned } = rule;
  if (target <= 0n) return costOfExcess(-target, rule);
  const free = leastCost(candidates, target);
  if (change === 0n || free === undefined) return free;
  const returned = leastCost(candidates, target + (isBurned ? change + 1n : 1n));
  const best = returned === undefined ? undefined : returned + change;
  if (best !== undefined && best <= free) return best;
  const exact = searchExact(candidates, target, rule, best);
  return exact === 'unknown' ? free : exact;
}

const costOfExcess = (excess: bigint, { change, isBurned }: ExcessRule): bigint =>
  excess === 0n ? 0n : isBurned && excess < change ? excess : change;

/**
 * The least cost of candidates that meet a target without change, if it is below `best`; `best` if none do.
 * @returns `unknown` if that takes too many steps.
 */
function searchExact(
  candidates: readonly Candidate[],
  target: bigint,
  { change, isBurned }: ExcessRule,
  best: bigint | undefined,
): bigint | undefined | 'unknown' {
  const coins = candidates
    .filter(({ value }) => value > 0n)
    .sort((a, b) => (a.value > b.value ? -1 : a.value < b.value ? 1 : a.cost < b.cost ? -1 : 1));
  const sums = prefixSums(coins.map(({ value }) => value));
  const cheapest = coins.reduce((a, { cost }) => (cost < a ? cost : a), coins[0]!.cost);
  const tolerance = isBurned ? change : 0n;
  let least = best;
  let steps = mostSteps;
  /** Whether everything from a coin on was tried. */
  const tryFrom = (start: number, need: bigint, cost: bigint): boolean => {
    const most = least === undefined ? coins.length : Number((least - cost - 1n) / cheapest);
    if (most < 1) return true;
    let before: Candidate | undefined;
    for (let i = firstUpTo(coins, start, need + tolerance); i < coins.length; i++) {
      if (sums[Math.min(coins.length, i + most)]! - sums[i]! < need) return true;
      if (steps-- === 0) return false;
      const coin = coins[i]!;
      if (before && before.value === coin.value && before.cost === coin.cost) continue;
      before = coin;
      const rest = need - coin.value;
      const all = cost + coin.cost;
      if (rest > 0n) {
        if ((least === undefined || all < least) && !tryFrom(i + 1, rest, all)) return false;
      } else if (least === undefined || all - rest < least) least = all - rest;
    }
    return true;
  };
  return tryFrom(0, target, 0n) ? least : 'unknown';
}

/** The first coin from a place on, the most valuable first, that is worth no more. */
function firstUpTo(coins: readonly Candidate[], start: number, most: bigint): number {
  let [low, high] = [start, coins.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (coins[middle]!.value <= most) high = middle;
    else low = middle + 1;
  }
  return low;
}
