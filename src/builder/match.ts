import { fits, inputsSize, type Size } from './classes.ts';
import { type Coin, firstWhere } from './coins.ts';

/** The goal of an exact match, which needs no change. */
export interface MatchGoal {
  readonly target: bigint;
  /** Maximum excess that may be burned. */
  readonly maxDust: bigint;
  /** nAVAX per unit of weight, to convert burned dust to weight. */
  readonly price: bigint;
  readonly capacity: Size;
}

/** Coins that match a target. */
export interface Match {
  readonly coins: readonly Coin[];
  /** Weight of the coins, plus that of the dust. */
  readonly cost: number;
}

/** Approximate maximum of steps: enough for all sets of three among 2,000 coins. */
const mostSteps = 2_000_000;

/**
 * Finds up to three coins that match a target: pairs by two pointers, triples as the largest coin plus a pair. Larger sets, of neighbors
 * plus a pair, are searched for only if coins with change do not fit; otherwise missing one costs only a change output.
 * @param all Coins by descending effective value.
 * @param limit Maximum cost: only cheaper matches are returned.
 */
export function exactMatch(
  all: readonly Coin[],
  { target, maxDust, price, capacity }: MatchGoal,
  limit: number,
): Match | undefined {
  if (target <= 0n) return undefined;
  const coins = all.slice(firstWhere(all, 0, ({ value }) => value <= target + maxDust));
  /** Sum of a number of coins from an index on. */
  const sumFrom = (place: number, count: number) =>
    coins.slice(place, place + count).reduce((sum, { value }) => sum + value, 0n);
  let fewest = 0;
  for (let sum = 0n; sum < target; sum += coins[fewest++]!.value)
    if (fewest === coins.length) return undefined;
  const most = limit > capacity.weight ? coins.length : 3;
  let best: Match | undefined;
  let lowest = limit;
  const consider = (places: readonly number[]) => {
    const chosen = places.map((i) => coins[i]!);
    const excess = chosen.reduce((sum, { value }) => sum + value, -target);
    const size = inputsSize(chosen);
    if (excess < 0n || excess > maxDust || !fits(size, capacity)) return;
    const cost = size.weight + (excess === 0n ? 0 : Number(excess) / Number(price));
    if (cost < lowest) [best, lowest] = [{ coins: chosen, cost }, cost];
  };
  for (let i = 0; i < coins.length && coins[i]!.value >= target; i++) consider([i]);
  const lightest = coins.reduce((least, { weight }) => Math.min(least, weight), lowest);
  const mayImprove = (count: number) => count * lightest < lowest;
  if (fewest > most || !mayImprove(Math.max(2, fewest))) return best;
  const values = new Float64Array(coins.length);
  for (let i = 0; i < values.length; i++) values[i] = Number(coins[i]!.value);
  const window = Number(maxDust);
  /** Tries the best partner of each coin from an index on, in addition to fixed neighbors. */
  const considerPairs = (from: number, block: number, count: number) => {
    const fixed = Array.from({ length: count }, (_, k) => block + k);
    const isFixed = (i: number) => i >= block && i < block + count;
    const needed = Number(fixed.reduce((sum, i) => sum - coins[i]!.value, target));
    const weight = fixed.reduce((sum, i) => sum + coins[i]!.weight, 0);
    let j = values.length - 1;
    for (let i = from; i < j; i++) {
      if (isFixed(i)) continue;
      while (j > i && (isFixed(j) || values[j]! < needed - values[i]!)) j--;
      const excess = values[i]! + values[j]! - needed;
      if (j === i || excess > window) continue;
      const spare = lowest - weight - coins[i]!.weight - coins[j]!.weight;
      if (spare > 0 && excess <= spare * Number(price)) consider([...fixed, i, j]);
    }
  };
  if (fewest <= 2) considerPairs(0, 0, 0);
  const least = sumFrom(coins.length - 2, 2);
  const greatest = sumFrom(0, 2);
  let steps = 0;
  for (let count = Math.max(3, fewest); count <= most && mayImprove(count); count++) {
    const block = count - 2;
    const start = firstWhere(coins, 0, (_, i) => sumFrom(i, block) + least <= target + maxDust);
    const end = firstWhere(coins, start, (_, i) => sumFrom(i, block) + greatest < target);
    if (count > coins.length) break;
    for (
      let i = start;
      i < end && i + block <= coins.length && steps < mostSteps && mayImprove(count);
      i++
    ) {
      considerPairs(block === 1 ? i + 1 : 0, i, block);
      steps += coins.length;
    }
  }
  return best;
}
