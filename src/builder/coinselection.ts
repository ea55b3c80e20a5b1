import type { OutputOwners } from '../chain/fx/secp256k1fx.ts';
import { addUnits, type Complexity, inputUnits, outputUnits } from '../fee/complexity.ts';
import { type Tariff, weightOf } from '../fee/tariff.ts';
import { type Coin, firstWhere } from './coins.ts';
import { exactMatch } from './exactmatch.ts';
import type { Strategy } from './intent.ts';
import {
  type Counts,
  classesOf,
  coinsOf,
  lightestCounts,
  type Size,
  type WeightClass,
} from './weightclass.ts';

/** What coins of one asset have to come to together. */
export interface Goal {
  /** What their effective values must reach, without change and outputs to its owner. */
  readonly target: bigint;
  /** Whether they pay the fee: each unit of weight adds to the target, and an excess may be burned as dust. */
  readonly paysFee: boolean;
  /** What inputs and change may weigh. */
  readonly room: Size;
  /** How many outputs to the owner of the change there are besides: then there must be one. */
  readonly returned: number;
  readonly strategy: Strategy;
}

/** Coins whose change has a clear owner. */
export interface ChangeGroup {
  readonly coins: readonly Coin[];
  /** Addresses of that owner. */
  readonly width: number;
}

/** Who gets the change of a build. */
export interface ChangeRule {
  /**
   * The owner, for coins of one asset that are spent.
   * @throws {AvalancheError} `Ambiguous`: nobody is named, and they leave a doubt.
   */
  readonly ownerOf: (assetID: Uint8Array, spent: readonly Coin[]) => OutputOwners;
  /** The coins by groups whose change has a clear owner, if these are spent besides. */
  readonly groupsOf: (
    assetID: Uint8Array,
    coins: readonly Coin[],
    must: readonly Coin[],
  ) => readonly ChangeGroup[];
}

/** Coins that reach a goal. */
export interface Selection {
  readonly coins: readonly Coin[];
  /** Weight of inputs, change and returned outputs, with dust as the weight that costs as much. */
  readonly cost: number;
  /** Whether no change is due: an excess is dust. */
  readonly isExact: boolean;
  /** Whether it is within the room. */
  readonly fits: boolean;
}

/**
 * Selects the coins that burn the least: the lightest that pay for a change output, of each group that has an owner for it, or others
 * of any owners that need none. Weight is all that counts, for what is too heavy is also what burns most: so each asset is selected for
 * itself, and AVAX last, with the weight of all others.
 * @param all Coins of effective values above 0, in the order of `bestFirst`.
 * @param groups Of them; none where all have to be spent to the last unit.
 * @returns Undefined if no group is worth enough, and no match was found.
 */
export function selectCoins(
  all: readonly Coin[],
  groups: readonly ChangeGroup[],
  goal: Goal,
  tariff: Tariff,
): Selection | undefined {
  let best: Selection | undefined;
  for (const group of groups) {
    const found = ofGroup(group, goal, tariff);
    if (found && (!best || isBetter(found, best))) best = found;
  }
  if (goal.strategy !== 'minFee' || goal.returned > 0) return best;
  // Coins of several owners have no change: what it would cost to make it and to spend it may be burned, as drafts allow.
  const [group] = groups;
  const dust =
    groups.length === 1 ? outputUnits(group!.width) : addUnits(outputUnits(1), inputUnits(1));
  return matched(all, goal, tariff, best, dust) ?? best;
}

const isBetter = (a: Selection, b: Selection): boolean =>
  a.fits === b.fits ? a.cost < b.cost : a.fits;

/** Size of an output to so many addresses. */
function outputSize(width: number, tariff: Tariff): Size {
  const units = outputUnits(width);
  return { weight: Number(weightOf(units, tariff)), bytes: units[0] };
}

/** What a unit of weight costs those that pay the fee. */
const priceOf = ({ paysFee }: Goal, { price }: Tariff): bigint => (paysFee ? price : 0n);

function ofGroup(group: ChangeGroup, goal: Goal, tariff: Tariff): Selection | undefined {
  const change = outputSize(group.width, tariff);
  const price = priceOf(goal, tariff);
  const returned = goal.returned * change.weight;
  const target = goal.target + price * BigInt(returned);
  const inner = {
    ...goal,
    target,
    room: {
      weight: goal.room.weight - returned,
      bytes: goal.room.bytes - goal.returned * change.bytes,
    },
  };
  const coins =
    goal.strategy === 'minFee'
      ? lightest(group.coins, inner, change, price)
      : largestFirst(group.coins, target);
  if (!coins) return undefined;
  const found = judged(coins, inner, change, price, returned);
  if (goal.returned === 0 || goal.strategy !== 'minFee') return found;
  const match = matched(
    group.coins,
    inner,
    tariff,
    { ...found, cost: found.cost - returned },
    outputUnits(group.width),
  );
  return match ? { ...match, cost: match.cost + returned } : found;
}

/** What coins cost with their change, or with dust where that costs less. */
function judged(
  coins: readonly Coin[],
  { target, room }: Goal,
  change: Size,
  price: bigint,
  returned: number,
): Selection {
  let excess = -target;
  let weight = 0;
  let bytes = 0;
  for (const coin of coins) {
    excess += coin.value;
    weight += Number(coin.weight);
    bytes += coin.bytes;
  }
  const isDust = excess <= price * BigInt(change.weight);
  const dust = excess === 0n ? 0 : Number(excess) / Number(price);
  const size = isDust ? { weight: 0, bytes: 0 } : change;
  return {
    coins,
    isExact: isDust,
    cost: returned + weight + (isDust ? dust : change.weight),
    fits: weight + size.weight <= room.weight && bytes + size.bytes <= room.bytes,
  };
}

/** Others that need no change, if they cost less than what is known. */
function matched(
  coins: readonly Coin[],
  goal: Goal,
  tariff: Tariff,
  known: Selection | undefined,
  dust: Complexity,
): Selection | undefined {
  const isFree = tariff.price === 0n && known?.fits === true;
  if (isFree || goal.target <= 0n) return undefined;
  const maxDust = Number(weightOf(dust, tariff));
  const limit = known?.fits ? known.cost : Number.POSITIVE_INFINITY;
  const { target, room } = goal;
  const dustPrice = priceOf(goal, tariff);
  const match = exactMatch(classesOf(coins), { target, dustPrice, maxDust, room }, limit);
  return match && { ...match, isExact: true, fits: true };
}

/** The lightest coins that suffice with their change; of each number of them those that leave little. */
function lightest(
  coins: readonly Coin[],
  { target, room }: Goal,
  change: Size,
  price: bigint,
): readonly Coin[] | undefined {
  if (target <= 0n) return [];
  const classes = classesOf(coins);
  const left = { weight: room.weight - change.weight, bytes: room.bytes - change.bytes };
  const counts = lightestCounts(classes, target, left);
  return counts && leastExcess(classes, counts, target, price * BigInt(change.weight));
}

/**
 * Takes another coin that suffices in the place of the last of each class: the smallest, if no more than dust is left then; else the smallest
 * of those with the fewest owners.
 */
function leastExcess(
  classes: readonly WeightClass[],
  counts: Counts,
  target: bigint,
  dust: bigint,
): readonly Coin[] {
  let excess = coinsOf(classes, counts).reduce((sum, { value }) => sum + value, -target);
  return classes.flatMap(({ coins }, k) => {
    const count = counts[k]!;
    if (count === 0) return [];
    const { value } = coins[count - 1]!;
    const least = value - excess;
    let place = firstWhere(coins, count, (of) => of.value < least) - 1;
    if (excess - (value - coins[place]!.value) > dust)
      for (let i = place; i >= count - 1; i--)
        if (widthOf(coins[i]!) < widthOf(coins[place]!)) place = i;
    excess -= value - coins[place]!.value;
    return [...coins.slice(0, count - 1), coins[place]!];
  });
}

const widthOf = ({ owner }: Coin): number => owner.addresses.length;

/** As few of the largest as suffice. */
function largestFirst(coins: readonly Coin[], target: bigint): readonly Coin[] | undefined {
  let sum = 0n;
  let count = 0;
  while (sum < target) {
    const coin = coins[count++];
    if (!coin) return undefined;
    sum += coin.value;
  }
  return coins.slice(0, count);
}
