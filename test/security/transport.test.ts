/** Low: headers with keys go to the server that they are for, and to nobody on the way; and what a node says of networks and prices (H2). */
import { describe, expect, it } from 'vitest';
import { build } from '../../src/builder/index.ts';
import { faultOf } from '../../src/errors/fault.ts';
import { gasPriceOf } from '../../src/fee/index.ts';
import { formatNetwork } from '../../src/network/custom.ts';
import { customNetwork, fuji, local, mainnet, parseNetwork } from '../../src/network/index.ts';
import { verifyConstants } from '../../src/network/known.ts';
import type { Network } from '../../src/network/network.ts';
import { connect } from '../../src/rpc/connect.ts';
import { dataService } from '../../src/rpc/hosted.ts';
import { fetchTransport } from '../../src/rpc/transport.ts';
import { evmAddressOf } from '../../src/sign/key.ts';
import { formatJSON, type JSONValue, parseJSON } from '../../src/text/json.ts';
import { serve } from '../support/http.ts';
import { lying } from '../support/lyingnode.ts';
import { key } from '../support/state.ts';
import { thrown } from '../support/thrown.ts';

const headers = { 'x-key': 'sesame' };

describe('headers over plain HTTP', () => {
  it.each([
    'http://node.test',
    'http://10.0.0.1:9650',
    'http://localhost.evil.test',
    'http://[::2]',
  ])('to %s are refused', (url) => {
    const error = thrown(() => connect(url, { headers }));
    expect(error).toMatchObject({ code: 'BadText', path: ['url'] });
    expect(error.message).toContain('allowPlainHTTP');
    expect(thrown(() => dataService(url, { apiKey: 'sesame' })).code).toBe('BadText');
    connect(url, { headers, allowPlainHTTP: true });
    connect(url);
    connect(url, { headers: { Accept: 'application/json' } });
  });

  it.each([
    'http://127.0.0.1:9650',
    'http://127.1.2.3',
    'http://[::1]:9650',
    'http://localhost',
    'http://node.localhost',
    'https://node.test',
  ])('to %s are sent', (url) => {
    connect(url, { headers });
  });
});

describe('redirects', () => {
  it.each([301, 302, 303, 307, 308])(
    'with %d to another origin are not followed',
    async (status) => {
      const other = await serve((_, response) => response.end('{}'));
      const { url } = await serve((_, response) =>
        response.writeHead(status, { Location: other.url }).end(),
      );
      const error = await connect(url, { headers, retry: { attempts: 1 } })
        .call('platform.getHeight')
        .catch((e) => e);
      expect(error).toMatchObject({ code: 'Transport', context: { reason: 'redirect' } });
      expect(other.asked).toEqual([]);
    },
  );

  it('that the platform followed are refused', async () => {
    const followed = (async () =>
      Object.defineProperty(new Response('{}'), 'redirected', { value: true })) as typeof fetch;
    const transport = fetchTransport({ fetch: followed });
    const error = await connect('https://node.test', { headers, transport })
      .call('platform.getHeight')
      .catch((e) => e);
    expect(error).toMatchObject({ code: 'Transport', context: { reason: 'redirect' } });
  });
});

/** What a caller may pass as the path of a request, knowingly or from a file of somebody else, and what it would lead to. */
const elsewhere = [
  '@evil.test/x',
  ':8080@evil.test/',
  ':443',
  '.evil.test/',
  'evil.test',
  '',
  '//evil.test/x',
  '///evil.test/x',
  '/\\evil.test/x',
  '\\\\evil.test\\x',
  '\\evil.test',
  'https://evil.test/x',
  'http:evil.test',
  'javascript:alert(1)',
  '/../x',
  '/..',
  '/ext/../../x',
  '/ext/bc/./P',
  '/ext/%2e%2e/%2E./x',
  '/ext/.%2e/x',
  '/\t/evil.test/x',
  '/ext\n/bc',
  ' /ext/bc/P',
  '/ext/bc/P ',
  '/ext/\u2028',
  '/ext/bc/P#',
  '/ext#@evil.test',
  '?@evil.test',
  '/ext?a#b',
];

describe('the path of a request', () => {
  const at = 'https://node.test/v1/key?token=sesame';
  const hosts: string[] = [];
  const transport = async ({ url }: { readonly url: string }) => {
    hosts.push(url);
    return { status: 200, headers: {}, text: '{"jsonrpc":"2.0","result":{},"id":1}' };
  };
  const node = connect(at, { headers, transport, retry: { attempts: 1 } });
  const call = { method: 'eth_any', params: [] };

  it.each(elsewhere)(
    'that leads elsewhere is refused before anything is sent: %j',
    async (path) => {
      hosts.length = 0;
      for (const asked of [
        () => node.send(path, call),
        () => node.sendBatch(`${path}?/rpc`, [call]),
      ]) {
        const error = await asked().catch((e) => e);
        expect(error).toMatchObject({ code: 'BadText', path: ['path'] });
        expect(error.message).not.toContain('sesame');
      }
      expect(hosts).toEqual([]);
    },
  );

  it.each([
    ['/ext/bc/P', '/ext/bc/P?token=sesame'],
    ['/ext/bc/2JVSBoinj9C2J33VntvzYtVJNZdN2NKiwKjcumHUWEb5DbBrm', undefined],
    ['/ext/bc/C/rpc?a=b?c', '/ext/bc/C/rpc?token=sesame&a=b?c'],
    ['/ext/...', undefined],
    ['/ext/@evil.test', undefined],
  ])('stays below the URL: %s', async (path, sent = `${path}?token=sesame`) => {
    hosts.length = 0;
    await node.send(path, call);
    expect(hosts).toEqual([`https://node.test/v1/key${sent}`]);
  });

  it.each(elsewhere)('cannot be made of a chain or a param: %j', async (text) => {
    hosts.length = 0;
    const asked = [
      () => node.call('platform.getHeight', {}, { at: text } as never),
      () => node.call('index.getLastAccepted', {}, { at: text as never }),
      () => node.health({ tags: [text] }),
      () => dataService(at, { apiKey: 'sesame', transport }).getChain(text),
      () => dataService(at, { apiKey: 'sesame', transport }).getAddressChains(text),
    ];
    for (const ask of asked) await ask().catch((e) => expect(e.code).toMatch(/^[A-Z]/));
    expect(hosts.filter((url) => !url.startsWith('https://node.test/v1/key/'))).toEqual([]);
    for (const url of hosts) expect(new URL(url).href).toBe(url);
  });
});

/** A network with one leaf changed. */
function* changed(value: JSONValue, path: readonly string[] = []): Iterable<[string, JSONValue]> {
  if (typeof value === 'bigint') yield [path.join('.'), value + 1n];
  else if (typeof value === 'string' && /^\d+$/.test(value))
    yield [path.join('.'), String(BigInt(value) + 1n)];
  else if (Array.isArray(value)) {
    for (const [i, of] of value.entries())
      for (const [place, other] of changed(of, [...path, String(i)]))
        yield [place, value.map((old, k) => (k === i ? other : old))];
  } else if (typeof value === 'object' && value !== null)
    for (const [name, of] of Object.entries(value))
      for (const [place, other] of changed(of, [...path, name]))
        yield [place, { ...value, [name]: other }];
}

describe('networks that pass for a known one', () => {
  it.each([mainnet, fuji])('have all its constants ($name)', (known) => {
    const json = parseJSON(formatNetwork(known));
    const places: string[] = [];
    for (const [place, other] of changed(json)) {
      // Of another network by its id, but with the name of this one.
      const error = thrown(() => parseNetwork(formatJSON(other)));
      expect(error.code, place).toBe('WrongNetwork');
      places.push(place.split('.')[0]!);
    }
    expect(new Set(places)).toEqual(
      new Set([
        'networkID',
        'evmChainID',
        'upgrades',
        'xFees',
        'pFees',
        'validatorFees',
        'staking',
      ]),
    );
    expect(parseNetwork(formatNetwork(known)).networkID).toBe(known.networkID);
  });

  it.each<[string, (known: Network) => Partial<Network>]>([
    ['its name in capitals', ({ name }) => ({ name: name.toUpperCase() })],
    ['its name with spaces', ({ name }) => ({ name: ` ${name}\u200b ` })],
    ['its addresses', ({ hrp }) => ({ hrp })],
    ['its AVAX', ({ avaxAssetID }) => ({ avaxAssetID })],
    ['its X-chain', ({ chains: { X } }) => ({ chains: { ...local.chains, X } })],
    ['its C-chain', ({ chains: { C } }) => ({ chains: { ...local.chains, C } })],
  ])('with %s are refused', (_, part) => {
    for (const known of [mainnet, fuji]) {
      const network = { ...local, networkID: 77, name: 'mine', hrp: 'custom', ...part(known) };
      expect(thrown(() => verifyConstants(network)).code).toBe('WrongNetwork');
    }
    verifyConstants({ ...local, networkID: 77, name: 'mine', hrp: 'custom' });
    expect(
      customNetwork({
        networkID: 77,
        avaxAssetID: new Uint8Array(32).fill(1),
        chains: { X: new Uint8Array(32).fill(2), C: new Uint8Array(32).fill(3) },
      }).name,
    ).toBe('network-77');
  });
});

describe('prices that nobody meant to pay', () => {
  const feeState = {
    capacity: '1000000',
    excess: '0',
    price: '1',
    timestamp: '2027-01-15T08:00:00Z',
  };
  const now = () => Date.parse('2027-01-15T08:01:00Z');
  const nodeSaying = (fees: object, baseFee = '0x1') => {
    const { transport } = lying(({ method }): JSONValue | { raw: string } => {
      if (method === 'platform.getHeight') return { height: '7' };
      if (method === 'platform.getFeeState') return { ...feeState, ...fees };
      return { raw: '' };
    });
    const evm = async (request: Parameters<typeof transport>[0]) => {
      const calls = JSON.parse(request.body ?? '') as { id: number; method: string }[];
      if (!Array.isArray(calls)) return transport(request);
      const said = calls.map(({ id, method }) => {
        const result = method === 'eth_baseFee' ? baseFee : '0x7';
        return `{"jsonrpc":"2.0","result":"${result}","id":${id}}`;
      });
      return { status: 200, headers: {}, text: `[${said.join(',')}]` };
    };
    return connect('https://node.test', { network: fuji, transport: evm, now });
  };

  it('are refused when a state of P is read, if they do not follow from the excess', async () => {
    for (const fees of [
      { price: '1', excess: '100000000' },
      { price: '10000', excess: '0' },
    ]) {
      const e = await nodeSaying(fees)
        .pchain.state([])
        .catch((e) => e);
      expect(e).toMatchObject({
        code: 'Mismatch',
        path: ['platform.getFeeState', 'result', 'price'],
      });
      expect(faultOf(e).party).toBe('node');
    }
    const excess = 19_931_700n;
    const price = gasPriceOf({ capacity: 0n, excess }, fuji.pFees);
    const fair = nodeSaying({ price: String(price), excess: String(excess) });
    expect((await fair.pchain.state([])).feeState.price).toBe(price);
  });

  it('are the error of a payment, not the coins that cannot pay them', async () => {
    const excess = 400_000_000n;
    const price = gasPriceOf({ capacity: 0n, excess }, fuji.pFees);
    const p = await nodeSaying({ price: String(price), excess: String(excess) }).pchain.state([]);
    const c = await nodeSaying({}, `0x${(10n ** 30n).toString(16)}`).cchain.state([
      evmAddressOf(key(1)),
    ]);
    const outputs = [{ to: key(2).shortID, amount: 1n }];
    for (const draft of [
      () => build(p, { type: 'BaseTx', outputs }),
      () => build(c, { type: 'ExportTx', to: 'P', outputs }),
    ]) {
      const e = thrown(draft);
      expect([e.code, faultOf(e).party]).toEqual(['FeeTooHigh', 'network']);
    }
  });
});
