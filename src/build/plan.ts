import { CodecError } from '../errors.ts';
import { type Complexity, outputComplexity } from '../fee/complexity.ts';
import { feeOf, type Tariff, weightOf } from '../fee/tariff.ts';
import type { OutputOwners } from '../fx/secp256k1fx.ts';
import { amountOf } from '../state/utxo.ts';
import { equalBytes, formatHex } from '../text/bytes.ts';
import { formatID } from '../text/id.ts';
import type { PlainOutput } from '../verify/transfer.ts';
import type { Coin } from './coins.ts';

const maxUint64 = 0xffff_ffff_ffff_ffffn;

/** What a transaction must do. */
export interface Task {
  /** Of the transaction without inputs and outputs. */
  readonly base: Complexity;
  readonly outputs: readonly PlainOutput[];
  /** Spent whatever happens. */
  readonly must: readonly Coin[];
  /** Best first; spent as they are needed. */
  readonly pool: readonly Coin[];
  /** Who gets what is left of an asset, of these coins. */
  readonly restOwner: (assetID: Uint8Array, spent: readonly Coin[]) => OutputOwners;
  /** What to throw when the coins do not suffice. */
  readonly short: (assetID: Uint8Array, needed: bigint) => CodecError;
}

/** How it is done. */
export interface Plan {
  readonly spent: readonly Coin[];
  /** What was left, at most one for each asset. */
  readonly rests: readonly PlainOutput[];
  readonly weight: bigint;
  readonly fee: bigint;
  /** nAVAX of the fee that no output was worth. */
  readonly dust: bigint;
}

/**
 * Covers a task with as few coins as their order allows, and leaves nothing over: other assets first,
 * then AVAX with the fee that all of it costs.
 * @throws {CodecError} What `task.short` gives.
 */
export function makePlan(task: Task, tariff: Tariff, avax: Uint8Array): Plan {
  const spent = [...task.must];
  const rests: PlainOutput[] = [];
  const weightOfOutput = ({ addresses }: { readonly addresses: readonly Uint8Array[] }) =>
    weightOf(outputComplexity(addresses.length), tariff);
  let weight = weightOf(task.base, tariff);
  for (const { output } of task.outputs) weight += weightOfOutput(output);
  for (const coin of task.must) weight += coin.weight;

  const cover = (assetID: Uint8Array, due: () => bigint): bigint => {
    const ofAsset = (of: { readonly utxo: { readonly assetID: Uint8Array } }) =>
      equalBytes(of.utxo.assetID, assetID);
    let have = total(task.must.filter(ofAsset).map((coin) => coin.amount));
    const coins = task.pool.filter((coin) => coin.value > 0n && ofAsset(coin));
    for (let i = 0; have < due(); i++) {
      const coin = coins[i];
      if (!coin) throw task.short(assetID, due());
      spent.push(coin);
      have += coin.amount;
      weight += coin.weight;
    }
    return have - due();
  };
  const needed = (assetID: Uint8Array) =>
    total(task.outputs.filter((o) => equalBytes(o.assetID, assetID)).map((o) => o.output.amount));
  const keep = (assetID: Uint8Array, amount: bigint, owner: OutputOwners) => {
    if (amount > maxUint64)
      throw new CodecError('OutOfRange', `${amount} of ${formatID(assetID)} are no uint64`);
    rests.push({ assetID, output: amountOf(amount, owner) });
  };
  const restOwner = (assetID: Uint8Array) =>
    task.restOwner(
      assetID,
      spent.filter(({ utxo }) => equalBytes(utxo.assetID, assetID)),
    );

  for (const assetID of assetsOf(task)) {
    if (equalBytes(assetID, avax)) continue;
    const rest = cover(assetID, () => needed(assetID));
    if (rest === 0n) continue;
    const owner = restOwner(assetID);
    keep(assetID, rest, owner);
    weight += weightOfOutput(owner);
  }

  const needAVAX = needed(avax);
  const rest = cover(avax, () => needAVAX + feeOf(weight, tariff));
  let dust = 0n;
  if (rest > 0n) {
    const owner = restOwner(avax);
    const heavier = weight + weightOfOutput(owner);
    const cost = feeOf(heavier, tariff) - feeOf(weight, tariff);
    if (rest > cost) {
      keep(avax, rest - cost, owner);
      weight = heavier;
    } else dust = rest;
  }
  return { spent, rests, weight, fee: feeOf(weight, tariff) + dust, dust };
}

/**
 * The plan with the most of `coins`, best first, that is not too heavy; with one coin it may be.
 * @returns The plan, and how many coins it took.
 */
export function mostOf(
  coins: readonly Coin[],
  tariff: Tariff,
  planWith: (coins: readonly Coin[]) => Plan,
): { readonly plan: Plan; readonly taken: number } {
  let taken = 0;
  for (let weight = 0n; taken < coins.length; taken++)
    if ((weight += coins[taken]!.weight) > tariff.cap && taken > 0) break;
  for (;;) {
    const plan = planWith(coins.slice(0, taken));
    if (plan.weight <= tariff.cap || taken <= 1) return { plan, taken };
    taken--;
  }
}

const total = (amounts: readonly bigint[]): bigint => amounts.reduce((a, b) => a + b, 0n);

/** Assets that a task moves, in the order of their first mention. */
const assetsOf = ({ outputs, must }: Task): readonly Uint8Array[] => [
  ...new Map(
    [...outputs, ...must.map(({ utxo }) => utxo)].map(({ assetID }) => [
      formatHex(assetID),
      assetID,
    ]),
  ).values(),
];
