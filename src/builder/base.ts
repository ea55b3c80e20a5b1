import { BaseTx as PBaseTx } from '../chain/pchain/transfers.ts';
import { BaseTx as XBaseTx } from '../chain/xchain/tx.ts';
import type { Draft, DraftOf } from '../draft/draft.ts';
import { AvalancheError } from '../errors/error.ts';
import { checkValue } from '../schema/schema.ts';
import { blockchainOf, checkStateShape, type State } from '../state/state.ts';
import { type Options, readMemo, readOutputs } from './intent.ts';
import { BaseIntent } from './intents/transfers.ts';
import { send } from './send.ts';

/**
 * Builds a draft that pays amounts on the chain of the state.
 * @throws {AvalancheError} With the path of the error. `Insufficient`: context has `assetID`, `needed`, `spendable`,
 *   `uneconomic`, `stakeable`, `timelocked`, `foreign` and `excluded`; `WrongNetwork`, `WrongChain`: an address of another network or
 *   chain; `Ambiguous`: the change owner must be named; `FeeTooHigh`, `OutOfRange`, `TooLong`, `Duplicate`, `Unsupported`.
 */
export function buildBaseTx<S extends State>(
  state: S,
  intent: BaseIntent,
  options?: Options,
): DraftOf<Exclude<S['chain'], 'C'>, `${string}.BaseTx`>;
export function buildBaseTx(state: State, intent: BaseIntent, options: Options = {}): Draft {
  checkStateShape(state);
  if (state.chain === 'C')
    throw new AvalancheError('WrongChain', 'the C-chain has no such transaction', {
      have: 'C',
      need: 'P or X',
    }).at('state');
  checkValue(BaseIntent, intent);
  const chain = blockchainOf(state);
  const memo = readMemo(intent.memo, chain);
  const wanted = readOutputs(intent.outputs, chain, state.network);
  return send(state, { type: state.chain === 'P' ? PBaseTx : XBaseTx, wanted, memo }, options);
}
