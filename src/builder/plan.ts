/**
 * Plans a transaction: which coins it spends, its change and its fee. Each asset is planned separately by coin selection (`select.ts`);
 * AVAX comes last, since its plan pays the fee for the weight of all others.
 */
import type { OutputOwners } from '../chain/fx/secp256k1fx.ts';
import { AvalancheError } from '../errors/error.ts';
import { type Complexity, inputUnits, outputUnits } from '../fee/gas.ts';
import { feeOfWeight, type Tariff } from '../fee/transactions.ts';
import { equalBytes } from '../text/bytes.ts';
import { formatHex } from '../text/hex.ts';
import { formatID } from '../text/id.ts';
import { maxUint64, sumOf } from '../text/uint64.ts';
import { amountOf } from '../tx/output.ts';
import type { AssetAmount, PlainOutput } from '../tx/types.ts';
import { addSize, inputsSize, limitsOf, type Size, sizeOf } from './classes.ts';
import { type Coin, economicOf } from './coins.ts';
import type { Strategy } from './intent.ts';
import { type ChangeRule, type Selection, selectCoins } from './select.ts';

/** The task of a plan: what a transaction must pay, and the coins that it may spend. */
export interface Task {
  /** Complexity of the transaction without the inputs and outputs that the plan adds. */
  readonly base: Complexity;
  readonly outputs: readonly (PlainOutput & { readonly stakeableUntil?: bigint })[];
  /** Amounts to cover in addition to `outputs`: stakes, and balances of validators. */
  readonly burns?: readonly AssetAmount[];
  /** An amount whose owner depends on the selected coins of its asset: a stake without a named owner. */
  readonly returned?: (AssetAmount & { readonly ownerOf: OwnerOf }) | undefined;
  /** Coins that are always spent. */
  readonly must: readonly Coin[];
  /** Coins that are spent as needed, best first. */
  readonly pool: readonly Coin[];
  readonly strategy?: Strategy | undefined;
  readonly change: ChangeRule;
  /** Returns the error for insufficient coins. */
  readonly insufficientFunds: (assetID: Uint8Array, needed: bigint) => AvalancheError;
}

/**
 * Returns the owner implied by the spent coins of one asset.
 * @throws {AvalancheError} `Ambiguous`: they have several owners.
 */
type OwnerOf = (spent: readonly Coin[]) => OutputOwners;

/** The inputs, change and fee of a transaction. */
export interface Plan {
  readonly spent: readonly Coin[];
  /** Change outputs, at most one for each asset. */
  readonly changeOutputs: readonly PlainOutput[];
  /** The output of `task.returned`. */
  readonly returned: PlainOutput | undefined;
  readonly weight: bigint;
  /** Size of the signed transaction in bytes. */
  readonly bytes: number;
  readonly fee: bigint;
  /** Part of the fee, in nAVAX, that was not worth a change output. */
  readonly dust: bigint;
}

/** The plan of one asset. */
interface AssetPlan {
  readonly coins: readonly Coin[];
  readonly returned?: PlainOutput;
  readonly change?: PlainOutput;
  readonly dust: bigint;
  /** Size of the transaction, including this asset. */
  readonly size: Size;
}

/**
 * Selects inputs for the outputs, burns and fee of a task, and assigns all excess to change or dust. AVAX is planned last, with the fee of
 * all of it.
 * @throws {AvalancheError} As `task.insufficientFunds` and `task.change`.
 */
export function makePlan(task: Task, tariff: Tariff, avax: Uint8Array): Plan {
  let size = addSize(sizeOf(task.base, tariff), inputsSize(task.must));
  for (const { output, stakeableUntil } of task.outputs) {
    const units = outputUnits(output.addresses.length, stakeableUntil !== undefined);
    size = addSize(size, sizeOf(units, tariff));
  }
  const assets = assetsOf(task, avax).map((assetID) => {
    const asset = planAsset(task, tariff, avax, assetID, size);
    size = asset.size;
    return asset;
  });
  const dust = sumOf(assets.map((asset) => asset.dust));
  const weight = BigInt(size.weight);
  return {
    spent: [...task.must, ...assets.flatMap(({ coins }) => coins)],
    changeOutputs: assets.flatMap(({ change }) => change ?? []),
    returned: assets.find(({ returned }) => returned)?.returned,
    weight,
    bytes: size.bytes,
    fee: feeOfWeight(weight, tariff) + dust,
    dust,
  };
}

/**
 * Plans the inputs and change of one asset.
 * @param before Size of the transaction without this asset.
 */
function planAsset(
  task: Task,
  tariff: Tariff,
  avax: Uint8Array,
  assetID: Uint8Array,
  before: Size,
): AssetPlan {
  const ownerOf: OwnerOf = (spent) => task.change.ownerOf(assetID, spent);
  const paysFee = equalBytes(assetID, avax);
  const dueWith = ({ weight }: Size) => dueOf(task, assetID, BigInt(weight), tariff, avax);
  const must = task.must.filter(({ utxo }) => equalBytes(utxo.assetID, assetID));
  const have = sumOf(must.map(({ amount }) => amount));
  const returned = task.returned && equalBytes(task.returned.assetID, assetID) && task.returned;
  let selected: Pick<Selection, 'coins' | 'isExact'> = { coins: [], isExact: false };
  if (dueWith(before) > have || returned) {
    const coins = economicOf(task.pool, assetID, paysFee);
    const goal = {
      target: dueWith(before) - have,
      paysFee,
      capacity: addSize(limitsOf(tariff), before, -1),
      returned: returned ? 1 : 0,
      strategy: task.strategy ?? 'minFee',
    };
    const found = selectCoins(task.change.groupsOf(coins, must), goal, tariff);
    if (!found) {
      // If coins of several owners together would suffice, the error names the possible change owners.
      if (sumOf(coins.map(({ value }) => value)) >= goal.target)
        (returned ? returned.ownerOf : ownerOf)([...must, ...coins]);
      const oneInput = sizeOf(inputUnits(1), tariff);
      const inputs = must.length + coins.length === 0 ? oneInput : inputsSize(coins);
      throw task.insufficientFunds(assetID, dueWith(addSize(before, inputs)));
    }
    selected = found;
  }
  const spent = [...must, ...selected.coins];
  let size = addSize(before, inputsSize(selected.coins));
  const output = returned && amountOf(returned.amount, returned.ownerOf(spent));
  if (output) size = addSize(size, sizeOf(outputUnits(output.addresses.length), tariff));
  const done = { coins: selected.coins, ...(output && { returned: { assetID, output } }) };
  const excess = sumOf(spent.map(({ amount }) => amount)) - dueWith(size);
  if (excess === 0n || (paysFee && selected.isExact)) return { ...done, dust: excess, size };
  const owner = ownerOf(spent);
  const withChange = addSize(size, sizeOf(outputUnits(owner.addresses.length), tariff));
  const amount = excess - (dueWith(withChange) - dueWith(size));
  if (paysFee && amount <= 0n) return { ...done, dust: excess, size };
  verifyAmount(amount, assetID);
  const change = { assetID, output: amountOf(amount, owner) };
  return { ...done, change, dust: 0n, size: withChange };
}

function verifyAmount(amount: bigint, assetID: Uint8Array): void {
  if (amount > maxUint64)
    throw new AvalancheError(
      'OutOfRange',
      `${amount} of ${formatID(assetID)} is more than a uint64`,
      { value: amount, max: maxUint64 },
    );
}

/** Returns the units of an asset that a task needs; for AVAX including the fee of a weight. */
export function dueOf(
  { outputs, burns = [], returned }: Task,
  assetID: Uint8Array,
  weight: bigint,
  tariff: Tariff,
  avax: Uint8Array,
): bigint {
  const moved = [
    ...outputs.map((output) => ({ assetID: output.assetID, amount: output.output.amount })),
    ...burns,
  ];
  if (returned) moved.push(returned);
  return moved.reduce(
    (sum, part) => (equalBytes(part.assetID, assetID) ? sum + part.amount : sum),
    equalBytes(assetID, avax) ? feeOfWeight(weight, tariff) : 0n,
  );
}

/** Returns the assets that a task moves, in order of first mention. AVAX, which pays the fee, is last. */
export function assetsOf(
  { outputs, burns = [], returned, must }: Task,
  avax: Uint8Array,
): readonly Uint8Array[] {
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
