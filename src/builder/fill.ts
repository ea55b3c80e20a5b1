/** Plans that spend as many coins as fit into one transaction, for `max`, `sweep`, `consolidate` and imports, and drafts that together spend all. */

import { type Draft, warningsFor } from '../draft/draft.ts';
import { keepMark } from '../draft/mark.ts';
import type { ErrorCode } from '../errors/codes.ts';
import { isError } from '../errors/error.ts';
import type { Tariff } from '../fee/transactions.ts';
import { equalBytes } from '../text/bytes.ts';
import { idBytes } from '../text/given.ts';
import { sumOf } from '../text/uint64.ts';
import { utxoKey } from '../tx/order.ts';
import {
  addSize,
  type CoinClass,
  classesOf,
  coinsOf,
  fits,
  fullestCounts,
  inputsSize,
  limitsOf,
  noSize,
  reachable,
  type Size,
} from './classes.ts';
import {
  bestFirst,
  byAsset,
  type Coin,
  economicOf,
  isOfAsset,
  type SpendableSet,
} from './coins.ts';
import { assetsOf, makePlan, type Plan, type Task } from './plan.ts';

/** A plan, with the offered coins that it spends. */
interface Filled {
  readonly plan: Plan;
  readonly taken: readonly Coin[];
  /** Their value in the first asset on offer, and their number. */
  readonly worth: readonly [value: bigint, count: number];
}

const isWorthMore = ({ worth: [value, count] }: Filled, { worth: [most, more] }: Filled): boolean =>
  value > most || (value === most && count > more);

/** Returns the capacity of a transaction: within the weight and size limits, and `maxFee`. */
export function capacityOf(tariff: Tariff): Size {
  const { price, flat, maxFee } = tariff;
  const { weight, bytes } = limitsOf(tariff);
  if (maxFee === undefined || price === 0n) return { weight, bytes };
  return { weight: Math.min(weight, Number((maxFee - flat) / price)), bytes };
}

/**
 * Returns the plan that spends as many coins as fit: the wanted coins with the highest effective value, and the coins of the pool that
 * the strategy adds.
 * @param wanted Coins to spend that are not in the pool.
 * @returns The plan, and the number of wanted coins that did not fit.
 * @throws {AvalancheError} As `makePlan`, for the fewest coins.
 */
export function makeFullestPlan(
  task: Task,
  wanted: readonly Coin[],
  tariff: Tariff,
  avax: Uint8Array,
): { readonly plan: Plan; readonly left: number } {
  let tooLarge: ReturnType<typeof fullestPlan> | undefined;
  for (const pool of poolsOf(task, avax))
    try {
      const made = fullestPlan({ ...task, pool }, wanted, tariff, avax);
      const { weight, bytes } = made.plan;
      if (fits({ weight: Number(weight), bytes }, capacityOf(tariff))) return made;
      tooLarge ??= made;
    } catch (e) {
      if (!isError(e, 'Insufficient')) throw e;
    }
  return tooLarge ?? fullestPlan(task, wanted, tariff, avax);
}

/** Maximum number of owners whose coins are tried. */
const mostOwners = 16;

/**
 * Returns the pools that are left if all coins of each asset that moves have the same kind of owner, so that it is clear who gets the change:
 * those with the most first. None if there is no choice, or the strategy selects within one owner's coins anyway.
 */
function poolsOf(task: Task, avax: Uint8Array): readonly (readonly Coin[])[] {
  const { strategy, pool, must, change } = task;
  if (strategy !== 'consolidate' && strategy !== 'sweep') return [];
  const choices = assetsOf(task, avax).flatMap((assetID) => {
    const isAVAX = equalBytes(assetID, avax);
    const isOfIt = isOfAsset(assetID, isAVAX);
    const groups = change.groupsOf(economicOf(pool, assetID, isAVAX), must.filter(isOfIt));
    if (groups.length < 2) return [];
    const sums = new Map(groups.map((group) => [group, sumOf(group.coins.map((c) => c.value))]));
    const sorted = [...groups].sort((a, b) => (sums.get(a)! > sums.get(b)! ? -1 : 1));
    return [{ isOfIt, groups: sorted.slice(0, mostOwners).map(({ coins }) => new Set(coins)) }];
  });
  const most = Math.max(0, ...choices.map(({ groups }) => groups.length));
  return Array.from({ length: most }, (_, i) =>
    pool.filter((coin) =>
      choices.every(({ isOfIt, groups }) => !isOfIt(coin) || (groups[i] ?? groups[0]!).has(coin)),
    ),
  );
}

function fullestPlan(
  task: Task,
  wanted: readonly Coin[],
  tariff: Tariff,
  avax: Uint8Array,
): { readonly plan: Plan; readonly left: number } {
  const extras = extrasOf(task, avax);
  const offered = [...wanted, ...extras];
  if (offered.length === 0) return { plan: makePlan(task, tariff, avax), left: 0 };
  const isFirst = isOfAsset(offered[0]!.utxo.assetID, offered[0]!.isAVAX);
  const assets = byAsset(wanted).map(classesOf);
  const take = (room: Size) => {
    const coins = fullestCoins(assets, room);
    if (coins.length < wanted.length) return coins;
    return [...coins, ...firstCoins(extras, addSize(room, inputsSize(coins), -1))];
  };
  const planWith = (coins: readonly Coin[]): Filled => {
    const chosen = new Set(coins);
    const pool = extras.length === 0 ? task.pool : task.pool.filter((coin) => !chosen.has(coin));
    const plan = makePlan({ ...task, must: [...task.must, ...coins], pool }, tariff, avax);
    const value = sumOf(coins.filter(isFirst).map((coin) => coin.value));
    return { plan, taken: coins, worth: [value, coins.length] };
  };
  const { plan } = fill(offered, take, capacityOf(tariff), planWith);
  const spent = new Set(plan.spent);
  return { plan, left: offered.filter((coin) => !spent.has(coin)).length };
}

/** Maximum number of plans that are tried to find out how many coins fit. */
const mostPlans = 16;

/**
 * Fills a capacity iteratively. Coins get the room that the rest of the last plan (its base, outputs and other inputs) left, until that no
 * longer changes. If a set would repeat that did not fit, or funds for the fee are lacking, it bisects between fitting and not fitting.
 */
function fill(
  offered: readonly Coin[],
  take: (room: Size) => readonly Coin[],
  capacity: Size,
  planWith: (coins: readonly Coin[]) => Filled,
): Filled {
  const smallest = {
    weight: offered.reduce(
      (least, coinClass) => Math.min(least, coinClass.weight),
      capacity.weight,
    ),
    bytes: offered.reduce((least, { bytes }) => Math.min(least, bytes), capacity.bytes),
  };
  let best: Filled | undefined;
  let [fitted, tooLarge] = [noSize, capacity];
  let room = capacity;
  for (let round = 0; round < mostPlans; round++) {
    const taken = take(room);
    const size = inputsSize(taken);
    const filled = planOrNone(offered, taken, planWith);
    if (filled === 'stop') break;
    let next = tooLarge;
    if (filled) {
      const { weight, bytes } = filled.plan;
      const spare = addSize(capacity, { weight: Number(weight), bytes }, -1);
      if (!fits(noSize, spare)) tooLarge = size;
      else {
        if (!best || isWorthMore(filled, best)) [best, fitted] = [filled, size];
        if (taken.length === offered.length || !fits(smallest, spare)) return best;
      }
      next = addSize(size, spare);
    } else tooLarge = next = size;
    if (!fits(tooLarge, next)) room = next;
    else if (tooLarge.weight - fitted.weight < smallest.weight) break;
    else room = addSize(fitted, addSize(tooLarge, fitted, -1), 0.5);
  }
  if (best) return best;
  try {
    return planWith(offered.slice(0, 1));
  } catch {
    return planWith(take(capacity));
  }
}

/** Returns a plan; undefined if funds are insufficient; `stop` if more coins of the lacking asset are offered than were taken. */
function planOrNone(
  offered: readonly Coin[],
  taken: readonly Coin[],
  planWith: (coins: readonly Coin[]) => Filled,
): Filled | 'stop' | undefined {
  try {
    return planWith(taken);
  } catch (error) {
    if (!isError(error, 'Insufficient')) throw error;
    const lacking = idBytes(String(error.context.assetID));
    const countOf = (coins: readonly Coin[]) =>
      coins.filter(({ utxo }) => equalBytes(utxo.assetID, lacking)).length;
    return countOf(offered) > countOf(taken) ? 'stop' : undefined;
  }
}

/** Fills a capacity with coins asset by asset, given by their classes. */
export function fullestCoins(
  assets: readonly (readonly CoinClass[])[],
  room: Size,
): readonly Coin[] {
  let left = room;
  return assets.flatMap((asset) => {
    const classes = reachable(asset, left);
    const taken = coinsOf(classes, fullestCounts(classes, left));
    left = addSize(left, inputsSize(taken), -1);
    return taken;
  });
}

/** Returns as many of the first coins as fit. */
function firstCoins(coins: readonly Coin[], room: Size): readonly Coin[] {
  let size = noSize;
  const end = coins.findIndex((coin) => !fits((size = addSize(size, coin)), room));
  return end < 0 ? coins : coins.slice(0, end);
}

/** Returns the coins that the strategy spends beyond what is needed, of the assets that move, by ascending or descending value. */
function extrasOf(task: Task, avax: Uint8Array): readonly Coin[] {
  const { strategy, pool } = task;
  if (strategy !== 'consolidate' && strategy !== 'sweep') return [];
  return assetsOf(task, avax).flatMap((assetID) => {
    const coins = economicOf(pool, assetID, equalBytes(assetID, avax));
    return strategy === 'sweep' ? coins : [...coins].reverse();
  });
}

/** Returns the AVAX coins that are worth more than their inputs cost, and the number of the others. */
export function economicAVAX({ eligible }: SpendableSet): {
  readonly coins: readonly Coin[];
  readonly uneconomic: number;
} {
  const all = eligible.filter(({ isAVAX }) => isAVAX);
  const coins = all.filter(({ value }) => value > 0n);
  return { coins, uneconomic: all.length - coins.length };
}

/**
 * Builds drafts that together spend all AVAX of a set, each with as many coins as fit and no coin twice. It stops when the remaining coins
 * do not pay the fee, or too few of them fit.
 * @param limits Minimum number of coins for a draft; maximum number of drafts, and their maximum weight.
 * @param build Builds a draft that spends as many coins of a set as fit.
 */
export function inBatches<D extends Draft>(
  funds: SpendableSet,
  {
    least,
    capacity,
    most = Number.POSITIVE_INFINITY,
  }: { readonly least: number; readonly capacity: number; readonly most?: number },
  build: (batch: SpendableSet) => D,
): readonly D[] {
  const { coins, uneconomic } = economicAVAX(funds);
  const drafts: D[] = [];
  let classes = classesOf(coins);
  let count = coins.length;
  while (count >= least && drafts.length < most) {
    // Only as many coins of each class as one transaction can spend need to be considered.
    const heads = classes.map((coinClass) =>
      coinClass.coins.slice(0, Math.floor(capacity / coinClass.weight) + 1),
    );
    const batch = { ...funds, eligible: bestFirst(heads.flat()) };
    const draft = orNone(drafts.length === 0 ? ends : laterEnds, () => build(batch));
    if (!draft || draft.slots.length < least) break;
    const spent = new Set(
      draft.slots.flatMap((slot) => ('utxo' in slot ? [utxoKey(slot.utxo)] : [])),
    );
    classes = classes.map((coinClass, k) => ({
      ...coinClass,
      coins: [
        ...heads[k]!.filter(({ utxo }) => !spent.has(utxoKey(utxo))),
        ...coinClass.coins.slice(heads[k]!.length),
      ],
    }));
    count -= spent.size;
    const warnings = warningsFor({ tooMany: count, uneconomic, notVouched: funds.left });
    const others = draft.warnings.filter(({ code }) => code !== 'LeftBehind');
    drafts.push(keepMark({ ...draft, warnings: [...warnings, ...others] }, draft));
  }
  return drafts;
}

/** Error codes that end the first batch: the coins do not pay the fee. */
const ends = ['Insufficient'] as const;

/** Error codes that end later batches: the coins do not pay the fee, or too many are needed to pay it. */
const laterEnds = ['Insufficient', 'OutOfRange', 'FeeTooHigh'] as const;

/** Returns the result of `f`, or undefined if it throws an error with one of the codes. */
function orNone<T>(codes: readonly ErrorCode[], f: () => T): T | undefined {
  try {
    return f();
  } catch (e) {
    if (codes.some((code) => isError(e, code))) return undefined;
    throw e;
  }
}
