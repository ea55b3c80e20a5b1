import type { OutputOwners } from '../chain/fx/secp256k1fx.ts';
import { AvalancheError } from '../errors/error.ts';
import { addUnits, type Complexity, inputUnits, outputUnits } from '../fee/complexity.ts';
import { feeOf, type Tariff, weightOf } from '../fee/tariff.ts';
import { equalBytes, formatHex } from '../text/bytes.ts';
import { formatID } from '../text/id.ts';
import { maxUint64, sumOf } from '../text/uint64.ts';
import { amountOf } from '../tx/output.ts';
import type { AssetAmount, PlainOutput } from '../tx/types.ts';
import type { Coin } from './coins.ts';
import { selectCoins } from './coinselection.ts';
import type { Strategy } from './intent.ts';

/** What a transaction must do. */
export interface Task {
  /** Of the transaction without the inputs and outputs that the plan adds. */
  readonly base: Complexity;
  readonly outputs: readonly (PlainOutput & { readonly stakeableUntil?: bigint })[];
  /** What goes in besides and does not come out of `outputs`: stakes, and balances of validators. */
  readonly burns?: readonly AssetAmount[];
  /** Spent whatever happens. */
  readonly must: readonly Coin[];
  /** Best first; spent as they are needed. */
  readonly pool: readonly Coin[];
  readonly strategy?: Strategy | undefined;
  /** Addresses of whoever gets the change, if that does not depend on the coins. */
  readonly changeWidth?: number | undefined;
  /** Who gets what is left of an asset, of these coins. */
  readonly changeOwner: (assetID: Uint8Array, spent: readonly Coin[]) => OutputOwners;
  /** What to throw when the coins do not suffice. */
  readonly insufficientFunds: (assetID: Uint8Array, needed: bigint) => AvalancheError;
}

/** How it is done. */
export interface Plan {
  readonly spent: readonly Coin[];
  /** What was left, at most one for each asset. */
  readonly changeOutputs: readonly PlainOutput[];
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
 * @throws {AvalancheError} What `task.insufficientFunds` gives.
 */
export function makePlan(task: Task, tariff: Tariff, avax: Uint8Array): Plan {
  const progress: Progress = {
    task,
    tariff,
    avax,
    spent: [...task.must],
    changeOutputs: [],
    weight: weightOf(task.base, tariff) + weightOfAll(task, tariff),
  };
  for (const assetID of assetsOf(task)) {
    if (equalBytes(assetID, avax)) continue;
    const excess = cover(progress, assetID);
    if (excess > 0n) addChange(progress, assetID, excess, changeOwnerOf(progress, assetID));
  }
  const excess = cover(progress, avax);
  const dust = excess > 0n ? returnExcess(progress, excess) : 0n;
  const { spent, changeOutputs, weight } = progress;
  const fee = feeOf(weight, tariff) + dust;
  return { spent, changeOutputs, weight, bytes: bytesOf(progress), fee, dust };
}

/** What a plan has decided so far. */
interface Progress {
  readonly task: Task;
  readonly tariff: Tariff;
  readonly avax: Uint8Array;
  readonly spent: Coin[];
  readonly changeOutputs: PlainOutput[];
  weight: bigint;
}

/** Weight of the outputs and of the inputs that are spent whatever happens. */
const weightOfAll = ({ outputs, must }: Task, tariff: Tariff): bigint =>
  sumOf(outputs.map((of) => weightOf(complexityOfOutput(of), tariff))) +
  sumOf(must.map((coin) => coin.weight));

const complexityOfOutput = ({ output, stakeableUntil }: Task['outputs'][number]): Complexity =>
  outputUnits(output.addresses.length, stakeableUntil !== undefined);

/** Signed bytes of the transaction so far. */
function bytesOf({ task, spent, changeOutputs }: Progress): number {
  let bytes = task.base[0];
  for (const coin of spent) bytes += complexityOfInput(coin)[0];
  for (const output of [...task.outputs, ...changeOutputs]) bytes += complexityOfOutput(output)[0];
  return bytes;
}

/** Units of an asset that a task needs, without the fee. */
function neededOf({ outputs, burns = [] }: Task, assetID: Uint8Array): bigint {
  const ofAsset = (of: { readonly assetID: Uint8Array }) => equalBytes(of.assetID, assetID);
  return (
    sumOf(outputs.filter(ofAsset).map((of) => of.output.amount)) +
    sumOf(burns.filter(ofAsset).map((burn) => burn.amount))
  );
}

/** Spends coins of an asset until they cover what is needed and, of AVAX, the fee so far; returns what they hold beyond that. */
function cover(progress: Progress, assetID: Uint8Array): bigint {
  const { task, tariff, avax, spent } = progress;
  const { strategy = 'minFee' } = task;
  const isAVAX = equalBytes(assetID, avax);
  const needed = neededOf(task, assetID);
  const due = () => needed + (isAVAX ? feeOf(progress.weight, tariff) : 0n);
  const ofAsset = ({ utxo }: Coin) => equalBytes(utxo.assetID, assetID);
  const coins = task.pool.filter((coin) => coin.value > 0n && ofAsset(coin));
  let have = sumOf(task.must.filter(ofAsset).map((coin) => coin.amount));
  const spend = (coin: Coin) => {
    spent.push(coin);
    have += coin.amount;
    progress.weight += coin.weight;
  };
  const costOfChange = (excess: bigint, addresses: number): bigint => {
    if (excess === 0n) return 0n;
    const width = task.changeWidth ?? addresses;
    const cost = tariff.price * weightOf(outputUnits(width), tariff);
    return isAVAX && excess < cost ? excess : cost;
  };
  const costOf = (coin: Coin) => coin.weight * tariff.price;
  const chosen = selectCoins(coins, { target: due() - have, costOfChange, costOf }, strategy);
  if (!chosen) {
    for (const coin of coins) progress.weight += coin.weight;
    throw task.insufficientFunds(assetID, due());
  }
  chosen.forEach(spend);
  if (strategy === 'consolidate' || strategy === 'sweep') {
    const taken = new Set(chosen);
    const others = coins.filter((coin) => !taken.has(coin));
    fill(progress, strategy === 'sweep' ? others : others.reverse(), spend);
  }
  return have - due();
}

/** Spends as many of the coins as fit, in their order. */
function fill(progress: Progress, coins: readonly Coin[], spend: (coin: Coin) => void): void {
  const { tariff } = progress;
  const room = weightOf(reservedWeight, tariff);
  let bytes = bytesOf(progress) + reservedWeight[0];
  for (const coin of coins) {
    const more = complexityOfInput(coin)[0];
    const isTooHeavy = progress.weight + coin.weight + room > tariff.cap;
    if (isTooHeavy || bytes + more > maxBytesOf(tariff)) continue;
    spend(coin);
    bytes += more;
  }
}

/** Who gets the change of an asset. */
const changeOwnerOf = ({ task, spent }: Progress, assetID: Uint8Array): OutputOwners =>
  task.changeOwner(
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
  progress.weight += weightOf(outputUnits(owner.addresses.length), progress.tariff);
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

const complexityOfInput = ({ signatureIndices, lock }: Coin): Complexity =>
  inputUnits(signatureIndices.length, lock !== undefined);

const maxBytesOf = ({ maxBytes = Number.POSITIVE_INFINITY }: Tariff): number => maxBytes;

/** What a plan that spends as much as fits leaves free: change of one more asset, and inputs that pay for all. */
const reservedWeight = addUnits(outputUnits(1), outputUnits(1), inputUnits(2));

/**
 * The plan with the most of `coins`, best first, that is neither too heavy nor too long; with one coin it may be.
 * @returns The plan, and how many coins it took.
 */
export function mostOf(
  coins: readonly Coin[],
  tariff: Tariff,
  planWith: (coins: readonly Coin[]) => Plan,
): { readonly plan: Plan; readonly taken: number } {
  const maxBytes = maxBytesOf(tariff);
  let taken = 0;
  let bytes = 0;
  for (let weight = 0n; taken < coins.length; taken++) {
    weight += coins[taken]!.weight;
    bytes += complexityOfInput(coins[taken]!)[0];
    if ((weight > tariff.cap || bytes > maxBytes) && taken > 0) break;
  }
  for (;;) {
    const plan = planWith(coins.slice(0, taken));
    if ((plan.weight <= tariff.cap && plan.bytes <= maxBytes) || taken <= 1) return { plan, taken };
    taken--;
  }
}

/** Assets that a task moves, in the order of their first mention. */
const assetsOf = ({ outputs, burns = [], must }: Task): readonly Uint8Array[] => [
  ...new Map(
    [...outputs, ...burns, ...must.map(({ utxo }) => utxo)].map(({ assetID }) => [
      formatHex(assetID),
      assetID,
    ]),
  ).values(),
];
