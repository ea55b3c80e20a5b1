import { type Coin, firstWhere } from './coins.ts';
import type { Size, WeightClass } from './weightclass.ts';

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

/** Coins that need no change. */
export interface Match {
  readonly coins: readonly Coin[];
  /** Their weight, and the excess as the weight that costs as much. */
  readonly cost: number;
}

/** Steps of two pointers: matches of up to three coins are looked for among so many coins at least, larger ones while steps last. */
const stepsForTriples = 12_000_000;
const mostSteps = 1_200_000;
const stepsPerCoin = 1_200;

/** Larger matches save less than a hundredth of the fee. */
const mostCoins = 64;

/** The coins of a class as numbers: amounts of up to 2^53 are exact, and whatever is found is checked with the amounts themselves. */
interface Row {
  readonly values: Float64Array;
  readonly of: WeightClass;
}

/** All coins of a search, most valuable first. */
interface Order {
  /** Of each coin its row, and its place there. */
  readonly rows: Uint16Array;
  readonly places: Uint32Array;
  readonly values: Float64Array;
  /** What the `n` most and the `n` least valuable are worth. */
  readonly most: Float64Array;
  readonly least: Float64Array;
}

/** The state of a search. */
interface Search extends MatchGoal {
  readonly rows: readonly Row[];
  /** Made when it is needed: by matches of three and more. */
  order: Order | undefined;
  /** Of one input at least. */
  readonly lightest: number;
  readonly targetNumber: number;
  readonly price: number;
  /** What numbers may be off by. */
  readonly slack: number;
  /** Chosen before the last two: places in the order. */
  readonly prefix: number[];
  /** Of each row, the first place behind those chosen. */
  readonly starts: number[];
  best: Match | undefined;
  limit: number;
  steps: number;
}

/**
 * A bounded search for coins that need no change and cost less than `limit`: by one and by two pointers for single coins and pairs, and
 * branch and bound over the coins before the last two. All matches of up to three among a thousand coins are found, and all among
 * sixteen.
 */
export function exactMatch(
  classes: readonly WeightClass[],
  goal: MatchGoal,
  limit: number,
): Match | undefined {
  const rows = rowsOf(classes, goal, limit);
  const count = rows.reduce((sum, { values }) => sum + values.length, 0);
  const search = searchIn(rows, goal, limit);
  const { lightest, slack, targetNumber } = search;
  for (let size = 1; size <= Math.min(count, mostCoins); size++) {
    if (size * lightest >= search.limit || search.steps <= 0) break;
    if (size === 4) search.steps = Math.min(mostSteps, Math.max(400_000, stepsPerCoin * count));
    if (size === 1) singles(search);
    else if (size === 2) pairs(search, 0, 0, 0);
    else {
      search.order ??= orderOf(rows, count);
      if (search.order.most[size]! + slack >= targetNumber)
        branch(search, search.order, size, 0, 0, 0, 0);
    }
  }
  return search.best;
}

/** The coins that can be part of a match. */
function rowsOf(
  classes: readonly WeightClass[],
  { target, maxDust, dustPrice }: MatchGoal,
  limit: number,
): readonly Row[] {
  const most = target + BigInt(Math.ceil(maxDust)) * dustPrice;
  return classes.flatMap((of): readonly Row[] => {
    if (of.weight >= limit) return [];
    const coins = of.coins.slice(firstWhere(of.coins, 0, ({ value }) => value <= most));
    if (coins.length === 0) return [];
    const values = new Float64Array(coins.length);
    for (let i = 0; i < values.length; i++) values[i] = Number(coins[i]!.value);
    return [{ values, of: { ...of, coins } }];
  });
}

/** Merges rows. */
function orderOf(rows: readonly Row[], count: number): Order {
  const sums = Math.min(count, mostCoins) + 1;
  const order: Order = {
    rows: new Uint16Array(count),
    places: new Uint32Array(count),
    values: new Float64Array(count),
    most: new Float64Array(sums),
    least: new Float64Array(sums),
  };
  const next = rows.map(() => 0);
  for (let i = 0; i < count; i++) {
    let best = -1;
    let value = -1;
    for (let r = 0; r < rows.length; r++) {
      const { values } = rows[r]!;
      if (next[r]! < values.length && values[next[r]!]! > value)
        [best, value] = [r, values[next[r]!]!];
    }
    order.rows[i] = best;
    order.places[i] = next[best]!++;
    order.values[i] = value;
  }
  for (let n = 1; n < sums; n++) {
    order.most[n] = order.most[n - 1]! + order.values[n - 1]!;
    order.least[n] = order.least[n - 1]! + order.values[count - n]!;
  }
  return order;
}

function searchIn(rows: readonly Row[], goal: MatchGoal, limit: number): Search {
  const targetNumber = Number(goal.target);
  return {
    ...goal,
    rows,
    order: undefined,
    lightest: rows.reduce((least, { of }) => Math.min(least, of.weight), Number.POSITIVE_INFINITY),
    targetNumber,
    price: Number(goal.dustPrice),
    slack: targetNumber > 2 ** 50 ? targetNumber * 2 ** -46 : 0,
    prefix: [],
    starts: rows.map(() => 0),
    best: undefined,
    limit,
    steps: stepsForTriples,
  };
}

/** Most excess of coins of a weight that would still be better than what is known. */
const windowOf = ({ limit, maxDust, price, slack }: Search, weight: number): number =>
  Math.min(limit - weight, maxDust) * price + slack;

const fits = ({ room }: Search, weight: number, bytes: number): boolean =>
  weight <= room.weight && bytes <= room.bytes;

/** Chooses the coins before the last two of `size`, from a place on. */
function branch(
  search: Search,
  order: Order,
  size: number,
  from: number,
  sum: number,
  weight: number,
  bytes: number,
): void {
  const { prefix, rows, starts, targetNumber, lightest } = search;
  const { values } = order;
  const left = size - prefix.length;
  if (left === 2) {
    pairs(search, sum, weight, bytes);
    return;
  }
  const before = starts.slice();
  for (let i = from; i + left <= values.length; i++) {
    const value = values[i]!;
    if (search.steps-- <= 0 || weight + left * lightest >= search.limit) break;
    // Behind it are none that are worth more.
    if (sum + left * value + search.slack < targetNumber) break;
    const row = order.rows[i]!;
    starts[row] = order.places[i]! + 1;
    if (sum + value + order.least[left - 1]! > targetNumber + windowOf(search, weight)) continue;
    // The same value and weight as the one before, which was not chosen.
    if (i > from && value === values[i - 1] && row === order.rows[i - 1]) continue;
    const { of } = rows[row]!;
    prefix.push(i);
    branch(search, order, size, i + 1, sum + value, weight + of.weight, bytes + of.bytes);
    prefix.pop();
  }
  for (let r = 0; r < starts.length; r++) starts[r] = before[r]!;
}

/** The least of each class that suffices alone. */
function singles(search: Search): void {
  const { rows, targetNumber, slack } = search;
  for (const row of rows) {
    const { weight, bytes } = row.of;
    if (weight >= search.limit || !fits(search, weight, bytes)) continue;
    const { values } = row;
    let place = values.length - 1;
    while (place >= 0 && values[place]! + slack < targetNumber) place--;
    for (; place >= 0 && values[place]! <= targetNumber + windowOf(search, weight); place--) {
      found(search, [[row, place]]);
      if (slack === 0) break;
    }
  }
}

/** Of each two classes the pair that comes closest to what is missing, by two pointers. */
function pairs(search: Search, sum: number, weight: number, bytes: number): void {
  const { rows, starts, targetNumber, slack } = search;
  const rest = targetNumber - sum - slack;
  for (let a = 0; a < rows.length; a++)
    for (let b = a; b < rows.length; b++) {
      const [one, two] = [rows[a]!, rows[b]!];
      const all = weight + one.of.weight + two.of.weight;
      if (all >= search.limit || !fits(search, all, bytes + one.of.bytes + two.of.bytes)) continue;
      const ones = one.values;
      const twos = two.values;
      const start = starts[a]!;
      let window = windowOf(search, all) + slack;
      let i = start;
      let j = twos.length - 1;
      for (; i < ones.length; i++) {
        const needed = rest - ones[i]!;
        const end = a === b ? i + 1 : starts[b]!;
        while (j >= end && twos[j]! < needed) j--;
        if (j < end) break;
        if (twos[j]! - needed > window) continue;
        for (let k = j; k >= end && twos[k]! - needed <= window; k--) {
          found(search, [
            [one, i],
            [two, k],
          ]);
          if (slack === 0) break;
        }
        if (all >= search.limit) break;
        window = windowOf(search, all) + slack;
      }
      search.steps -= i - start + twos.length - j;
    }
}

/** Keeps a match, if the amounts themselves are one that costs less. */
function found(search: Search, last: readonly (readonly [row: Row, place: number])[]): void {
  const { rows, order, prefix, target, dustPrice, maxDust } = search;
  const chosen = [
    ...prefix.map((i) => [rows[order!.rows[i]!]!, order!.places[i]!] as const),
    ...last,
  ];
  const coins = chosen.map(([{ of }, place]) => of.coins[place]!);
  const excess = coins.reduce((sum, { value }) => sum + value, -target);
  const most = BigInt(Math.floor(maxDust)) * dustPrice;
  if (excess < 0n || excess > most) return;
  const weight = chosen.reduce((sum, [{ of }]) => sum + of.weight, 0);
  const cost = weight + (excess === 0n ? 0 : Number(excess) / search.price);
  if (cost >= search.limit) return;
  search.best = { coins, cost };
  search.limit = cost;
}
