import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Localnode, startLocalnode } from '../../scripts/localnode.ts';
import { genesisSummaryOf } from '../../src/chain/genesis.ts';
import { historyOf } from '../../src/history/index.ts';
import { connect } from '../../src/rpc/connect.ts';
import { balancesOf } from '../../src/state/balances.ts';
import { formatID } from '../../src/text/id.ts';
import type { AnyUTXO } from '../../src/tx/types.ts';
import { describeWithGo } from '../support/go.ts';
import { genesisOf } from '../support/history.ts';

describeWithGo('the history of a real node', () => {
  let node: Localnode;
  beforeAll(async () => {
    node = await startLocalnode(['--history', '--populate', '--min-stake-duration', '2s']);
  }, 600_000);
  afterAll(() => node?.stop());

  it('goes from the genesis to the balances of the node, for every key', async () => {
    const client = connect(node.ready.url);
    const genesis = await genesisOf(node);
    const { utxos } = genesisSummaryOf(genesis);
    const types = new Set<string>();
    for (const { pAddress, xAddress } of node.ready.keys) {
      const { rows, balances } = await historyOf(client, [pAddress, xAddress], { genesis });
      for (const { type, entries } of rows) {
        types.add(type);
        expect(entries.reduce((sum, { amount }) => sum + amount, 0n)).toBe(0n);
      }
      for (const [chain, address] of [
        ['P', pAddress],
        ['X', xAddress],
      ] as const) {
        const all = utxos[chain].map(({ utxo }) => utxo as AnyUTXO);
        const first = balancesOf(all, { time: 0n, of: [address] });
        const found = balances.filter((of) => of.chain === chain && of.opening > 0n);
        expect(found.map(({ assetID, opening }) => [formatID(assetID), opening]).sort()).toEqual(
          first.map(({ assetID, total }) => [formatID(assetID), total]).sort(),
        );
      }
    }
    expect(types.size).toBeGreaterThan(20);
  });
});
