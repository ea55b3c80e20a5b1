import type { OutputOwners } from '../chain/fx/secp256k1fx.ts';
import { BaseTx as PBaseTx } from '../chain/pchain/transfers.ts';
import { BaseTx as XBaseTx } from '../chain/xchain/tx.ts';
import type { Draft, DraftOf } from '../draft/draft.ts';
import { AvalancheError } from '../errors/error.ts';
import { deepCopy } from '../errors/frozen.ts';
import type { Tariff } from '../fee/transactions.ts';
import { checkStateShape, type UTXOState } from '../state/state.ts';
import { maxUint64 } from '../text/uint64.ts';
import { ownerOfAll, readTo } from './change.ts';
import { localSetOf, type SpendableSet } from './coins.ts';
import { capacityOf, economicAVAX, inBatches } from './fill.ts';
import { type BatchOptions, type BuildOptions, checkOptionsWithout, tariffFor } from './intent.ts';
import { ConsolidateIntent } from './intents/transfers.ts';
import { sendOver } from './transfers.ts';
import { overKnown } from './trust.ts';

/**
 * Builds drafts that consolidate AVAX: each merges as many UTXOs as one transaction holds into one. UTXOs worth less than their input are
 * left out.
 * @returns Drafts for one moment, of which the first may be submitted; none if fewer than two UTXOs can be merged. They spend different
 *   UTXOs, but a full one uses nearly all the gas that the P-chain has at a time, at the price of that moment: read the state and build again
 *   for each next one, as `wallet.consolidate` does. On X, all can be submitted.
 * @throws {AvalancheError} As `buildBaseTx`; `OutOfRange` at `keep`, `dust`.
 */
export function buildConsolidateTxs<S extends UTXOState>(
  state: S,
  intent?: ConsolidateIntent,
  options?: BatchOptions,
): readonly DraftOf<S, 'BaseTx'>[];
export function buildConsolidateTxs(
  state: UTXOState,
  intent: ConsolidateIntent = {},
  options: BatchOptions = {},
): readonly Draft[] {
  return consolidations(state, intent, options, Number.POSITIVE_INFINITY);
}

/** As `buildConsolidateTxs`, at most so many. */
export function consolidations(
  state: UTXOState,
  intent: ConsolidateIntent,
  options: BatchOptions,
  most: number,
): readonly Draft[] {
  checkStateShape(state);
  const own = deepCopy(intent);
  checkConsolidation(own);
  checkOptionsWithout(options, ['include', 'strategy']);
  const to = readTo(state, own.to);
  const tariff = tariffFor(state, options);
  const all = mergeable(localSetOf(state, tariff, options), own);
  return overKnown(state, options, [all], ([funds]) =>
    consolidateOver(state, to, options, tariff, funds!, most),
  );
}

/**
 * Checks an intent to consolidate.
 * @throws {AvalancheError} `BadArgument`, `Unsupported`; `OutOfRange` at `keep`, `dust`.
 */
export function checkConsolidation(intent: ConsolidateIntent): void {
  ConsolidateIntent.check(intent);
  const { keep = 1, dust = 1n } = intent;
  for (const [key, value] of [
    ['keep', keep],
    ['dust', dust],
  ] as const)
    if (!(value >= 1))
      throw new AvalancheError('OutOfRange', `must be at least 1, got ${value}`, {
        value,
        min: 1,
      }).at(key);
}

/** Returns the coins that are merged: those of less than `dust`, without the largest that are kept. */
function mergeable(
  funds: SpendableSet,
  { keep = 1, dust = maxUint64 + 1n }: ConsolidateIntent,
): SpendableSet {
  const { coins } = economicAVAX(funds);
  const small = coins.filter(({ amount }) => amount < dust);
  if (keep === 1 && small.length === coins.length) return funds;
  const kept = new Set(
    [...small].sort((a, b) => (a.amount > b.amount ? -1 : 1)).slice(0, keep - 1),
  );
  return { ...funds, eligible: small.filter((coin) => !kept.has(coin)) };
}

function consolidateOver(
  state: UTXOState,
  to: OutputOwners | undefined,
  options: BuildOptions,
  tariff: Tariff,
  funds: SpendableSet,
  most: number,
): readonly Draft[] {
  const { coins } = economicAVAX(funds);
  if (coins.length < 2) return [];
  const owner = to ?? ownerOfAll(state, options, coins);
  const wanted = [{ assetID: state.network.avaxAssetID, amount: 'max' as const, owner }];
  const type = state.chain === 'P' ? PBaseTx : XBaseTx;
  const build = (batch: SpendableSet) =>
    sendOver(state, { type, wanted }, { ...options, exclude: [] }, tariff, batch);
  return inBatches(funds, { least: 2, most, capacity: capacityOf(tariff).weight }, build);
}
