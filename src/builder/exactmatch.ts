import { firstWhere } from './coins.ts';
import { placesOf, type Subset, subsetsOf } from './subsets.ts';
import type { Size } from './weightclass.ts';

/** What coins have to come to without change. */
export interface MatchGoal {
  /** What their effective values must reach. */
  readonly target: bigint;
  /** nAVAX that a unit of weight costs, if the excess may be burned; 0: there must be none. */
  readonly dustPrice: bigint;
  /** Most excess that may be burned, as the weight that costs as much. */
  readonly maxDust: number;
  readonly room: Size;
}

/** What can be part of a match. */
export interface Matchable {
  readonly value: bigint;
  readonly weight: bigint;
  readonly bytes: number;
}

/** Coins that need no change. */
export interface Match<C extends Matchable> {
  readonly coins: readonly C[];
  /** Their weight, and the excess as the weight that costs as much. */
  readonly cost: number;
}

/** Steps of pointers: for matches of up to three coins, and for all matches of one larger size. */
const stepsForTriples = 12_000_000;
const stepsForSize = 120_000;

/** The same for larger ones than lists of sums are made for. Those of more coins save less than a hundredth of the fee. */
const mostListed = 6;
const stepsForMany = 400_000;
const mostCoins = 64;

/** Steps of pointers over lists of sums, where those do not suffice. */
const stepsForLists = { least: 240_000, perCoin: 800, most: 1_200_000 };

/** Among so few coins all subsets are looked at. */
const fewCoins = 20;

/** Of more, each of two lists has the subsets of so many coins, and of more of them while the list stays short. */
const coinsOfList = { least: 40, most: 160 };
const longList = 900;

/** A search: coins as numbers, the most valuable first. Amounts of up to 2^53 are exact, and whatever is found is checked with the amounts themselves. */
interface Search extends MatchGoal {
  readonly coins: readonly Matchable[];
  readonly values: Float64Array;
  readonly weights: Float64Array;
  readonly goalNumber: number;
  readonly price: number;
  /** What numbers may be off by. */
  readonly slack: number;
  /** Fewest coins that reach the target. */
  readonly fewest: number;
  /** Of one input at least. */
  readonly lightest: number;
  /** Whether all weigh the same. */
  readonly isUniform: boolean;
  /** Places of the coins that are chosen so far. */
  readonly prefix: number[];
  best: Match<Matchable> | undefined;
  limit: number;
  steps: number;
}

/**
 * A bounded search for coins that need no change and cost less than `limit`. All matches of up to three among a thousand coins are found, and
 * all among twenty; larger ones by two lists of sums of some coins each, whose pairs are walked with two pointers for every choice of the
 * others.
 * @param coins Most value first.
 */
export function exactMatch<C extends Matchable>(
  coins: readonly C[],
  goal: MatchGoal,
  limit: number,
): Match<C> | undefined {
  const search = searchIn(coins, goal, limit);
  if (!search) return undefined;
  const { values, fewest, goalNumber } = search;
  const reaches = (size: number): boolean =>
    size >= fewest && size <= values.length && isOpen(search, size);
  if (reaches(1)) singles(search);
  if (reaches(2)) pairs(search, 0, goalNumber, 0);
  if (values.length <= fewCoins) byLists(search);
  else {
    if (reaches(3)) branch(search, 3, 0, goalNumber, 0);
    for (let size = Math.max(4, fewest), isWhole = true; isWhole && size <= mostCoins; size++) {
      const isListed = size <= mostListed;
      search.steps = isListed ? stepsForSize : stepsForMany;
      if (!reaches(size)) break;
      branch(search, size, 0, goalNumber, 0);
      isWhole = search.steps > 0;
      if (!isWhole && isListed) byLists(search);
    }
  }
  return search.best as Match<C> | undefined;
}

/** Whether so many coins could still cost less than what is known. */
const isOpen = ({ lightest, limit, steps }: Search, size: number): boolean =>
  size * lightest < limit && steps > 0;

/** Nothing if a bound says that there is no match. */
function searchIn(coins: readonly Matchable[], goal: MatchGoal, limit: number): Search | undefined {
  const { target, dustPrice, maxDust } = goal;
  const most = target + BigInt(Math.ceil(maxDust)) * dustPrice;
  const usable = coins.slice(firstWhere(coins, 0, ({ value }) => value <= most));
  const count = usable.length;
  const goalNumber = Number(target);
  const slack = goalNumber > 2 ** 50 ? goalNumber * 2 ** -46 : 0;
  let fewest = 0;
  for (let sum = 0; sum + slack < goalNumber; fewest++) {
    if (fewest === count) return undefined;
    sum += Number(usable[fewest]!.value);
  }
  const values = new Float64Array(count);
  const weights = new Float64Array(count);
  let lightest = Number.POSITIVE_INFINITY;
  let heaviest = 0;
  for (let i = 0; i < count; i++) {
    const { value, weight } = usable[i]!;
    const heavy = Number(weight);
    values[i] = Number(value);
    weights[i] = heavy;
    if (heavy < lightest) lightest = heavy;
    if (heavy > heaviest) heaviest = heavy;
  }
  let least = 0;
  for (let i = count - fewest; i < count; i++) least += values[i]!;
  const window = Math.min(limit - fewest * lightest, maxDust) * Number(dustPrice);
  if (fewest * lightest >= limit || least > goalNumber + window + slack) return undefined;
  const isUniform = lightest === heaviest;
  return {
    ...goal,
    coins: usable,
    values,
    weights,
    goalNumber,
    price: Number(dustPrice),
    slack,
    fewest,
    lightest,
    isUniform,
    prefix: [],
    best: undefined,
    limit,
    steps: stepsForTriples,
  };
}

/** Most excess of coins of a weight that would still be better than what is known. */
const windowOf = ({ limit, maxDust, price, slack }: Search, weight: number): number =>
  Math.min(limit - weight, maxDust) * price + slack;

/** The least that suffices alone. */
function singles(search: Search): void {
  const { values, goalNumber, slack, lightest, isUniform } = search;
  const most = goalNumber + windowOf(search, lightest);
  for (let i = lastAtLeast(values, goalNumber - slack); i >= 0 && values[i]! <= most; i--) {
    search.steps--;
    found(search, [i]);
    if (isUniform && slack === 0) break;
  }
}

/** The last place of what is at least `least`, in a list that goes down. */
function lastAtLeast(values: Float64Array, least: number): number {
  let low = 0;
  let high = values.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (values[middle]! < least) high = middle;
    else low = middle + 1;
  }
  return low - 1;
}

/** The pairs from a place on that come closest to what is missing, by two pointers. */
function pairs(search: Search, from: number, rest: number, weight: number): void {
  const { values, weights, slack, lightest, isUniform, price } = search;
  let window = windowOf(search, weight + 2 * lightest);
  let j = values.length - 1;
  let i = from;
  for (; i < j; i++) {
    const value = values[i]!;
    const needed = rest - value - slack;
    while (j > i && values[j]! < needed) j--;
    if (j > i && values[j]! - needed <= window + slack) {
      // The same value and weight as the one before, with which all was tried.
      if (i > from && value === values[i - 1] && weights[i] === weights[i - 1]) continue;
      for (let k = j; k > i && values[k]! - needed <= window + slack; k--) {
        search.steps--;
        const heavy = weight + weights[i]! + weights[k]!;
        const excess = Math.max(0, values[k]! - needed - 2 * slack);
        if (heavy + (price > 0 ? excess / price : 0) < search.limit)
          found(search, [...search.prefix, i, k]);
        if (isUniform && slack === 0) break;
      }
      window = windowOf(search, weight + 2 * lightest);
      if (search.steps <= 0 || window < 0) break;
    }
  }
  search.steps -= values.length - j + i - from;
}

/** Chooses the coins before the last two of `size`, from a place on. */
function branch(search: Search, size: number, from: number, rest: number, weight: number): void {
  const { values, weights, slack, prefix, lightest } = search;
  const left = size - prefix.length;
  if (left === 2) {
    pairs(search, from, rest, weight);
    return;
  }
  const count = values.length;
  let least = 0;
  for (let i = count - left + 1; i < count; i++) least += values[i]!;
  for (let i = from; i + left <= count; i++) {
    const value = values[i]!;
    if (search.steps-- <= 0 || weight + left * lightest >= search.limit) break;
    // Behind it are none that are worth more.
    if (left * value + slack < rest) break;
    if (value + least > rest + windowOf(search, weight + left * lightest)) continue;
    if (i > from && value === values[i - 1] && weights[i] === weights[i - 1]) continue;
    prefix.push(i);
    branch(search, size, i + 1, rest - value, weight + weights[i]!);
    prefix.pop();
  }
}

/** Subsets of a half of the coins, those that are worth the least first. */
interface Half {
  readonly subsets: readonly Subset[];
  readonly sums: Float64Array;
}

/** Matches of any number of coins, by two lists of sums of some of them: all matches among few coins. */
function byLists(search: Search): void {
  const { values, coins, goalNumber, slack, fewest, lightest } = search;
  const most = Math.min(Math.ceil(search.limit / lightest) - 1, values.length);
  // With the others at their most, a coin behind these is worth too little.
  let others = 0;
  for (let i = 0; i < most - 1 && others < goalNumber; i++) others += values[i]!;
  const end = lastAtLeast(values, goalNumber - others - slack) + 1;
  const places = Array.from({ length: end }, (_, i) => i);
  // What so many coins must be worth, with the others at their most.
  const floors = Array.from({ length: Math.min(most, end) + 1 }, () => 0);
  for (let size = floors.length - 1, sum = 0; size >= 0; size--) {
    floors[size] = goalNumber - slack - sum;
    sum += values[floors.length - 1 - size] ?? 0;
  }
  const { picked, each, halves } = halvesOf(search, places, floors);
  const isPicked = new Set(picked);
  const free = places.filter((place) => !isPicked.has(place));
  const { least, perCoin, most: limit } = stepsForLists;
  search.steps = Math.min(limit, Math.max(least, perCoin * coins.length));
  const needed = Math.max(0, fewest - 2 * each);
  const last = Math.min(free.length, most);
  for (let chosen = needed; chosen <= last && isWorth(search); chosen++)
    choose(search, free, chosen, 0, goalNumber, 0, halves);
}

/** Two lists of subsets: of all coins, if they are few, else of as many as lists of that length hold. */
function halvesOf(search: Search, places: readonly number[], floors: readonly number[]) {
  const { values, weights } = search;
  const isSmall = places.length <= fewCoins;
  const all = isSmall
    ? (places.length + 1) >> 1
    : Math.min(coinsOfList.most, Math.floor(places.length * 0.4));
  for (
    let size = isSmall ? all : Math.min(all, coinsOfList.least);
    ;
    size = Math.min(all, size * 2)
  ) {
    const count = isSmall ? places.length : 2 * size;
    const picked = Array.from(
      { length: count },
      (_, i) => places[Math.floor((i * places.length) / count)]!,
    );
    const each = isSmall ? size : Math.max(2, mostEach(size));
    const half = (of: 0 | 1): Half => {
      const own = picked.filter((_, i) => i % 2 === of);
      const subsets = subsetsOf(own, each, values, weights, floors);
      return { subsets, sums: Float64Array.from(subsets, ({ sum }) => sum) };
    };
    const halves = [half(0), half(1)] as const;
    const longest = Math.max(halves[0].sums.length, halves[1].sums.length);
    if (size === all || longest > longList / 3) return { picked, each, halves };
  }
}

/** Most coins of each subset, so that the list of them stays short. */
function mostEach(size: number): number {
  let count = 1;
  let ofSize = 1;
  let each = 0;
  for (; each < size; each++) {
    ofSize = (ofSize * (size - each)) / (each + 1);
    if (count + ofSize > longList) break;
    count += ofSize;
  }
  return each;
}

/** Whether there is more to gain than a five-hundredth. */
const isWorth = ({ best, limit, fewest, lightest, coins, steps }: Search): boolean =>
  steps > 0 && (!best || coins.length <= fewCoins || limit > fewest * lightest * 1.002);

/** Chooses so many of the coins that are in no half, from a place on. */
function choose(
  search: Search,
  free: readonly number[],
  count: number,
  from: number,
  rest: number,
  weight: number,
  halves: readonly [Half, Half],
): void {
  const { values, weights, slack, prefix, lightest } = search;
  if (count === 0) {
    walk(search, halves, rest, weight);
    return;
  }
  const most = (halves[0].sums.at(-1) ?? 0) + (halves[1].sums.at(-1) ?? 0);
  for (let i = from; i + count <= free.length; i++) {
    const place = free[i]!;
    const value = values[place]!;
    if (!isWorth(search) || weight + count * lightest >= search.limit) break;
    search.steps--;
    if (count * value + most + slack < rest) break;
    if (value > rest + windowOf(search, weight + count * lightest)) continue;
    prefix.push(place);
    choose(search, free, count - 1, i + 1, rest - value, weight + weights[place]!, halves);
    prefix.pop();
  }
}

/** The subsets of two halves that come to what is missing together, by two pointers. */
function walk(
  search: Search,
  [one, two]: readonly [Half, Half],
  rest: number,
  weight: number,
): void {
  const { slack, price, prefix } = search;
  const [a, b] = [one.sums, two.sums];
  let window = windowOf(search, weight);
  let j = b.length - 1;
  if (a.length === 0 || j < 0 || a.at(-1)! + b[j]! + slack < rest) return;
  search.steps -= a.length + b.length;
  for (let i = 0; i < a.length; i++) {
    const needed = rest - a[i]! - slack;
    while (j > 0 && b[j - 1]! >= needed) j--;
    if (b[j]! < needed) continue;
    if (needed + window + slack < 0) break;
    for (let k = j; k < b.length && b[k]! - needed <= window + slack; k++) {
      if (search.steps-- <= 0) return;
      const heavy = weight + one.subsets[i]!.weight + two.subsets[k]!.weight;
      const excess = Math.max(0, b[k]! - needed - 2 * slack);
      if (heavy + (price > 0 ? excess / price : 0) >= search.limit) continue;
      found(search, [...prefix, ...placesOf(one.subsets[i]!), ...placesOf(two.subsets[k]!)]);
      window = windowOf(search, weight);
    }
  }
}

/** Keeps a match, if the amounts themselves are one that costs less. */
function found(search: Search, places: readonly number[]): void {
  const { target, dustPrice, maxDust, room } = search;
  const coins = places.map((i) => search.coins[i]!);
  const excess = coins.reduce((sum, { value }) => sum + value, -target);
  const most = BigInt(Math.floor(maxDust)) * dustPrice;
  if (excess < 0n || excess > most) return;
  const weight = places.reduce((sum, i) => sum + search.weights[i]!, 0);
  const bytes = coins.reduce((sum, of) => sum + of.bytes, 0);
  const cost = weight + (excess === 0n ? 0 : Number(excess) / search.price);
  if (cost >= search.limit || weight > room.weight || bytes > room.bytes) return;
  search.best = { coins, cost };
  search.limit = cost;
}
