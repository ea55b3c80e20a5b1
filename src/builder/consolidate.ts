import type { OutputOwners } from '../chain/fx/secp256k1fx.ts';
import { BaseTx as PBaseTx } from '../chain/pchain/transfers.ts';
import { BaseTx as XBaseTx } from '../chain/xchain/tx.ts';
import type { Draft, DraftOf } from '../draft/draft.ts';
import { deepCopy } from '../errors/frozen.ts';
import type { Tariff } from '../fee/transactions.ts';
import { checkStateShape, type UTXOState } from '../state/state.ts';
import { ownerOfAll, readTo } from './change.ts';
import { localSetOf, type SpendableSet } from './coins.ts';
import { capacityOf, economicAVAX, inBatches } from './fill.ts';
import { type BatchOptions, type BuildOptions, checkOptionsWithout, tariffFor } from './intent.ts';
import { ConsolidateIntent } from './intents/transfers.ts';
import { sendOver } from './transfers.ts';
import { overKnown } from './trust.ts';

/**
 * Builds drafts that consolidate AVAX: each merges as many UTXOs as one transaction holds into one. No two drafts spend the same UTXO, so
 * they can be submitted in any order. UTXOs worth less than their input are left out.
 * @returns The drafts; none if fewer than two UTXOs can be merged.
 * @throws {AvalancheError} As `buildBaseTx`.
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
  checkStateShape(state);
  const own = deepCopy(intent);
  ConsolidateIntent.check(own);
  checkOptionsWithout(options, ['include', 'strategy']);
  const to = readTo(state, own.to);
  const tariff = tariffFor(state, options);
  const all = localSetOf(state, tariff, options);
  return overKnown(state, options, [all], ([funds]) =>
    consolidateOver(state, to, options, tariff, funds!),
  );
}

function consolidateOver(
  state: UTXOState,
  to: OutputOwners | undefined,
  options: BuildOptions,
  tariff: Tariff,
  funds: SpendableSet,
): readonly Draft[] {
  const { coins } = economicAVAX(funds);
  if (coins.length < 2) return [];
  const owner = to ?? ownerOfAll(state, options, coins);
  const wanted = [{ assetID: state.network.avaxAssetID, amount: 'max' as const, owner }];
  const type = state.chain === 'P' ? PBaseTx : XBaseTx;
  return inBatches(funds, 2, capacityOf(tariff).weight, (batch) =>
    sendOver(state, { type, wanted }, { ...options, exclude: [] }, tariff, batch),
  );
}
