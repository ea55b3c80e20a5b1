/** Atomic transactions of the C-chain, with the texts since Helicon. Source: avalanchego `vms/saevm/cchain/api.go`. */
import type { avaxMethods } from '../../rpc/avax.ts';
import type { ResultInput } from '../../rpc/methods.ts';
import { isHelicon } from '../cpool.ts';
import { txOf } from '../reads.ts';
import type { World } from '../world.ts';
import { prefixed } from './chains.ts';
import { decodeBytes, encodeBytes } from './encodings.ts';
import { refuse } from './envelope.ts';
import { type HandlersOf, type ServedNode, submitTo } from './node.ts';
import { utxoPage } from './pages.ts';

interface TxParams {
  readonly txID: string;
  readonly encoding: string;
}

function txAnswer(world: World, { txID, encoding }: TxParams): ResultInput<'avax.getAtomicTx'> {
  const found = txOf(world, txID, 'C');
  // Since Helicon a node gives accepted transactions only.
  if (!found || (found.status !== 'Accepted' && isHelicon(world)))
    return refuse('fetching tx: not found');
  return {
    tx: encodeBytes(found.tx.bytes, encoding, 'encoding tx: '),
    encoding: encoding as 'hex',
    ...(found.status === 'Accepted' && { blockHeight: found.height }),
  };
}

function statusAnswer(world: World, txID: string): ResultInput<'avax.getAtomicTxStatus'> {
  const found = txOf(world, txID, 'C');
  if (found?.status === 'Accepted') return { status: 'Accepted', blockHeight: found.height };
  const status = isHelicon(world) ? undefined : found?.status;
  return { status: status === 'Processing' || status === 'Dropped' ? status : 'Unknown' };
}

function issueAnswer(node: ServedNode, { tx, encoding }: { tx: string; encoding: string }) {
  const bytes = prefixed('decoding tx: ', () => decodeBytes(tx, encoding));
  const issued = submitTo(node, 'C', bytes);
  return issued.ok ? { txID: issued.txID } : refuse(issued.message);
}

/** The answers. */
export const avaxHandlers: HandlersOf<keyof typeof avaxMethods> = {
  'avax.getAtomicTx': ({ world }, params) => txAnswer(world, params),
  'avax.getAtomicTxStatus': ({ world }, { txID }) => statusAnswer(world, txID),
  'avax.getUTXOs': ({ world }, params) => utxoPage(world, 'C', params),
  'avax.issueTx': issueAnswer,
};
