import { genesisSummaryOf } from '../chain/genesis.ts';
import { idOf } from '../chain/ids.ts';
import { Block, Tx, type UTXO } from '../chain/xchain/index.ts';
import { toBytes, toList } from '../errors/arguments.ts';
import { within } from '../errors/error.ts';
import type { Network } from '../network/network.ts';
import { checkArgument } from '../schema/check.ts';
import { formatID } from '../text/id.ts';
import { decode, encode } from '../wire/codec.ts';
import {
  applyUTXOs,
  atomically,
  type UTXOChanges,
  utxoChangesOf,
  workOn,
  type XChanges,
} from './changes.ts';
import type { XLedger, XStores } from './ledger.ts';
import { ledgerArgument } from './ledger.ts';
import { assertNext } from './pchain.ts';

/** The ledger of the X-chain before its first vertex and block. The P-chain's genesis contains its own. */
export function createXLedger(
  genesis: Uint8Array,
  network: Network,
  { utxos = new Map() }: Partial<XStores> = {},
): XLedger {
  for (const { utxo, id } of genesisSummaryOf(toBytes(genesis).slice()).utxos.X)
    utxos.set(formatID(id), utxo);
  return { chain: 'X', network, blockID: undefined, height: 0n, time: 0n, utxos };
}

export function applyXBlock(ledger: XLedger, block: Uint8Array): XChanges {
  const bytes = toBytes(block, 'block').slice();
  const next = decode(Block, bytes);
  return within(['block'], () => {
    const { blockID: last, height } = ledger;
    if (last) assertNext({ blockID: last, height }, next);
    const changes = applyAcceptedTxs(ledger, next.txs);
    const blockID = idOf(bytes);
    ledger.blockID = blockID;
    ledger.height = next.height;
    ledger.time = next.time;
    return { blockID, height: next.height, time: next.time, ...changes };
  });
}

/**
 * Applies transactions that are in no block, such as those of the X-chain's vertices, and returns the changes.
 * @param txs In an order in which no transaction spends an output of a later one.
 * @throws {AvalancheError} As `applyBlock`.
 */
export function applyAcceptedTxs(ledger: XLedger, txs: readonly Tx[]): UTXOChanges<UTXO> {
  checkArgument(ledger, ledgerArgument, 'ledger');
  toList(txs, 'txs');
  const work = workOn<XLedger, UTXO>(ledger);
  atomically(work, () => {
    for (const [i, tx] of txs.entries())
      within(['txs', i], () => {
        const txID = idOf(encode(Tx, tx));
        applyUTXOs(work, { chain: 'X', unsignedTx: tx.unsignedTx, txID });
      });
  });
  return utxoChangesOf(work);
}
