import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { AvalancheError, isError } from '../../src/errors/error.ts';
import { connect } from '../../src/rpc/connect.ts';
import { isHTTPStatusError } from '../../src/rpc/errors.ts';
import {
  dataResources,
  dataService,
  metricsResources,
  metricsService,
} from '../../src/rpc/hosted.ts';
import type { Resource } from '../../src/rpc/resource.ts';
import { formatJSON, type JSONValue, parseJSON } from '../../src/text/json.ts';
import { json, serve } from '../support/http.ts';
import { thrown } from '../support/thrown.ts';
import { linesOf } from '../support/vectors.ts';

interface Sample {
  readonly api: string;
  readonly method: string;
  readonly variant?: string;
  readonly request: { readonly path: string; readonly headers: Record<string, string> };
  readonly response: { readonly status: bigint; readonly body: JSONValue };
}

const samples = ['seed', 'variants'].flatMap((name) =>
  linesOf(`rpc-samples-${name}`)
    .map((line) => parseJSON(line) as unknown as Sample)
    .filter(({ api }) => api === 'data' || api === 'metrics'),
);

const key = 'test-key-0001';
/** No test waits. */
const retry = { sleep: async () => {} };

/** The call of a sample, by its path. */
function ask(url: string, { api, request }: Sample, apiKey: string | undefined): Promise<unknown> {
  const [path = '', query] = request.path.split('?');
  const options = { retry, ...(apiKey !== undefined && { apiKey }) };
  const network = new URLSearchParams(query).get('network') ?? undefined;
  const [, , what, of] = path.split('/').map(decodeURIComponent);
  if (api === 'metrics') {
    const metrics = metricsService(url, options);
    if (what === 'chains') return metrics.getChain(of!);
    return what === 'health-check' ? metrics.getHealthCheck() : metrics.getLiveCheck();
  }
  const data = dataService(url, options);
  if (what === 'address') return data.getAddressChains(of!);
  if (what === 'chains')
    return of === undefined
      ? data.getChains({ ...(network !== undefined && { network }) })
      : data.getChain(of);
  return what === 'live-check' ? data.getLiveCheck() : data.getHealthCheck();
}

function resourceOf({ api, method }: Sample): Resource {
  const table: readonly Resource[] = Object.values(
    api === 'data' ? dataResources : metricsResources,
  );
  return table.find(({ path }) => method === `GET ${path}`)!;
}

describe('the hosted services', () => {
  it.each(
    samples.map((sample) => [`${sample.request.path} ${sample.variant ?? ''}`, sample] as const),
  )('answer %s', async (_, sample) => {
    const { status, body } = sample.response;
    const { url, asked } = await serve((_, response) =>
      json(response, formatJSON(body), Number(status)),
    );
    const apiKey = sample.request.headers['x-service-api-key'];
    const reply: unknown = await ask(url, sample, apiKey).catch((e) => e);
    expect(asked[0]).toMatchObject({ method: 'GET', url: sample.request.path, body: '' });
    expect(asked[0]!.headers['x-service-api-key']).toBe(apiKey);
    const isReport = typeof body === 'object' && body !== null && 'details' in body;
    if (status === 200n || isReport) {
      const value = Array.isArray(reply) ? { chains: reply } : reply;
      expect(resourceOf(sample).result.format(value)).toEqual(body);
    } else {
      const message = [(body as { message: string | string[] }).message].flat().join('; ');
      if (!isHTTPStatusError(reply, Number(status))) throw reply;
      const { error } = body as { error?: string };
      expect(reply.context).toEqual({
        status: Number(status),
        body: formatJSON(body),
        message,
        statusCode: Number(status),
        ...(error !== undefined && { error }),
      });
      expect(reply.message).toContain(message);
    }
  });

  it('say every status with its body, JSON or not, and what is transient again', async () => {
    for (const status of [400, 401, 403, 404, 429, 500, 502, 503]) {
      const { url, asked } = await serve((_, response) =>
        response.writeHead(status, { 'Retry-After': '1' }).end('<h1>oops</h1>'),
      );
      const error = await dataService(url, { retry })
        .getChain('1')
        .catch((e) => e);
      expect(error).toMatchObject({
        code: 'HTTPStatus',
        context: { status, body: '<h1>oops</h1>' },
      });
      expect(asked).toHaveLength([429, 502, 503].includes(status) ? 4 : 1);
      const odd = await serve((_, response) =>
        json(response, '{"message":[1],"statusCode":200,"error":7}', status),
      );
      expect(
        await metricsService(odd.url, { retry })
          .getChain('1')
          .catch((e) => e),
      ).toMatchObject({
        context: { status },
      });
    }
  });

  it('send a key to themselves only, in the header that is asked for', async () => {
    const { url, asked } = await serve((_, response) => json(response, '{}'));
    await dataService(`${url}/`, { apiKey: key, apiKeyHeader: 'x-glacier-api-key' }).getLiveCheck();
    await metricsService(url).getHealthCheck();
    expect(asked[0]!.headers).toMatchObject({ 'x-glacier-api-key': key });
    expect(asked[0]!.headers).not.toHaveProperty('x-service-api-key');
    expect(JSON.stringify(asked[1]!.headers)).not.toContain('api-key');
    expect(asked.map((of) => of.url)).toEqual(['/v1/live-check', '/v2/health-check']);
  });

  it('keep a key out of every error, also where a server says it back', async () => {
    const answers: [number, string][] = [
      [401, `{"message":"${key} is no key","statusCode":401,"error":"Unauthorized"}`],
      [500, `${key} <html>`],
      [200, `{"chainId":["${key}"]}`],
      [200, key],
    ];
    for (const [status, text] of answers) {
      const { url } = await serve((_, response) => json(response, text, status));
      const error = await dataService(url, { apiKey: key, retry })
        .getChain('1')
        .catch((e) => e);
      expect(error).toBeInstanceOf(AvalancheError);
      expect([error.message, error.stack, JSON.stringify(error.context)].join()).not.toContain(key);
    }
    const bad = thrown(() => dataService('http://a', { apiKey: `${key}\n` }));
    expect(bad).toMatchObject({ code: 'BadText', path: ['headers', 'x-service-api-key'] });
    expect(bad.message).not.toContain(key);
    for (const url of [
      `http://${key}@host`,
      `http://u:${key}@host`,
      `http://h#${key}`,
      key,
      `ftp://${key}`,
    ])
      expect(thrown(() => dataService(url)).message).not.toContain(key);
  });

  it.each([
    ['cut in the middle of it', (of: string) => [500, 'x'.repeat(1990) + of]],
    ['shown in the middle of it', (of: string) => [200, `{"chainId":["${'x'.repeat(45)}${of}"]}`]],
    ['as a URL has it', (of: string) => [404, encodeURIComponent(of)]],
    ['as JSON has it', (of: string) => [500, JSON.stringify([of])]],
    ['as a key', (of: string) => [200, JSON.stringify({ chainId: '1', [of]: 1 })]],
    ['without its scheme', (of: string) => [401, of.split(' ')[1]!]],
  ] as const)('keep a key out of an error that has it %s', async (_, answer) => {
    const secret = 'Bearer sk-9f8e/+="3210';
    const { url } = await serve((_, response) => {
      const [status, text] = answer(secret);
      json(response, String(text), Number(status));
    });
    const error = await dataService(url, { apiKey: secret, apiKeyHeader: 'Authorization', retry })
      .getChain('1')
      .catch((e) => e);
    expect(error).toBeInstanceOf(AvalancheError);
    expect(inspect(error, { depth: 9 })).not.toMatch(/9f8e|3210/);
  });

  it('keep a key that is in the URL, or that a transport throws, out of errors', async () => {
    const { url } = await serve(({ url: path }, response) => json(response, `no ${path}`, 404));
    for (const at of [`${url}/v3/${key}`, `${url}?token=${key}`]) {
      const error = await connect(at, { retry })
        .call('platform.getHeight')
        .catch((e) => e);
      expect(error).toMatchObject({ code: 'HTTPStatus' });
      expect(inspect(error, { depth: 9 })).not.toContain(key);
    }
    const transport = async () => {
      throw Object.assign(new Error(`failed with ${key}`), { config: { headers: { key } } });
    };
    const error = await dataService(url, { apiKey: key, transport })
      .getChain('1')
      .catch((e) => e);
    expect(error).toMatchObject({ code: 'Transport', detail: 'failed with …' });
    expect(inspect(error, { depth: 9 })).not.toContain(key);
    const refused = `[{"jsonrpc":"2.0","id":1,"error":{"code":-1,"message":"${key}"}}]`;
    const batch = await serve((_, response) => json(response, refused));
    const [one] = await connect(batch.url, { headers: { key } }).sendBatch('/ext/bc/C/rpc', [
      { method: 'eth_x', params: [] },
    ]);
    expect(inspect(one, { depth: 9 })).toMatch(/^(?!.*test-key)/s);
    expect(one).toMatchObject({ code: 'NodeError' });
  });

  it('lose no digit', async () => {
    const chain = (id: string) =>
      `{"evmChainId":${id},"chainName":"","blockchainId":"","subnetId":"","network":"","n":${id}}`;
    const { url } = await serve(({ url: path }, response) =>
      json(response, chain(path.split('/')[3]!)),
    );
    const n = '123456789012345678901234567890';
    expect(await metricsService(url).getChain(n)).toMatchObject({
      evmChainId: BigInt(n),
      extra: { n: BigInt(n) },
    });
    for (const bad of ['1.5', '-1', '"x"', 'null', '1e3'])
      expect(
        await metricsService(url)
          .getChain(bad)
          .catch((e) => e),
      ).toMatchObject({ code: 'BadJSON' });
  });

  it.each([
    ['{"chainId":"1"', 'BadJSON', []],
    ['[]', 'BadJSON', ['result']],
    ['{"chainId":1}', 'BadJSON', ['result', 'chainId']],
    [
      '{"chainId":"1","networkToken":{"decimals":"x"}}',
      'BadJSON',
      ['result', 'networkToken', 'decimals'],
    ],
    ['{"chainId":"1","enabledFeatures":["a",2]}', 'BadJSON', ['result', 'enabledFeatures', 1]],
    ['{"chainId":"1"}', 'BadJSON', ['result', 'chainName']],
    ['', 'BadJSON', ['result']],
  ])('refuse %s', async (text, code, path) => {
    const { url } = await serve((_, response) => json(response, text));
    const error = await dataService(url)
      .getChain('1')
      .catch((e) => e);
    expect(error).toMatchObject({ code });
    if (path.length > 1) expect(error.path).toEqual(path);
  });

  it('give no value for a reply that is wrong anywhere', () => {
    const others = [null, true, '', 'x', 0n, -1n, 1.5, [], {}, [null], { x: 1n }];
    /** The value with another in each of its places. */
    function* damaged(value: JSONValue): Generator<JSONValue> {
      yield* others;
      if (typeof value !== 'object' || value === null) return;
      for (const [key, member] of Object.entries(value)) {
        for (const other of damaged(member))
          yield Array.isArray(value)
            ? value.map((old, i) => (String(i) === key ? other : old))
            : { ...value, [key]: other };
        if (!Array.isArray(value)) {
          const { [key]: _, ...rest } = value;
          yield rest;
        }
      }
    }
    let refused = 0;
    for (const sample of samples.filter(({ response }) => response.status === 200n)) {
      const { result } = resourceOf(sample);
      for (const body of damaged(sample.response.body))
        try {
          expect(result.format(result.parse(body))).toEqual(body);
        } catch (e) {
          if (!isError(e)) throw e;
          refused++;
        }
    }
    expect(refused).toBeGreaterThan(500);
  });

  it('let nothing out of its place in a path', async () => {
    const { url, asked } = await serve((_, response) => json(response, '{}'));
    await dataService(url)
      .getAddressChains('a/b?c#d é')
      .catch((e) => e);
    expect(asked[0]!.url).toBe('/v1/address/a%2Fb%3Fc%23d%20%C3%A9/chains');
    for (const chainId of ['', '.', '..', '\ud800'])
      expect(
        await dataService(url)
          .getChain(chainId)
          .catch((e) => e),
      ).toMatchObject({
        code: 'BadText',
        path: expect.arrayContaining(['params', 'chainId']),
      });
    expect(
      await dataService(url)
        .getChain(1 as never)
        .catch((e) => e),
    ).toBeInstanceOf(AvalancheError);
    expect(asked).toHaveLength(1);
  });

  it('give lists page by page, and stop where pages go round', async () => {
    const chain = { chainName: '', blockchainId: '', subnetId: '', network: 'fuji' };
    const pages: Record<string, string> = { '': 'a b', 'a b': 'c', c: '' };
    const { url, asked } = await serve(({ url: path }, response) => {
      const token = new URL(path, 'http://a').searchParams.get('pageToken') ?? '';
      const next = pages[token]!;
      json(
        response,
        JSON.stringify({
          chains: [{ ...chain, evmChainId: token.length }],
          ...(next && { nextPageToken: next }),
        }),
      );
    });
    const found: bigint[] = [];
    for await (const { evmChainId } of metricsService(url).chains({ network: 'fuji' }))
      found.push(evmChainId);
    expect(found).toEqual([0n, 3n, 1n]);
    expect(asked.map((of) => of.url)).toEqual([
      '/v2/chains?network=fuji',
      '/v2/chains?network=fuji&pageToken=a%20b',
      '/v2/chains?network=fuji&pageToken=c',
    ]);
    pages.c = 'a b';
    const round = (async () => {
      for await (const _ of metricsService(url).chains());
    })();
    expect(await round.catch((e) => e)).toMatchObject({ code: 'Inconsistent' });
  });

  it('ask again when a connection breaks, and not for ever', async () => {
    const { url, asked } = await serve((_, response, count) => {
      if (count < 3) response.destroy();
      else json(response, '{"status":"ok"}');
    });
    const chain = await dataService(url, { retry })
      .getAddressChains('0x')
      .catch((e) => e);
    expect(chain).toMatchObject({ extra: { status: 'ok' } });
    expect(asked).toHaveLength(3);
  });
});
