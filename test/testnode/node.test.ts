/** The blocks of a real node, made again: the same transactions at the same times give the same bytes. */
import { beforeAll, expect, it } from 'vitest';
import { inputIDOf } from '../../src/chain/ids.ts';
import { Block as PBlock } from '../../src/chain/pchain/block.ts';
import { Tx as PTx, type UTXO } from '../../src/chain/pchain/tx.ts';
import { Block as XBlock } from '../../src/chain/xchain/block.ts';
import { Tx as XTx } from '../../src/chain/xchain/tx.ts';
import { sha256 } from '../../src/crypto/hash.ts';
import { parseAddress } from '../../src/network/address.ts';
import type { Network } from '../../src/network/network.ts';
import { createTestnode, type Testnode } from '../../src/testnode/index.ts';
import { lastBlock } from '../../src/testnode/reads.ts';
import { concatBytes } from '../../src/text/bytes.ts';
import { formatHex } from '../../src/text/hex.ts';
import { formatID } from '../../src/text/id.ts';
import { decode, encode } from '../../src/wire/codec.ts';
import { type Replay, replay } from '../support/history.ts';
import { describeRecorded, recordedNode } from '../support/recorded.ts';

/** What the node pretends that the C-chain exported: see `vectors/oracle/cmd/localnode/cchain.go`. */
function seedExports({ world, network }: Testnode, addresses: readonly Uint8Array[]): void {
  let count = 0;
  for (const to of ['P', 'X'] as const)
    for (const address of addresses)
      for (let i = 0; i < 10; i++) {
        const number = new Uint8Array(4);
        new DataView(number.buffer).setUint32(0, ++count);
        const utxo: UTXO = {
          txID: sha256(concatBytes(new TextEncoder().encode('C-chain export '), number)),
          outputIndex: 0,
          assetID: network.avaxAssetID,
          output: {
            type: 'secp256k1fx.TransferOutput',
            amount: 1_000_000_000_000n,
            locktime: 0n,
            threshold: 1,
            addresses: [address],
          },
        };
        world.memory[to].C.set(formatID(inputIDOf(utxo)), utxo);
      }
}

/** The ids of what the transactions of a block import. */
function importsOf({ chain, bytes }: Replay['blocks'][number]): readonly string[] {
  const block = chain === 'P' ? decode(PBlock, bytes) : decode(XBlock, bytes);
  return ('txs' in block ? block.txs : []).flatMap(({ unsignedTx }) =>
    'importedInputs' in unsignedTx
      ? unsignedTx.importedInputs.map((input) => formatID(inputIDOf(input)))
      : [],
  );
}

describeRecorded('a populated node', () => {
  let found: Replay;
  let addresses: readonly Uint8Array[];
  beforeAll(async () => {
    const args = ['--history', '--populate', '--min-stake-duration', '2s'];
    const node = await recordedNode('history', args);
    found = await replay(node);
    addresses = node.ready.keys.map(
      ({ pAddress }) => parseAddress(pAddress, found.p.network).bytes,
    );
    await node.stop();
  }, 120_000);

  it('made the blocks that a test node makes of its transactions', () => {
    const { network: of, genesis, blocks } = { ...found, network: found.p.network };
    const staking = { ...of.staking, minStakeDuration: 2n, heliconMinStakeDuration: 2n };
    const network: Network = { ...of, staking };
    const node = createTestnode({ network, genesis, secondsPerBlock: 0n });
    seedExports(node, addresses);
    node.hold();
    const made: string[] = [];
    const waiting = [...blocks];
    while (waiting.length > 0) {
      // A node on a busy machine lists an import before the block of the other chain that exports: that one comes first.
      const { chain: next } = waiting[0]!;
      const isReady = importsOf(waiting[0]!).every((id) =>
        Object.values(node.world.memory[next]).some((memory) => memory.get(id) !== undefined),
      );
      const other = waiting.findIndex((of) => of.chain !== next);
      const [{ chain, bytes }] = waiting.splice(isReady || other < 0 ? 0 : other, 1) as [
        (typeof blocks)[number],
      ];
      const { height } = chain === 'P' ? decode(PBlock, bytes) : decode(XBlock, bytes);
      // A commit was made with its proposal.
      if (lastBlock(node.world, chain).height < height) {
        const block = chain === 'P' ? decode(PBlock, bytes) : decode(XBlock, bytes);
        if ('time' in block && block.time > node.time()) node.setTime(block.time);
        for (const tx of 'txs' in block ? block.txs : []) {
          const signed = chain === 'P' ? encode(PTx, tx as PTx) : encode(XTx, tx as XTx);
          const issued = node.issue(chain, signed);
          if (!issued.ok) throw new Error(`${issued.message}: ${issued.error.message}`);
        }
        node.mine();
      }
      expect(formatHex(node.world[chain].blocks[Number(height)]!.bytes)).toBe(formatHex(bytes));
      made.push(chain);
    }
    expect(made.filter((chain) => chain === 'P').length).toBeGreaterThan(25);
    expect(made.filter((chain) => chain === 'X').length).toBeGreaterThan(10);
  });
});
