import type { Draft, DraftOf } from '../draft/draft.ts';
import { checkKeys } from '../errors/arguments.ts';
import type { Address, Owner } from '../state/owner.ts';
import type { UTXOState } from '../state/state.ts';
import { buildBaseTx } from './base.ts';
import { inBatches } from './batches.ts';
import { fillIn } from './change.ts';
import { localSetOf, type SpendableSet } from './coins.ts';
import { checkOptionsWithout, type Options, tariffFor } from './intent.ts';
import { checkBuild } from './state.ts';
import { overKnown } from './trust.ts';

/** AVAX in many UTXOs that shall be in few. */
export interface ConsolidateIntent {
  /** Gets all of it; without it, whoever gets change. */
  readonly to?: Owner | Address;
}

/**
 * Drafts that make one UTXO each of as many UTXOs of AVAX as one transaction holds. No two spend the same, so all can be
 * issued in any order; what costs more to spend than it holds stays.
 * @returns None, if there is but one UTXO to spend.
 * @throws {AvalancheError} As `buildBaseTx`.
 */
export function buildConsolidateTxs<S extends UTXOState>(
  state: S,
  intent?: ConsolidateIntent,
  options?: Omit<Options, 'include' | 'strategy'>,
): readonly DraftOf<S['chain'], `${string}.BaseTx`>[];
export function buildConsolidateTxs(
  state: UTXOState,
  intent: ConsolidateIntent = {},
  options: Omit<Options, 'include' | 'strategy'> = {},
): readonly Draft[] {
  checkBuild(state, intent, options);
  checkKeys(intent, ['to']);
  checkOptionsWithout(options, ['include', 'strategy']);
  const tariff = tariffFor(state, options);
  const all = localSetOf(state, tariff, options);
  return overKnown(state, options, [all], ([funds]) =>
    consolidateOver(state, intent.to, options, tariff.cap, funds!),
  );
}

function consolidateOver(
  state: UTXOState,
  named: Owner | Address | undefined,
  options: Options,
  cap: bigint,
  funds: SpendableSet,
): readonly Draft[] {
  const ofAVAX = funds.eligible.filter(({ isAVAX }) => isAVAX);
  const coins = ofAVAX.filter(({ value }) => value > 0n);
  if (coins.length < 2) return [];
  const to = named ?? options.change ?? fillIn(state, options, coins);
  const outputs = [{ to, amount: 'max' as const }];
  const uneconomic = ofAVAX.length - coins.length;
  return inBatches({ coins, uneconomic, notVouched: funds.left, least: 2, cap }, (batch, from) => {
    const part = { ...state, from, utxos: batch.map(({ utxo }) => utxo) } as UTXOState;
    return buildBaseTx(part, { outputs }, { ...options, exclude: [] });
  });
}
