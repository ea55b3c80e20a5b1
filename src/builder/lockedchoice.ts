import type { Tariff } from '../fee/tariff.ts';
import { equalBytes } from '../text/bytes.ts';
import { compareUint64 } from '../text/uint64.ts';
import { compareUTXOIDs } from '../tx/order.ts';
import type { Coin } from './coins.ts';
import { exactMatch } from './exactmatch.ts';
import { type LockedStake, locksOf, nothingLocked, type Stake, stakeLocked } from './stake.ts';
import {
  coinsOf,
  lightestCounts,
  type Size,
  type WeightClass,
  worthiestCounts,
} from './weightclass.ts';

/** Of so many locked coins all sets are looked at. */
const fewLocked = 12;

/** Of more, so many of the largest, besides those that suffice, and those that fit. */
const mostLargest = 24;

/** Locked coins that a stake can be made of. */
export interface LockedChoices {
  /** Ways to stake some of them, or none. */
  readonly choices: readonly LockedStake[];
  /** The most of them that fit into a room. */
  readonly within: (room: Size) => LockedStake;
}

/** What a stake can be made of besides funds that are not locked. */
export function lockedChoicesOf(
  stakeable: readonly Coin[],
  { assetID, amount, end }: Stake,
  tariff: Tariff,
): LockedChoices {
  const isLate = ({ lock }: Coin) => lock! >= end;
  const coins = stakeable
    .filter(({ utxo, value }) => value > 0n && equalBytes(utxo.assetID, assetID))
    .map((coin) => ({ ...coin, value: coin.amount }))
    .sort(
      (a, b) =>
        compareUint64(b.amount, a.amount) ||
        compareUint64(b.lock!, a.lock!) ||
        compareUTXOIDs(a.utxo, b.utxo),
    );
  const most = amount === 'max' ? undefined : amount;
  const stake = (of: readonly Coin[]) => stakeLocked(assetID, of, most, tariff);
  const classes = lockClasses(coins, tariff);
  const within = (room: Size) => stake(coinsOf(classes, worthiestCounts(classes, room)));
  const sets =
    most === undefined
      ? [coins]
      : coins.length <= fewLocked
        ? allSets(coins, most)
        : someSets(coins, classes, most, tariff);
  const early = (of: LockedStake) =>
    of.inputs.reduce((sum, coin) => (isLate(coin) ? sum : sum + coin.amount), 0n);
  const choices = sets
    .map(stake)
    .map((of) => ({ of, early: early(of) }))
    .sort((a, b) => compareUint64(a.of.weight, b.of.weight) || compareUint64(a.early, b.early))
    .map(({ of }) => of);
  return { choices: [nothingLocked, ...choices], within };
}

/** All sets of coins but those that hold one too many. */
function allSets(coins: readonly Coin[], most: bigint): readonly (readonly Coin[])[] {
  const sets: (readonly Coin[])[] = [];
  const visit = (from: number, chosen: readonly Coin[], sum: bigint): void => {
    if (chosen.length > 0) sets.push(chosen);
    if (sum >= most) return;
    for (let i = from; i < coins.length; i++)
      visit(i + 1, [...chosen, coins[i]!], sum + coins[i]!.amount);
  };
  visit(0, [], 0n);
  return sets;
}

/** Those that suffice and are lightest, with and without change; the largest; all. */
function someSets(
  coins: readonly Coin[],
  classes: readonly WeightClass[],
  most: bigint,
  tariff: Tariff,
): readonly (readonly Coin[])[] {
  const room = { weight: Number(tariff.cap), bytes: tariff.maxBytes ?? Number.POSITIVE_INFINITY };
  const counts = lightestCounts(classes, most, room);
  const lightest = counts && coinsOf(classes, counts);
  const limit = lightest && stakeLocked(new Uint8Array(32), lightest, most, tariff).weight;
  const match = exactMatch(
    ownOutputs(coins, tariff),
    { target: most, dustPrice: 0n, maxDust: 0, room },
    limit === undefined ? Number.POSITIVE_INFINITY : Number(limit),
  );
  const largest = Array.from({ length: mostLargest }, (_, i) => coins.slice(0, i + 1));
  const found = [lightest, match?.coins].filter((of) => of !== undefined);
  return [coins, ...found, ...largest];
}

/**
 * Locked coins as classes: those that are alone in their lock by the weight of input and output together; the others by their locks, of
 * which each needs one output.
 */
function lockClasses(coins: readonly Coin[], tariff: Tariff): readonly WeightClass[] {
  const locks = locksOf(coins, tariff);
  const alone = locks.filter((lock) => lock.coins.length === 1).flatMap((lock) => lock.coins);
  const isAlone = new Set(alone);
  return [
    ...ownOutputs(
      coins.filter((coin) => isAlone.has(coin)),
      tariff,
    ),
    ...locks
      .filter((lock) => lock.coins.length > 1)
      .map((lock) => ({
        coins: lock.coins,
        weight: Number(lock.coins[0]!.weight),
        bytes: lock.coins[0]!.bytes,
        setup: { weight: Number(lock.weight), bytes: lock.bytes },
      })),
  ];
}

/** Classes of coins that each need an output of their own. */
function ownOutputs(coins: readonly Coin[], tariff: Tariff): readonly WeightClass[] {
  const classes = new Map<
    string,
    { readonly coins: Coin[]; readonly weight: number; readonly bytes: number }
  >();
  for (const coin of coins) {
    const [lock] = locksOf([coin], tariff);
    const weight = Number(coin.weight + lock!.weight);
    const bytes = coin.bytes + lock!.bytes;
    const key = `${weight} ${bytes}`;
    if (!classes.has(key)) classes.set(key, { coins: [], weight, bytes });
    classes.get(key)!.coins.push(coin);
  }
  return [...classes.values()];
}
