/**
 * Coin selection: how the coins of a payment are chosen, and why.
 *
 * A coin's *effective value* is its amount less the price of its own input, so what is needed does not change while coins are added. Coins
 * whose inputs have the same weight form a *class*; of each class the coins with the highest effective value are the best choice, so that a
 * selection is only a count per class. Counts come from a *ladder*, all coins by effective value per weight, and are then improved by exchanging
 * a few coins at its edge. One such selection with change is compared with *exact matches* of up to three coins, which need no change; the one
 * that burns less wins. Larger matches are not searched for: they save at most the price of a change output. Change that is worth less than
 * its output is burned as dust, and change that would cost more to spend than it holds is avoided where another coin costs the same.
 * Gas, signed bytes and the highest fee are one *capacity*; what spends as much as possible fills it by the same ladder (`fill.ts`).
 * A stake takes locked coins by the same classes, each with the output that its lock needs, and free coins for what they lack (`stakeplan.ts`):
 * by default a locked coin is used unless that costs more than a thousandth of what it leaves free, because locked funds can do nothing else.
 * The result is deterministic, does not depend on the order of the UTXOs, and takes bounded time without a limit of steps that decides whether a
 * build succeeds.
 */
import type { OutputOwners } from '../chain/fx/secp256k1fx.ts';
import { inputUnits, outputUnits } from '../fee/gas.ts';
import { type Tariff, weightOf } from '../fee/transactions.ts';
import {
  addSize,
  type CoinClass,
  type Counts,
  classesOf,
  coinsOf,
  fits,
  inputsSize,
  lightestCounts,
  noSize,
  penalizedWeight,
  reachable,
  type Size,
  sizeOf,
} from './classes.ts';
import { type Coin, firstWhere } from './coins.ts';
import type { Strategy } from './intent.ts';

/** The goal of selecting coins of one asset. */
export interface Goal {
  /** Target of the effective values, without change and outputs to its owner. */
  readonly target: bigint;
  /** Whether the coins pay the fee, so that weight adds to the target and a small excess may be burned as dust. */
  readonly paysFee: boolean;
  /** Capacity for inputs and change. */
  readonly capacity: Size;
  /** Number of outputs to the change owner in addition to change. */
  readonly returned: number;
  readonly strategy: Strategy;
}

/** Coins whose change has an unambiguous owner. */
export interface ChangeGroup {
  readonly coins: readonly Coin[];
  /** Number of addresses of the change owner. */
  readonly width: number;
}

/** The rule that determines the change owner of a build. */
export interface ChangeRule {
  /**
   * Returns the change owner for the spent coins of one asset.
   * @throws {AvalancheError} `Ambiguous`: no change owner is named, and the coins have several owners.
   */
  readonly ownerOf: (assetID: Uint8Array, spent: readonly Coin[]) => OutputOwners;
  /** Groups coins of one asset so that the change of each group, spent together with `must`, has an unambiguous owner. */
  readonly groupsOf: (coins: readonly Coin[], must: readonly Coin[]) => readonly ChangeGroup[];
}

/** Selected coins that reach a goal. */
export interface Selection {
  readonly coins: readonly Coin[];
  /** Whether there is no change; any excess is then dust. */
  readonly isExact: boolean;
  /** Weight of inputs, change and returned outputs, plus dust converted to weight. */
  readonly cost: number;
}

/**
 * Selects the coins of one asset, all from one group, that burn the least. Assets are selected one by one; AVAX comes last, with the weight
 * of all others.
 * @returns Undefined if no group suffices.
 */
export function selectCoins(
  groups: readonly ChangeGroup[],
  goal: Goal,
  tariff: Tariff,
): Selection | undefined {
  let best: Selection | undefined;
  for (const group of groups) {
    const found = withChange(group, goal, tariff);
    if (found && (!best || found.cost < best.cost)) best = found;
    best = withoutChange(group, goal, tariff, best) ?? best;
  }
  return best;
}

/** Adjusts a goal for a group: adds the outputs to its owner, the size of change, and the price of weight. */
function termsOf({ width }: ChangeGroup, goal: Goal, tariff: Tariff) {
  const price = goal.paysFee ? tariff.price : 0n;
  const change = sizeOf(outputUnits(width), tariff);
  const returnedWeight = goal.returned * change.weight;
  const target = goal.target + price * BigInt(returnedWeight);
  const capacity = addSize(goal.capacity, change, -goal.returned);
  return { price, change, returnedWeight, target, capacity };
}

/** Selects the lightest coins that suffice, or as few of the largest ones, with change, or with dust if that costs less. */
function withChange(group: ChangeGroup, goal: Goal, tariff: Tariff): Selection | undefined {
  const { price, change, returnedWeight, target, capacity } = termsOf(group, goal, tariff);
  const isLightest = goal.strategy === 'minFee';
  const classes = isLightest ? classesOf(group.coins) : [{ coins: group.coins, ...noSize }];
  const maxBytes = capacity.bytes - change.bytes;
  // If the coins that fit suffice, the others need not be considered.
  const counts =
    lightestCounts(reachable(classes, capacity), target, maxBytes) ??
    lightestCounts(classes, target, maxBytes);
  if (!counts) return undefined;
  const maxDust = price * BigInt(change.weight);
  const worthSpending = maxDust + price * weightOf(inputUnits(1), tariff);
  const coins = isLightest
    ? withLessExcess(classes, counts, target, maxDust, worthSpending)
    : coinsOf(classes, counts);
  const excess = coins.reduce((sum, { value }) => sum + value, -target);
  const isExact = excess <= maxDust;
  const dust = { ...noSize, weight: excess === 0n ? 0 : Number(excess) / Number(price) };
  const size = addSize(inputsSize(coins), isExact ? dust : change);
  return { coins, isExact, cost: returnedWeight + penalizedWeight(size, capacity.bytes) };
}

/** Searches for coins without change that cost less than those with change. Skipped if weight costs nothing. */
function withoutChange(
  group: ChangeGroup,
  goal: Goal,
  tariff: Tariff,
  known: Selection | undefined,
): Selection | undefined {
  const { price, change, returnedWeight, target, capacity } = termsOf(group, goal, tariff);
  const cost = known?.cost ?? Number.MAX_SAFE_INTEGER;
  const isFree = tariff.price === 0n && cost <= goal.capacity.weight;
  if (goal.strategy !== 'minFee' || isFree) return undefined;
  const maxDust = price * BigInt(change.weight);
  const matchGoal = { target, maxDust, price, capacity };
  const match = exactMatch(group.coins, matchGoal, cost - returnedWeight);
  return match && { ...match, isExact: true, cost: match.cost + returnedWeight };
}

/**
 * Reduces the excess by exchanging the last coin of each used class for a smaller one: the smallest that suffices if only dust is left;
 * otherwise the smallest that leaves change worth spending, among those whose owners have the fewest addresses.
 */
function withLessExcess(
  classes: readonly CoinClass[],
  counts: Counts,
  target: bigint,
  maxDust: bigint,
  worthSpending: bigint,
): readonly Coin[] {
  let excess = coinsOf(classes, counts).reduce((sum, { value }) => sum + value, -target);
  return classes.flatMap(({ coins }, k) => {
    const count = counts[k]!;
    if (count === 0) return [];
    const { value } = coins[count - 1]!;
    const lastLeaving = (least: bigint) =>
      firstWhere(coins, count, (coin) => excess - value + coin.value < least) - 1;
    let place = lastLeaving(0n);
    if (excess - value + coins[place]!.value > maxDust) {
      place = lastLeaving(worthSpending);
      for (let i = place; i >= count - 1; i--)
        if (coins[i]!.owner.addresses.length < coins[place]!.owner.addresses.length) place = i;
    }
    excess -= value - coins[place]!.value;
    return [...coins.slice(0, count - 1), coins[place]!];
  });
}

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
