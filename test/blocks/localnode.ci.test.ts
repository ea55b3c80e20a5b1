import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Localnode } from '../../scripts/localnode.ts';
import { verifyProposer } from '../../src/blocks/proposer.ts';
import { identifyNetwork } from '../../src/network/identity.ts';
import { openContainer, openContainers } from '../../src/open/indexed.ts';
import { open } from '../../src/open/open.ts';
import { toJSONText } from '../../src/open/opened.ts';
import { equalBytes } from '../../src/text/bytes.ts';
import { formatHex } from '../../src/text/hex.ts';
import { formatID, parseID } from '../../src/text/id.ts';
import { describeWithGo } from '../support/go.ts';
import { startLocalnode } from '../support/localnode.ts';

describeWithGo('every block and container of a populated node', () => {
  let node: Localnode;
  beforeAll(async () => {
    node = await startLocalnode(['--populate', '--min-stake-duration', '2s']);
  });
  afterAll(() => node?.stop());

  it.each([
    ['P', 'platform'],
    ['X', 'avm'],
  ] as const)('of %s agrees with itself, in hex and JSON, wrapped and bare', async (chain, vm) => {
    const network = identifyNetwork(node.ready.networkID);
    const chainID = parseID(chain === 'P' ? node.ready.pChainID : node.ready.xChainID);
    const ask = async (method: string, params: object, path = `/ext/bc/${chain}`) => {
      const text = await node.rpc(path, method, params);
      expect(text).not.toContain('"error"');
      return text;
    };
    const height = Number(
      (JSON.parse(await ask(`${vm}.getHeight`, {})) as { result: { height: string } }).result
        .height,
    );
    expect(height).toBeGreaterThan(chain === 'P' ? 20 : 4);

    const index = `/ext/index/${chain}/block`;
    const params = { startIndex: 0, numToFetch: 1024, encoding: 'hex' };
    const range = await ask('index.getContainerRange', params, index);
    const wrapped = openContainers(range, { chain, network });
    expect(wrapped).toHaveLength(height);
    const last = await ask('index.getLastAccepted', { encoding: 'hexnc' }, index);
    expect(openContainer(last, { chain })).toMatchObject({ id: wrapped.at(-1)!.id });

    let parent: string | undefined;
    for (let at = 0; at <= height; at++) {
      const hex = await ask(`${vm}.getBlockByHeight`, { height: at, encoding: 'hex' });
      const text = await ask(`${vm}.getBlockByHeight`, { height: at, encoding: 'json' });
      const block = open(hex, { chain, network });
      const json = /"block":(\{.*\}),"encoding":"json"/.exec(text)![1]!;
      // What a node built itself, and has not read back, has Go's nil for an empty list.
      expect(toJSONText(block)).toBe(json.replaceAll(':null', ':[]'));
      expect(formatHex(open(text, { chain, network }).bytes)).toBe(formatHex(block.bytes));
      if (block.kind !== 'block') throw new Error(block.kind);
      if (at > 0) expect(formatID(block.value.parentID)).toBe(parent);
      parent = block.id!;
      const byID = await ask(`${vm}.getBlock`, { blockID: parent, encoding: 'hexnc' });
      expect(equalBytes(open(byID, { chain }).bytes, block.bytes)).toBe(true);
      for (const { txID } of block.txs) {
        const tx = await ask(`${vm}.getTx`, { txID, encoding: 'json' });
        expect(tx).toContain(`"id":"${txID}"`);
      }
      if (at === 0) continue;
      // The first accepted block has index 0, and height 1.
      const { wrapper, content, index: place, txs } = wrapped[at - 1]!;
      expect(place).toBe(BigInt(at - 1));
      expect(content).toMatchObject({ id: parent, kind: 'block' });
      expect(txs.map(({ txID }) => txID)).toEqual(block.txs.map(({ txID }) => txID));
      verifyProposer(wrapper!, chainID);
    }
  });
});
