/** The X-chain: building, accepting and recording its blocks as a node does. */
import type { AnyTx } from '../chain/tx.ts';
import { Block } from '../chain/xchain/block.ts';
import { applyXBlock } from '../history/xchain.ts';
import { parseID } from '../text/id.ts';
import { encode } from '../wire/codec.ts';
import { addBlock, addContainer } from './blocks.ts';
import { setEntry } from './journal.ts';
import { crossChains, recordTx } from './records.ts';
import type { World } from './world.ts';

type XTxRecord = Extract<AnyTx, { readonly chain: 'X' }>;

const noRoot = /* @__PURE__ */ new Uint8Array(32);

/**
 * Makes a block with transactions that are known to be valid, and accepts it.
 * Source: avalanchego `vms/avm/block/builder/builder.go` `BuildBlock`, `vms/avm/block/executor/block.go` `Accept`.
 */
export function makeXBlock(world: World, txs: readonly XTxRecord[]): void {
  const { ledger } = world.X;
  const { clock } = world;
  const parentID = ledger.blockID!;
  const time = clock > ledger.time ? clock : ledger.time;
  const bytes = encode(Block, {
    type: 'avm.StandardBlock',
    parentID,
    height: ledger.height + 1n,
    time,
    merkleRoot: noRoot,
    txs: txs.map(({ unsignedTx, credentials }) => ({ unsignedTx, credentials })),
  });
  const changes = applyXBlock(ledger, bytes);
  const { blockID: id, height } = changes;
  const txIDs = txs.map(({ txID }) => txID);
  addBlock(world, 'X', { id, parentID, bytes, height, time, acceptedAt: clock, txIDs });
  for (const tx of txs) {
    recordTx(world, { tx, status: 'Accepted', height });
    const block = { id: parseID(tx.txID), bytes: tx.bytes, acceptedAt: clock };
    addContainer(world, world.X.txIndex, block);
    noteAsset(world, tx);
  }
  crossChains(world, 'X', changes);
}

/** Records the asset that a transaction creates. */
function noteAsset({ journal, X }: World, { unsignedTx: tx, txID }: XTxRecord): void {
  if (tx.type !== 'avm.CreateAssetTx') return;
  const { name, symbol, denomination, initialStates } = tx;
  const fxs = initialStates.map(({ fxIndex }) => fxIndex);
  setEntry(journal, X.assets, txID, { assetID: parseID(txID), name, symbol, denomination, fxs });
}
