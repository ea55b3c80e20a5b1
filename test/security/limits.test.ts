/** What a node or service sends cannot fill the memory or go on for ever. */
import { describe, expect, it } from 'vitest';
import { UTXO as PUTXO } from '../../src/chain/pchain/tx.ts';
import { formatAddress } from '../../src/network/address.ts';
import { fuji } from '../../src/network/known.ts';
import { connect } from '../../src/rpc/connect.ts';
import { metricsService } from '../../src/rpc/hosted.ts';
import { parseReply } from '../../src/rpc/request.ts';
import { fetchTransport } from '../../src/rpc/transport.ts';
import { formatBytes } from '../../src/text/hex.ts';
import { formatID } from '../../src/text/id.ts';
import { type JSONValue, parseJSON } from '../../src/text/json.ts';
import { encode } from '../../src/wire/codec.ts';
import { json, serve } from '../support/http.ts';
import { drained, lying } from '../support/lyingnode.ts';
import { key, utxo } from '../support/state.ts';
import { thrown } from '../support/thrown.ts';

const me = formatAddress(key(1).shortID, fuji.chains.P, fuji);

/** Pages that never end: full of new UTXOs, each with a new cursor. */
function endless(perPage: number) {
  let made = 0;
  return lying(({ method, params }): JSONValue => {
    if (method === 'platform.getHeight') return { height: '7' };
    if (method === 'platform.getFeeState')
      return { capacity: '1000000', excess: '0', price: '1', timestamp: '2027-01-15T08:00:00Z' };
    const count = Math.min(perPage, Number(params.limit));
    const utxos = Array.from({ length: count }, () => {
      const n = ++made;
      const of = { ...utxo(1, 5n), outputIndex: n };
      return formatBytes(encode(PUTXO, of), 'hex');
    });
    const cursor = new Uint8Array(32);
    new DataView(cursor.buffer).setUint32(0, made);
    return {
      numFetched: String(utxos.length),
      utxos,
      endIndex: { address: me, utxo: formatID(cursor) },
      encoding: 'hex',
    };
  });
}

describe('pages that never end', () => {
  it.each([
    ['maxItems', { maxItems: 5000 }, 5000],
    ['maxPages', { maxPages: 7 }, 7],
    ['maxBytes', { maxBytes: 300_000 }, 300_000],
  ] as const)('a state and UTXOs end at %s', async (limit, limits, max) => {
    const { transport, calls } = endless(1024);
    const node = connect('http://node.test', { network: fuji, transport, limits });
    const expected = { code: 'LimitExceeded', context: { limit, max } };
    const error = await node.pchain.state([me]).catch((e) => e);
    expect(error).toMatchObject(expected);
    expect(error.message).toContain(`limits.${limit}`);
    expect(await drained(node.pchain.utxos([me])).catch((e) => e)).toMatchObject(expected);
    expect(calls.length).toBeLessThan(30);
  });

  it('ends by default, also where each page has one UTXO', async () => {
    const { transport, calls } = endless(1);
    const node = connect('http://node.test', { network: fuji, transport });
    const error = await drained(node.pchain.utxos([me], { limit: 1 })).catch((e) => e);
    expect(error).toMatchObject({ code: 'LimitExceeded', context: { limit: 'maxPages' } });
    expect(calls).toHaveLength(1000);
  });

  it('counts the reads from all chains of a state together', async () => {
    const { transport } = endless(1024);
    const limits = { maxItems: 3000 };
    const node = connect('http://node.test', { network: fuji, transport, limits });
    const error = await node.pchain.state([me], { imports: ['X', 'C'] }).catch((e) => e);
    expect(error).toMatchObject({ code: 'LimitExceeded', context: { limit: 'maxItems' } });
  });

  it('chains of the metrics service end', async () => {
    let pages = 0;
    const service = metricsService('http://metrics.test', {
      limits: { maxPages: 5 },
      transport: async () => ({
        status: 200,
        headers: {},
        text: `{"chains":[],"nextPageToken":"t${++pages}"}`,
      }),
    });
    expect(await drained(service.chains()).catch((e) => e)).toMatchObject({
      code: 'LimitExceeded',
      context: { limit: 'maxPages', max: 5 },
    });
    expect(pages).toBe(5);
  });

  it('containers end where only the node says where that is, and go on where the caller does', async () => {
    const container = (index: bigint): JSONValue => ({
      id: formatID(new Uint8Array(32)),
      bytes: formatBytes(new Uint8Array(4), 'hex'),
      timestamp: '2026-01-01T00:00:00Z',
      encoding: 'hex',
      index: String(index),
    });
    const { transport } = lying(({ method, params }): JSONValue => {
      if (method === 'index.getLastAccepted') return container(2n ** 62n);
      const from = BigInt(params.startIndex as string);
      const count = Number(params.numToFetch);
      return { containers: Array.from({ length: count }, (_, i) => container(from + BigInt(i))) };
    });
    const limits = { maxItems: 700 };
    const node = connect('http://node.test', { network: fuji, transport, limits });
    expect(await drained(node.containers('P/block')).catch((e) => e)).toMatchObject({
      code: 'LimitExceeded',
      context: { limit: 'maxItems', max: 700 },
    });
    expect(await drained(node.containers('P/block', { to: 999n }))).toHaveLength(1000);
  });
});

describe('one reply', () => {
  it('is cut while it arrives, whatever length it claims, and the connection ends', async () => {
    let sent = 0;
    let isOpen = true;
    const fetcher = (async () =>
      new Response(
        new ReadableStream<Uint8Array>({
          pull(controller) {
            sent += 10_000;
            controller.enqueue(new Uint8Array(10_000).fill(0x20));
          },
          cancel() {
            isOpen = false;
          },
        }),
        { headers: { 'Content-Length': '10' } },
      )) as typeof fetch;
    const limits = { maxReplyBytes: 50_000 };
    const transport = fetchTransport({ fetch: fetcher });
    const node = connect('http://node.test', { network: fuji, transport, limits });
    expect(await node.call('platform.getHeight').catch((e) => e)).toMatchObject({
      code: 'LimitExceeded',
      context: { limit: 'maxReplyBytes', max: 50_000 },
    });
    expect(sent).toBeLessThan(100_000);
    expect(isOpen).toBe(false);
  });

  it('of a server with gzip is counted as it is unpacked', async () => {
    const { gzipSync } = await import('node:zlib');
    const bomb = gzipSync(' '.repeat(5_000_000));
    const { url } = await serve((_, response) =>
      response.writeHead(200, { 'Content-Encoding': 'gzip' }).end(bomb),
    );
    const node = connect(url, { network: fuji, limits: { maxReplyBytes: 1_000_000 } });
    expect(bomb.length).toBeLessThan(10_000);
    expect(await node.call('platform.getHeight').catch((e) => e)).toMatchObject({
      code: 'LimitExceeded',
    });
  });

  it('is measured where another transport does not', async () => {
    const { transport } = lying(() => ({ raw: ' '.repeat(2000) }));
    const node = connect('http://node.test', { transport, limits: { maxReplyBytes: 1999 } });
    expect(await node.call('platform.getHeight').catch((e) => e)).toMatchObject({
      code: 'LimitExceeded',
      context: { limit: 'maxReplyBytes', max: 1999 },
    });
  });

  it('of millions of values is refused, and so it is without a node', async () => {
    const raw = `[${'[[]],'.repeat(1_000_000)}[]]`;
    const { transport } = lying(() => ({ raw }));
    const node = connect('http://node.test', { transport });
    expect(await node.call('platform.getHeight').catch((e) => e)).toMatchObject({
      code: 'LimitExceeded',
      context: { limit: 'maxValues', max: 1_000_000 },
    });
    const call = { method: 'platform.getHeight', params: {} } as const;
    const more = `[${'null,'.repeat(5_000_000)}null]`;
    expect(thrown(() => parseReply(more, call))).toMatchObject({ code: 'LimitExceeded' });
  });

  it('has a number of values that the caller can choose', async () => {
    const { url } = await serve((_, response) =>
      json(response, '{"jsonrpc":"2.0","result":{"height":"7"},"id":1}'),
    );
    const height = (maxValues: number) =>
      connect(url, { limits: { maxValues } }).call('platform.getHeight');
    expect(await height(5)).toEqual({ height: 7n });
    expect(await height(4).catch((e) => e)).toMatchObject({ code: 'LimitExceeded' });
  });

  it.each([0, -1, 1.5, Number.NaN, '5'])('refuses a limit of %s', (max) => {
    const limits = { maxPages: max as number };
    expect(thrown(() => connect('http://node.test', { limits }))).toMatchObject({
      code: 'OutOfRange',
      path: ['limits', 'maxPages'],
    });
  });
});

describe('JSON', () => {
  it('counts every value, and stops at the first that is too much', () => {
    const text = '[1,"a",{"k":null},true,[]]';
    expect(parseJSON(text, { maxValues: 7 })).toHaveLength(5);
    const error = thrown(() => parseJSON(text, { maxValues: 6 }));
    expect(error).toMatchObject({ code: 'LimitExceeded', context: { limit: 'maxValues', max: 6 } });
    // What comes after the limit is not looked at.
    expect(thrown(() => parseJSON('[1,2,3,!', { maxValues: 2 }))).toMatchObject({
      code: 'LimitExceeded',
    });
    expect(thrown(() => parseJSON('[1]', { maxValues: Number.NaN }))).toMatchObject({
      code: 'LimitExceeded',
    });
  });

  it('is at most 500 deep', () => {
    expect(thrown(() => parseJSON('['.repeat(1_000_000)))).toMatchObject({ code: 'BadJSON' });
  });
});
