import { beforeAll, describe, expect, it } from 'vitest';
import { buildExportTx } from '../../../src/builder/index.ts';
import { connect } from '../../../src/rpc/connect.ts';
import { finalize, privateKey, sign } from '../../../src/sign/index.ts';
import { createTestnode, type Testnode } from '../../../src/testnode/index.ts';
import { servedNode } from '../../../src/testnode/serve/node.ts';
import { serve } from '../../../src/testnode/serve/serve.ts';
import { avax } from '../../../src/text/amount.ts';
import { trusting } from '../../support/trusting.ts';

const [a, b, payer] = [21, 22, 23].map((byte) => privateKey(new Uint8Array(32).fill(byte)));
const each = 5;

interface Page {
  readonly numFetched: string;
  readonly utxos: readonly string[];
  readonly endIndex: { readonly address: string; readonly utxo: string };
}

describe.each([
  ['Granite', 'granite'],
  ['Helicon', 'helicon'],
] as const)('pages, with %s', (name, upgrades) => {
  let testnode: Testnode;
  let ask: (target: string, method: string, params: object) => { result: Page; error: Error };

  beforeAll(async () => {
    testnode = createTestnode({ upgrades });
    const served = servedNode(testnode.world);
    ask = (target, method, params) =>
      JSON.parse(
        serve(served, {
          method: 'POST',
          target,
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
        }).text,
      );
    const { network } = testnode;
    testnode.fund('P', { to: payer!.address('P', network), amount: avax('100') });
    for (let i = 0; i < each; i++)
      for (const key of [a, b])
        testnode.fund('P', { to: key!.address('P', network), amount: avax('1') });
    const both = { addresses: [a!.shortID, b!.shortID], threshold: 1 };
    testnode.fund('P', { to: both, amount: avax('1') });
    const node = connect('http://testnode', { ...testnode, strict: true });
    for (const to of ['X', 'C'] as const) {
      const outputs = Array.from({ length: each }, () => ({ to: a!.shortID, amount: avax('1') }));
      const draft = buildExportTx(await node.pchain.state([payer!.shortID]), { to, outputs });
      await node.issue(finalize(sign(draft, payer!, trusting)), { timeout: 5000, interval: 1 });
    }
  });

  /** All pages of a limit, until one is short or does not move. */
  function pages(target: string, method: string, params: { readonly limit: number }) {
    const found: Page[] = [];
    for (let startIndex: Page['endIndex'] | undefined; found.length < 50; ) {
      const { result } = ask(target, method, { ...params, ...(startIndex && { startIndex }) });
      found.push(result);
      if (JSON.stringify(result.endIndex) === JSON.stringify(startIndex)) break;
      startIndex = result.endIndex;
      if (result.utxos.length < params.limit) break;
    }
    return found;
  }
  const distinct = (of: readonly Page[]) => new Set(of.flatMap(({ utxos }) => utxos)).size;

  it.each([1, 2, 3, 10, 11, 12])('have all UTXOs of both addresses with a limit of %i', (limit) => {
    const { network } = testnode;
    const addresses = [a, b].map((key) => key!.address('P', network));
    const found = pages('/ext/bc/P', 'platform.getUTXOs', { addresses, limit } as never);
    // Each address has its own and the one that both have.
    expect(distinct(found)).toBe(2 * each + 1);
    for (const { numFetched, utxos } of found) {
      expect(Number(numFetched)).toBe(utxos.length);
      expect(utxos.length).toBeLessThanOrEqual(limit);
    }
  });

  it('of exported UTXOs begin with the last of the page before, as a node’s do', () => {
    const { network } = testnode;
    const addresses = [a!.address('X', network)];
    const of = { addresses, sourceChain: 'P', limit: 2 };
    const found = pages('/ext/bc/X', 'avm.getUTXOs', of);
    expect(distinct(found)).toBe(each);
    for (const [i, { utxos }] of found.entries())
      if (i > 0) expect(utxos[0]).toBe(found[i - 1]!.utxos.at(-1));
    const stuck = pages('/ext/bc/X', 'avm.getUTXOs', { ...of, limit: 1 });
    expect(distinct(stuck)).toBe(1);
  });

  if (name === 'Helicon')
    it('of the C-chain do not repeat, and end with a cursor of ones', () => {
      const addresses = [a!.address('C', testnode.network)];
      for (const limit of [1, 2, 4]) {
        const of = { addresses, sourceChain: 'P', limit };
        const found = pages('/ext/bc/C/avax', 'avax.getUTXOs', of);
        const all = found.flatMap(({ utxos }) => utxos);
        expect(new Set(all).size).toBe(all.length);
        expect(all).toHaveLength(each);
        const { endIndex } = found.findLast(({ utxos }) => utxos.length > 0)!;
        const after = ask('/ext/bc/C/avax', 'avax.getUTXOs', { ...of, startIndex: endIndex });
        expect(after.result.utxos).toEqual([]);
      }
      const none = ask('/ext/bc/C/avax', 'avax.getUTXOs', { addresses });
      expect(none.error.message).toBe('parsing source chainID "": there is no ID with alias: ');
    });

  if (name === 'Granite')
    it('of the C-chain begin with the last of the page before', () => {
      const addresses = [a!.address('C', testnode.network)];
      const of = { addresses, sourceChain: 'P', limit: 2 };
      const found = pages('/ext/bc/C/avax', 'avax.getUTXOs', of);
      expect(distinct(found)).toBe(each);
      expect(found[1]!.utxos[0]).toBe(found[0]!.utxos[1]);
      const none = ask('/ext/bc/C/avax', 'avax.getUTXOs', { addresses });
      expect(none.error.message).toBe('no source chain provided');
    });

  it.each([
    [{ startIndex: 0, numToFetch: 0 }, 'numToFetch must be in [1,1024] but is 0'],
    [{ startIndex: 0, numToFetch: '1025' }, 'numToFetch must be in [1,1024] but is 1025'],
    [{ startIndex: 9999, numToFetch: 1 }, /^start index \(9999\) > last accepted index \(\d+\)$/],
  ])('of containers refuse %j', (params, message) => {
    const { error } = ask('/ext/index/P/block', 'index.getContainerRange', params);
    expect(error.message).toEqual(
      typeof message === 'string' ? message : expect.stringMatching(message),
    );
  });

  it('of containers end with the last one', () => {
    const range = (startIndex: number, numToFetch: number) =>
      (
        ask('/ext/index/P/block', 'index.getContainerRange', { startIndex, numToFetch })
          .result as unknown as { containers: { index: string; timestamp: string }[] }
      ).containers;
    const all = range(0, 1024);
    expect(all.map(({ index }) => Number(index))).toEqual(all.map((_, i) => i));
    expect(range(2, 3)).toEqual(all.slice(2, 5));
    expect(range(all.length - 1, 1024)).toEqual(all.slice(-1));
  });
});
