import { isError } from '../errors/error.ts';
import type { Tariff } from '../fee/transactions.ts';
import { equalBytes } from '../text/bytes.ts';
import { idBytes } from '../text/given.ts';
import { sumOf } from '../text/uint64.ts';
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
import { byAsset, type Coin, economicOf, isOfAsset } from './coins.ts';
import { assetsOf, makePlan, type Plan, type Task } from './plan.ts';

/** A plan and the coins on offer that it spends. */
interface Filled {
  readonly plan: Plan;
  readonly taken: readonly Coin[];
  /** Their value in the first asset on offer, and their number. */
  readonly worth: readonly [value: bigint, count: number];
}

const isWorthMore = ({ worth: [value, count] }: Filled, { worth: [most, more] }: Filled): boolean =>
  value > most || (value === most && count > more);

/** What a transaction may be that takes all that fits: it costs no more than `maxFee` either. */
export function capacityOf(tariff: Tariff): Size {
  const { price, flat, maxFee } = tariff;
  const { weight, bytes } = limitsOf(tariff);
  if (maxFee === undefined || price === 0n) return { weight, bytes };
  return { weight: Math.min(weight, Number((maxFee - flat) / price)), bytes };
}

/**
 * The plan that spends as many coins as fit: of the wanted coins those with the highest effective value, and of the pool those that the
 * strategy adds.
 * @param wanted Not in the pool.
 * @returns The plan, and how many coins it leaves of those that are to be spent.
 * @throws {AvalancheError} As `makePlan`, with the least that can be spent.
 */
export function makeFullestPlan(
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

/** Most plans that are made to find out how many coins fit. */
const mostPlans = 16;

/**
 * Fills a capacity. The coins get the room that the rest of the last plan (its base, outputs and other inputs) left, until that no longer
 * changes; if that would repeat a set that did not fit, or funds lack for the fee, the middle between what fitted and what did not.
 */
function fill(
  offered: readonly Coin[],
  take: (room: Size) => readonly Coin[],
  capacity: Size,
  planWith: (coins: readonly Coin[]) => Filled,
): Filled {
  const smallest = {
    weight: offered.reduce((least, of) => Math.min(least, of.weight), capacity.weight),
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

/** A plan; undefined if funds lack for it; `stop` if more coins of the asset that lacks are on offer than were taken. */
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

/** Fills a room with the coins of one asset after the other, given by their classes. */
export function fullestCoins(
  assets: readonly (readonly CoinClass[])[],
  room: Size,
): readonly Coin[] {
  let left = room;
  return assets.flatMap((of) => {
    const classes = reachable(of, left);
    const taken = coinsOf(classes, fullestCounts(classes, left));
    left = addSize(left, inputsSize(taken), -1);
    return taken;
  });
}

/** As many of the first coins as fit. */
function firstCoins(coins: readonly Coin[], room: Size): readonly Coin[] {
  let size = noSize;
  const end = coins.findIndex((coin) => !fits((size = addSize(size, coin)), room));
  return end < 0 ? coins : coins.slice(0, end);
}

/** What the strategy spends besides what is needed, of the assets that move: the smallest first, or the largest. */
function extrasOf(task: Task, avax: Uint8Array): readonly Coin[] {
  const { strategy, pool } = task;
  if (strategy !== 'consolidate' && strategy !== 'sweep') return [];
  return assetsOf(task, avax).flatMap((assetID) => {
    const coins = economicOf(pool, assetID, equalBytes(assetID, avax));
    return strategy === 'sweep' ? coins : [...coins].reverse();
  });
}
