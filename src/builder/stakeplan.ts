/** Plans stakes from locked and free coins. Locked coins can do nothing but stake, so they are preferred, but each lock costs an output. */

import type { OutputOwners } from '../chain/fx/secp256k1fx.ts';
import type { TransferableOutput } from '../chain/pchain/components.ts';
import type { Change } from '../draft/draft.ts';
import { type AvalancheError, isError } from '../errors/error.ts';
import { addUnits, inputUnits, outputUnits } from '../fee/gas.ts';
import { feeOfWeight, type Tariff, weightOf } from '../fee/transactions.ts';
import { equalBytes } from '../text/bytes.ts';
import { compareUint64 } from '../text/uint64.ts';
import { compareUTXOIDs } from '../tx/order.ts';
import { amountOf, lockedUntil } from '../tx/output.ts';
import {
  addSize,
  type CoinClass,
  type Counts,
  classesOf,
  coinsOf,
  fits,
  improve,
  inputsSize,
  ladderOf,
  nearest,
  noSize,
  reachable,
  type Size,
  sizeOf,
  type Tally,
  tallyOf,
} from './classes.ts';
import { type Coin, firstWhere } from './coins.ts';
import { capacityOf } from './fill.ts';
import type { BuildOptions } from './intent.ts';
import type { Plan } from './plan.ts';
import { exactMatch } from './select.ts';

/** A stake to build. */
export interface Stake {
  readonly assetID: Uint8Array;
  /** Amount in nAVAX or units of the asset; `max`: all that fits into one transaction. */
  readonly amount: bigint | 'max';
  /** Unix seconds when the stake returns, as far as known. */
  readonly end: bigint;
  /** Receives the stake of unlocked funds; the change owner if omitted. */
  readonly returnTo?: OutputOwners | undefined;
}

/** The part of a stake that consists of locked funds. */
export interface LockedStake {
  readonly inputs: readonly Coin[];
  readonly outputs: readonly TransferableOutput[];
  /** The rest of the locked funds, with the same lock and owner. */
  readonly change: readonly Omit<Change, 'outputIndex'>[];
  readonly amount: bigint;
  /** Weight of its inputs and outputs. */
  readonly weight: number;
}

/** A stake without locked funds. */
export const nothingLocked: LockedStake = {
  inputs: [],
  outputs: [],
  change: [],
  amount: 0n,
  weight: 0,
};

/** Locked coins with the same owner and lock, which stake one output together. */
export interface Lock {
  readonly coins: readonly Coin[];
  readonly output: Size;
}

/** Groups coins by owner and lock. */
function locksOf(coins: readonly Coin[], tariff: Tariff): readonly Lock[] {
  const byOwner = new Map<OutputOwners, Map<bigint, Coin[]>>();
  for (const coin of coins) {
    const locks = byOwner.get(coin.owner) ?? new Map<bigint, Coin[]>();
    if (locks.size === 0) byOwner.set(coin.owner, locks);
    const known = locks.get(coin.lock!);
    if (known) known.push(coin);
    else locks.set(coin.lock!, [coin]);
  }
  const all = [...byOwner.values()].flatMap((locks) => [...locks.values()]);
  return all.map((coins) => {
    const units = outputUnits(coins[0]!.owner.addresses.length, true);
    return { coins, output: sizeOf(units, tariff) };
  });
}

/**
 * Stakes locked coins up to a total of `most`. Any excess stays locked as before, for the owner whose output is the lightest, and among
 * these for the lock that ends first. Coins that are not needed are left out, the smallest first.
 */
function stakeLocked(
  assetID: Uint8Array,
  coins: readonly Coin[],
  most: bigint | undefined,
  tariff: Tariff,
): LockedStake {
  let over = coins.reduce((sum, { amount }) => sum + amount, -(most ?? 0n));
  if (most === undefined || over < 0n) over = 0n;
  const inputs = [...coins].sort(smallestFirst).filter(({ amount }) => {
    if (amount > over) return true;
    over -= amount;
    return false;
  });
  const locks = locksOf(inputs, tariff);
  const partial =
    over > 0n
      ? [...locks].sort(
          (a, b) => a.output.weight - b.output.weight || compareUint64(lockOf(a), lockOf(b)),
        )[0]
      : undefined;
  const outputs = locks.map((lock) => {
    const { owner, lock: until } = lock.coins[0]!;
    const sum = lock.coins.reduce((all, { amount }) => all + amount, lock === partial ? -over : 0n);
    return { assetID, output: lockedUntil(amountOf(sum, owner), until) };
  });
  return {
    inputs,
    outputs,
    change: partial
      ? [
          {
            assetID,
            output: amountOf(over, partial.coins[0]!.owner),
            stakeableUntil: lockOf(partial),
          },
        ]
      : [],
    amount: inputs.reduce((sum, { amount }) => sum + amount, -over),
    weight:
      inputs.reduce((sum, coin) => sum + coin.weight, 0) +
      locks.reduce((sum, lock) => sum + lock.output.weight, partial?.output.weight ?? 0),
  };
}

const lockOf = ({ coins }: Lock): bigint => coins[0]!.lock!;

const smallestFirst = (a: Coin, b: Coin): number =>
  compareUint64(a.amount, b.amount) ||
  compareUint64(a.lock!, b.lock!) ||
  compareUTXOIDs(a.utxo, b.utxo);

/** Returns the total that outputs stake, locked or not. */
export const amountOfStake = (outputs: readonly TransferableOutput[]): bigint =>
  outputs.reduce(
    (sum, { output }) =>
      sum + (output.type === 'stakeable.LockOut' ? output.output.amount : output.amount),
    0n,
  );

/** A stake, with the plan that pays for it. */
export interface StakePlan {
  readonly locked: LockedStake;
  /** Stake outputs, without those that are in the plan. */
  readonly staked: readonly TransferableOutput[];
  readonly plan: Plan;
  /** Number of coins that do not fit, if all are to be staked. */
  readonly left: number;
}

/** The coins and functions from which a stake is planned. */
export interface Planning {
  readonly planWith: (locked: LockedStake) => StakePlan;
  readonly insufficientFunds: (assetID: Uint8Array, needed: bigint) => AvalancheError;
  /** Locked coins of the staked asset that are worth their inputs. */
  readonly stakeable: readonly Coin[];
  /** Free coins of the staked asset, grouped so that the change of each group has an unambiguous owner. */
  readonly free: readonly (readonly Coin[])[];
  /** Coins that are always spent. */
  readonly must: readonly Coin[];
  /** Whether the staked asset is AVAX. */
  readonly paysFee: boolean;
  /** Size of the transaction without stake, inputs and change. */
  readonly base: Size;
}

/** Maximum number of estimates, best first, that are planned. */
const mostPlans = 8;

/** Maximum number of estimates that are improved. */
const mostImproved = 2;

/** `prefer` stakes a locked coin unless that costs more than this fraction (1/1000) of the unlocked funds that it saves. */
const worthOfFreedom = 1_000n;

/** The result of a stake. */
interface Outcome {
  readonly staked: bigint;
  /** The part of it that is locked. */
  readonly locked: bigint;
  readonly fee: bigint;
}

/** The estimated outcome for counts of locked coins. */
interface Estimate {
  readonly counts: Counts;
  /** Lower is better. */
  readonly score: bigint;
}

/**
 * Returns the best stake from locked and free coins. For each number of locked coins on the ladder it estimates which free coins are needed
 * in addition; the best estimates are improved and then planned.
 * @throws {AvalancheError} As `planWith` for all locked funds; as `insufficientFunds`, if only locked funds may be staked and they do not
 *   suffice.
 */
export function bestStake(
  stake: Stake | undefined,
  { locked: choice = 'prefer', strategy }: BuildOptions,
  tariff: Tariff,
  planning: Planning,
): StakePlan {
  const { planWith, stakeable } = planning;
  if (!stake || choice === 'never' || strategy === 'manual') return planWith(nothingLocked);
  const { assetID } = stake;
  const amount = stake.amount === 'max' ? undefined : stake.amount;
  const needsLocked = choice === 'only' ? amount : undefined;
  const coins = largestFirst(stakeable);
  const capacity = capacityOf(tariff);
  const classes = nearest(reachable(lockClasses(coins, tariff), capacity), capacity);
  const [cost, worth] = choice === 'prefer' ? [worthOfFreedom, 1n] : [1n, 0n];
  const scoreOf = ({ staked, locked, fee }: Outcome) =>
    amount === undefined ? -staked : cost * fee - worth * locked;
  const outcomeOf = outcomeReader(classes, stake, choice === 'only', tariff, planning);
  const scoreOfTally = (tally: Tally, counts: Counts): bigint | undefined => {
    const outcome = outcomeOf(tally, counts);
    const isPossible = outcome && (needsLocked === undefined || outcome.locked === needsLocked);
    return isPossible ? scoreOf(outcome) : undefined;
  };
  const tally = tallyOf(classes);
  const estimate = (counts: Counts): Estimate | readonly [] => {
    const score = scoreOfTally(tally(counts), counts);
    return score === undefined ? [] : { counts, score };
  };
  const prefixes = prefixesOf(classes, amount, tariff);
  const possible = prefixes.flatMap(estimate).sort(byScore);
  const promising = possible.slice(0, mostImproved).map(({ counts }) => counts);
  // If no estimate is possible as it is, others near it may be.
  const starts =
    promising.length > 0 ? promising : [...prefixes.slice(0, mostPlans), prefixes.at(-1)!];
  const improved = starts.map((counts) => improve(classes, counts, scoreOfTally)).flatMap(estimate);
  const estimates = new Map(
    [...improved, ...possible].sort(byScore).map((choice) => [choice.counts.join(), choice]),
  );
  // A plan may turn out lighter than its estimate, without change or with a lighter input.
  const saving = cost * tariff.price * weightOf(addUnits(outputUnits(1), inputUnits(1)), tariff);
  let best: StakePlan | undefined;
  let lowest: bigint | undefined;
  let ambiguous: AvalancheError | undefined;
  const consider = (set: readonly Coin[]) => {
    const planned = planOrNone(() => planWith(stakeLocked(assetID, set, amount, tariff)), tariff);
    if (!planned) return;
    if (!('plan' in planned)) {
      if (planned.code === 'Ambiguous') ambiguous ??= planned;
      return;
    }
    const ofStake = planned.plan.changeOutputs.filter((output) =>
      equalBytes(output.assetID, assetID),
    );
    const staked = amountOfStake([...planned.staked, ...ofStake]);
    const score = scoreOf({ staked, locked: planned.locked.amount, fee: planned.plan.fee });
    if (lowest === undefined || score < lowest) [best, lowest] = [planned, score];
  };
  for (const { counts, score } of [...estimates.values()].slice(0, mostPlans))
    if (lowest === undefined || score - saving < lowest) consider(coinsOf(classes, counts));
  const exact = amount !== undefined && exactly(coins, amount, capacity, !best);
  if (exact) consider(exact);
  if (best) return best;
  const all = stakeLocked(assetID, coins, amount, tariff);
  if (ambiguous && all.weight > tariff.cap) throw ambiguous;
  if (needsLocked === undefined || all.amount === needsLocked) {
    const planned = planWith(all);
    // It is too large. Estimates do not know of free coins that need no change, plans do.
    if (needsLocked === undefined) for (const counts of starts) consider(coinsOf(classes, counts));
    return best ?? planned;
  }
  const weight = BigInt(planning.base.weight + all.weight) + weightOf(inputUnits(1), tariff);
  const fee = planning.paysFee ? feeOfWeight(weight, tariff) : 0n;
  throw planning.insufficientFunds(assetID, needsLocked + fee);
}

const byScore = (a: Estimate, b: Estimate): number =>
  a.score < b.score ? -1 : a.score > b.score ? 1 : 0;

/** Returns the counts of every prefix of the ladder, from the empty one on, until they suffice or do not fit. */
function prefixesOf(
  classes: readonly CoinClass[],
  amount: bigint | undefined,
  { cap }: Tariff,
): readonly Counts[] {
  const prefixes = [classes.map(() => 0)];
  let [sum, weight] = [0n, 0];
  for (const k of ladderOf(classes)) {
    const counts = prefixes.at(-1)!.with(k, prefixes.at(-1)![k]! + 1);
    weight += classes[k]!.weight;
    if ((amount !== undefined && sum >= amount) || weight > cap) break;
    sum += classes[k]!.coins[counts[k]! - 1]!.amount;
    prefixes.push(counts);
  }
  return prefixes;
}

/** Returns a plan, undefined if it is too large, or the error if there is none. */
function planOrNone(plan: () => StakePlan, tariff: Tariff): StakePlan | AvalancheError | undefined {
  try {
    const planned = plan();
    const { weight, bytes } = planned.plan;
    return fits({ weight: Number(weight), bytes }, capacityOf(tariff)) ? planned : undefined;
  } catch (error) {
    if (isError(error, 'Insufficient') || isError(error, 'Ambiguous')) return error;
    throw error;
  }
}

const largestFirst = (stakeable: readonly Coin[]): readonly Coin[] =>
  [...stakeable].sort(
    (a, b) =>
      compareUint64(b.amount, a.amount) ||
      compareUint64(b.lock!, a.lock!) ||
      compareUTXOIDs(a.utxo, b.utxo),
  );

/** A class of locked coins. */
interface LockClass extends CoinClass {
  /** The output that stakes them, or that locks again what is not staked. */
  readonly output: Size;
}

/**
 * Groups locked coins into classes. Coins that are alone in their lock are grouped by the size of input and output together; the others by
 * lock, each of which needs one output.
 */
function lockClasses(coins: readonly Coin[], tariff: Tariff): readonly LockClass[] {
  const shared: LockClass[] = [];
  const alone = new Map<string, LockClass & { readonly coins: Coin[] }>();
  for (const { coins: lockedCoins, output } of locksOf(coins, tariff)) {
    const input = { weight: lockedCoins[0]!.weight, bytes: lockedCoins[0]!.bytes };
    if (lockedCoins.length > 1) {
      shared.push({ coins: lockedCoins, ...input, setup: output, output });
      continue;
    }
    const size = addSize(input, output);
    const key = `${size.weight} ${size.bytes}`;
    if (!alone.has(key)) alone.set(key, { coins: [], ...size, output });
    alone.get(key)!.coins.push(lockedCoins[0]!);
  }
  return [...alone.values(), ...shared];
}

/**
 * Finds locked coins that match an amount exactly, so that nothing must be locked again.
 * @param isNeeded Whether there is no other stake.
 */
const exactly = (coins: readonly Coin[], target: bigint, capacity: Size, isNeeded: boolean) =>
  exactMatch(
    coins,
    { target, maxDust: 0n, price: 0n, capacity },
    isNeeded ? Number.MAX_SAFE_INTEGER : capacity.weight,
  )?.coins;

/** Effective values and sizes of the prefixes of a ladder, by length. */
interface Prefixes {
  readonly values: readonly bigint[];
  readonly sizes: readonly Size[];
}

function freePrefixes(coins: readonly Coin[], capacity: Size): Prefixes {
  const classes = reachable(classesOf(coins), capacity);
  const next = classes.map(() => 0);
  const [values, sizes] = [[0n], [noSize]];
  for (const k of ladderOf(classes)) {
    values.push(values.at(-1)! + classes[k]!.coins[next[k]!++]!.value);
    sizes.push(addSize(sizes.at(-1)!, classes[k]!));
  }
  return { values, sizes };
}

/** Returns a function that computes the outcome of staking locked coins, or undefined if it does not fit into one transaction. */
function outcomeReader(
  classes: readonly LockClass[],
  { assetID, amount, returnTo }: Stake,
  isOnly: boolean,
  tariff: Tariff,
  { free, must, base, paysFee }: Planning,
): (tally: Tally, counts: Counts) => Outcome | undefined {
  const capacity = capacityOf(tariff);
  const price = paysFee ? tariff.price : 0n;
  const plainOutput = sizeOf(outputUnits(returnTo?.addresses.length ?? 1), tariff);
  const change = sizeOf(outputUnits(1), tariff);
  const start = addSize(base, inputsSize(must));
  const have = must.reduce(
    (sum, { utxo, amount: units }) => (equalBytes(utxo.assetID, assetID) ? sum + units : sum),
    0n,
  );
  const groups = (free.length > 0 ? free : [[]]).map((coins) => freePrefixes(coins, capacity));
  const isMax = amount === 'max' && !isOnly;
  return (tally, counts) => {
    const locked = amount === 'max' || tally.value < amount ? tally.value : amount;
    const missing = amount === 'max' ? 0n : amount - locked;
    let fixed = addSize(start, tally);
    if (tally.value > locked) {
      const outputs = classes.filter((_, k) => counts[k]! > 0).map(({ output }) => output);
      fixed = addSize(
        fixed,
        outputs.reduce((a, b) => (b.weight < a.weight ? b : a)),
      );
    }
    if (missing > 0n) fixed = addSize(fixed, plainOutput);
    const room = isMax ? addSize(capacity, plainOutput, -1) : capacity;
    const needed = missing + price * BigInt(fixed.weight) - have;
    let best: Outcome | undefined;
    for (const { values, sizes } of groups) {
      const count = isMax
        ? firstWhere(sizes, 0, (size) => !fits(addSize(fixed, size), room)) - 1
        : firstWhere(values, 0, (value) => value >= needed);
      const excess = (values[count] ?? -1n) - needed;
      if (count < 0 || count === values.length || excess < 0n) continue;
      if (isMax) {
        const plain = excess - price * BigInt(plainOutput.weight);
        return { staked: tally.value + (plain > 0n ? plain : 0n), locked, fee: 0n };
      }
      const isDust = excess <= price * BigInt(change.weight);
      const size = addSize(addSize(fixed, sizes[count]!), isDust ? noSize : change);
      if (!fits(size, capacity)) continue;
      const fee = price * BigInt(size.weight) + (isDust ? excess : 0n);
      if (!best || fee < best.fee) best = { staked: locked + missing, locked, fee };
    }
    return best;
  };
}
