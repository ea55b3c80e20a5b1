import { sumOf } from '../text/uint64.ts';
import type { Coin } from './coins.ts';
import type { Strategy } from './intent.ts';

/** Steps that the search for less to burn may take, so that it ends whatever the coins are. */
const budget = 20_000;

/** What coins have to do together. */
export interface Goal {
  /** What their values must reach. */
  readonly target: bigint;
  /** What an excess burns: all of it, or the cost of its change output to an owner of so many addresses. */
  readonly costOfChange: (rest: bigint, addresses: number) => bigint;
  /** What spending a coin burns. */
  readonly costOf: (coin: Coin) => bigint;
}

/**
 * Coins of one asset whose values reach a target: as few of the largest as do, the last one the smallest that suffices; or,
 * if that burns less, others, whose rest is too small for change.
 * @param coins Best first, all of a value above 0.
 * @returns Undefined if all of them do not suffice.
 */
export function selectCoins(
  coins: readonly Coin[],
  goal: Goal,
  strategy: Strategy,
): readonly Coin[] | undefined {
  if (goal.target <= 0n) return [];
  let sum = 0n;
  let count = 0;
  while (sum < goal.target) {
    const coin = coins[count++];
    if (!coin) return undefined;
    sum += coin.value;
  }
  const largest = coins.slice(0, count);
  if (strategy !== 'minFee') return largest;
  const first = largest.slice(0, -1);
  const before = sum - largest[count - 1]!.value;
  const cost = sumOf(first.map(goal.costOf));
  const width = widthOf(first);
  const burnedWith = (coin: Coin) =>
    cost +
    goal.costOf(coin) +
    goal.costOfChange(
      before + coin.value - goal.target,
      Math.max(width, coin.owner.addresses.length),
    );
  let last = largest[count - 1]!;
  let least = burnedWith(last);
  for (let i = count; i < coins.length && before + coins[i]!.value >= goal.target; i++) {
    const coin = coins[i]!;
    const burned = burnedWith(coin);
    if (burned < least || (burned === least && widthOf([coin]) <= widthOf([last])))
      [least, last] = [burned, coin];
  }
  return branchAndBound(coins, goal, [...first, last], least);
}

/** Addresses of the largest owner, who is likely to get the change. */
const widthOf = (coins: readonly Coin[]): number =>
  coins.reduce((most, { owner }) => Math.max(most, owner.addresses.length), 1);

/** A bounded search, depth first, for what burns less than `found`. */
function branchAndBound(
  coins: readonly Coin[],
  goal: Goal,
  found: readonly Coin[],
  burned: bigint,
): readonly Coin[] {
  const { target, costOf, costOfChange } = goal;
  let best = found;
  let least = burned;
  const costs = coins.map(costOf);
  const cheapest = costs.reduce((a, b) => (a < b ? a : b), costs[0]!);
  if (costOfChange(1n, 1) === 0n && cheapest === 0n) return best;
  const after: bigint[] = new Array(coins.length + 1).fill(0n);
  for (let i = coins.length - 1; i >= 0; i--) after[i] = after[i + 1]! + coins[i]!.value;
  const chosen: number[] = [];
  let steps = budget;
  let next = 0;
  let sum = 0n;
  let cost = 0n;
  for (;;) {
    const done = sum >= target;
    if (done) {
      const width = chosen.reduce((w, i) => Math.max(w, coins[i]!.owner.addresses.length), 1);
      const all = cost + costOfChange(sum - target, width);
      if (all < least) {
        least = all;
        best = chosen.map((i) => coins[i]!);
      }
    }
    if (steps-- === 0) return best;
    if (!done && next < coins.length && sum + after[next]! >= target && cost + cheapest < least) {
      chosen.push(next);
      sum += coins[next]!.value;
      cost += costs[next]!;
      next++;
      continue;
    }
    const undone = chosen.pop();
    if (undone === undefined) return best;
    sum -= coins[undone]!.value;
    cost -= costs[undone]!;
    next = undone + 1;
  }
}
