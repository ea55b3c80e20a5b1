/**
 * Writes the containers of an X-chain with a transfer a block to a file, as `run.ts --keep` does for all types: for measuring how cost grows. Each
 * transfer spends one UTXO and makes two, so that the ledger grows by one a block. No signature is valid: an index does not look at them.
 *
 *     npx tsx tools/indexing/transfers.ts FILE COUNT
 */

import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { command } from '../../scripts/oracle.ts';
import { genesisSummaryOf } from '../../src/chain/genesis.ts';
import { idOf } from '../../src/chain/ids.ts';
import { Block, Tx, type UnsignedTx } from '../../src/chain/xchain/index.ts';
import { testnodeNetwork as network } from '../../src/network/known.ts';
import { createTestnode } from '../../src/testnode/index.ts';
import { formatHex } from '../../src/text/hex.ts';
import { formatID } from '../../src/text/id.ts';
import { encode } from '../../src/wire/codec.ts';
import { randomBy } from '../../test/testnode/randomnode.ts';

await command(import.meta.url, async () => {
  const [path, count] = process.argv.slice(2);
  if (path === undefined || !(Number(count) > 0)) throw new Error('transfers.ts FILE COUNT');
  const random = randomBy(1);
  const own = Array.from({ length: 2000 }, () =>
    Uint8Array.from({ length: 20 }, () => random(256)),
  );
  const node = createTestnode();
  const { utxos } = genesisSummaryOf(node.genesis);
  const assetID = network.avaxAssetID;
  const free = utxos.X.map(({ utxo }) => {
    const { txID, outputIndex, output } = utxo;
    return { txID, outputIndex, amount: 'amount' in output ? output.amount : 0n };
  }).filter(({ amount }) => amount > 0n);
  const file = createWriteStream(path);
  let parentID: Uint8Array = new Uint8Array(32).fill(9);
  for (let i = 0; i < Number(count); i++) {
    const spent = free.splice(random(Math.min(free.length, 5000)), 1)[0]!;
    const amounts = [spent.amount / 2n, spent.amount - spent.amount / 2n - 1_000n];
    const unsignedTx: UnsignedTx = {
      type: 'avm.BaseTx',
      networkID: network.networkID,
      blockchainID: network.chains.X.blockchainID,
      outputs: amounts.map((amount) => ({
        assetID,
        output: {
          type: 'secp256k1fx.TransferOutput',
          amount,
          locktime: 0n,
          threshold: 1,
          addresses: [own[random(own.length)]!],
        },
      })),
      inputs: [
        {
          txID: spent.txID,
          outputIndex: spent.outputIndex,
          assetID,
          input: { type: 'secp256k1fx.TransferInput', amount: spent.amount, signatureIndices: [0] },
        },
      ],
      memo: new Uint8Array(),
    };
    const signature = Uint8Array.from({ length: 65 }, () => random(256));
    const tx: Tx = {
      unsignedTx,
      credentials: [{ credential: { type: 'secp256k1fx.Credential', signatures: [signature] } }],
    };
    const txID = idOf(encode(Tx, tx));
    amounts.forEach((amount, outputIndex) => void free.push({ txID, outputIndex, amount }));
    const bytes = encode(Block, {
      type: 'avm.StandardBlock',
      parentID,
      height: BigInt(i + 1),
      time: 1_790_812_800n + BigInt(i),
      merkleRoot: new Uint8Array(32),
      txs: [tx],
    } as never);
    parentID = idOf(bytes);
    const line = { feed: 'X/block', id: formatID(parentID), hex: formatHex(bytes) };
    if (!file.write(`${JSON.stringify(line)}\n`)) await once(file, 'drain');
  }
  file.end();
  await once(file, 'close');
});
