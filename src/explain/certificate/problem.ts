import type { Coin } from '../../builder/coins.ts';
import type { Options } from '../../builder/intent.ts';
import type { Intent } from '../../builder/intents/table.ts';
import type { DraftOf } from '../../draft/draft.ts';
import type { Tariff } from '../../fee/tariff.ts';
import type { PState } from '../../state/state.ts';

/** What the bound of a transaction of the P-chain depends on. */
export interface PProblem {
  readonly state: PState;
  readonly intent: Intent;
  readonly draft: DraftOf<'P'>;
  readonly options: Options;
  readonly tariff: Tariff;
  /** UTXOs of the chain that can be spent, but those that have to be. */
  readonly coins: readonly Coin[];
  /** Those that can only be staked. */
  readonly stakeable: readonly Coin[];
  /** Weight of the transaction without the inputs, change and stakes that can be selected. */
  readonly base: bigint;
  /** Units of each asset that it needs without a fee, by hex; negative where what has to be spent holds more. */
  readonly needs: ReadonlyMap<string, bigint>;
}
