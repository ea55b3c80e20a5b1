import { describe, expect, it } from 'vitest';
import { createTestnode } from '../../../src/testnode/index.ts';
import type { HTTPRequest } from '../../../src/testnode/serve/http.ts';
import { servedNode } from '../../../src/testnode/serve/node.ts';
import { serve } from '../../../src/testnode/serve/serve.ts';
import { testnodeServer } from '../../../src/testnode/serve/server.ts';

const testnode = createTestnode();
const node = servedNode(testnode.world);
const jsonType = { 'content-type': 'application/json' };
const ask = (request: Partial<HTTPRequest>) =>
  serve(node, { method: 'POST', target: '/ext/bc/P', headers: jsonType, ...request });
const call = (method: unknown, more = '') =>
  `{"jsonrpc":"2.0","id":1,"method":${JSON.stringify(method)}${more}}`;
const refusal = (message: string, code = -32000, data = 'null', id = '1') =>
  `{"jsonrpc":"2.0","error":{"code":${code},"message":${JSON.stringify(message)},"data":${data}},"id":${id}}\n`;
const height = '{"jsonrpc":"2.0","result":{"height":"0"},"id":1}\n';
const badParams = refusal(
  "couldn't unmarshal an argument. Ensure arguments are valid and properly formatted. See documentation for example calls",
);

/** Recorded from the oracle's `localnode`: body, and the text of the reply. */
const recorded: readonly (readonly [body: string, text: string])[] = [
  [call('platform.getHeight'), height],
  [call('platform.getHeight', ',"params":[]'), height],
  [call('platform.getHeight', ',"params":[{},{}]'), height],
  [call('platform.getHeight', ',"params":[1]'), badParams],
  [call('platform.getHeight', ',"params":"x"'), badParams],
  ['{"jsonrpc":"2.0","method":"platform.getHeight"}', ''],
  ['{"jsonrpc":"2.0","id":null,"method":"platform.getHeight"}', ''],
  [
    '{"jsonrpc":"2.0","id":{"a":[1, 2]},"method":"platform.getHeight"}',
    height.replace('"id":1', '"id":{"a":[1,2]}'),
  ],
  [
    '{"jsonrpc":"2.0","id":"<x>","method":"platform.getHeight"}',
    height.replace('"id":1', '"id":"\\u003cx\\u003e"'),
  ],
  [
    '{"jsonrpc":"1.0","id":7,"method":"platform.getHeight","params":{"a": 1}}',
    refusal(
      'jsonrpc must be 2.0',
      -32600,
      '{"jsonrpc":"1.0","method":"platform.getHeight","params":{"a":1},"id":7}',
      '7',
    ),
  ],
  [
    '{"id":7,"method":"platform.getHeight"}',
    refusal(
      'jsonrpc must be 2.0',
      -32600,
      '{"jsonrpc":"","method":"platform.getHeight","params":null,"id":7}',
      '7',
    ),
  ],
  ['{"jsonrpc":"2.0","id":1}', refusal('rpc: service/method request ill-formed: ""')],
  [call('platform.Nope'), refusal('method must start with a non-uppercase letter')],
  [call('platform.nope'), refusal('rpc: can\'t find method "platform.Nope"')],
  [call('platform.'), refusal('rpc: can\'t find method "platform."')],
  [call('q.nope'), refusal('rpc: can\'t find service "q.Nope"')],
  [call('avm.getHeight'), refusal('rpc: can\'t find service "avm.GetHeight"')],
  [call('nope'), refusal('rpc: service/method request ill-formed: "nope"')],
  [call('a.b.c'), refusal('rpc: service/method request ill-formed: "a.B.c"')],
];

describe('the envelope of a node', () => {
  it.each(recorded)('answers %s', (body, text) => {
    const reply = ask({ body });
    expect(reply.status).toBe(200);
    expect(reply.text).toBe(text);
    if (text !== '') expect(reply.headers['content-type']).toBe('application/json; charset=utf-8');
  });

  it.each([
    ['', 'the end of the text'],
    ['x', 'BadJSON'],
    ['{"jsonrpc":"2.0",', 'BadJSON'],
    [`${call('platform.getHeight')} trailing`, 'BadJSON'],
    [`[${call('platform.getHeight')}]`, 'a request must be a JSON object'],
    ['null', 'a request must be a JSON object'],
  ])('refuses %s as no request', (body, message) => {
    const { error, id } = JSON.parse(ask({ body }).text);
    expect(error).toMatchObject({ code: -32700, message: expect.stringContaining(message) });
    expect(id).toBeNull();
  });

  it.each([
    ['GET', 'application/json', 405, 'rpc: POST method required, received GET'],
    ['PUT', 'application/json', 405, 'rpc: POST method required, received PUT'],
    ['POST', 'text/plain', 415, 'rpc: unrecognized Content-Type: text/plain'],
    ['POST', '', 415, 'rpc: unrecognized Content-Type: '],
    ['POST', 'Application/JSON; charset=utf-8', 200, height],
  ])('%s of %s is %i', (method, type, status, text) => {
    const body = call('platform.getHeight');
    expect(ask({ method, headers: { 'content-type': type }, body })).toMatchObject({
      status,
      text,
    });
  });

  it.each([
    ['/ext/bc/P', 200],
    ['/ext/bc/11111111111111111111111111111111LpoYY', 200],
    ['/ext/bc/platform', 200],
    ['/ext/P', 200],
    ['/', 404],
    ['/ext', 404],
    ['/ext/bc/Q', 404],
    ['/ext/bc/P/', 404],
    ['/ext/bc/P/wallet', 404],
    ['/ext/bc/X/avax', 404],
    ['/ext/info/', 404],
    ['/ext/index/P/tx', 404],
    ['/ext/11111111111111111111111111111111LpoYY', 404],
  ])('%s has status %i', (target, status) => {
    const reply = ask({ target, body: call('platform.getHeight') });
    expect(reply.status).toBe(status);
    if (status === 404) expect(reply.text).toBe('404 page not found\n');
  });

  it.each([
    ['platform.getBlockByHeight', '{"height":"1","encoding":"cb58"}', badParams],
    ['platform.getBlockByHeight', '{"height":1.0}', badParams],
    ['platform.getBlockByHeight', '{"HEIGHT":"09","encoding":null,"nope":1}', 'at height 9: not'],
    ['platform.getBlockByHeight', '{"height":null,"encoding":"HEXNC"}', '"encoding":"hexnc"'],
    ['platform.getTx', '{}', "couldn't get tx: not found"],
    ['platform.getTx', '{"txID":"not an ID"}', badParams],
    ['platform.getTxStatus', '{}', '"status":"Unknown"'],
    ['platform.sampleValidators', '{"size":"70000"}', badParams],
    ['platform.sampleValidators', '{"size":"0"}', '"validators":[]'],
    ['platform.getValidatorsAt', '{"height":"18446744073709551615"}', badParams],
    ['platform.getBalance', '{}', '"utxoIDs":null'],
    ['platform.getStake', '{}', '"stakedOutputs":[]'],
    ['platform.getUTXOs', '{"addresses":[]}', 'no addresses provided'],
    ['platform.getUTXOs', '{"addresses":["nonsense"]}', 'no separator found in address'],
    ['platform.issueTx', '{}', 'need 2 bytes, 0 left: Truncated'],
    ['platform.issueTx', '{"tx":"0x00"}', 'input string is smaller than the checksum size'],
    ['platform.issueTx', '{"tx":"0x0000000000"}', 'problem decoding transaction: invalid input'],
    ['platform.issueTx', '{"tx":"00"}', 'missing 0x prefix to hex encoding'],
    ['platform.getBlockchainStatus', '{}', "argument 'blockchainID' not given"],
  ])('%s of %s', (method, params, part) => {
    const { text } = ask({ body: call(method, `,"params":${params}`) });
    expect(text).toContain(part);
  });

  it('lets a browser ask from another origin', () => {
    const headers = { origin: 'http://a', 'access-control-request-method': 'POST' };
    const reply = ask({ method: 'OPTIONS', headers });
    expect(reply.headers).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'POST',
    });
  });

  it('answers for its own hosts only', () => {
    const { answer } = testnodeServer(testnode);
    const at = (host: string) =>
      answer({
        method: 'POST',
        target: '/ext/bc/P',
        headers: { ...jsonType, host },
        body: call('platform.getHeight'),
      }).status;
    expect(['localhost:1', '127.0.0.1:9650', '[::1]:1'].map(at)).toEqual([200, 200, 200]);
    expect(at('evil.example:9650')).toBe(403);
  });
});

describe('JSON that is nested deeply', () => {
  const lists = '['.repeat(20_000) + ']'.repeat(20_000);
  const objects = `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`;
  const server = testnodeServer(testnode);

  it.each(['/ext/bc/P', '/ext/bc/X', '/ext/bc/C/rpc', '/ext/info', '/ext/testnode'])(
    'is a parse error at %s',
    (target) => {
      for (const body of [lists, objects, call('x.y', `,"params":${lists}`)]) {
        const reply = server.answer({ method: 'POST', target, headers: jsonType, body });
        const { error } = JSON.parse(reply.text);
        expect(error.code).toBe(-32700);
        if (!target.endsWith('rpc')) expect(error.message).toContain('nested more than 500');
      }
    },
  );
});

describe('the envelope of an EVM', () => {
  const evm = (body: string) => ask({ target: '/ext/bc/C/rpc', body });

  it('answers single calls and batches', () => {
    expect(evm(call('eth_chainId')).text).toBe('{"jsonrpc":"2.0","id":1,"result":"0x135283a"}\n');
    const notification = '{"jsonrpc":"2.0","method":"eth_chainId"}';
    const batch = evm(`[${call('eth_chainId')},${notification},${call('eth_blockNumber')}]`);
    expect(JSON.parse(batch.text)).toEqual([
      { jsonrpc: '2.0', id: 1, result: '0x135283a' },
      { jsonrpc: '2.0', id: 1, result: '0x0' },
    ]);
  });

  it.each([
    ['[]', -32600, 'empty batch'],
    ['x', -32700, 'parse error'],
    ['{"id":1}', -32600, 'invalid request'],
    [call('eth_chainId', ',"params":{}'), -32602, 'non-array args'],
    [call('eth_getBalance'), -32602, 'missing value for required argument 0'],
    [call('eth_chainId', ',"params":[1]'), -32602, 'too many arguments, want at most 0'],
    [call('eth_getBalance', ',"params":["0x1"]'), -32602, 'invalid argument 0'],
    [call('eth_sendRawTransaction', ',"params":["0x"]'), -32601, 'a test node has no EVM'],
    [call('net_version'), -32601, 'does not exist'],
    [
      call('eth_getBalance', `,"params":["0x${'0'.repeat(40)}","0x77"]`),
      -32000,
      'only the state of the last block',
    ],
  ])('refuses %s', (body, code, message) => {
    const { error } = JSON.parse(evm(body).text);
    expect(error.code).toBe(code);
    expect(error.message).toContain(message);
  });
});
