import { describe, expect, it } from 'vitest';
import { connect } from '../../src/rpc/connect.ts';
import {
  isHTTPStatusError,
  isNodeError,
  isTransportError,
  transportError,
} from '../../src/rpc/errors.ts';
import { formatBatch, formatCall, parseBatch, readReply } from '../../src/rpc/jsonrpc.ts';
import { type RetryOptions, retryTransport, sleep } from '../../src/rpc/retry.ts';
import {
  fetchTransport,
  type TransportReply,
  type TransportRequest,
} from '../../src/rpc/transport.ts';
import { json, serve } from '../support/http.ts';
import { thrown } from '../support/thrown.ts';

const get = (url: string, more: Partial<TransportRequest> = {}): TransportRequest => ({
  url,
  target: '',
  method: 'GET',
  headers: {},
  repeatable: true,
  ...more,
});

describe('fetchTransport', () => {
  it('sends text and gives text, whatever the status', async () => {
    const { url, asked } = await serve((_, response) => json(response, '{"n":1}', 503));
    const reply = await fetchTransport()({
      ...get(`${url}/ext/info`),
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'x-key': 'k' },
      body: '{"a":18446744073709551615}',
    });
    expect(reply).toMatchObject({ status: 503, text: '{"n":1}' });
    expect(reply.headers['content-type']).toBe('application/json');
    expect(asked).toMatchObject([
      { method: 'POST', url: '/ext/info', body: '{"a":18446744073709551615}' },
    ]);
    expect(asked[0]!.headers).toMatchObject({ 'x-key': 'k', 'content-type': 'application/json' });
  });

  it('reads a response without a stream, as React Native gives them', async () => {
    const { url } = await serve((_, response) => json(response, '{"n":"é"}'));
    const native: typeof fetch = async (...of) => {
      const response = await fetch(...of);
      return new Proxy(response, {
        get: (target, name) => {
          const value = name === 'body' ? undefined : Reflect.get(target, name, target);
          return typeof value === 'function' ? value.bind(target) : value;
        },
      });
    };
    const transport = fetchTransport({ fetch: native });
    expect((await transport(get(url))).text).toBe('{"n":"é"}');
    expect((await transport(get(url, { maxBytes: 10 }))).text).toBe('{"n":"é"}');
    await expect(transport(get(url, { maxBytes: 9 }))).rejects.toMatchObject({
      code: 'LimitExceeded',
    });
  });

  it('follows no redirect, so that a key goes nowhere else', async () => {
    const other = await serve((_, response) => json(response, '{}'));
    const { url } = await serve((_, response) =>
      response.writeHead(307, { Location: other.url }).end(),
    );
    const error = await fetchTransport()(get(url, { headers: { 'x-key': 'secret' } })).catch(
      (e) => e,
    );
    expect(isTransportError(error, 'redirect')).toBe(true);
    expect(JSON.stringify([error.message, error.context])).not.toContain('secret');
    expect(other.asked).toEqual([]);
  });

  it.each([
    ['never answers', () => {}],
    [
      'stops in the middle',
      (_: unknown, response: import('node:http').ServerResponse) =>
        void response.writeHead(200).write('{"a":'),
    ],
  ])('gives up on a server that %s', async (_, answer) => {
    const { url } = await serve(answer);
    const error = await fetchTransport({ timeout: 50 })(get(url)).catch((e) => e);
    expect(error).toMatchObject({ code: 'Transport', context: { reason: 'timeout' } });
  });

  it('says that a connection broke', async () => {
    const { url } = await serve((_, response) => {
      response.writeHead(200, { 'Content-Length': '100' });
      response.write('{"a":', () => response.destroy());
    });
    const error = await fetchTransport()(get(url)).catch((e) => e);
    expect(error).toMatchObject({ code: 'Transport', context: { reason: 'network' } });
  });

  it('says that nobody listens', async () => {
    const error = await fetchTransport()(get('http://127.0.0.1:1/token')).catch((e) => e);
    expect(error).toMatchObject({ code: 'Transport', context: { reason: 'network' } });
    expect(error.message).toContain('127.0.0.1:1');
    expect(error.message).not.toContain('token');
  });

  it('stops when the caller says so, before and meanwhile', async () => {
    const { url, asked } = await serve(() => {});
    const before = await fetchTransport()(get(url, { signal: AbortSignal.abort() })).catch(
      (e) => e,
    );
    expect(isTransportError(before, 'aborted')).toBe(true);
    expect(asked).toEqual([]);
    const controller = new AbortController();
    const reply = fetchTransport()(get(url, { signal: controller.signal })).catch((e) => e);
    await expect.poll(() => asked.length).toBe(1);
    controller.abort();
    expect(isTransportError(await reply, 'aborted')).toBe(true);
  });

  it('reads no more than it may', async () => {
    const { url } = await serve((_, response) => {
      const timer = setInterval(() => response.write('x'.repeat(10_000)), 1);
      response.on('close', () => clearInterval(timer));
    });
    const error = await fetchTransport()(get(url, { maxBytes: 50_000 })).catch((e) => e);
    expect(error).toMatchObject({
      code: 'LimitExceeded',
      context: { limit: 'maxReplyBytes', max: 50_000 },
    });
  });

  it('refuses what is no UTF-8, and options that are none', async () => {
    const { url } = await serve((_, response) => response.end(Buffer.from([0x22, 0xff, 0x22])));
    expect(await fetchTransport()(get(url)).catch((e) => e)).toMatchObject({ code: 'BadJSON' });
    for (const options of [{ timeout: 0 }, { timeout: 2 ** 31 }])
      expect(thrown(() => fetchTransport(options))).toMatchObject({ code: 'OutOfRange' });
    expect(thrown(() => fetchTransport({ timeout: Number.NaN }))).toMatchObject({
      code: 'BadArgument',
    });
  });
});

describe('retrying', () => {
  const reply = (status: number, headers: Record<string, string> = {}): TransportReply => ({
    status,
    headers,
    text: '',
  });

  /** Answers one after the other, an error for a string; says what was waited. */
  function asking(answers: readonly (TransportReply | string)[], options: RetryOptions = {}) {
    const waited: number[] = [];
    let count = 0;
    const transport = retryTransport(
      async () => {
        const answer = answers[Math.min(count++, answers.length - 1)]!;
        if (typeof answer !== 'string') return answer;
        throw transportError(answer as 'network', 'broken');
      },
      {
        random: () => 0,
        now: () => Date.parse('2026-01-01T00:00:00Z'),
        sleep: async (milliseconds) => void waited.push(milliseconds),
        ...options,
      },
    );
    return { transport, waited, asked: () => count };
  }

  it('asks again with longer and longer waits', async () => {
    const { transport, waited } = asking(['network', reply(503), 'timeout', reply(200)]);
    expect((await transport(get('http://a'))).status).toBe(200);
    expect(waited).toEqual([250, 500, 1000]);
  });

  it('gives the last answer when it has asked often enough', async () => {
    const { transport, asked } = asking([reply(429)]);
    expect((await transport(get('http://a'))).status).toBe(429);
    expect(asked()).toBe(4);
    const broken = asking(['network'], { attempts: 2 });
    expect(await broken.transport(get('http://a')).catch((e) => e)).toMatchObject({
      context: { reason: 'network' },
    });
    expect(broken.asked()).toBe(2);
  });

  it('waits as long as the server asks, in seconds or until a date, and not for hours', async () => {
    const { transport, waited } = asking([
      reply(429, { 'retry-after': '3' }),
      reply(503, { 'retry-after': 'Thu, 01 Jan 2026 00:00:07 GMT' }),
      reply(429, { 'ratelimit-reset': '2' }),
      reply(200),
    ]);
    await transport(get('http://a'));
    expect(waited).toEqual([3000, 7000, 2000]);
    const long = asking([reply(429, { 'retry-after': '86400' })]);
    expect((await long.transport(get('http://a'))).status).toBe(429);
    expect(long.asked()).toBe(1);
    const ages = asking([reply(429, { 'retry-after': '1000000000000' })]);
    expect((await ages.transport(get('http://a'))).status).toBe(429);
    expect(ages.asked()).toBe(1);
    const odd = asking([reply(429, { 'retry-after': 'soon' }), reply(200)]);
    await odd.transport(get('http://a'));
    expect(odd.waited).toEqual([250]);
  });

  it('sends nothing twice that counts twice, and nothing that failed for another reason', async () => {
    const issue = asking(['network']);
    await issue.transport(get('http://a', { repeatable: false })).catch(() => {});
    const redirect = asking(['redirect']);
    await redirect.transport(get('http://a')).catch(() => {});
    const refused = asking([reply(404)]);
    await refused.transport(get('http://a'));
    expect([issue.asked(), redirect.asked(), refused.asked()]).toEqual([1, 1, 1]);
  });

  it('refuses NaN attempts', () => {
    expect(thrown(() => asking([], { attempts: Number.NaN }))).toMatchObject({
      code: 'BadArgument',
      path: ['retry', 'attempts'],
    });
  });

  it.each([0, -1, 1.5])('refuses %d attempts', (attempts) => {
    expect(thrown(() => asking([], { attempts }))).toMatchObject({
      code: 'OutOfRange',
      path: ['retry', 'attempts'],
    });
  });

  it('takes what a transport of its own throws for a lost connection, and refuses what is no reply', async () => {
    let asked = 0;
    const transport = async (): Promise<TransportReply> => {
      if (++asked === 1) throw new TypeError('socket hang up');
      return { status: 200, headers: {}, text: '{"jsonrpc":"2.0","id":1,"result":{"height":"7"}}' };
    };
    const retry = { sleep: async () => {} };
    const node = connect('http://node', { transport, retry });
    expect(await node.call('platform.getHeight', {})).toEqual({ height: 7n });
    expect(asked).toBe(2);
    const wrong = connect('http://node', { transport: (async () => new Response('{}')) as never });
    await expect(wrong.call('platform.getHeight', {})).rejects.toMatchObject({
      code: 'BadArgument',
      path: ['transport'],
    });
  });

  it('spreads its waits', async () => {
    const { transport, waited } = asking([reply(503), reply(200)], { random: () => 0.5 });
    await transport(get('http://a'));
    expect(waited).toEqual([187.5]);
  });

  it('stops waiting when the caller says so', async () => {
    const controller = new AbortController();
    const waiting = sleep(60_000, controller.signal).catch((e) => e);
    controller.abort();
    expect(isTransportError(await waiting, 'aborted')).toBe(true);
    expect(isTransportError(await sleep(1, controller.signal).catch((e) => e))).toBe(true);
    await sleep(1, new AbortController().signal);
  });
});

describe('readReply', () => {
  const call = { method: 'platform.getHeight', params: { of: 1n } };
  const read = (text: string, status = 200) => readReply({ status, headers: {}, text }, call);

  it('gives the result with every digit', () => {
    expect(read('{"jsonrpc":"2.0","result":{"n":18446744073709551615},"id":1}')).toEqual({
      n: 18446744073709551615n,
    });
    expect(read('{"jsonrpc":"2.0","result":null,"id":1}\n')).toBeNull();
    expect(formatCall({ method: 'a.b', params: { height: 2n ** 64n - 1n } })).toBe(
      '{"jsonrpc":"2.0","id":1,"method":"a.b","params":{"height":18446744073709551615}}',
    );
  });

  it('says what the node says, of which call', () => {
    const error = thrown(() =>
      read('{"jsonrpc":"2.0","error":{"code":-32000,"message":"not found","data":null},"id":1}'),
    );
    expect(isNodeError(error)).toBe(true);
    expect(error).toMatchObject({
      message: 'NodeError: not found (-32000)',
      context: { code: -32000, message: 'not found', data: null, ...call },
    });
    const parse = '{"jsonrpc":"2.0","error":{"code":-32700,"message":"EOF"},"id":null}';
    expect(thrown(() => read(parse))).toMatchObject({ code: 'NodeError' });
    expect(thrown(() => read(parse, 400))).toMatchObject({ code: 'NodeError' });
  });

  it('says what stands before the node', () => {
    const text = 'API call rejected because chain is not done bootstrapping\n';
    const error = thrown(() => read(text, 503));
    expect(isHTTPStatusError(error, 503)).toBe(true);
    expect(error).toMatchObject({
      message: `HTTPStatus: 503: ${text.trim()}`,
      context: { status: 503, body: text },
    });
    const long = thrown(() => read('x'.repeat(10_000), 502));
    expect(long.context).toMatchObject({ body: 'x'.repeat(2000) });
    expect(thrown(() => read('{"jsonrpc":"2.0","result":1,"id":1}', 500)).code).toBe('HTTPStatus');
  });

  it.each([
    ['', 'BadJSON'],
    ['<html>', 'BadJSON'],
    ['[]', 'BadJSON'],
    ['null', 'BadJSON'],
    ['{"result":1,"id":1}', 'BadJSON'],
    ['{"jsonrpc":"1.0","result":1,"id":1}', 'BadJSON'],
    ['{"jsonrpc":"2.0","id":1}', 'BadJSON'],
    ['{"jsonrpc":"2.0","result":1,"error":{"code":1,"message":""},"id":1}', 'BadJSON'],
    ['{"jsonrpc":"2.0","result":1,"id":2}', 'Mismatch'],
    ['{"jsonrpc":"2.0","result":1,"id":"1"}', 'Mismatch'],
    ['{"jsonrpc":"2.0","result":1,"id":null}', 'Mismatch'],
    ['{"jsonrpc":"2.0","result":1}', 'Mismatch'],
    ['{"jsonrpc":"2.0","error":{"code":1,"message":""},"id":2}', 'Mismatch'],
    ['{"jsonrpc":"2.0","error":"x","id":1}', 'BadJSON'],
    ['{"jsonrpc":"2.0","error":{"code":"1","message":""},"id":1}', 'BadJSON'],
    ['{"jsonrpc":"2.0","error":{"code":1e3,"message":""},"id":1}', 'BadJSON'],
    ['{"jsonrpc":"2.0","error":{"code":99999999999999999999,"message":""},"id":1}', 'BadJSON'],
    ['{"jsonrpc":"2.0","error":{"code":1},"id":1}', 'BadJSON'],
  ])('refuses %s', (text, code) => {
    expect(
      thrown(() => readReply({ status: 200, headers: {}, text, strict: true }, call)).code,
    ).toBe(code);
  });
});

describe('parseBatch', () => {
  const calls = ['a', 'b'].map((method) => ({ method, params: [] }));
  const read = (text: string) => parseBatch({ status: 200, headers: {}, text }, calls);

  it('puts replies to their calls, failed ones too', () => {
    expect(formatBatch(calls)).toBe(
      '[{"jsonrpc":"2.0","id":1,"method":"a","params":[]},{"jsonrpc":"2.0","id":2,"method":"b","params":[]}]',
    );
    const [a, b] = read(
      '[{"jsonrpc":"2.0","error":{"code":3,"message":"reverted","data":"0x"},"id":2},{"jsonrpc":"2.0","result":"0x1","id":1}]',
    );
    expect(a).toBe('0x1');
    expect(b).toMatchObject({ code: 'NodeError', context: { method: 'b', data: '0x' } });
  });

  it.each([
    ['[]', 'BadJSON'],
    ['[1,2]', 'BadJSON'],
    ['[{"jsonrpc":"2.0","result":1,"id":1},{"jsonrpc":"2.0","result":1,"id":1}]', 'BadJSON'],
    ['{"jsonrpc":"2.0","error":{"code":-32700,"message":"no batches"},"id":null}', 'NodeError'],
    ['{"jsonrpc":"2.0","result":1,"id":1}', 'Mismatch'],
  ])('refuses %s', (text, code) => {
    expect(thrown(() => read(text)).code).toBe(code);
  });
});
