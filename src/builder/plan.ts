import type { OutputOwners } from '../chain/fx/secp256k1fx.ts';
import { AvalancheError } from '../errors/error.ts';
import { type Complexity, inputUnits, outputUnits } from '../fee/gas.ts';
import { feeOf, type Tariff } from '../fee/transactions.ts';
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

/** What a transaction must do. */
export interface Task {
  /** Of the transaction without the inputs and outputs that the plan adds. */
  readonly base: Complexity;
  readonly outputs: readonly (PlainOutput & { readonly stakeableUntil?: bigint })[];
  /** What goes in besides and does not come out of `outputs`: stakes, and balances of validators. */
  readonly burns?: readonly AssetAmount[];
  /** An amount whose owner depends on the selected coins of its asset: a stake for which nobody is named. */
  readonly returned?: (AssetAmount & { readonly ownerOf: OwnerOf }) | undefined;
  /** Always spent. */
  readonly must: readonly Coin[];
  /** Spent as needed; best first. */
  readonly pool: readonly Coin[];
  readonly strategy?: Strategy | undefined;
  readonly change: ChangeRule;
  /** The error if the coins do not suffice. */
  readonly insufficientFunds: (assetID: Uint8Array, needed: bigint) => AvalancheError;
}

/**
 * The owner for coins of one asset.
 * @throws {AvalancheError} `Ambiguous`.
 */
type OwnerOf = (spent: readonly Coin[]) => OutputOwners;

/** How it is done. */
export interface Plan {
  readonly spent: readonly Coin[];
  /** Change, at most one output for each asset. */
  readonly changeOutputs: readonly PlainOutput[];
  /** The output of `task.returned`. */
  readonly returned: PlainOutput | undefined;
  readonly weight: bigint;
  /** Signed bytes of the transaction. */
  readonly bytes: number;
  readonly fee: bigint;
  /** nAVAX of the fee that were not worth a change output. */
  readonly dust: bigint;
}

/** What a plan does with one asset. */
interface AssetPlan {
  readonly coins: readonly Coin[];
  readonly returned?: PlainOutput;
  readonly change?: PlainOutput;
  readonly dust: bigint;
  /** Of the transaction with it. */
  readonly size: Size;
}

/**
 * Selects inputs for the outputs, burns and fee of a task, and assigns all excess to change or dust. AVAX is planned last, with the fee of
 * all of it.
 * @throws {AvalancheError} What `task.insufficientFunds` and `task.change` give.
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
    fee: feeOf(weight, tariff) + dust,
    dust,
  };
}

/**
 * Covers what is needed of one asset.
 * @param before Of the transaction without it.
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
    const found = selectCoins(task.change.groupsOf(assetID, coins, must), goal, tariff);
    if (!found) {
      // Coins of several owners would suffice: the error names those who could get the change.
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
  if (excess < 0n) throw task.insufficientFunds(assetID, dueWith(size));
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

/** Units of an asset that a task needs; of AVAX with the fee of a weight. */
export function dueOf(
  { outputs, burns = [], returned }: Task,
  assetID: Uint8Array,
  weight: bigint,
  tariff: Tariff,
  avax: Uint8Array,
): bigint {
  const moved = [
    ...outputs.map((of) => ({ assetID: of.assetID, amount: of.output.amount })),
    ...burns,
  ];
  if (returned) moved.push(returned);
  return moved.reduce(
    (sum, of) => (equalBytes(of.assetID, assetID) ? sum + of.amount : sum),
    equalBytes(assetID, avax) ? feeOf(weight, tariff) : 0n,
  );
}

/** Assets that a task moves, in the order of their first mention; AVAX, which pays the fee of all, last. */
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
