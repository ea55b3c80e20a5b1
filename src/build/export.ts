import type { ChainName } from '../chain/kinds.ts';
import type { Draft } from '../draft/draft.ts';
import { within } from '../errors.ts';
import type { State } from '../state/state.ts';
import { checkKeys, type Options, type Output, readOutputs } from './intent.ts';
import { peerOf } from './peer.ts';
import { send } from './send.ts';

/** Funds for owners on another chain, who import them there. */
export interface ExportIntent {
  readonly to: ChainName;
  /** Addresses are of the chain `to`. */
  readonly outputs: readonly Output[];
}

/**
 * A draft that sends amounts to another chain.
 * @throws {CodecError} As `buildBaseTx`; `WrongChain`: no chain that it can send to; `Unsupported`: another asset than AVAX to C.
 */
export function buildExportTx(state: State, intent: ExportIntent, options: Options = {}): Draft {
  checkKeys(intent, ['to', 'outputs']);
  const peer = within(['to'], () => peerOf(state, intent.to));
  const wanted = readOutputs(intent.outputs, peer, state.network);
  return send(state, { type: 'ExportTx', wanted, peer: peer.blockchainID }, options);
}
