import type { ChainName } from '../chain/declared.ts';
import type { Draft, DraftOf } from '../draft/draft.ts';
import { checkKeys } from '../errors/arguments.ts';
import { AvalancheError, within } from '../errors/error.ts';
import type { Address, Owner } from '../state/owner.ts';
import type { State } from '../state/state.ts';
import { atomicTariffOf } from './atomic.ts';
import { inBatches } from './batches.ts';
import { fillIn } from './change.ts';
import { waitingOf } from './cimport.ts';
import { type SpendableSet, waitingSetOf } from './coins.ts';
import { buildImportTx } from './import.ts';
import { checkOptionsWithout, type Options, tariffFor } from './intent.ts';
import { checkBuild, peerOf } from './state.ts';
import { overKnown } from './trust.ts';

/** All the AVAX that another chain exported, however many transactions it takes. */
export interface ImportsIntent {
  /** The chain that exported the UTXOs. */
  readonly from: ChainName;
  /** Gets all of it: of the C-chain an account, `0x` and 40 hex digits. Without it, whoever gets change, or the only account. */
  readonly to?: Owner | Address;
}

/**
 * Drafts that import all the AVAX that waits from another chain and pays for itself, each as much as one transaction holds. No
 * two spend the same, and none needs another or funds of the chain, so all can be issued in any order. What costs more
 * to import than it holds stays, and so do other assets, which `buildImportTx` imports.
 * @returns None, if nothing that waits pays for itself.
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
  checkBuild(state, intent, options);
  checkKeys(intent, ['from', 'to']);
  checkOptionsWithout(options, ['include', 'strategy']);
  if (Array.isArray(intent.to))
    throw new AvalancheError(
      'Unsupported',
      'everything goes to one account: choose another account',
    ).at('to');
  within(['from'], () => peerOf(state, intent.from));
  const { all, cap } = waitingCoins(state, intent, options);
  return overKnown(state, options, [all], ([funds]) =>
    importsOver(state, intent, options, cap, funds!),
  );
}

function importsOver(
  state: State,
  intent: ImportsIntent,
  options: Omit<Options, 'include' | 'strategy'>,
  cap: bigint,
  funds: SpendableSet,
): readonly Draft[] {
  const ofAVAX = funds.eligible.filter(({ isAVAX }) => isAVAX);
  const coins = ofAVAX.filter(({ value }) => value > 0n);
  if (coins.length === 0) return [];
  const to =
    intent.to ??
    (state.chain === 'C' ? undefined : (options.change ?? fillIn(state, options, coins)));
  const uneconomic = ofAVAX.length - coins.length;
  return inBatches({ coins, uneconomic, notVouched: funds.left, least: 1, cap }, (batch, from) => {
    const imports = { [intent.from]: batch.map(({ utxo }) => utxo) };
    const part = { ...state, from, imports, ...('utxos' in state && { utxos: [] }) } as State;
    const one = { from: intent.from, ...(to !== undefined && { to }) };
    return buildImportTx(part, one as ImportsIntent, { ...options, exclude: [] });
  });
}

/** What waits, best first, and the most that a transaction may weigh. */
function waitingCoins(state: State, { from }: ImportsIntent, options: Options) {
  if (state.chain === 'C') {
    const tariff = atomicTariffOf(state, options, ['change', 'locked', 'strategy']);
    return { all: waitingOf(state, from, tariff, options).funds, cap: tariff.cap };
  }
  const tariff = tariffFor(state, options);
  return { all: waitingSetOf(state, from, tariff, options), cap: tariff.cap };
}
