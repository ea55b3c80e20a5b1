import { execFile } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Localnode } from '../../scripts/localnode.ts';
import { parseState } from '../../src/state/index.ts';
import { parseBytes } from '../../src/text/encoding.ts';
import { file, program, run } from '../support/cli.ts';
import { describeWithGo } from '../support/go.ts';
import { json, serve } from '../support/http.ts';
import { startLocalnode } from '../support/localnode.ts';

/** Runs it while this process goes on, as servers of a test must. */
const runAside = (...args: readonly string[]) =>
  new Promise<{ status: number; stdout: string; stderr: string }>((resolve) => {
    const child = execFile(process.execPath, [program, ...args], (_, stdout, stderr) =>
      resolve({ status: child.exitCode ?? -1, stdout, stderr }),
    );
  });

describeWithGo('the command line, with a node', () => {
  let node: Localnode;
  let at: readonly string[];
  beforeAll(async () => {
    node = await startLocalnode();
    at = ['--url', node.ready.url];
  });
  afterAll(() => node?.stop());

  it('goes from addresses to an accepted transaction', () => {
    const [, vmrq, test0] = node.ready.keys;
    const state = run([
      'state',
      vmrq!.pAddress,
      test0!.pAddress,
      '--imports',
      'X',
      '--imports',
      'C',
      ...at,
    ]);
    expect(state.stderr).toBe('');
    expect(parseState(state.stdout)).toMatchObject({ chain: 'P', imports: { X: [] } });
    const intent = JSON.stringify({
      type: 'BaseTx',
      outputs: [{ to: test0!.pAddress, amount: '1.5' }],
    });
    const stateFile = file('node-state.json', state.stdout);
    const draft = run(['build', intent, '--state', stateFile]).stdout;
    const keys = [vmrq, test0].flatMap((key, i) => [
      '--key',
      file(`node-key${i}`, key!.privateKey),
    ]);
    const request = run(['sign', '-', '--finalize', ...keys], draft).stdout;
    const issued = run(['issue', '-', '--wait', ...at], request);
    expect(issued).toMatchObject({ status: 0, stderr: '' });
    const { txID, status } = JSON.parse(issued.stdout) as Record<string, string>;
    expect(status).toBe('Accepted');
    const got = run(['rpc', 'platform.getTx', JSON.stringify({ txID }), ...at]).stdout;
    const { tx } = JSON.parse(got) as { tx: string };
    // The hex that a node gives goes in as well.
    const hex = `0x${Buffer.from(parseBytes(tx, 'hex')).toString('hex')}`;
    const again = run(['issue', hex, '--chain', 'P', ...at]);
    expect(again.status).toBe(1);
    expect(again.stderr).toContain('NotAccepted');
    expect(again.stderr).toContain('not found');
    const known = run(['issue', hex, '--chain', 'P', '--idempotent', ...at]);
    expect(JSON.parse(known.stdout)).toEqual({ txID, status: 'Accepted' });
  });

  it('lists UTXOs, one a line, as hex or JSON', () => {
    const { xAddress } = node.ready.keys[1]!;
    const lines = run(['utxos', xAddress, ...at])
      .stdout.trim()
      .split('\n');
    expect(lines).toHaveLength(20);
    for (const line of lines) parseBytes(line, 'hex');
    const [first] = run(['utxos', xAddress, '--json', ...at]).stdout.split('\n');
    expect(JSON.parse(first!)).toMatchObject({
      output: { addresses: expect.arrayContaining([xAddress]) },
    });
    const waiting = run(['utxos', xAddress, '--imports', 'C', ...at])
      .stdout.trim()
      .split('\n');
    expect(waiting.length).toBeGreaterThan(5);
  });

  it('calls any method, and keeps every digit', () => {
    const config = run(['rpc', 'platform.getFeeConfig', ...at]).stdout;
    expect(config).toBe(
      '{"weights":[1,1000,1000,4],"maxCapacity":1000000,"maxPerSecond":100000,"targetPerSecond":50000,"minPrice":1,"excessConversionConstant":2164043}\n',
    );
    const block = run(['rpc', 'index.getLastAccepted', '--at', 'P/block', ...at]);
    expect(JSON.parse(block.stdout)).toMatchObject({ encoding: 'hex' });
    expect(run(['rpc', 'eth_chainId', ...at]).stderr).toContain('HTTPStatus at eth_chainId: 404');
  });
});

describe('the command line, of a node', () => {
  it('sends headers of a file to that node, and says nothing of them', async () => {
    const { url, asked } = await serve((_, response) => json(response, 'token-1234 unknown', 401));
    const header = file('headers', 'x-api-key: token-1234\n\nx-other: of another: kind\n');
    const reply = await runAside('rpc', 'info.getNetworkID', '--url', url, '--header', header);
    expect(reply).toMatchObject({ status: 1, stdout: '' });
    expect(reply.stderr).toContain('HTTPStatus at info.getNetworkID: 401: … unknown');
    expect(asked[0]!.headers).toMatchObject({
      'x-api-key': 'token-1234',
      'x-other': 'of another: kind',
    });
  });

  it('passes methods of Ethereum through, with every digit', async () => {
    const { url, asked } = await serve((_, response) =>
      json(response, '{"jsonrpc":"2.0","id":1,"result":{"n":18446744073709551615}}'),
    );
    const reply = await runAside('rpc', 'eth_any', '["0x1",true]', '--url', `${url}/x`);
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
    [['rpc', 'a', 'b', 'c'], 2, 'Unexpected option or argument: "c"'],
    [['state'], 2, 'state needs an argument: ADDRESS'],
    [['state', 'P-fuji1'], 1, 'BadText'],
    [['state', '0x0000000000000000000000000000000000000000', '--authority', 'x'], 2, 'P-chain'],
    [['utxos', '0x0000000000000000000000000000000000000000'], 2, 'only pending imports'],
    [['state', '0x0000000000000000000000000000000000000000', '--imports', 'C'], 2, 'itself'],
    [
      ['state', '0x0000000000000000000000000000000000000000', '--imports', 'Q'],
      2,
      'Expected one of "P", "X", and "C"',
    ],
    [['issue', '0x00'], 1, ''],
    [['rpc', 'platform.getHeight', '--url', 'ftp://a'], 1, 'BadText at url'],
    [['rpc', 'platform.getHeight', '--url', 'http://user:secret@a'], 1, 'BadText at url'],
    [['decode', '0x00', '--url', 'http://a'], 2, 'Unexpected option or argument: "--url"'],
  ])('refuses %j', (args, status, said) => {
    const reply = run(args);
    expect(reply.status).toBe(status);
    expect(reply.stderr).toContain(said);
    expect(reply.stderr).not.toContain('secret');
  });
});
