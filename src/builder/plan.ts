import type { OutputOwners } from '../chain/fx/secp256k1fx.ts';
import { AvalancheError } from '../errors/error.ts';
import {
  addComplexity,
  type Complexity,
  inputComplexity,
  outputComplexity,
} from '../fee/complexity.ts';
import { feeOf, type Tariff, weightOf } from '../fee/tariff.ts';
import { equalBytes, formatHex } from '../text/bytes.ts';
import { formatID } from '../text/id.ts';
import { maxUint64, sumOf } from '../text/uint64.ts';
import { amountOf } from '../tx/output.ts';
import type { AssetAmount, PlainOutput } from '../tx/types.ts';
import type { Coin } from './coins.ts';
import type { Strategy } from './intent.ts';
import { selectCoins } from './select.ts';

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
  readonly restOwner: (assetID: Uint8Array, spent: readonly Coin[]) => OutputOwners;
  /** What to throw when the coins do not suffice. */
  readonly short: (assetID: Uint8Array, needed: bigint) => AvalancheError;
}

/** How it is done. */
export interface Plan {
  readonly spent: readonly Coin[];
  /** What was left, at most one for each asset. */
  readonly rests: readonly PlainOutput[];
  readonly weight: bigint;
  /** Signed bytes of the transaction. */
  readonly bytes: number;
  readonly fee: bigint;
  /** nAVAX of the fee that no output was worth. */
  readonly dust: bigint;
}

/**
 * Covers a task with the coins that its strategy picks, and leaves nothing over: other assets first, then AVAX with the
 * fee that all of it costs.
 * @throws {AvalancheError} What `task.short` gives.
 */
export function makePlan(task: Task, tariff: Tariff, avax: Uint8Array): Plan {
  const { strategy = 'minFee' } = task;
  const spent = [...task.must];
  const rests: PlainOutput[] = [];
  const weightOfOutput = ({ addresses }: { readonly addresses: readonly Uint8Array[] }) =>
    weightOf(outputComplexity(addresses.length), tariff);
  let weight = weightOf(task.base, tariff);
  for (const { output, stakeableUntil } of task.outputs)
    weight += weightOf(
      outputComplexity(output.addresses.length, stakeableUntil !== undefined),
      tariff,
    );
  for (const coin of task.must) weight += coin.weight;
  const bytesSoFar = (): number => {
    let bytes = task.base[0];
    for (const coin of spent) bytes += complexityOfInput(coin)[0];
    for (const { output, stakeableUntil } of task.outputs)
      bytes += outputComplexity(output.addresses.length, stakeableUntil !== undefined)[0];
    for (const { output } of rests) bytes += outputComplexity(output.addresses.length)[0];
    return bytes;
  };

  /** What coins hold beyond `needed` and, of AVAX, the fee so far. */
  const cover = (assetID: Uint8Array, needed: bigint): bigint => {
    const isAVAX = equalBytes(assetID, avax);
    const due = () => needed + (isAVAX ? feeOf(weight, tariff) : 0n);
    const ofAsset = ({ utxo }: Coin) => equalBytes(utxo.assetID, assetID);
    const coins = task.pool.filter((coin) => coin.value > 0n && ofAsset(coin));
    let have = sumOf(task.must.filter(ofAsset).map((coin) => coin.amount));
    const spend = (coin: Coin) => {
      spent.push(coin);
      have += coin.amount;
      weight += coin.weight;
    };
    const chosen = selectCoins(
      coins,
      {
        target: due() - have,
        costOfRest: (rest, addresses) => {
          if (rest === 0n) return 0n;
          const width = task.changeWidth ?? addresses;
          const cost = tariff.price * weightOf(outputComplexity(width), tariff);
          return isAVAX && rest < cost ? rest : cost;
        },
        costOf: (coin) => coin.weight * tariff.price,
      },
      strategy,
    );
    if (!chosen) {
      for (const coin of coins) weight += coin.weight;
      throw task.short(assetID, due());
    }
    chosen.forEach(spend);
    if (strategy === 'consolidate' || strategy === 'sweep') {
      const taken = new Set(chosen);
      const others = coins.filter((coin) => !taken.has(coin));
      const room = weightOf(moreRoom, tariff);
      let bytes = bytesSoFar() + moreRoom[0];
      for (const coin of strategy === 'sweep' ? others : others.reverse()) {
        const more = complexityOfInput(coin)[0];
        if (weight + coin.weight + room > tariff.cap || bytes + more > maxBytesOf(tariff)) continue;
        spend(coin);
        bytes += more;
      }
    }
    return have - due();
  };
  const needed = (assetID: Uint8Array) => {
    const ofAsset = (of: { readonly assetID: Uint8Array }) => equalBytes(of.assetID, assetID);
    return (
      sumOf(task.outputs.filter(ofAsset).map((o) => o.output.amount)) +
      sumOf((task.burns ?? []).filter(ofAsset).map((burn) => burn.amount))
    );
  };
  const keep = (assetID: Uint8Array, amount: bigint, owner: OutputOwners) => {
    if (amount > maxUint64)
      throw new AvalancheError('OutOfRange', `${amount} of ${formatID(assetID)} is not a uint64`, {
        value: amount,
        max: maxUint64,
      });
    rests.push({ assetID, output: amountOf(amount, owner) });
  };
  const restOwner = (assetID: Uint8Array) =>
    task.restOwner(
      assetID,
      spent.filter(({ utxo }) => equalBytes(utxo.assetID, assetID)),
    );

  for (const assetID of assetsOf(task)) {
    if (equalBytes(assetID, avax)) continue;
    const rest = cover(assetID, needed(assetID));
    if (rest === 0n) continue;
    const owner = restOwner(assetID);
    keep(assetID, rest, owner);
    weight += weightOfOutput(owner);
  }

  const rest = cover(avax, needed(avax));
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
  return { spent, rests, weight, bytes: bytesSoFar(), fee: feeOf(weight, tariff) + dust, dust };
}

const complexityOfInput = ({ signatureIndices, lock }: Coin): Complexity =>
  inputComplexity(signatureIndices.length, lock !== undefined);

const maxBytesOf = ({ maxBytes = Number.POSITIVE_INFINITY }: Tariff): number => maxBytes;

/** What a plan that spends as much as fits leaves free: change of one more asset, and inputs that pay for all. */
const moreRoom = addComplexity(outputComplexity(1), outputComplexity(1), inputComplexity(2));

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
