import { describe, expect, it } from 'vitest';
import { replayTransport } from '../../src/rpc/replay.ts';
import type { TransportRequest } from '../../src/rpc/transport.ts';

const exchange = (body: string, text: string, target = '/ext/bc/P') =>
  ({ method: 'POST', target, body, reply: { status: 200, headers: {}, text } }) as const;
const ask = (body: string, target = '/ext/bc/P'): TransportRequest => ({
  method: 'POST',
  url: `http://node.test${target}`,
  target,
  body,
  headers: {},
  repeatable: true,
});

describe('a recording', () => {
  it('is found by what a call asks, however its body is written', async () => {
    const transport = replayTransport([
      exchange('{"jsonrpc":"2.0","id":1,"method":"a","params":{"x":1,"y":[1,2]}}', 'one'),
      exchange('{"jsonrpc":"2.0","id":1,"method":"b"}', 'two'),
    ]);
    const same = '{ "method":"a", "params":{"y":[1, 2],"x":1}, "id":1, "jsonrpc":"2.0" }';
    expect((await transport(ask(same))).text).toBe('one');
    for (const params of ['', ',"params":{}', ',"params":null'])
      expect((await transport(ask(`{"jsonrpc":"2.0","id":1,"method":"b"${params}}`))).text).toBe(
        'two',
      );
    for (const other of [
      '{"jsonrpc":"2.0","id":1,"method":"a","params":{"x":1,"y":[2,1]}}',
      '{"jsonrpc":"2.0","id":1,"method":"a","params":{"x":1}}',
      '{"jsonrpc":"2.0","id":1,"method":"b","params":{"x":1}}',
    ])
      expect(await transport(ask(other)).catch((e) => e)).toMatchObject({ code: 'MissingState' });
    expect(await transport(ask(same, '/ext/bc/X')).catch((e) => e)).toMatchObject({
      code: 'MissingState',
    });
  });

  it('of a body that is not JSON is found by its text', async () => {
    const transport = replayTransport([exchange('plain', 'one')]);
    expect((await transport(ask('plain'))).text).toBe('one');
  });
});
