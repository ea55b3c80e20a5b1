import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Localnode } from '../../scripts/localnode.ts';
import {
  buildBaseTx,
  buildDisableL1ValidatorTx,
  buildImportTx,
  buildSetAutoRenewedValidatorConfigTx,
} from '../../src/builder/index.ts';
import { local as localNetwork } from '../../src/network/known.ts';
import type { NodeClient } from '../../src/rpc/client.ts';
import { connect } from '../../src/rpc/connect.ts';
import { type MethodName, methods } from '../../src/rpc/methods.ts';
import { type Exchange, recordingTransport, replayTransport } from '../../src/rpc/replay.ts';
import { openResult } from '../../src/rpc/request.ts';
import { fetchTransport } from '../../src/rpc/transport.ts';
import { finalize, type Key, privateKey, sign } from '../../src/sign/index.ts';
import { applyTxs, formatState, parseState } from '../../src/state/index.ts';
import { avax } from '../../src/text/amount.ts';
import { formatHex } from '../../src/text/hex.ts';
import { formatID } from '../../src/text/id.ts';
import { utxoKey } from '../../src/tx/order.ts';
import { signerSetOf } from '../../src/warp/index.ts';
import { describeWithGo } from '../support/go.ts';
import { startLocalnode } from '../support/localnode.ts';
import { trusting } from '../support/trusting.ts';

const quick = { timeout: 5000, interval: 20 };
const primary = '11111111111111111111111111111111LpoYY';

describeWithGo('connect, to a node', () => {
  let local: Localnode;
  let node: NodeClient;
  let ewoq: Key;
  let vmrq: Key;
  let test0: Key;
  const idOf = (name: string): string =>
    local.ready.issued!.find((of) => of.name === name && of.bytes === undefined)!.id;

  beforeAll(async () => {
    local = await startLocalnode(['--populate', '--min-stake-duration', '600s']);
    node = connect(`${local.ready.url}/`);
    [ewoq, vmrq, test0] = local.ready.keys.map(({ privateKey: of }) => privateKey(of)) as [
      Key,
      Key,
      Key,
    ];
  });
  afterAll(() => local?.stop());

  /** A validator of the L1 that was converted. */
  async function l1Validator() {
    const { unsignedTx } = await node.pchain.getTx(idOf('ConvertSubnetToL1Tx'));
    if (unsignedTx.type !== 'platformvm.ConvertSubnetToL1Tx') throw new Error(unsignedTx.type);
    const subnetID = formatID(unsignedTx.subnetID);
    const validators = await node.pchain.validators({ subnetID });
    for (const of of validators.toSorted((a) => (a.kind === 'l1' && a.balance > 0n ? -1 : 1)))
      if (of.kind === 'l1') return { ...of, subnetID };
    throw new Error('no L1 validator');
  }

  it('knows its network from what it says', async () => {
    const { ready } = local;
    const network = await node.network();
    expect(network).toMatchObject({
      networkID: ready.networkID,
      hrp: ready.hrp,
      pFees: localNetwork.pFees,
      validatorFees: localNetwork.validatorFees,
      xFees: localNetwork.xFees,
      staking: localNetwork.staking,
    });
    expect(formatID(network.chains.X.blockchainID)).toBe(ready.xChainID);
    expect(formatID(network.chains.C.blockchainID)).toBe(ready.cChainID);
    expect(formatID(network.avaxAssetID)).toBe(ready.avaxAssetID);
    expect(network.upgrades).toMatchObject({ durango: 1_607_144_400n, helicon: 1_607_144_400n });
    expect(network).not.toHaveProperty('evmChainID');
  });

  it('calls every method that it serves', async () => {
    const { ready } = local;
    const [P, X] = [ready.keys[0]!.pAddress, ready.keys[0]!.xAddress];
    const asset = ready.avaxAssetID;
    const [subnetID, xTx, pTx] = [idOf('CreateSubnetTx'), idOf('CreateAssetTx'), idOf('BaseTx')];
    const unissued = ready.issued!.filter(({ bytes }) => bytes !== undefined);
    const issuable = (chain: 'P' | 'X') => unissued.find((of) => of.chain === chain)!.bytes!;
    const { validationID } = await l1Validator();
    const pBlock = await node.call('index.getLastAccepted', {}, { at: 'P/block' });
    const xBlock = await node.call('index.getLastAccepted', {}, { at: 'X/block' });
    const byHeight = await node.call('platform.getBlockByHeight', { height: 3n, encoding: 'json' });
    const pBlockID = (byHeight.block as { id: string }).id;
    const xByHeight = await node.call('avm.getBlockByHeight', { height: 3n, encoding: 'json' });
    const xBlockID = (xByHeight.block as { id: string }).id;
    const params: { readonly [N in MethodName]?: object } = {
      'platform.getAllValidatorsAt': { height: 'proposed' },
      'platform.getBalance': { addresses: [P] },
      'platform.getBlock': { blockID: pBlockID },
      'platform.getBlockByHeight': { height: 3n },
      'platform.getBlockchainStatus': { blockchainID: 'X' },
      'platform.getCurrentValidators': { subnetID },
      'platform.getL1Validator': { validationID },
      'platform.getRewardUTXOs': { txID: pTx },
      'platform.getStake': { addresses: [P] },
      'platform.getSubnet': { subnetID },
      'platform.getTx': { txID: pTx, encoding: 'json' },
      'platform.getTxStatus': { txID: pTx },
      'platform.getUTXOs': { addresses: [P], limit: 5 },
      'platform.getValidatorsAt': { height: 1n },
      'platform.issueTx': { tx: issuable('P') },
      'platform.sampleValidators': { size: 2 },
      'platform.validatedBy': { blockchainID: ready.xChainID },
      'avm.getAllBalances': { address: X },
      'avm.getAssetDescription': { assetID: xTx },
      'avm.getBalance': { address: X, assetID: asset },
      'avm.getBlock': { blockID: xBlockID },
      'avm.getBlockByHeight': { height: 3n },
      'avm.getTx': { txID: xTx },
      'avm.getTxStatus': { txID: xTx },
      'avm.getUTXOs': { addresses: [X], sourceChain: 'P' },
      'avm.issueTx': { tx: issuable('X') },
      'info.getBlockchainID': { alias: 'X' },
      'info.isBootstrapped': { chain: 'P' },
      'index.getContainerByID': { id: pBlock.id },
      'index.getContainerByIndex': { index: 0n },
      'index.getContainerRange': { startIndex: 0n, numToFetch: 3 },
      'index.getIndex': { id: xBlock.id },
      'index.isAccepted': { id: pBlock.id },
    };
    const refused: string[] = [];
    const served = (Object.keys(methods) as MethodName[]).filter(
      (name) => !/^(avax\.|eth_|validators\.|admin\.)/.test(name),
    );
    for (const name of served) {
      const index = name === 'index.getIndex' ? 'X/block' : 'P/block';
      const at = name.startsWith('index.') ? { at: index } : {};
      // The X-chain's wallet takes what it has not seen: one more signed transaction.
      const tx = name === 'wallet.issueTx' ? { tx: issuable('X') } : {};
      const of = { ...tx, ...params[name] };
      const call = node.call as (...all: unknown[]) => Promise<unknown>;
      const reply = await call(name, of, at).catch((e: Error) => e);
      if (reply instanceof Error) refused.push(reply.message);
      else expect(reply).toBeDefined();
    }
    // It is no validator of its own subnet, and the wallet has the transaction by now.
    expect(refused).toEqual([]);
    expect(served.length).toBeGreaterThan(60);
  });

  it('gives transactions, blocks and UTXOs and not only their text', async () => {
    const txID = idOf('CreateSubnetTx');
    const { unsignedTx } = await node.pchain.getTx(txID);
    expect(unsignedTx.type).toBe('platformvm.CreateSubnetTx');
    const asJSON = await node.call('platform.getTx', { txID, encoding: 'json' });
    expect(openResult(asJSON, 'platform.getTx')[0]!.id).toBe(txID);
    expect((await node.xchain.getTx(idOf('CreateAssetTx'))).unsignedTx.type).toBe(
      'avm.CreateAssetTx',
    );
    const unknown = await node.pchain.getTx(primary).catch((e) => e);
    expect(unknown).toMatchObject({ code: 'NodeError', path: ['platform.getTx'] });
  });

  it('gives the same UTXOs whatever the size of a page, shared ones too', async () => {
    const from = [ewoq, vmrq, test0].map((key) => key.shortID);
    const all = { imports: ['X', 'C'] as const };
    const whole = await node.pchain.state(from, all);
    expect(whole.utxos.length).toBeGreaterThan(130);
    expect(whole.imports!.C!.length).toBeGreaterThan(5);
    const shared = whole.utxos.filter(
      ({ output }) => 'addresses' in output && output.addresses.length > 1,
    );
    expect(shared.length).toBeGreaterThan(0);
    for (const limit of [1, 2, 7, 64]) {
      const paged = await node.pchain.state(from, { ...all, limit });
      expect(paged.utxos.map(utxoKey)).toEqual(whole.utxos.map(utxoKey));
      expect(paged.imports!.C!.map(utxoKey)).toEqual(whole.imports!.C!.map(utxoKey));
    }
    const x = await node.xchain.state(from, { imports: ['P', 'C'] });
    const xPaged = await node.xchain.state(from, { imports: ['P', 'C'], limit: 1 });
    expect(formatState(xPaged)).toBe(formatState({ ...x, time: xPaged.time }));
    const found: string[] = [];
    for await (const utxo of node.xchain.utxos(from, { limit: 3 })) found.push(utxoKey(utxo));
    expect(found.sort()).toEqual(x.utxos.map(utxoKey).sort());
  });

  it('says who must agree: of a subnet, an L1 validation, an auto-renewed validator', async () => {
    const renewed = idOf('AddAutoRenewedValidatorTx');
    const { validationID } = await l1Validator();
    const authorities = [idOf('CreateSubnetTx'), renewed, validationID];
    const p = await node.pchain.state([ewoq.shortID, vmrq.shortID, test0.shortID], { authorities });
    expect(Object.keys(p.authorities!)).toEqual(authorities);
    for (const owner of Object.values(p.authorities!))
      expect(owner).toMatchObject({ threshold: expect.any(Number), locktime: 0n });
    // Each is what the node checks: it takes both.
    const disabled = buildDisableL1ValidatorTx(p, { validationID });
    const first = finalize(sign(disabled, [ewoq, vmrq, test0], trusting));
    await node.issue(first, quick);
    const intent = { txID: renewed, autoCompound: '30%', period: 'stop' } as const;
    const stopped = buildSetAutoRenewedValidatorConfigTx(applyTxs(p, first), intent);
    await node.issue(finalize(sign(stopped, [ewoq, vmrq, test0], trusting)), quick);
    const none = await node.pchain.state([], { authorities: [idOf('BaseTx')] }).catch((e) => e);
    expect(none).toMatchObject({ code: 'MissingState' });
    const unknown = await node.pchain
      .state([], { authorities: [local.ready.xChainID] })
      .catch((e) => e);
    expect(unknown).toMatchObject({ code: 'MissingState' });
  });

  it('builds on a state, signs, issues, and finds what it made', async () => {
    const p = parseState(formatState(await node.pchain.state([test0.shortID], { imports: ['C'] })));
    if (p.chain !== 'P') throw new Error('not P');
    const imported = finalize(sign(buildImportTx(p, { from: 'C' }), test0, trusting));
    await node.issue(imported, quick);
    const after = await node.pchain.state([test0.shortID], { imports: ['C'] });
    expect(after.imports!.C).toEqual([]);
    const to = privateKey(new Uint8Array(32).fill(17));
    const paid = buildBaseTx(after, { outputs: [{ to: to.shortID, amount: avax('3') }] });
    await node.issue(finalize(sign(paid, test0, trusting)), quick);
    const [utxo] = (await node.pchain.state([to.shortID])).utxos;
    expect(utxo!.output).toMatchObject({ amount: avax('3') });
  });

  it('gives blocks out of their wrappers, with their transactions', async () => {
    for (const chain of ['P', 'X'] as const) {
      const of = chain === 'P' ? node.pchain : node.xchain;
      let txs = 0;
      let last = -1n;
      for await (const { index, content, txs: found } of node.blocks(`${chain}/block`)) {
        expect(index).toBe(++last);
        txs += found.length;
        expect(content).toMatchObject({ chain, kind: 'block' });
        const block = await of.getBlock(content!.id!);
        expect(block.bytes).toEqual(content!.bytes);
        expect((await of.getBlock(block.value.height)).id).toBe(content!.id);
      }
      expect(txs).toBeGreaterThan(10);
    }
    const none = await node.pchain.getBlock(100_000n).catch((e) => e);
    expect(none).toMatchObject({ code: 'NodeError' });
  });

  it('gives what an index has in its order, and what comes after', async () => {
    const all: bigint[] = [];
    for await (const { index } of node.containers('P/block', { limit: 7 })) all.push(index);
    expect(all).toEqual(all.map((_, i) => BigInt(i)));
    const some: bigint[] = [];
    const range = { from: 3n, to: 11n, limit: 4 };
    for await (const { index } of node.containers('P/block', range)) some.push(index);
    expect(some).toEqual([3n, 4n, 5n, 6n, 7n, 8n, 9n, 10n, 11n]);
    for await (const _ of node.containers('X/tx')) throw new Error('none since it is linear');
    for await (const _ of node.containers('P/block', { from: 100_000n })) throw new Error('beyond');

    const controller = new AbortController();
    const { signal } = controller;
    const from = BigInt(all.length);
    const following = (async () => {
      const seen: bigint[] = [];
      for await (const { index } of node.containers('P/block', {
        from,
        follow: true,
        interval: 20,
        signal,
      })) {
        seen.push(index);
        if (seen.length === 2) break;
      }
      return seen;
    })();
    for (let i = 0; i < 2; i++) {
      const p = await node.pchain.state([vmrq.shortID]);
      const draft = buildBaseTx(p, { outputs: [{ to: vmrq.shortID, amount: avax('1') }] });
      await node.issue(finalize(sign(draft, vmrq, trusting)), quick);
    }
    expect(await following).toEqual([from, from + 1n]);
    const stopped = (async () => {
      for await (const _ of node.containers('P/block', { from: from + 9n, follow: true, signal }));
    })().catch((e) => e);
    controller.abort();
    expect(await stopped).toMatchObject({ context: { reason: 'aborted' } });
  });

  it('tells its health', async () => {
    expect(await node.health()).toMatchObject({ healthy: true });
    for (const check of ['health', 'readiness', 'liveness'] as const)
      expect(await node.health({ check, tags: ['P', 'a&b'] })).toMatchObject({ healthy: true });
  });

  it('answers from a recording as it did', async () => {
    const exchanges: Exchange[] = [];
    const url = local.ready.url;
    const transport = recordingTransport(fetchTransport(), (exchange) => exchanges.push(exchange));
    const ask = (of: NodeClient) =>
      of.pchain.state([ewoq.shortID], {
        imports: ['X'],
        limit: 50,
        authorities: [idOf('CreateSubnetTx')],
      });
    const start = Date.now();
    const now = () => start;
    const there = await ask(connect(url, { transport, now, headers: { 'x-key': 'very secret' } }));
    expect(JSON.stringify(exchanges)).not.toContain('very secret');
    const kept = JSON.parse(JSON.stringify(exchanges)) as Exchange[];
    const replayed = connect('http://elsewhere.test', { transport: replayTransport(kept), now });
    expect(await ask(replayed)).toEqual(there);
    expect(await replayed.call('info.acps').catch((e) => e)).toMatchObject({
      code: 'MissingState',
    });
  });

  it('knows who signs for a subnet, and what a validator costs', async () => {
    const { subnetID: subnet } = await l1Validator();
    const { height } = await node.call('platform.getHeight');
    const { validatorSets } = await node.call('platform.getAllValidatorsAt', { height });
    for (const id of [subnet, primary]) {
      const set = signerSetOf(await node.pchain.warpValidators(id, { height }));
      const { totalWeight, validators } = validatorSets[id]!;
      expect(set.totalWeight).toBe(totalWeight);
      expect(set.signers.map(({ publicKey }) => formatHex(publicKey))).toEqual(
        validators.map(({ publicKey }) => formatHex(publicKey)),
      );
    }
    expect(await node.pchain.warpValidators(subnet)).not.toEqual([]);
    expect(await node.pchain.validatorFeeState()).toEqual({
      current: localNetwork.validatorFees.target,
      excess: 0n,
    });
    expect(await node.pchain.getRewardUTXOs(idOf('AddPermissionlessDelegatorTx'))).toEqual([]);
  });
});
