import { CreateAssetTx } from '../chain/xchain/tx.ts';
import type { DraftOf } from '../draft/draft.ts';
import { AvalancheError, within } from '../errors/error.ts';
import { verifyNames } from '../rules/xchain/assets.ts';
import { checkValue } from '../schema/schema.ts';
import { blockchainOf, type XState } from '../state/state.ts';
import { readInitial } from './initial.ts';
import { type Options, readMemo } from './intent.ts';
import { CreateAssetIntent } from './intents/assets.ts';
import { checkChain } from './state.ts';
import { payOnX } from './xpay.ts';

/**
 * Builds a draft that creates an asset. The asset's id is that of the transaction: `parseID(finalize(…).txID)`.
 * @throws {AvalancheError} As `buildBaseTx`, and `OutOfRange`: a name, symbol or denomination that nodes refuse, an invalid amount or
 *   group, or an asset without holders and minters; `TooLong`: a name, symbol or payload.
 */
export function buildCreateAssetTx(
  state: XState,
  intent: CreateAssetIntent,
  options: Options = {},
): DraftOf<'X', 'avm.CreateAssetTx'> {
  checkChain(state, 'X');
  checkValue(CreateAssetIntent, intent);
  const { name, symbol, denomination, initial } = intent;
  const chain = blockchainOf(state);
  const memo = readMemo(intent.memo, chain);
  if (!Number.isInteger(denomination) || denomination < 0)
    throw new AvalancheError('OutOfRange', `must be an integer from 0 to 32, got ${denomination}`, {
      value: denomination,
      min: 0,
      max: 32,
    }).at('denomination');
  const initialStates = within(['initial'], () => readInitial(initial, chain, state.network));
  verifyNames({ name, symbol, denomination, initialStates });
  return payOnX(
    state,
    () => ({
      fields: { type: CreateAssetTx.name, memo, name, symbol, denomination, initialStates },
      rights: [],
    }),
    options,
  );
}
