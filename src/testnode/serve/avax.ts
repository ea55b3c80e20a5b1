/** Atomic transactions of the C-chain. Source: avalanchego `vms/saevm/cchain/api.go`; until Helicon coreth `plugin/evm/atomic/vm/api.go`. */
import type { avaxMethods } from '../../rpc/avax.ts';
import type { ResultInput } from '../../rpc/methods.ts';
import { txOf } from '../reads.ts';
import type { World } from '../world.ts';
import { prefixed } from './chains.ts';
import { decodeBytes, encodeBytes } from './encodings.ts';
import { refuse } from './envelope.ts';
import { type HandlersOf, type ServedNode, submitTo } from './node.ts';
import { isHelicon, utxoPage } from './pages.ts';
import { emptyID } from './params.ts';

interface TxParams {
  readonly txID: string;
  readonly encoding: string;
}

function txAnswer(world: World, { txID, encoding }: TxParams): ResultInput<'avax.getAtomicTx'> {
  const found = txOf(world, txID, 'C');
  const isSince = isHelicon(world);
  const as = { encoding: encoding as 'hex' };
  if (found?.status === 'Accepted') {
    const tx = encodeBytes(found.tx.bytes, encoding, isSince ? 'encoding tx: ' : '');
    return { tx, ...as, blockHeight: found.height };
  }
  if (isSince) return refuse('fetching tx: not found');
  if (txID === emptyID) return refuse('nil transaction ID');
  if (!found) return refuse(`could not find tx ${txID}`);
  return { tx: encodeBytes(found.tx.bytes, encoding), ...as };
}

function statusAnswer(world: World, txID: string): ResultInput<'avax.getAtomicTxStatus'> {
  const found = txOf(world, txID, 'C');
  if (found?.status === 'Accepted') return { status: 'Accepted', blockHeight: found.height };
  if (isHelicon(world)) return { status: 'Unknown' };
  if (txID === emptyID) return refuse('nil transaction ID');
  const status = found?.status;
  return { status: status === 'Processing' || status === 'Dropped' ? status : 'Unknown' };
}

function issueAnswer(node: ServedNode, { tx, encoding }: { tx: string; encoding: string }) {
  const { world } = node;
  const isSince = isHelicon(world);
  const before = isSince ? 'decoding tx: ' : 'problem decoding transaction: ';
  const bytes = prefixed(before, () => decodeBytes(tx, encoding));
  const issued = submitTo(node, 'C', bytes);
  if (issued.ok) return { txID: issued.txID };
  const { message } = issued;
  return refuse(
    isSince
      ? message
      : message
          .replace(/^parsing tx: /, 'problem parsing transaction: ')
          .replace(/^issuing tx: /, ''),
  );
}

/** The answers. */
export const avaxHandlers: HandlersOf<keyof typeof avaxMethods> = {
  'avax.getAtomicTx': ({ world }, params) => txAnswer(world, params),
  'avax.getAtomicTxStatus': ({ world }, { txID }) => statusAnswer(world, txID),
  'avax.getUTXOs': ({ world }, params) => utxoPage(world, 'C', params),
  'avax.issueTx': issueAnswer,
};
