/** Deposits on P and X of a node, beside the balances that it says itself. */
import { expect, it, onTestFinished } from 'vitest';
import { buildBaseTx, buildExportTx } from '../../src/builder/index.ts';
import { addressSet, type DepositBatch, watchDeposits } from '../../src/deposits/index.ts';
import { connect } from '../../src/rpc/index.ts';
import { finalize, type Key, privateKey, sign } from '../../src/sign/index.ts';
import type { Owner } from '../../src/state/owner.ts';
import { avax } from '../../src/text/amount.ts';
import { describeNode, startNode } from '../rpc/node.ts';
import { ann, bob, sumOf } from './support.ts';

describeNode('deposits on a node', () => {
  it('are what it says that the customers have, and the rest is left out', async () => {
    const { ready, stop } = await startNode();
    onTestFinished(stop);
    const node = connect(ready.url);
    const network = await node.network();
    const payer: Key = privateKey(ready.keys[0]!.privateKey);
    const addresses = addressSet([ann.shortID, bob.shortID], network);
    const lock = BigInt(Math.floor(Date.now() / 1000)) + 86_400n;
    const owners: readonly Owner[] = [
      { threshold: 1, addresses: [ann.shortID] },
      { threshold: 1, addresses: [bob.shortID] },
      { threshold: 1, addresses: [ann.shortID, payer.shortID] },
      { threshold: 2, addresses: [ann.shortID, bob.shortID] },
      { threshold: 1, addresses: [bob.shortID], locktime: lock },
    ];
    for (const chain of ['P', 'X'] as const) {
      const heightOf = async () =>
        (await node.call(chain === 'P' ? 'platform.getHeight' : 'avm.getHeight')).height;
      const from = (await heightOf()) + 1n;
      const read = async () =>
        chain === 'P'
          ? node.pchain.state([payer.address('P', network)])
          : node.xchain.state([payer.address('X', network)]);
      const outputs = owners.map((to, i) => ({ to, amount: avax('0.01') + BigInt(i) }));
      await node.issue(finalize(sign(buildBaseTx((await read()) as never, { outputs }), payer)));
      const to = chain === 'P' ? 'X' : 'P';
      const exported = { to, outputs: [{ to: ann.shortID, amount: avax('0.02') }] } as const;
      await node.issue(finalize(sign(buildExportTx((await read()) as never, exported), payer)));
      const batches: DepositBatch[] = [];
      for await (const batch of watchDeposits(node, { chain, addresses, from, limit: 1 }))
        batches.push(batch);
      const credits = batches.flatMap((batch) => batch.credits);
      expect(credits.map(({ amount }) => amount).sort()).toEqual([avax('0.01'), avax('0.01') + 1n]);
      expect(
        batches
          .flatMap(({ leftOut }) => leftOut)
          .map(({ why }) => why)
          .sort(),
      ).toEqual(['elsewhere', 'locked', 'shared', 'shared']);
      expect(batches.at(-1)!.height).toBe(await heightOf());
      if (chain === 'X')
        for (const key of [ann, bob]) {
          const address = key.address('X', network);
          const own = credits.filter((credit) => credit.address === address);
          const { balance } = await node.call('avm.getBalance', { address, assetID: 'AVAX' });
          expect(sumOf(own)).toBe(balance);
        }
    }
  });
});
