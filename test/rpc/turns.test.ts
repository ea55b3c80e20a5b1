/** Many requests at once: how many are in flight, in which order, and what an aborted one leaves behind. */
import { describe, expect, it } from 'vitest';
import { fetchTransport, type TransportRequest } from '../../src/rpc/transport.ts';
import { inTurns } from '../../src/rpc/turns.ts';
import { thrown } from '../support/thrown.ts';

const request = (target: string, signal?: AbortSignal): TransportRequest => ({
  url: `http://a${target}`,
  target,
  method: 'GET',
  headers: {},
  repeatable: true,
  ...(signal && { signal }),
});

/** A transport whose replies the test gives, in the order in which the requests arrived. */
function held() {
  const flying: { readonly target: string; readonly answer: () => void }[] = [];
  const transport = inTurns(
    ({ target }) =>
      new Promise((resolve) => {
        flying.push({ target, answer: () => resolve({ status: 200, headers: {}, text: target }) });
      }),
    2,
  );
  const settled = () => new Promise((resolve) => setImmediate(resolve));
  return { flying, transport, settled };
}

describe('requests in turns', () => {
  it('never has more in flight than allowed, and keeps their order', async () => {
    const { flying, transport, settled } = held();
    const replies = ['/1', '/2', '/3', '/4', '/5'].map((target) => transport(request(target)));
    for (const [answered, inFlight] of [
      [0, ['/1', '/2']],
      [1, ['/1', '/2', '/3']],
      [2, ['/1', '/2', '/3', '/4']],
    ] as const) {
      for (const { answer } of flying.slice(0, answered)) answer();
      await settled();
      expect(flying.map(({ target }) => target)).toEqual(inFlight);
    }
    while (flying.length < 5) {
      for (const { answer } of flying) answer();
      await settled();
    }
    for (const { answer } of flying) answer();
    expect((await Promise.all(replies)).map(({ text }) => text)).toEqual([
      '/1',
      '/2',
      '/3',
      '/4',
      '/5',
    ]);
  });

  it('gives the place of an aborted or failed request to the next', async () => {
    const { flying, transport, settled } = held();
    const stop = new AbortController();
    const first = [transport(request('/1')), transport(request('/2'))];
    const gone = transport(request('/3', stop.signal)).catch((e) => e);
    const next = transport(request('/4'));
    stop.abort();
    expect(await gone).toMatchObject({ code: 'Transport', context: { reason: 'aborted' } });
    for (const { answer } of flying) answer();
    await settled();
    expect(flying.map(({ target }) => target)).toEqual(['/1', '/2', '/4']);
    flying[2]!.answer();
    await Promise.all([...first, next]);

    const failing = inTurns(() => Promise.reject(new Error('broken')), 1);
    for (let i = 0; i < 3; i++)
      expect(await failing(request('/1')).catch((e) => e.message)).toBe('broken');
  });

  it('refuses a number that would let nothing through', () => {
    for (const most of [0, -1, 1.5, Number.NaN])
      expect(thrown(() => inTurns(fetchTransport(), most))).toMatchObject({
        code: 'OutOfRange',
        path: ['concurrency'],
      });
  });
});

describe('one signal for many calls', () => {
  it('gets one listener, and still ends each call', async () => {
    const { signal } = new AbortController();
    let listeners = 0;
    const add = signal.addEventListener.bind(signal);
    signal.addEventListener = (...args: Parameters<typeof add>) => {
      listeners++;
      add(...args);
    };
    const silent: typeof fetch = (_, init) =>
      new Promise((_, reject) => {
        init?.signal?.addEventListener('abort', () => reject(new Error('stopped')), { once: true });
      });
    const stop = new AbortController();
    stop.signal.addEventListener('abort', () => signal.dispatchEvent(new Event('abort')));
    const transport = fetchTransport({ fetch: silent });
    const calls = Array.from({ length: 50 }, () =>
      transport(request('/1', signal)).catch((e) => e),
    );
    expect(listeners).toBe(1);
    stop.abort();
    for (const e of await Promise.all(calls)) expect(e).toMatchObject({ code: 'Transport' });
  });
});
