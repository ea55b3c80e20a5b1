import { describe, expect, it } from 'vitest';
import { connect } from '../../../src/rpc/connect.ts';
import { dataService, metricsService } from '../../../src/rpc/hosted.ts';
import type { Transport } from '../../../src/rpc/transport.ts';
import { evmAddressOf, privateKey } from '../../../src/sign/index.ts';
import { createTestnode } from '../../../src/testnode/index.ts';
import { controlMethods, controlPath } from '../../../src/testnode/serve/control.ts';
import { testnodeServer } from '../../../src/testnode/serve/server.ts';
import { avax } from '../../../src/text/amount.ts';
import { formatHex, parseHex } from '../../../src/text/hex.ts';
import { parseID } from '../../../src/text/id.ts';
import {
  Message,
  Payload,
  UnsignedMessage,
  unsignedMessageBytesOf,
} from '../../../src/warp/message.ts';
import { decode, encode } from '../../../src/wire/codec.ts';
import { send } from '../../support/testnode.ts';

const ewoq = privateKey('PrivateKey-ewoqjP7PxY4yr3iLTpLisriqt94hdyDFNgchSxGGztUrTXtNN');
const subnetID = '11111111111111111111111111111111LpoYY';

/** A server, its transport, and calls of its control methods. */
function start() {
  const testnode = createTestnode();
  const server = testnodeServer(testnode, { url: 'http://node.test' });
  const transport: Transport = async ({ method, target, headers, body }) =>
    server.answer({
      method,
      target,
      headers: Object.fromEntries(Object.entries(headers).map(([k, v]) => [k.toLowerCase(), v])),
      ...(body !== undefined && { body }),
    });
  const control = (method: string, params: object = {}) => {
    const { text } = server.answer({
      method: 'POST',
      target: controlPath,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: `testnode.${method}`, params }),
    });
    const { result, error } = JSON.parse(text);
    if (error) throw new Error(error.message);
    return result;
  };
  return {
    testnode,
    server,
    transport,
    control,
    node: connect('http://testnode', { ...testnode, strict: true }),
  };
}

describe('a server', () => {
  it('says of each reply whether the request changed anything, and answers at its URL alone', () => {
    const { server } = start();
    const call = (method: string, params: object, headers: object = {}) =>
      server.answer({
        method: 'POST',
        target: controlPath,
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: `testnode.${method}`, params }),
      });
    expect(call('getTime', {}).changed).toBe(false);
    expect(call('advanceTime', { seconds: '1' }).changed).toBe(true);
    expect(call('getTime', {}).changed).toBe(false);
    expect(call('getTime', {}, { host: 'other.test' }).status).toBe(403);
    server.url = 'http://other.test';
    expect(call('getTime', {}, { host: 'other.test' }).status).toBe(200);
    expect(call('getTime', {}, { origin: 'http://page.test' }).status).toBe(403);
    const open = testnodeServer(createTestnode(), { origins: ['http://page.test'] });
    expect(
      open.answer({
        method: 'OPTIONS',
        target: controlPath,
        headers: { origin: 'http://page.test' },
      }).status,
    ).not.toBe(403);
    expect(() => testnodeServer({} as never)).toThrow(/^BadArgument at testnode/);
  });
});

describe('health', () => {
  it('is the same by GET and RPC, with 503 while a check fails', async () => {
    const { transport, control } = start();
    const node = connect('http://testnode', { strict: true, transport });
    const get = async (path: string) => {
      const url = `http://testnode${path}`;
      const headers = {};
      return transport({ url, target: path, method: 'GET', headers, repeatable: true });
    };
    expect((await get('/ext/health')).status).toBe(200);
    control('failCheck', { check: 'network', error: 'no peers' });
    for (const path of ['/ext/health', '/ext/health/health']) {
      const { status, text } = await get(path);
      expect(status).toBe(503);
      expect(JSON.parse(text)).toMatchObject({
        healthy: false,
        checks: { network: { error: 'no peers', contiguousFailures: 1 } },
      });
    }
    expect((await get('/ext/health/readiness')).status).toBe(200);
    expect(await node.health()).toMatchObject({ healthy: false });
    expect(await node.call('health.health')).toMatchObject({ healthy: false });
    expect(await node.call('health.liveness')).toMatchObject({ healthy: true, checks: {} });
    control('failCheck', { check: 'network' });
    expect((await get('/ext/health')).status).toBe(200);
  });

  it('has the checks with a tag, and those of the whole node', async () => {
    const { transport } = start();
    const node = connect('http://testnode', { strict: true, transport });
    const names = async (tags: readonly string[]) =>
      Object.keys((await node.health({ tags })).checks);
    expect(await names([subnetID])).toEqual(expect.arrayContaining(['P', 'X', 'C', 'database']));
    expect(await names(['x'])).toEqual([
      'bootstrapped',
      'database',
      'diskspace',
      'network',
      'router',
    ]);
  });
});

describe('the hosted services', () => {
  it('know the C-chain by either id, with and without a key', async () => {
    const { transport, testnode } = start();
    const data = dataService('http://node.test', { transport, apiKey: 'k', allowPlainHTTP: true });
    const chain = await data.getChain('20260922');
    expect(chain).toMatchObject({ chainName: 'C-Chain', rpcUrl: 'http://node.test/ext/bc/C/rpc' });
    expect(await data.getChain(chain.platformChainId!)).toEqual(chain);
    expect(await data.getChains()).toEqual([chain]);
    const { indexedChains } = await data.getAddressChains(evmAddressOf(ewoq));
    expect(indexedChains).toEqual([chain]);
    const xp = await data.getAddressChains(ewoq.address('X', testnode.network));
    expect(xp.unindexedChains).toHaveLength(2);
    expect(await data.getLiveCheck()).toMatchObject({ status: 'ok' });
  });

  it('give pages and errors as the public ones do', async () => {
    const { transport, control } = start();
    const metrics = metricsService('http://node.test', {
      transport,
      retry: { sleep: async () => {} },
    });
    const chains: unknown[] = [];
    for await (const chain of metrics.chains()) chains.push(chain);
    expect(chains).toMatchObject([{ evmChainId: 20260922n, network: 'testnode' }]);
    const missing = await metrics.getChain('1').catch((e) => e);
    expect(missing).toMatchObject({
      code: 'HTTPStatus',
      context: { status: 404, statusCode: 404, error: 'Not Found' },
    });
    const request = { url: '', method: 'GET', headers: {}, repeatable: true } as const;
    const bad = await transport({ ...request, target: '/v2/chains?pageToken=x' });
    expect(bad.status).toBe(400);
    control('failHosted', { status: '429', times: 1 });
    // The client asks again.
    expect(await metrics.getChain('20260922')).toMatchObject({ evmChainId: 20260922n });
    expect(await metrics.getHealthCheck()).toMatchObject({ status: 'ok' });
    control('failHosted', { status: '401' });
    const refused = await metrics.getChain('20260922').catch((e) => e);
    expect(refused).toMatchObject({ context: { status: 401, error: 'Unauthorized' } });
  });
});

describe('control methods', () => {
  it('fund addresses and move the clock', async () => {
    const { testnode, control, node } = start();
    const to = privateKey(new Uint8Array(32).fill(5));
    for (const of of [
      to.address('P', testnode.network),
      to.address('X', testnode.network),
      evmAddressOf(to),
    ])
      control('fund', { to: of, amount: '2.5' });
    for (const { utxos } of [
      await node.pchain.state([to.shortID]),
      await node.xchain.state([to.shortID]),
    ])
      expect(utxos.map(({ output }) => output)).toMatchObject([{ amount: avax('2.5') }]);
    const { accounts } = await node.cchain.state([evmAddressOf(to)]);
    expect(accounts).toMatchObject([{ balance: 2_500_000_000_000_000_000n, nonce: 0n }]);
    const { time } = control('getTime');
    expect(control('advanceTime', { seconds: '60' }).time).toBe(String(BigInt(time) + 60n));
    expect(() => control('setTime', { time: 1 })).toThrow(/OutOfRange/);
    expect(() => control('fund', { to: 'P-local1', amount: 1 })).toThrow(/BadJSON at amount/);
    expect(() => control('nope')).toThrow(/can't find method "testnode.Nope"/);
  });

  it('go back to a snapshot', () => {
    const { control, testnode } = start();
    const { id } = control('snapshot');
    const { txID } = control('addValidator');
    expect(testnode.world.txs.has(txID)).toBe(true);
    expect(control('revert', { id })).toEqual({ reverted: true });
    expect(testnode.world.txs.has(txID)).toBe(false);
    expect(control('revert', { id })).toEqual({ reverted: false });
  });

  it('end stakes, make L1s and subnets, set prices', () => {
    const { control, testnode } = start();
    const { txID } = control('addValidator', { delegationFee: '5%' });
    control('setReward', { of: txID, isRewarded: false });
    control('endStake', { txID, isRewarded: false });
    expect(testnode.world.P.rewardUTXOs.get(txID) ?? []).toEqual([]);
    const l1 = control('addL1', { validators: 2, balance: '3' });
    expect(l1.validationIDs).toHaveLength(2);
    const { subnetID: id } = control('addSubnet');
    expect(testnode.world.P.ledger.subnets.has(id)).toBe(true);
    control('setGasPrice', { chain: 'C', price: 30_000_000_000 });
    control('hold');
    expect(control('mine')).toEqual({ blocks: 0 });
    control('release');
    const rule = control('refuse', { reason: 'no', chain: 'P' });
    control('forget', rule);
    expect(control('dump').dump.length).toBeGreaterThan(1000);
  });

  it('keep a transaction for a while, and add a validator to a subnet', () => {
    const { testnode, control } = start();
    const { id } = control('delay', { chain: 'P', seconds: '60' });
    const { txID } = send(testnode, 'P', {
      type: 'BaseTx',
      outputs: [{ to: ewoq.shortID, amount: avax('1') }],
    });
    expect(id).toBe(1);
    expect(testnode.world.P.pool.has(txID)).toBe(true);
    control('advanceTime', { seconds: '60' });
    expect(testnode.world.txs.get(txID)).toMatchObject({ status: 'Accepted' });
    const { nodeID } = control('addValidator');
    const { subnetID: subnet } = control('addSubnet');
    const added = control('addSubnetValidator', { subnetID: subnet, nodeID, weight: '7' });
    expect(testnode.world.P.ledger.current.get(added.txID)).toMatchObject({ weight: 7n });
  });

  it('sign warp messages with the BLS keys that they are given', () => {
    const { testnode, control } = start();
    const { chainID } = control('addL1');
    const unsigned = encode(UnsignedMessage, {
      NetworkID: testnode.network.networkID,
      SourceChainID: parseID(chainID),
      Payload: encode(Payload, {
        type: 'payload.AddressedCall',
        SourceAddress: new Uint8Array(20),
        Payload: new Uint8Array(1),
      }),
    });
    const { message } = control('signWarp', { message: formatHex(unsigned), percent: 67 });
    const signed = decode(Message, parseHex(message));
    expect(unsignedMessageBytesOf(signed)).toEqual(unsigned);
    expect(signed.Signature.Signers).not.toHaveLength(0);
    const secretKey = new Uint8Array(32).fill(9);
    const before = testnode.world.blsKeys.size;
    control('addBLSKey', { secretKey: formatHex(secretKey) });
    expect(testnode.world.blsKeys.size).toBe(before + 1);
  });

  it('are all named as the service, with what they do', () => {
    for (const [name, { about, params }] of Object.entries(controlMethods)) {
      expect(name).toMatch(/^testnode\.[a-z]\w+$/);
      expect(about).toMatch(/\.$/);
      expect(params.fields).toBeDefined();
    }
  });
});
