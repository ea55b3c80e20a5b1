import { fits, inputsSize, type Size } from './classes.ts';
import { type Coin, firstWhere } from './coins.ts';

/** What coins must come to so that no change is due. */
export interface MatchGoal {
  readonly target: bigint;
  /** The most that may be left over and burned. */
  readonly maxDust: bigint;
  /** nAVAX per unit of weight: what is burned counts as the weight that costs as much. */
  readonly price: bigint;
  readonly capacity: Size;
}

/** Coins that come to a target. */
export interface Match {
  readonly coins: readonly Coin[];
  /** Their weight, and that of the dust. */
  readonly cost: number;
}

/** About so many coins are looked at: all sets of three among 2,000. */
const mostSteps = 2_000_000;

/**
 * Finds coins that come to a target: one, two by two pointers, three with the largest fixed beside a pair. A larger set, neighbors beside a
 * pair, is looked for only where coins with change do not fit: to miss one costs an output else.
 * @param all Highest effective value first.
 * @param limit Only what costs less is of use.
 */
export function exactMatch(
  all: readonly Coin[],
  { target, maxDust, price, capacity }: MatchGoal,
  limit: number,
): Match | undefined {
  if (target <= 0n) return undefined;
  const coins = all.slice(firstWhere(all, 0, ({ value }) => value <= target + maxDust));
  /** Of so many coins from a place on. */
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
  /** Looks at the best partner of each coin from a place on, beside what is fixed. */
  const considerPairs = (from: number, ...fixed: readonly number[]) => {
    const needed = Number(fixed.reduce((sum, i) => sum - coins[i]!.value, target));
    const weight = fixed.reduce((sum, i) => sum + coins[i]!.weight, 0);
    let j = values.length - 1;
    for (let i = from; i < j; i++) {
      while (j > i && values[j]! < needed - values[i]!) j--;
      const excess = values[i]! + values[j]! - needed;
      if (j === i || excess > window) continue;
      const spare = lowest - weight - coins[i]!.weight - coins[j]!.weight;
      if (spare > 0 && excess <= spare * Number(price)) consider([...fixed, i, j]);
    }
  };
  if (fewest <= 2) considerPairs(0);
  const least = sumFrom(coins.length - 2, 2);
  let steps = 0;
  for (let count = Math.max(3, fewest); count <= most && mayImprove(count); count++) {
    const block = count - 2;
    const start = firstWhere(coins, 0, (_, i) => sumFrom(i, block) + least <= target + maxDust);
    const end = firstWhere(coins, start, (_, i) => sumFrom(i, count) < target);
    if (start + count > coins.length) break;
    for (let i = start; i < end && steps < mostSteps && mayImprove(count); i++) {
      considerPairs(i + block, ...Array.from({ length: block }, (_, k) => i + k));
      steps += coins.length - i;
    }
  }
  return best;
}
