import { beforeEach, describe, expect, it } from 'vitest';
import {
  buildAddPermissionlessDelegatorTx,
  buildAddPermissionlessValidatorTx,
  buildBaseTx,
  buildExportTx,
  buildImportTx,
  type UTXORef,
} from '../../../src/builder/index.ts';
import type { Draft } from '../../../src/draft/draft.ts';
import { explain } from '../../../src/explain/index.ts';
import { customNetwork, formatNetwork } from '../../../src/network/custom.ts';
import { local } from '../../../src/network/known.ts';
import type { Network } from '../../../src/network/network.ts';
import type { NodeClient } from '../../../src/rpc/client.ts';
import { connect } from '../../../src/rpc/connect.ts';
import { evmAddressOf, finalize, privateKey, sign } from '../../../src/sign/index.ts';
import { createTestnode, type Testnode } from '../../../src/testnode/index.ts';
import { avax } from '../../../src/text/amount.ts';
import { trusting } from '../../support/trusting.ts';

const ewoq = privateKey('PrivateKey-ewoqjP7PxY4yr3iLTpLisriqt94hdyDFNgchSxGGztUrTXtNN');
const other = privateKey(new Uint8Array(32).fill(17));
const quick = { timeout: 5000, interval: 1 };
type Chain = 'P' | 'X' | 'C';

describe('connect, to a test node in this process', () => {
  let testnode: Testnode;
  let node: NodeClient;
  beforeEach(() => {
    testnode = createTestnode();
    node = connect('http://testnode', { ...testnode, strict: true });
  });

  const imports = { P: ['X', 'C'], X: ['P', 'C'], C: ['P', 'X'] } as const;
  const stateOf = {
    P: () => node.pchain.state([ewoq.shortID], { imports: imports.P }),
    X: () => node.xchain.state([ewoq.shortID], { imports: imports.X }),
    C: () => node.cchain.state([evmAddressOf(ewoq), ewoq.shortID], { imports: imports.C }),
  } as const;
  const issue = (draft: Draft) => node.issue(finalize(sign(draft, ewoq, trusting)), quick);
  const waiting = async (to: Chain, from: Chain) => {
    const { imports } = (await stateOf[to]()) as { readonly imports?: object };
    return (imports as { readonly [C in Chain]?: readonly unknown[] })[from] ?? [];
  };

  it('knows its network without being told', async () => {
    const { transport, now } = testnode;
    const network = await connect('http://testnode', { strict: true, transport, now }).network();
    const { avaxAssetID, chains, evmChainID, pFees, staking, xFees } = testnode.network;
    expect(network).toMatchObject({ avaxAssetID, chains, evmChainID, pFees, staking, xFees });
  });

  it('names a network local only if it has that genesis, and calls no honest draft of another a lie', async () => {
    const named = async (network: Network) => {
      const { transport, now, fund } = createTestnode({ network });
      fund('P', { to: other.shortID, amount: avax('5') });
      const client = connect('http://testnode', { strict: true, transport, now });
      return client.pchain.state([other.shortID]);
    };
    expect((await named(local)).network.name).toBe('local');
    const [asset, X, C] = [1, 2, 3].map((byte) => new Uint8Array(32).fill(byte)) as [
      Uint8Array,
      Uint8Array,
      Uint8Array,
    ];
    for (const network of [
      customNetwork({ networkID: 12_345, avaxAssetID: asset, chains: { X, C } }),
      customNetwork({
        networkID: 12_345,
        avaxAssetID: local.avaxAssetID,
        chains: { X: local.chains.X.blockchainID, C },
      }),
    ]) {
      const state = await named(network);
      expect([state.network.name, state.network.hrp]).toEqual(['network-12345', 'local']);
      const outputs = [{ to: ewoq.shortID, amount: avax('1') }];
      const draft = buildBaseTx(state, { outputs });
      const own = [other.shortID];
      const { warnings } = explain(draft, { own, time: state.time });
      expect(warnings.map(({ code }) => code)).toContain('NetworkClaimed');
      expect(warnings.filter(({ level }) => level === 'danger')).toEqual([]);
      const told = explain(draft, { own, time: state.time, network: state.network });
      expect(told.warnings).toEqual([]);
      // A draft that claims to be of local is compared with it.
      const claims = { ...draft, network: { ...network, name: 'local' } };
      expect(explain(claims, { own, time: state.time }).warnings[0]?.level).toBe('danger');
      expect(() => formatNetwork(claims.network)).toThrow(/WrongNetwork at name: local is/);
    }
  });

  it('transfers on P and X', async () => {
    const pay = { outputs: [{ to: other.shortID, amount: avax('3') }] };
    await issue(buildBaseTx(await stateOf.P(), pay));
    await issue(buildBaseTx(await stateOf.X(), pay));
    for (const { utxos } of [
      await node.pchain.state([other.shortID]),
      await node.xchain.state([other.shortID]),
    ])
      expect(utxos.map(({ output }) => output)).toMatchObject([{ amount: avax('3') }]);
  });

  const pairs = (['P', 'X', 'C'] as const).flatMap((from) =>
    imports[from].map((to) => [from, to] as const),
  );
  it.each(pairs)('exports from %s and imports on %s', async (from, to) => {
    const outputs = [{ to: ewoq.shortID, amount: avax('2') }];
    const exported = await issue(buildExportTx((await stateOf[from]()) as never, { to, outputs }));
    expect(await waiting(to, from)).toHaveLength(1);
    const intent = to === 'C' ? { from, to: evmAddressOf(ewoq) } : { from };
    const imported = await issue(buildImportTx((await stateOf[to]()) as never, intent as never));
    expect(await waiting(to, from)).toEqual([]);
    const readTx = {
      P: (id: string) => node.pchain.getTx(id),
      X: (id: string) => node.xchain.getTx(id),
      C: (id: string) => node.cchain.getTx(id),
    };
    expect((await readTx[from](exported.txID)).unsignedTx.type).toMatch(/Export/);
    expect((await readTx[to](imported.txID)).unsignedTx.type).toMatch(/Import/);
  });

  it('adds a validator and a delegator, and both are rewarded at their end', async () => {
    const { nodePOP } = await node.call('info.getNodeID');
    const nodeID = 'NodeID-BRsYSCbJ8dfPf3nJNBFi4PkUJAQU4nsVE';
    const days = (n: number) => testnode.time() + BigInt(n) * 86_400n;
    const validator = await issue(
      buildAddPermissionlessValidatorTx(await stateOf.P(), {
        node: { nodeID, nodePOP },
        amount: avax('2000'),
        end: days(60),
        delegationFee: '2%',
        rewardsOwner: ewoq.shortID,
      }),
    );
    const delegator = await issue(
      buildAddPermissionlessDelegatorTx(await stateOf.P(), {
        nodeID,
        amount: avax('100'),
        end: days(30),
        rewardsOwner: other.shortID,
      }),
    );
    const [found] = await node.pchain.validators({ nodeIDs: [nodeID] });
    expect(found).toMatchObject({
      kind: 'permissionless',
      txID: validator.txID,
      delegationFee: '2.0000',
      delegatorCount: 1n,
      delegatorWeight: avax('100'),
      delegators: [{ txID: delegator.txID, rewardOwner: { threshold: 1 } }],
    });
    testnode.advanceTime(61n * 86_400n);
    expect(await node.pchain.validators({ nodeIDs: [nodeID] })).toEqual([]);
    for (const { txID } of [validator, delegator])
      expect((await node.pchain.getRewardUTXOs(txID)).length).toBeGreaterThan(0);
  });

  it('gives blocks as the index has them, and each by its id', async () => {
    const outputs = [{ to: other.shortID, amount: avax('1') }];
    for (const chain of ['P', 'X'] as const) {
      for (let i = 0; i < 3; i++) await issue(buildBaseTx(await stateOf[chain](), { outputs }));
      const of = chain === 'P' ? node.pchain : node.xchain;
      let last = -1n;
      for await (const { index, content } of node.blocks(`${chain}/block`)) {
        expect(index).toBe(++last);
        const block = await of.getBlock(content!.id!);
        expect(block.bytes).toEqual(content!.bytes);
        expect((await of.getBlock(block.value.height)).id).toBe(content!.id);
      }
      expect(last).toBe(2n);
    }
  });

  it('refuses in the words of a node, which are reasons', async () => {
    const state = await stateOf.P();
    const paying = (amount: string, include: readonly UTXORef[] = []) => {
      const intent = { outputs: [{ to: other.shortID, amount: avax(amount) }] };
      return finalize(sign(buildBaseTx(state, intent, { include }), ewoq, trusting));
    };
    const tx = paying('1');
    const conflicting = paying('2', tx.unsignedTx.inputs);
    await node.issue(tx, quick);
    const again = connect('http://testnode', { ...testnode, strict: true });
    expect(await again.issue(tx, quick)).toMatchObject({ status: 'Accepted', already: true });
    const e = await again.issue(conflicting, quick).catch((error) => error);
    expect(e).toMatchObject({ code: 'NotAccepted', context: { status: 'Refused' } });
    const unknown = await node
      .call('platform.getTx', { txID: other.shortID } as never)
      .catch((x) => x);
    expect(unknown).toBeInstanceOf(Error);
  });

  it('does not answer a call that was ended', async () => {
    const signal = AbortSignal.abort();
    const e = await node.pchain.state([ewoq.shortID], { signal }).catch((error) => error);
    expect(e).toMatchObject({ code: 'Transport', context: { reason: 'aborted' } });
  });
});
