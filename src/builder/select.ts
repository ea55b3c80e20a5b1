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
import { exactMatch } from './match.ts';

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
      firstWhere(coins, count, (of) => excess - value + of.value < least) - 1;
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
