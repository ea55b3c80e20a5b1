import type { Draft, DraftOf } from '../draft/draft.ts';
import { AvalancheError, within } from '../errors/error.ts';
import type { Chain } from '../network/network.ts';
import { checkValue } from '../schema/schema.ts';
import { type CState, checkStateShape, type State, type UTXOState } from '../state/state.ts';
import { atomicTariffOf } from './atomic.ts';
import { economicAVAX, inBatches } from './batches.ts';
import { ownerOfAll, readTo } from './change.ts';
import { atomicCapacity, importOver as importOverC, sharesOf, waitingOf } from './cimport.ts';
import { noFunds, waitingSetOf } from './coins.ts';
import { capacityOf } from './fill.ts';
import { importOver } from './import.ts';
import { checkOptionsWithout, type Options, tariffFor } from './intent.ts';
import { ImportsIntent } from './intents/transfers.ts';
import { peerOf } from './state.ts';
import { overKnown } from './trust.ts';

/**
 * Builds drafts that import all pending AVAX from another chain, each as much as one transaction holds. The drafts spend different UTXOs
 * and no funds of the chain, so they can be submitted in any order. UTXOs that are worth less than their input are left out, and so are
 * other assets; use `buildImportTx` for these.
 * @returns The drafts; none if no pending UTXO pays for itself.
 * @throws {AvalancheError} As `buildImportTx`; `Unsupported`: shares of several accounts.
 */
export function buildImportTxs<S extends State>(
  state: S,
  intent: ImportsIntent,
  options?: Omit<Options, 'include' | 'strategy'>,
): readonly DraftOf<S['chain'], `${string}.ImportTx`>[];
export function buildImportTxs(
  state: State,
  intent: ImportsIntent,
  options: Omit<Options, 'include' | 'strategy'> = {},
): readonly Draft[] {
  checkStateShape(state);
  checkOptionsWithout(options, ['include', 'strategy']);
  if (Array.isArray(intent?.to))
    throw new AvalancheError(
      'Unsupported',
      'everything goes to one account: choose another account',
    ).at('to');
  checkValue(ImportsIntent, intent);
  const source = within(['from'], () => peerOf(state, intent.from));
  return state.chain === 'C'
    ? importsToC(state, { ...intent, source }, options)
    : importsTo(state, { ...intent, source }, options);
}

/** The intent, with the chain that it names resolved. */
type From = ImportsIntent & { readonly source: Chain };

function importsTo(
  state: UTXOState,
  { from, source, to: given }: From,
  options: Options,
): readonly Draft[] {
  const named = readTo(state, given);
  const tariff = tariffFor(state, options);
  const all = waitingSetOf(state, from, tariff, options);
  return overKnown(state, options, [all], ([funds]) => {
    const { coins } = economicAVAX(funds!);
    if (coins.length === 0) return [];
    const to = named ?? ownerOfAll(state, options, coins);
    return inBatches(funds!, 1, capacityOf(tariff).weight, (batch) =>
      importOver(state, { from, source, to }, { ...options, exclude: [] }, tariff, batch, noFunds),
    );
  });
}

function importsToC(state: CState, { from, source, to }: From, options: Options): readonly Draft[] {
  const tariff = atomicTariffOf(state, options, ['change', 'locked', 'strategy']);
  const shares = within(['to'], () => sharesOf(state, to as string | undefined));
  const { funds: all } = waitingOf(state, from, tariff, options);
  return overKnown(state, options, [all], ([funds]) =>
    inBatches(funds!, 1, atomicCapacity(tariff, options).weight, (batch) =>
      importOverC(
        state,
        { from, source, shares, isNamed: to !== undefined, others: 0 },
        { ...options, exclude: [] },
        tariff,
        batch,
      ),
    ),
  );
}
