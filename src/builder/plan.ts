import type { OutputOwners } from '../chain/fx/secp256k1fx.ts';
import { AvalancheError } from '../errors/error.ts';
import { type Complexity, outputUnits } from '../fee/complexity.ts';
import { feeOf, type Tariff, weightOf } from '../fee/tariff.ts';
import { equalBytes, formatHex } from '../text/bytes.ts';
import { formatID } from '../text/id.ts';
import { maxUint64, sumOf } from '../text/uint64.ts';
import { amountOf } from '../tx/output.ts';
import type { AssetAmount, PlainOutput } from '../tx/types.ts';
import { type Coin, economicOf } from './coins.ts';
import { type ChangeRule, type Selection, selectCoins } from './coinselection.ts';
import type { Strategy } from './intent.ts';
import { firstOnes, fullestPlan, worthiest } from './shrink.ts';
import type { Size } from './weightclass.ts';

/** The owner that coins of one asset leave no doubt of. */
type OwnerOf = (spent: readonly Coin[]) => OutputOwners;

/** What a transaction must do. */
export interface Task {
  /** Of the transaction without the inputs and outputs that the plan adds. */
  readonly base: Complexity;
  readonly outputs: readonly (PlainOutput & { readonly stakeableUntil?: bigint })[];
  /** What goes in besides and does not come out of `outputs`: stakes, and balances of validators. */
  readonly burns?: readonly AssetAmount[];
  /** An amount for an owner who depends on the coins of its asset that are spent: a stake that nobody is named for. */
  readonly returned?: (AssetAmount & { readonly ownerOf: OwnerOf }) | undefined;
  /** Spent whatever happens. */
  readonly must: readonly Coin[];
  /** Best first; spent as they are needed. */
  readonly pool: readonly Coin[];
  readonly strategy?: Strategy | undefined;
  readonly change: ChangeRule;
  /** What to throw when the coins do not suffice. */
  readonly insufficientFunds: (assetID: Uint8Array, needed: bigint) => AvalancheError;
}

/** How it is done. */
export interface Plan {
  readonly spent: readonly Coin[];
  /** What was left, at most one for each asset. */
  readonly changeOutputs: readonly PlainOutput[];
  /** The amount that is returned, for its owner. */
  readonly returned: PlainOutput | undefined;
  readonly weight: bigint;
  /** Signed bytes of the transaction. */
  readonly bytes: number;
  readonly fee: bigint;
  /** nAVAX of the fee that no output was worth. */
  readonly dust: bigint;
}

/**
 * Selects inputs for the outputs, burns and fee of a task, and assigns all excess to change or dust: other assets first, then AVAX with
 * the fee of all of it.
 * @throws {AvalancheError} What `task.insufficientFunds` and `task.change` give.
 */
function makePlan(task: Task, tariff: Tariff, avax: Uint8Array): Plan {
  const progress: Progress = {
    task,
    tariff,
    avax,
    spent: [...task.must],
    changeOutputs: [],
    returned: undefined,
    weight: weightOf(task.base, tariff),
    bytes: task.base[0],
  };
  for (const { output, stakeableUntil } of task.outputs)
    addSize(progress, outputUnits(output.addresses.length, stakeableUntil !== undefined));
  for (const coin of task.must) addInput(progress, coin);
  let dust = 0n;
  for (const assetID of assetsOf(task, avax)) {
    const { excess, isExact } = cover(progress, assetID);
    if (excess <= 0n) continue;
    if (!equalBytes(assetID, avax))
      addChange(progress, assetID, excess, changeOwnerOf(progress, assetID));
    else dust = isExact ? excess : returnExcess(progress, excess);
  }
  const { spent, changeOutputs, returned, weight, bytes } = progress;
  const fee = feeOf(weight, tariff) + dust;
  return { spent, changeOutputs, returned, weight, bytes, fee, dust };
}

/**
 * The plan that spends as many as possible: of coins that are all wanted, and of those that a strategy adds.
 * @param wanted Not among the pool.
 * @returns The plan, and how many of those wanted it spends.
 * @throws {AvalancheError} As `makePlan`.
 */
export function makeFullestPlan(
  task: Task,
  wanted: readonly Coin[],
  tariff: Tariff,
  avax: Uint8Array,
): { readonly plan: Plan; readonly taken: number } {
  const extras = extrasOf(task, avax);
  if (wanted.length + extras.length === 0) return { plan: makePlan(task, tariff, avax), taken: 0 };
  const offered = worthiest(wanted);
  const added = firstOnes(extras);
  const { plan, taken } = fullestPlan(
    [...wanted, ...extras],
    (room) => {
      const coins = offered(room);
      return coins.length < wanted.length ? coins : [...coins, ...added(roomWithout(room, coins))];
    },
    tariff,
    (coins) => {
      const chosen = new Set(coins);
      const pool = extras.length === 0 ? task.pool : task.pool.filter((coin) => !chosen.has(coin));
      return makePlan({ ...task, must: [...task.must, ...coins], pool }, tariff, avax);
    },
  );
  const isWanted = new Set(wanted);
  return { plan, taken: taken.filter((coin) => isWanted.has(coin)).length };
}

/** What is spent besides what is needed, of the assets that move: the smallest first, or the largest. */
function extrasOf(task: Task, avax: Uint8Array): readonly Coin[] {
  const { strategy, pool } = task;
  if (strategy !== 'consolidate' && strategy !== 'sweep') return [];
  return assetsOf(task, avax).flatMap((assetID) => {
    const coins = economicOf(pool, assetID, equalBytes(assetID, avax));
    return strategy === 'sweep' ? coins : [...coins].reverse();
  });
}

/** What a plan has decided so far. */
interface Progress {
  readonly task: Task;
  readonly tariff: Tariff;
  readonly avax: Uint8Array;
  readonly spent: Coin[];
  readonly changeOutputs: PlainOutput[];
  returned: PlainOutput | undefined;
  weight: bigint;
  bytes: number;
}

function addSize(progress: Progress, units: Complexity): void {
  progress.weight += weightOf(units, progress.tariff);
  progress.bytes += units[0];
}

function addInput(progress: Progress, { weight, bytes }: Coin): void {
  progress.weight += weight;
  progress.bytes += bytes;
}

/** What is selected of an asset. */
type Chosen = Pick<Selection, 'coins' | 'isExact'>;

/** Units of an asset that a task needs, without the fee. */
function neededOf({ outputs, burns = [], returned }: Task, assetID: Uint8Array): bigint {
  const ofAsset = (of: { readonly assetID: Uint8Array }) => equalBytes(of.assetID, assetID);
  return (
    sumOf(outputs.filter(ofAsset).map((of) => of.output.amount)) +
    sumOf([...burns, ...(returned ? [returned] : [])].filter(ofAsset).map(({ amount }) => amount))
  );
}

/** Spends coins of an asset until they cover what is needed and, of AVAX, the fee so far; returns what they hold beyond that. */
function cover(
  progress: Progress,
  assetID: Uint8Array,
): { readonly excess: bigint; readonly isExact: boolean } {
  const { task, tariff, avax, spent } = progress;
  const paysFee = equalBytes(assetID, avax);
  const returned = task.returned && equalBytes(task.returned.assetID, assetID) && task.returned;
  const needed = neededOf(task, assetID);
  const due = () => needed + (paysFee ? feeOf(progress.weight, tariff) : 0n);
  const ofAsset = ({ utxo }: Coin) => equalBytes(utxo.assetID, assetID);
  const must = task.must.filter(ofAsset);
  const have = sumOf(must.map(({ amount }) => amount));
  let selected: Chosen = { coins: [], isExact: false };
  if (due() > have || returned) {
    const coins = economicOf(task.pool, assetID, paysFee);
    const { cap, maxBytes = Number.POSITIVE_INFINITY } = tariff;
    const goal = {
      target: due() - have,
      paysFee,
      room: { weight: Number(cap - progress.weight), bytes: maxBytes - progress.bytes },
      returned: returned ? 1 : 0,
      strategy: task.strategy ?? 'minFee',
    };
    const groups = task.change.groupsOf(assetID, coins, must);
    const found = selectCoins(coins, groups, goal, tariff) ?? ambiguous(coins, goal.target);
    if (!found) {
      for (const coin of coins) progress.weight += coin.weight;
      throw task.insufficientFunds(assetID, due());
    }
    selected = found;
  }
  for (const coin of selected.coins) {
    spent.push(coin);
    addInput(progress, coin);
  }
  if (returned) {
    const owner = returned.ownerOf(spent.filter(ofAsset));
    progress.returned = { assetID, output: amountOf(returned.amount, owner) };
    addSize(progress, outputUnits(owner.addresses.length));
  }
  const excess = have + sumOf(selected.coins.map(({ amount }) => amount)) - due();
  if (excess < 0n) throw task.insufficientFunds(assetID, due());
  return { excess, isExact: selected.isExact };
}

/** All coins, where they suffice but have no owner for change: whoever asks for one learns that. */
function ambiguous(coins: readonly Coin[], target: bigint): Chosen | undefined {
  const isEnough = sumOf(coins.map(({ value }) => value)) >= target;
  return isEnough ? { coins, isExact: false } : undefined;
}

/** Who gets the change of an asset. */
const changeOwnerOf = ({ task, spent }: Progress, assetID: Uint8Array): OutputOwners =>
  task.change.ownerOf(
    assetID,
    spent.filter(({ utxo }) => equalBytes(utxo.assetID, assetID)),
  );

function addChange(
  progress: Progress,
  assetID: Uint8Array,
  amount: bigint,
  owner: OutputOwners,
): void {
  if (amount > maxUint64)
    throw new AvalancheError(
      'OutOfRange',
      `${amount} of ${formatID(assetID)} is more than a uint64`,
      { value: amount, max: maxUint64 },
    );
  progress.changeOutputs.push({ assetID, output: amountOf(amount, owner) });
  addSize(progress, outputUnits(owner.addresses.length));
}

/** Returns an excess of AVAX as change if it is worth its output; otherwise it is dust, which is returned. */
function returnExcess(progress: Progress, excess: bigint): bigint {
  const { avax, tariff, weight } = progress;
  const owner = changeOwnerOf(progress, avax);
  const heavier = weight + weightOf(outputUnits(owner.addresses.length), tariff);
  const cost = feeOf(heavier, tariff) - feeOf(weight, tariff);
  if (excess <= cost) return excess;
  addChange(progress, avax, excess - cost, owner);
  return 0n;
}

/** Assets that a task moves, in the order of their first mention; AVAX, which pays the fee of all, last. */
function assetsOf({ outputs, burns = [], returned, must }: Task, avax: Uint8Array) {
  const all = [
    ...outputs,
    ...burns,
    ...(returned ? [returned] : []),
    ...must.map(({ utxo }) => utxo),
  ];
  const assets = new Map(all.map(({ assetID }) => [formatHex(assetID), assetID]));
  assets.delete(formatHex(avax));
  return [...assets.values(), avax];
}

const roomWithout = (room: Size, coins: readonly Coin[]): Size =>
  coins.reduce(
    ({ weight, bytes }, coin) => ({
      weight: weight - Number(coin.weight),
      bytes: bytes - coin.bytes,
    }),
    room,
  );
