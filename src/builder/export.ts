import { ExportTx as PExportTx } from '../chain/pchain/transfers.ts';
import { ExportTx as XExportTx } from '../chain/xchain/tx.ts';
import type { Draft, DraftOf } from '../draft/draft.ts';
import { AvalancheError, within } from '../errors/error.ts';
import { checkValue } from '../schema/schema.ts';
import { checkStateShape, type State } from '../state/state.ts';
import { exportFromC } from './cexport.ts';
import { type Options, readOutputs } from './intent.ts';
import { ExportIntent } from './intents/transfers.ts';
import { send } from './send.ts';
import { peerOf } from './state.ts';

/**
 * Builds a draft that exports amounts to another chain. From C it takes whole nAVAX from as few of the state's accounts as suffice, with
 * the nonces of the state.
 * @throws {AvalancheError} As `buildBaseTx`; `WrongChain`: not a chain that it can export to; `Unsupported`: an asset other than AVAX to
 *   or from C, or an option that does not apply to accounts.
 */
export function buildExportTx<S extends State>(
  state: S,
  intent: ExportIntent,
  options?: Options,
): DraftOf<S['chain'], `${string}.ExportTx`>;
export function buildExportTx(state: State, intent: ExportIntent, options: Options = {}): Draft {
  checkStateShape(state);
  checkValue(ExportIntent, intent);
  const peer = within(['to'], () => peerOf(state, intent.to));
  const wanted = readOutputs(intent.outputs, peer, state.network);
  const locked = wanted.findIndex(({ stakeableUntil }) => stakeableUntil !== undefined);
  if (locked >= 0)
    throw new AvalancheError(
      'Unsupported',
      'funds that can only be staked cannot be imported on the other chain',
    ).at('outputs', locked, 'stakeableUntil');
  return state.chain === 'C'
    ? exportFromC(state, peer, wanted, options)
    : send(
        state,
        { type: state.chain === 'P' ? PExportTx : XExportTx, wanted, peer: peer.blockchainID },
        options,
      );
}
