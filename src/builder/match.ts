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

/** About so many coins are looked at: all sets of three among 1,000. */
const mostSteps = 2_000_000;

/**
 * Finds one, two or three coins that come to a target: pairs with two pointers, sets of three with a fixed coin beside a pair. A larger
 * set is not looked for: to miss one costs an output.
 * @param all Highest effective value first.
 * @param limit Only what costs less is of use.
 */
export function exactMatch(
  all: readonly Coin[],
  { target, maxDust, price, capacity }: MatchGoal,
  limit: number,
): Match | undefined {
  const coins = all.slice(firstWhere(all, 0, ({ value }) => value <= target + maxDust));
  if (target <= 0n || coins.length === 0) return undefined;
  const values = Float64Array.from(coins, ({ value }) => Number(value));
  const weights = Float64Array.from(coins, ({ weight }) => Number(weight));
  const lightest = weights.reduce((a, b) => Math.min(a, b));
  const window = Number(maxDust);
  let best: Match | undefined;
  let lowest = limit;
  const mayImprove = (count: number) => count * lightest < lowest;
  const consider = (places: readonly number[]) => {
    const chosen = places.map((i) => coins[i]!);
    const excess = chosen.reduce((sum, { value }) => sum + value, -target);
    const size = inputsSize(chosen);
    if (excess < 0n || excess > maxDust || !fits(size, capacity)) return;
    const cost = size.weight + (excess === 0n ? 0 : Number(excess) / Number(price));
    if (cost < lowest) [best, lowest] = [{ coins: chosen, cost }, cost];
  };
  /** Looks at the best partner of each coin, beside a fixed one. */
  const considerPairs = (fixed: readonly number[]) => {
    const needed = Number(fixed.reduce((sum, i) => sum - coins[i]!.value, target));
    const weight = fixed.reduce((sum, i) => sum + weights[i]!, 0);
    let j = values.length - 1;
    for (let i = 0; i < j; i++) {
      while (j > i && values[j]! < needed - values[i]!) j--;
      if (i === fixed[0]) continue;
      const partner = j === fixed[0] ? j - 1 : j;
      if (partner <= i) continue;
      const excess = values[i]! + values[partner]! - needed;
      const spare = lowest - weight - weights[i]! - weights[partner]!;
      if (excess <= window && spare > 0 && excess <= spare * Number(price))
        consider([...fixed, i, partner]);
    }
  };
  for (let i = 0; i < coins.length && coins[i]!.value >= target; i++) consider([i]);
  if (mayImprove(2)) considerPairs([]);
  const most = values[0]! + (values[1] ?? 0);
  const least = values.at(-1)! + (values.at(-2) ?? 0);
  const fixable = mayImprove(3)
    ? [...values.keys()].filter((i) => {
        const rest = Number(target) - values[i]!;
        return rest <= most && rest + window >= least;
      })
    : [];
  const stride = Math.max(1, (fixable.length * coins.length) / mostSteps);
  for (let i = 0; i < fixable.length && mayImprove(3); i += stride)
    considerPairs([fixable[Math.floor(i)]!]);
  return best;
}
