import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Localnode } from '../../scripts/localnode.ts';
import { UTXO } from '../../src/chain/pchain/tx.ts';
import { applyBlock, createLedger, type UTXOChanges } from '../../src/history/index.ts';
import { openContainers, ProposerBlock } from '../../src/open/blocks.ts';
import { formatBytes, formatHex, parseBytes } from '../../src/text/hex.ts';
import { formatID } from '../../src/text/id.ts';
import { decode, encode } from '../../src/wire/codec.ts';
import { expectEqual } from '../support/equal.ts';
import { type Replay, replay } from '../support/history.ts';
import { callP } from '../support/pnode.ts';
import { describeRecorded, recordedNode } from '../support/recorded.ts';

/** What waits on a chain for an import: CB58 of its UTXOs’ ids. */
function waiting(
  from: readonly UTXOChanges<unknown>[],
  by: readonly UTXOChanges<unknown>[],
  to: string,
): readonly string[] {
  const there = from.flatMap(({ exported }) => exported).filter((e) => formatID(e.to) === to);
  const gone = new Set(by.flatMap(({ imported }) => imported).map(({ id }) => formatID(id)));
  return there.map(({ id }) => formatID(id)).filter((id) => !gone.has(id));
}

const tidy = (utxos: readonly UTXO[]): readonly string[] =>
  utxos.map((utxo) => formatHex(encode(UTXO, utxo)));

describeRecorded('a populated node', () => {
  let node: Localnode;
  let found: Replay;
  beforeAll(async () => {
    node = await recordedNode('history', ['--history', '--populate', '--min-stake-duration', '2s']);
    found = await replay(node);
  });
  afterAll(() => node?.stop());

  it('has the ledger’s state after every block', async () => {
    // What differs has thrown: `replay` compares.
    expect(found.pChanges.length).toBeGreaterThan(25);
    expect(found.xChanges.length).toBeGreaterThan(10);
    expect(
      new Set(found.xChanges.flatMap(({ produced }) => produced.map(({ why }) => why))),
    ).toEqual(new Set(['mint', 'output']));
    const whys = found.pChanges.flatMap(({ l1Validators }) => l1Validators.map(({ why }) => why));
    expect(whys).toEqual(['registered', 'registered', 'weight', 'balance', 'disabled']);
  });

  it('has between its chains what has left one and has not come to the other', async () => {
    const { keys, pChainID, xChainID } = node.ready;
    const asked = { addresses: keys.map((k) => k.pAddress), sourceChain: xChainID };
    const { result } = await callP(node, 'getUTXOs', { ...asked, encoding: 'hex' });
    expect(waiting(found.xChanges, found.pChanges, pChainID)).toHaveLength(
      Number(result.numFetched),
    );
    expect(waiting(found.pChanges, found.xChanges, node.ready.cChainID)).toHaveLength(1);
  });

  it('has paid the rewards that the ledger says', async () => {
    const paid = new Map<string, UTXO[]>();
    for (const { utxo, why } of found.pChanges.flatMap(({ produced }) => produced)) {
      if (why !== 'reward' && why !== 'delegateeReward') continue;
      const txID = formatID(utxo.txID);
      paid.set(txID, [...(paid.get(txID) ?? []), utxo]);
    }
    expect(paid.size).toBeGreaterThan(1);
    for (const [txID, utxos] of paid) {
      const { result } = await callP(node, 'getRewardUTXOs', { txID, encoding: 'hex' });
      const told = (result.utxos as unknown as readonly string[]).map((text) =>
        decode(UTXO, parseBytes(text, 'hex')),
      );
      expect(tidy(utxos)).toEqual(tidy(told));
    }
  });

  it('is followed through the index API, whose wrappers are written again as they were', async () => {
    const { genesis } = found;
    const p = createLedger(genesis, { chain: 'P', network: found.p.network });
    const x = createLedger(genesis, { chain: 'X', network: found.x.network });
    const range = { startIndex: 0, numToFetch: 1024, encoding: 'hex' };
    const containers = async (chain: 'P' | 'X') => {
      const reply = await node.rpc(`/ext/index/${chain}/block`, 'index.getContainerRange', range);
      const { result } = JSON.parse(reply) as { result: { containers: { bytes: string }[] } };
      const opened = openContainers(reply, { chain });
      expect(
        opened.map(({ wrapper }) => formatBytes(encode(ProposerBlock, wrapper!), 'hex')),
      ).toEqual(result.containers.map(({ bytes }) => bytes));
      return opened;
    };
    // Rewards may have been paid since the ledger was made.
    for (const { bytes } of await containers('P'))
      if (p.height < found.p.height) applyBlock(p, bytes);
    for (const { bytes } of await containers('X')) applyBlock(x, bytes);
    expectEqual(p, found.p);
    expectEqual(x, found.x);
  });
});

describeRecorded('a populated node without the last upgrades', () => {
  it.each(['etna', 'fortuna', 'granite'])(
    'has the ledger’s state after every block: %s',
    async (upgrade) => {
      const node = await recordedNode('history', ['--history', '--populate', '--upgrade', upgrade]);
      expect((await replay(node)).pChanges.length).toBeGreaterThan(20);
    },
  );
});
