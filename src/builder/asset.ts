import { CreateAssetTx } from '../chain/xchain/tx.ts';
import type { DraftOf } from '../draft/draft.ts';
import { checkKeys } from '../errors/arguments.ts';
import { AvalancheError, within } from '../errors/error.ts';
import { verifyNames } from '../rules/xchain/asset.ts';
import { blockchainOf, type XState } from '../state/state.ts';
import { type InitialSupply, readInitial } from './initial.ts';
import { type Options, readMemo } from './intent.ts';
import { checkBuild, checkChain } from './state.ts';
import { payOnX } from './xpay.ts';

/** A new asset. */
export interface CreateAssetIntent {
  /** 1 to 128 ASCII letters, digits and spaces, none at the ends. Not unique. */
  readonly name: string;
  /** 1 to 4 capital letters. Not unique. */
  readonly symbol: string;
  /** Decimals of the unit that people count in: 0 to 32. */
  readonly denomination: number;
  /** What there is of it at first, and who may mint more: what is not here can never be. */
  readonly initial: InitialSupply;
  /** Text as UTF-8, or bytes: at most 256. */
  readonly memo?: string | Uint8Array;
}

/**
 * A draft that makes an asset. Its id is the transaction’s: `parseID(finalize(…).txID)`.
 * @throws {AvalancheError} As `buildBaseTx`, and `OutOfRange`: a name, symbol or denomination that no node takes, an amount, a
 *   group, nobody to ever have any; `TooLong`: a name, symbol or payload.
 */
export function buildCreateAssetTx(
  state: XState,
  intent: CreateAssetIntent,
  options: Options = {},
): DraftOf<'X', 'avm.CreateAssetTx'> {
  checkBuild(state, intent, options);
  checkChain(state, 'X');
  checkKeys(intent, ['name', 'symbol', 'denomination', 'initial', 'memo']);
  const { name, symbol, denomination, initial } = intent;
  const chain = blockchainOf(state);
  const memo = readMemo(intent.memo, chain);
  if (typeof name !== 'string')
    throw new AvalancheError('BadText', 'must be text', { kind: 'text' }).at('name');
  if (typeof symbol !== 'string')
    throw new AvalancheError('BadText', 'must be text', { kind: 'text' }).at('symbol');
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
      own: { type: CreateAssetTx.name, memo, name, symbol, denomination, initialStates },
      rights: [],
    }),
    options,
  );
}
