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

interface Made {
  readonly chain: 'P' | 'X';
  readonly bytes: Uint8Array;
  readonly block: PBlock | XBlock;
}

const timeOf = ({ block }: Made): bigint => ('time' in block ? block.time : 0n);

/** The ids of what the transactions of a block import. */
const importsOf = ({ block }: Made): readonly string[] =>
  ('txs' in block ? block.txs : []).flatMap(({ unsignedTx }) =>
    'importedInputs' in unsignedTx
      ? unsignedTx.importedInputs.map((input) => formatID(inputIDOf(input)))
      : [],
  );

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
    const all = blocks.map(
      ({ chain, bytes }): Made => ({
        chain,
        bytes,
        block: chain === 'P' ? decode(PBlock, bytes) : decode(XBlock, bytes),
      }),
    );
    const waiting = {
      P: all.filter(({ chain }) => chain === 'P'),
      X: all.filter(({ chain }) => chain === 'X'),
    };
    const isReady = (of: Made) =>
      importsOf(of).every((id) =>
        Object.values(node.world.memory[of.chain]).some((memory) => memory.get(id) !== undefined),
      );
    // Each chain's blocks are in order. The chains are merged by the times in the blocks, not as the node listed them: it lists a block
    // when it is accepted, on a busy machine after one of the other chain that was made a second later.
    while (waiting.P.length + waiting.X.length > 0) {
      const heads = [...waiting.P.slice(0, 1), ...waiting.X.slice(0, 1)].sort((a, b) =>
        Number(timeOf(a) - timeOf(b)),
      );
      const { chain, bytes, block } = heads.find(isReady) ?? heads[0]!;
      waiting[chain].shift();
      // A commit was made with its proposal.
      if (lastBlock(node.world, chain).height < block.height) {
        if ('time' in block && block.time > node.time()) node.setTime(block.time);
        for (const tx of 'txs' in block ? block.txs : []) {
          const signed = chain === 'P' ? encode(PTx, tx as PTx) : encode(XTx, tx as XTx);
          const issued = node.issue(chain, signed);
          if (!issued.ok) throw new Error(`${issued.message}: ${issued.error.message}`);
        }
        node.mine();
      }
      expect(formatHex(node.world[chain].blocks[Number(block.height)]!.bytes)).toBe(
        formatHex(bytes),
      );
      made.push(chain);
    }
    expect(made.filter((chain) => chain === 'P').length).toBeGreaterThan(25);
    expect(made.filter((chain) => chain === 'X').length).toBeGreaterThan(10);
  });
});
