import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Localnode } from '../../../scripts/localnode.ts';
import { parseState } from '../../../src/state/index.ts';
import { parseBytes } from '../../../src/text/hex.ts';
import { run } from '../../../test/support/cli.ts';
import { testFiles } from '../../../test/support/folder.ts';
import { describeWithGo } from '../../../test/support/go.ts';
import { startLocalnode } from '../../../test/support/localnode.ts';

const file = testFiles();

describeWithGo('the command line, with a node', () => {
  let node: Localnode;
  let at: readonly string[];
  beforeAll(async () => {
    node = await startLocalnode();
    at = ['--url', node.ready.url];
  });
  afterAll(() => node?.stop());

  it('goes from addresses to an accepted transaction', async () => {
    const [, vmrq, test0] = node.ready.keys;
    const state = await run([
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
    const draft = (await run(['build', intent, '--state', stateFile])).stdout;
    const keys = [vmrq, test0].flatMap((key, i) => [
      '--key',
      file(`node-key${i}`, key!.privateKey),
    ]);
    const request = (await run(['sign', '-', '--finalize', '--yes', ...keys], draft)).stdout;
    const issued = await run(['issue', '-', '--wait', ...at], request);
    expect(issued).toMatchObject({ status: 0, stderr: '' });
    const { txID, status } = JSON.parse(issued.stdout) as Record<string, string>;
    expect(status).toBe('Accepted');
    const got = (await run(['rpc', 'platform.getTx', JSON.stringify({ txID }), ...at])).stdout;
    const { tx } = JSON.parse(got) as { tx: string };
    // The hex that a node gives goes in as well.
    const hex = `0x${Buffer.from(parseBytes(tx, 'hex')).toString('hex')}`;
    const again = await run(['issue', hex, '--chain', 'P', ...at]);
    expect(again.status).toBe(0);
    expect(JSON.parse(again.stdout)).toMatchObject({ txID, status: 'Accepted' });
    const known = await run(['issue', hex, '--chain', 'P', '--idempotent', ...at]);
    expect(JSON.parse(known.stdout)).toMatchObject({ txID, status: 'Accepted' });
  });

  it('lists UTXOs, one a line, as hex or JSON', async () => {
    const { xAddress } = node.ready.keys[1]!;
    const lines = (await run(['utxos', xAddress, ...at])).stdout.trim().split('\n');
    expect(lines).toHaveLength(20);
    for (const line of lines) parseBytes(line, 'hex');
    const [first] = (await run(['utxos', xAddress, '--json', ...at])).stdout.split('\n');
    expect(JSON.parse(first!)).toMatchObject({
      output: { addresses: expect.arrayContaining([xAddress]) },
    });
    const waiting = (await run(['utxos', xAddress, '--imports', 'C', ...at])).stdout
      .trim()
      .split('\n');
    expect(waiting.length).toBeGreaterThan(5);
  });

  it('calls any method, and keeps every digit', async () => {
    const config = (await run(['rpc', 'platform.getFeeConfig', ...at])).stdout;
    expect(config).toBe(
      '{"weights":[1,1000,1000,4],"maxCapacity":1000000,"maxPerSecond":100000,"targetPerSecond":50000,"minPrice":1,"excessConversionConstant":2164043}\n',
    );
    const block = await run(['rpc', 'index.getLastAccepted', '--at', 'P/block', ...at]);
    expect(JSON.parse(block.stdout)).toMatchObject({ encoding: 'hex' });
    expect((await run(['rpc', 'eth_chainId', ...at])).stderr).toContain(
      'HTTPStatus at eth_chainId: 404',
    );
  });
});
