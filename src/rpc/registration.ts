import { Block } from '../chain/pchain/block.ts';
import { open } from '../open/open.ts';
import { equalBytes } from '../text/bytes.ts';
import { parseID } from '../text/id.ts';
import { settingsOf } from '../tx/authorities.ts';
import { decode } from '../wire/codec.ts';
import type { Ask } from './ask.ts';
import { bytesAnswered } from './common.ts';
import type { CallOptions } from './service.ts';

/** Blocks of one second that are looked at. */
const mostBlocks = 8n;

/**
 * The transaction that began an L1 validation. Nodes have no index of them, but the validator says when it started, which is the time of its
 * block: a binary search over heights finds it.
 * @returns Its signed bytes; undefined if no such block has it.
 * @throws {AvalancheError} `NodeError`: the node does not have the validator any more; as `ask`.
 */
export async function registrationOf(
  ask: Ask,
  validationID: string,
  of: CallOptions,
): Promise<Uint8Array | undefined> {
  const { startTime } = await ask('platform.getL1Validator', { validationID }, of);
  const { height: last } = await ask('platform.getHeight', {}, of);
  const blockAt = async (height: bigint): Promise<Uint8Array> =>
    bytesAnswered((await ask('platform.getBlockByHeight', { height }, of)).block);
  let [low, high] = [0n, last];
  while (low < high) {
    const middle = (low + high) / 2n;
    if (timeOf(await blockAt(middle)) < startTime) low = middle + 1n;
    else high = middle;
  }
  const id = parseID(validationID);
  for (let height = low; height <= last && height < low + mostBlocks; height++) {
    const bytes = await blockAt(height);
    if (timeOf(bytes) !== startTime) return undefined;
    const found = open(bytes, { chain: 'P', kind: 'block' }).txs.find(({ unsignedTx, txID }) =>
      settingsOf(unsignedTx, parseID(txID), ['disable']).some((set) => equalBytes(set.id, id)),
    );
    if (found) return found.bytes;
  }
  return undefined;
}

/** When a block was made; those before Banff do not say, and have no L1. */
function timeOf(bytes: Uint8Array): bigint {
  const block = decode(Block, bytes);
  return 'time' in block ? block.time : 0n;
}
