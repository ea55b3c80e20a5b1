/** Where the UTXOs of another tool's transaction come from, as a node says: the ids of transactions prove it. */
import { beforeAll, describe, expect, it } from 'vitest';
import {
  buildBaseTx,
  buildCreateChainTx,
  buildCreateSubnetTx,
  buildExportTx,
  buildImportTx,
} from '../../src/builder/index.ts';
import { fromForeign, toForeign } from '../../src/interop/index.ts';
import { connect, type NodeClient } from '../../src/rpc/index.ts';
import { finalize, prove, sign } from '../../src/sign/index.ts';
import { createTestnode } from '../../src/testnode/index.ts';
import { avax } from '../../src/text/amount.ts';
import { key, trio } from '../support/state.ts';
import { thrown } from '../support/thrown.ts';

const team = { addresses: trio.map((of) => of.shortID), threshold: 2 };
const [a, b] = trio;
const rich = key(7);

describe('origins', () => {
  const testnode = createTestnode();
  let node: NodeClient;

  beforeAll(async () => {
    node = connect('http://testnode', testnode);
    testnode.fund('P', { to: rich.shortID, amount: avax('100') });
    testnode.fund('X', { to: rich.shortID, amount: avax('100') });
    const pays = { outputs: [{ to: team, amount: avax('10') }] };
    for (const state of [
      await node.pchain.state([rich.shortID]),
      await node.xchain.state([rich.shortID]),
    ])
      await node.issue(finalize(sign(buildBaseTx(state, pays), rich)));
  });

  it('prove the owners of a payment, with one call for each transaction that made its UTXOs', async () => {
    const state = await node.pchain.state(team.addresses);
    const built = buildBaseTx(state, { outputs: [{ to: rich.shortID, amount: avax('1') }] });
    const bytes = toForeign(built, 'unsigned');
    let calls = 0;
    const { transport, now } = testnode;
    const counted: typeof transport = (...of) => {
      calls++;
      return transport(...of);
    };
    const other = connect('http://testnode', {
      now,
      network: testnode.network,
      transport: counted,
    });
    const origins = await other.origins(built.unsignedTx);
    expect(calls).toBe(1);
    const { draft } = fromForeign(bytes, origins);
    expect(draft.slots).toEqual(built.slots);
    expect(draft.fee).toEqual(built.fee);
    expect(prove(draft).map(({ status }) => status)).toEqual(['proven']);
  });

  it('prove the owners of an import by the chain that exported, and of a subnet by who made it', async () => {
    const x = await node.xchain.state(team.addresses);
    const out = { to: 'P', outputs: [{ to: team, amount: avax('3') }] } as const;
    await node.issue(finalize(sign(buildExportTx(x, out), [a, b])));
    const waiting = await node.pchain.state(team.addresses, { imports: ['X'] });
    const imported = buildImportTx(waiting, { from: 'X' });
    const there = await node.origins(imported.unsignedTx);
    const read = fromForeign(toForeign(imported, 'unsigned'), there).draft;
    expect(read.slots).toEqual(imported.slots);
    expect(new Set(prove(read).map(({ status }) => status))).toEqual(new Set(['proven']));

    const own = await node.pchain.state([rich.shortID]);
    const subnet = finalize(sign(buildCreateSubnetTx(own, { owner: team }), rich));
    await node.issue(subnet);
    const subnetID = subnet.txID;
    const state = await node.pchain.state(team.addresses, { authorities: [subnetID] });
    const creating = buildCreateChainTx(state, {
      subnetID,
      name: 'x',
      vm: 'subnetevm',
      genesis: new Uint8Array(9),
    });
    const origins = await node.origins(creating.unsignedTx);
    const draft = fromForeign(toForeign(creating, 'unsigned'), origins).draft;
    expect(draft.slots).toEqual(creating.slots);
  });

  it('leave out what no transaction made', async () => {
    const [coin] = (await node.pchain.state(team.addresses)).utxos;
    const unknown = { ...coin!, txID: new Uint8Array(32).fill(5) };
    const state = { ...(await node.pchain.state(team.addresses)), utxos: [unknown] };
    const built = buildBaseTx(
      state,
      { outputs: [{ to: rich.shortID, amount: 1n }] },
      { own: [team] },
    );
    const origins = await node.origins(built.unsignedTx);
    expect(origins.evidence).toEqual([]);
    const bytes = toForeign(built, 'unsigned');
    expect(thrown(() => fromForeign(bytes, origins)).code).toBe('MissingState');
    expect(fromForeign(bytes, { ...origins, utxos: state.utxos }).draft.slots).toEqual(built.slots);
  });
});
