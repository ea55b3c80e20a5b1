/**
 * The least that any transaction for a scenario can burn, by trying all sets of coins. It knows the fee rules and what an intent means,
 * and nothing of the builder.
 */
import { fuji } from '../../src/network/index.ts';
import { inputOf, outputOf, outputOn, type Problem, problemOf, type Size } from './problem.ts';
import { type Coin, isSpendable, owners, ownKeys, type Scenario, wantedOf } from './scenario.ts';

/** What a transaction does: what comes before the burn, and the burn in nAVAX. */
export interface Result {
  /** What the intent wants most of: the amount of `max`, what an import brings. 0 if it wants nothing but to burn little. */
  readonly primary: number;
  /** With what `prefer` adds to it: a thousandth of what is staked of funds that are not locked. */
  readonly burned: number;
}

/** The best that there is. */
export interface Best {
  /** The most of the primary, and the least burn with that. */
  readonly best: Result;
  /** The least burn with at least so much of the primary as asked for. */
  readonly least: number;
}

/** What a set of coins holds and weighs. */
export interface Chosen {
  /** By asset: of this chain, unlocked. */
  readonly held: number[];
  /** By asset: imported. */
  readonly imported: number[];
  /** Owners of those coins, a bit each, by asset. */
  readonly heldBy: number[];
  readonly importedBy: number[];
  /** By group of lock and owner. */
  readonly locked: number[];
  count: number;
  weight: number;
  bytes: number;
}

/** Coins of one lock and one owner: what is staked of them is one output. */
interface Group {
  readonly lock: number;
  readonly owner: number;
}

const keyOf = (group: Group): string => `${group.lock} ${group.owner}`;

/** Adds what a complete choice can do. */
type Visit = (result: Result) => void;

/** Who gets the change of coins of these owners; undefined: nobody can tell. */
function changeOwner(named: number | undefined, by: number): number | undefined {
  if (named !== undefined) return named;
  const some = owners.flatMap((_, i) => (by & (1 << i) ? [i] : []));
  if (some.length === 1) return some[0];
  if (some.some((i) => owners[i]!.keys.length > 1)) return undefined;
  return some.sort(
    (a, b) => ownKeys.indexOf(owners[a]!.keys[0]!) - ownKeys.indexOf(owners[b]!.keys[0]!),
  )[0];
}

/** All that the evaluation of a choice needs. */
interface Rules {
  readonly scenario: Scenario;
  readonly problem: Problem;
  readonly groups: readonly Group[];
  /** Width of who gets the change, by a set of owners; undefined if nobody can tell. */
  readonly widthOf: (named: number | undefined, by: number) => number | undefined;
}

/**
 * The best over all sets of the coins.
 * @param asked The primary that the least burn is asked for.
 * @param given Coins that are in every set.
 */
export function bruteForce(
  scenario: Scenario,
  coins: readonly Coin[],
  asked: number,
  given: (coin: Coin) => boolean = () => false,
): Best | undefined {
  const rules = rulesOf(scenario, coins);
  let best: Result | undefined;
  let least = Number.POSITIVE_INFINITY;
  const visit = (found: Result): void => {
    const { primary, burned } = found;
    if (!best || primary > best.primary || (primary === best.primary && burned < best.burned))
      best = found;
    if (primary >= asked && burned < least) least = burned;
  };
  forEachSet(rules, coins, given, (chosen) => {
    evaluate(rules, chosen, visit);
  });
  return best && { best, least };
}

/** What the transactions that spend exactly these coins can do. */
export function resultsOf(scenario: Scenario, coins: readonly Coin[]): readonly Result[] {
  const found: Result[] = [];
  const rules = rulesOf(scenario, coins);
  const all = () => true;
  forEachSet(rules, coins, all, (chosen) => {
    evaluate(rules, chosen, (result) => found.push(result));
  });
  return found;
}

function rulesOf(scenario: Scenario, coins: readonly Coin[]): Rules {
  const memo = new Map<number, number | undefined>();
  return {
    scenario,
    problem: problemOf(scenario),
    groups: groupsOf(coins),
    widthOf: (named, by) => {
      const key = (named ?? 15) * 1024 + by;
      if (!memo.has(key)) {
        const owner = changeOwner(named, by);
        memo.set(key, owner === undefined ? undefined : owners[owner]!.keys.length);
      }
      return memo.get(key);
    },
  };
}

const groupsOf = (coins: readonly Coin[]): readonly Group[] => [
  ...new Map(
    coins.flatMap(({ lock, owner }) =>
      lock === undefined ? [] : [[keyOf({ lock, owner }), { lock, owner }] as const],
    ),
  ).values(),
];

function forEachSet(
  { scenario, groups }: Rules,
  coins: readonly Coin[],
  given: (coin: Coin) => boolean,
  visit: (chosen: Chosen) => void,
): void {
  const sizes = coins.map((coin) => inputOf(scenario, coin));
  const places = coins.map(({ lock, owner }) =>
    lock === undefined ? -1 : groups.findIndex((group) => keyOf(group) === keyOf({ lock, owner })),
  );
  const zeros = () => [0, 0, 0];
  const chosen: Chosen = {
    held: zeros(),
    imported: zeros(),
    heldBy: zeros(),
    importedBy: zeros(),
    locked: groups.map(() => 0),
    count: 0,
    weight: 0,
    bytes: 0,
  };
  const from = (i: number): void => {
    if (i === coins.length) {
      visit(chosen);
      return;
    }
    if (!given(coins[i]!)) from(i + 1);
    const { amount, asset, owner, waits } = coins[i]!;
    const place = places[i]!;
    const sums = place >= 0 ? chosen.locked : waits ? chosen.imported : chosen.held;
    const at = place >= 0 ? place : asset;
    const by = waits ? chosen.importedBy : chosen.heldBy;
    const before = by[asset]!;
    sums[at]! += amount;
    if (place < 0) by[asset] = before | (1 << owner);
    chosen.count++;
    chosen.weight += sizes[i]!.weight;
    chosen.bytes += sizes[i]!.bytes;
    from(i + 1);
    sums[at]! -= amount;
    by[asset] = before;
    chosen.count--;
    chosen.weight -= sizes[i]!.weight;
    chosen.bytes -= sizes[i]!.bytes;
  };
  from(0);
}

function evaluate(rules: Rules, chosen: Chosen, visit: Visit): void {
  if (!hasOwners(rules, chosen)) return;
  switch (rules.scenario.kind) {
    case 'stake':
      stakes(rules, chosen, visit);
      return;
    case 'import':
      imports(rules, chosen, visit);
      return;
    default:
      sends(rules, chosen, visit);
  }
}

/** Whether there is somebody for the change of each asset: what several owners hold together is not spent, even if nothing is left of it. */
const hasOwners = ({ scenario, widthOf }: Rules, { heldBy }: Chosen): boolean =>
  heldBy.every(
    (by, asset) =>
      by === 0 || isGivenAway(scenario, asset) || widthOf(scenario.change, by) !== undefined,
  );

/** Whether somebody gets all of an asset, so that no change is left. */
const isGivenAway = (scenario: Scenario, asset: number): boolean => {
  const { stake } = scenario;
  const isStaked =
    stake?.amount === 'max' && stake.locked !== 'only' && stake.returnTo !== undefined;
  return (
    (asset === 0 && isStaked) ||
    wantedOf(scenario).some((of) => of.asset === asset && of.amount === 'max')
  );
};

/** Size so far. */
const sizeOf = ({ base }: Problem, chosen: Chosen): Size => ({
  weight: base.weight + chosen.weight,
  bytes: base.bytes + chosen.bytes,
});

const plus = (a: Size, b: Size): Size => ({
  weight: a.weight + b.weight,
  bytes: a.bytes + b.bytes,
});

const fits = ({ cap, maxBytes }: Problem, { weight, bytes }: Size): boolean =>
  weight <= cap && bytes <= maxBytes;

/**
 * What is burned if so much AVAX goes in beyond what the transaction names: an excess that is not more than its own output costs is burned.
 */
function burnOf(
  { scenario, problem }: Rules,
  size: Size,
  surplus: number,
  width = 1,
): number | undefined {
  const fee = problem.flat + problem.costOf(size.weight);
  const excess = surplus - fee;
  if (excess < 0 || !fits(problem, size)) return undefined;
  const change = plus(size, outputOn(scenario, width));
  const cost = problem.costOf(change.weight) - problem.costOf(size.weight);
  if (excess <= cost) return fee + excess;
  return fits(problem, change) ? fee + cost : undefined;
}

function sends(rules: Rules, chosen: Chosen, visit: Visit): void {
  const { scenario, problem, widthOf } = rules;
  const { kind, change } = scenario;
  const wanted = wantedOf(scenario);
  if (kind === 'consolidate' && chosen.count < 2) return;
  let size = sizeOf(problem, chosen);
  let primary = 0;
  let surplus = 0;
  for (let asset = 0; asset < 3; asset++) {
    let rest = chosen.held[asset]!;
    let all = false;
    for (const of of wanted)
      if (of.asset === asset) {
        if (of.amount === 'max') all = true;
        else rest -= of.amount;
      }
    if (rest < 0) return;
    if (asset === 0) {
      surplus = rest;
      if (all) primary = -1;
    } else if (all) {
      if (rest === 0) return;
      primary = rest;
    } else if (rest > 0) {
      const width = widthOf(change, chosen.heldBy[asset]!);
      if (width === undefined) return;
      size = plus(size, outputOn(scenario, width));
    }
  }
  if (primary === -1) {
    const fee = problem.flat + problem.costOf(size.weight);
    if (surplus > fee && fits(problem, size)) visit({ primary: surplus - fee, burned: fee });
    return;
  }
  const burned = burnOf(rules, size, surplus, widthOf(change, chosen.heldBy[0]!));
  if (burned !== undefined) visit({ primary, burned });
}

/** What comes in beyond what it costs is primary. */
function imports(rules: Rules, chosen: Chosen, visit: Visit): void {
  const { scenario, problem, widthOf } = rules;
  const { importedBy, imported, held, heldBy } = chosen;
  const toWidth = (by: number) => widthOf(scenario.to ?? scenario.change, by);
  let size = sizeOf(problem, chosen);
  if (importedBy.every((by) => by === 0)) return;
  if (scenario.chain === 'C') {
    const fee = problem.costOf(size.weight);
    if (imported[0]! > fee && fits(problem, size))
      visit({ primary: imported[0]! - fee, burned: fee });
    return;
  }
  for (const asset of [1, 2])
    if (imported[asset]! > 0) {
      const width = toWidth(importedBy[asset]!);
      if (width === undefined) return;
      size = plus(size, outputOn(scenario, width));
    }
  const width = held[0]! > 0 ? widthOf(scenario.change, heldBy[0]!) : toWidth(importedBy[0]!);
  const burned = burnOf(rules, size, imported[0]! + held[0]!, width);
  if (burned !== undefined) visit({ primary: imported[0]! - burned, burned });
}

/** The locked part of a stake: how much, of what size its outputs are. */
interface LockedPart {
  readonly staked: number;
  readonly size: Size;
  /** The least that could be staked of the same coins at the same size. */
  readonly least: number;
}

/** The ways to stake the locked coins that are chosen: all of them, or all but a part of one group, which stays locked. */
function lockedParts({ groups }: Rules, { locked }: Chosen, amount: number): readonly LockedPart[] {
  let total = 0;
  let size: Size = { weight: 0, bytes: 0 };
  const widthOf = (i: number) => owners[groups[i]!.owner]!.keys.length;
  locked.forEach((held, i) => {
    if (held === 0) return;
    total += held;
    size = plus(size, outputOf(widthOf(i), true));
  });
  const parts: LockedPart[] = total <= amount ? [{ staked: total, size, least: total }] : [];
  locked.forEach((held, i) => {
    const least = total - held + 1;
    if (held < 2 || least > amount) return;
    parts.push({
      staked: Math.min(total - 1, amount),
      size: plus(size, outputOf(widthOf(i), true)),
      least,
    });
  });
  return parts;
}

const leastStake = Number(fuji.staking.minDelegatorStake);

function stakes(rules: Rules, chosen: Chosen, visit: Visit): void {
  const { scenario, problem, widthOf } = rules;
  const { amount, locked, returnTo } = scenario.stake!;
  const total = chosen.locked.reduce((sum, held) => sum + held, 0);
  if (locked === 'never' && total > 0) return;
  const [free, by] = [chosen.held[0]!, chosen.heldBy[0]!];
  const returnWidth = widthOf(returnTo ?? scenario.change, by);
  const primaryOf = (staked: number, plain: number) => (amount === 'max' ? staked + plain : 0);
  const freeCost = (plain: number) => (locked === 'prefer' && amount !== 'max' ? plain / 1_000 : 0);
  for (const part of lockedParts(
    rules,
    chosen,
    amount === 'max' ? Number.MAX_SAFE_INTEGER : amount,
  )) {
    const size = plus(sizeOf(problem, chosen), part.size);
    const withPlain = plus(size, outputOf(returnWidth ?? 1));
    const spare = free - problem.costOf(withPlain.weight);
    if (amount === 'max') {
      if (part.staked !== total || locked === 'only' || spare < 1 || returnWidth === undefined)
        continue;
      if (fits(problem, withPlain) && total + spare >= leastStake)
        visit({ primary: primaryOf(total, spare), burned: problem.costOf(withPlain.weight) });
      continue;
    }
    // As little of the locked funds as leaves nothing over, for then no change is needed.
    const low = Math.max(part.least, amount - Math.max(spare, 0));
    for (const staked of new Set([part.staked, Math.min(low, part.staked)])) {
      const plain = amount - staked;
      if (plain > 0 && (locked === 'only' || returnWidth === undefined)) continue;
      const burned = burnOf(
        rules,
        plain > 0 ? withPlain : size,
        free - plain,
        widthOf(scenario.change, by),
      );
      if (burned !== undefined)
        visit({ primary: primaryOf(staked, plain), burned: burned + freeCost(plain) });
    }
  }
  if (amount === 'max' && total >= leastStake) {
    const [all] = lockedParts(rules, chosen, Number.MAX_SAFE_INTEGER);
    const size = plus(sizeOf(problem, chosen), all!.size);
    const burned = burnOf(rules, size, free, widthOf(scenario.change, by));
    if (burned !== undefined) visit({ primary: primaryOf(total, 0), burned });
  }
}

/** The coins that can be spent or staked at all. */
export const usable = ({ coins }: Scenario): readonly Coin[] =>
  coins.filter(({ owner }) => isSpendable(owners[owner]!));
