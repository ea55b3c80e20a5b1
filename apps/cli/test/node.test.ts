import { describe, expect, it } from 'vitest';
import { run } from '../../../test/support/cli.ts';
import { testFiles } from '../../../test/support/folder.ts';
import { json, serve } from '../../../test/support/http.ts';

const file = testFiles();

describe('the command line, of a node', () => {
  it('sends headers of a file to that node, and says nothing of them', async () => {
    const { url, asked } = await serve((_, response) => json(response, 'token-1234 unknown', 401));
    const header = file('headers', 'x-api-key: token-1234\n\nx-other: of another: kind\n');
    const reply = await run(['rpc', 'info.getNetworkID', '--url', url, '--header', header]);
    expect(reply).toMatchObject({ status: 3, stdout: '' });
    expect(reply.stderr).toContain('HTTPStatus at info.getNetworkID: 401: … unknown');
    expect(asked[0]!.headers).toMatchObject({
      'x-api-key': 'token-1234',
      'x-other': 'of another: kind',
    });
  });

  it.each([
    [200, '<!DOCTYPE html><p>Sign in</p>', 'does not answer as a node: the reply is not JSON'],
    [200, '{"jsonrpc":"2.0","id":1,"res', 'does not answer as a node: the reply is not JSON'],
    [502, '<html>Bad Gateway</html>', '502: <html>Bad Gateway</html>'],
  ])('ends with status 3 if a proxy answers %i: %s', async (status, text, said) => {
    const { url } = await serve((_, response) => {
      response.writeHead(status, { 'content-type': 'text/html', 'retry-after': '0' }).end(text);
    });
    const reply = await run(['rpc', 'info.getNetworkID', '--url', url]);
    expect(reply).toMatchObject({ status: 3, stdout: '' });
    expect(reply.stderr).toContain(said);
  });

  it('shortens an error of 100 kB, without a part of a secret at the cut', async () => {
    const secret = 'PrivateKey-ewoqjP7PxY4yr3iLTpLisriqt94hdyDFNgchSxGGztUrTXtNN';
    const message = `first ${`${secret} `.repeat(1_500)} last`;
    const { url } = await serve((_, response) =>
      json(response, JSON.stringify({ jsonrpc: '2.0', id: 1, error: { code: -32000, message } })),
    );
    const words = `first ${'w0rd '.repeat(20_000)}last`;
    const reply = await run(['rpc', 'info.getNetworkID', '--url', url]);
    expect(reply.stderr).toMatch(/^error: NodeError at info\.getNetworkID: first …/);
    expect(reply.stderr).not.toMatch(/PrivateKey|ewoq|XtNN/);
    const other = await serve((_, response) =>
      json(
        response,
        JSON.stringify({ jsonrpc: '2.0', id: 1, error: { code: -32000, message: words } }),
      ),
    );
    const { stderr } = await run(['rpc', 'info.getNetworkID', '--url', other.url]);
    expect(stderr.length).toBeLessThan(4_200);
    expect(stderr).toMatch(/\(\d+ characters left out\).*w0rd last \(-32000\)\nSee /);
  });

  it('passes methods of Ethereum through, with every digit', async () => {
    const { url, asked } = await serve((_, response) =>
      json(response, '{"jsonrpc":"2.0","id":1,"result":{"n":18446744073709551615}}'),
    );
    const reply = await run(['rpc', 'eth_any', '["0x1",true]', '--url', `${url}/x`]);
    expect(reply.stdout).toBe('{"n":18446744073709551615}\n');
    expect(asked[0]).toMatchObject({
      url: '/x/ext/bc/C/rpc',
      body: '{"jsonrpc":"2.0","id":1,"method":"eth_any","params":["0x1",true]}',
    });
  });

  it.each([
    [['rpc'], 2, 'rpc needs an argument: METHOD'],
    [['rpc', 'platform.nope'], 1, 'Unsupported'],
    [['rpc', 'platform.getTx'], 1, 'params.txID'],
    [['rpc', 'platform.getHeight', '{"no":1}'], 2, 'has no no'],
    [['rpc', 'platform.getHeight', '{'], 1, 'BadJSON at params'],
    [['rpc', 'a', 'b', 'c'], 2, 'rpc takes no further argument: c'],
    [['state'], 2, 'state needs an argument: ADDRESS'],
    [['state', 'P-fuji1'], 1, 'BadText'],
    [['state', '0x0000000000000000000000000000000000000000', '--authority', 'x'], 2, 'P-chain'],
    [['utxos', '0x0000000000000000000000000000000000000000'], 2, 'only pending imports'],
    [['state', '0x0000000000000000000000000000000000000000', '--imports', 'C'], 2, 'itself'],
    [
      ['state', '0x0000000000000000000000000000000000000000', '--imports', 'Q'],
      2,
      '--imports must be P, X or C',
    ],
    [['issue', '0x00'], 1, ''],
    [['rpc', 'platform.getHeight', '--url', 'ftp://a'], 1, 'BadText at url'],
    [['rpc', 'platform.getHeight', '--url', 'http://user:secret@a'], 1, 'BadText at url'],
    [['decode', '0x00', '--url', 'http://a'], 2, 'has no option --url.'],
  ])('refuses %j', async (args, status, said) => {
    const reply = await run(args);
    expect(reply.status).toBe(status);
    expect(reply.stderr).toContain(said);
    expect(reply.stderr).not.toContain('secret');
  });
});
