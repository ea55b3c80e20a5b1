import { genesisFactsOf } from '../chain/genesis.ts';
import { idOf } from '../chain/ids.ts';
import { Block, Tx, type UTXO } from '../chain/xchain/index.ts';
import { guarded } from '../errors/arguments.ts';
import { within } from '../errors/error.ts';
import type { Network } from '../network/network.ts';
import { formatID } from '../text/id.ts';
import { decode, encode } from '../wire/codec.ts';
import type { UTXOChanges, XChanges } from './changes.ts';
import type { Store, XLedger } from './ledger.ts';
import { follow } from './pchain.ts';
import { flow, type Work, wholly } from './work.ts';

/**
 * The X-chain as it starts, before any vertex and block.
 * @param genesis The bytes of the P-chain’s genesis, which has the X-chain’s inside.
 * @param utxos Where to keep UTXOs; a `Map` if not given.
 * @throws {AvalancheError} As `genesisFactsOf`.
 * @example
 * import { readFileSync } from 'node:fs';
 * import { gunzipSync } from 'node:zlib';
 * const ledger = beginX(gunzipSync(readFileSync('vectors/genesis-fuji.bin.gz')), fuji);
 * [...ledger.utxos.values()][0].output.type; // 'secp256k1fx.TransferOutput'
 */
export const beginX = /* @__PURE__ */ guarded(function beginX(
  genesis: Uint8Array,
  network: Network,
  utxos: Store<UTXO> = new Map(),
): XLedger {
  for (const { utxo, id } of genesisFactsOf(genesis.slice()).utxos.X) utxos.set(formatID(id), utxo);
  return { chain: 'X', network, blockID: undefined, height: 0n, time: 0n, utxos };
});

const workOn = (ledger: XLedger): Work<XLedger, UTXO> => ({
  ledger,
  undo: [],
  consumed: [],
  produced: [],
  imported: [],
  exported: [],
});

/**
 * Lets a ledger accept the next block of the X-chain, and says what changed. The first block can be of any height.
 * Blocks are taken to be accepted by the network: signatures, owners and fees are not checked.
 * @param block The bytes of the block itself, without a proposervm header.
 * @throws {AvalancheError} Then the ledger is as before. As `decode`; `Mismatch`: the block is not the next, an input is not as
 *   its UTXO; `MissingState`: an input is not there.
 */
export const advanceX = /* @__PURE__ */ guarded(function advanceX(
  ledger: XLedger,
  block: Uint8Array,
): XChanges {
  const bytes = block.slice();
  const next = decode(Block, bytes);
  return within(['block'], () => {
    const { blockID: last, height } = ledger;
    if (last) follow({ blockID: last, height }, next);
    const changes = acceptX(ledger, next.txs);
    const blockID = idOf(bytes);
    ledger.blockID = blockID;
    ledger.height = next.height;
    ledger.time = next.time;
    return { blockID, height: next.height, time: next.time, ...changes };
  });
});

/**
 * Lets a ledger accept transactions that are in no block, as those of the X-chain’s vertices were, and says what changed.
 * @param txs In an order in which none spends what a later one makes.
 * @throws {AvalancheError} As `advanceX`.
 */
export const acceptX = /* @__PURE__ */ guarded(function acceptX(
  ledger: XLedger,
  txs: readonly Tx[],
): UTXOChanges<UTXO> {
  const work = workOn(ledger);
  wholly(work, () => {
    for (const [i, tx] of txs.entries())
      within(['txs', i], () => {
        const txID = idOf(encode(Tx, tx));
        flow(work, { chain: 'X', unsignedTx: tx.unsignedTx, txID });
      });
  });
  const { consumed, produced, imported, exported } = work;
  return { consumed, produced, imported, exported };
});
