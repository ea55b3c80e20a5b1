import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { avax } from '../../../src/index.ts';
import { privateKey } from '../../../src/sign/index.ts';
import { useTestnode } from '../../../src/testnode/index.ts';
import { run } from '../../../test/support/cli.ts';
import { testFiles, testFolder } from '../../../test/support/folder.ts';
import { serve } from '../../../test/support/http.ts';
import type { Terminal } from '../src/shell.ts';

const file = testFiles();
const key = privateKey(new Uint8Array(32).fill(1));
const keyFile = file('key.txt', `0x${'01'.repeat(32)}`);
const testnode = useTestnode(beforeEach);
const { network } = testnode;
const me = key.address('P', network);
const to = privateKey(new Uint8Array(32).fill(2)).address('P', network);
const received = (address = to): bigint =>
  testnode
    .state('P', [address])
    .utxos.reduce((sum, { output }) => sum + ('amount' in output ? output.amount : 0n), 0n);

/** The test node over HTTP. `onIssue` sees what is issued before it is answered. */
async function node(onIssue: () => void = () => {}): Promise<string> {
  const { url } = await serve(async ({ method, url: target, headers, body }, response) => {
    const reply = await testnode.transport({
      url: `http://testnode${target}`,
      target,
      method: method as 'POST',
      headers: headers as Record<string, string>,
      body,
      repeatable: false,
    });
    if (body.includes('.issueTx"')) onIssue();
    response.writeHead(reply.status, reply.headers).end(reply.text);
  });
  return url;
}

/** A person who answers. */
function answering(answer: boolean): Terminal & { readonly questions: readonly string[] } {
  const questions: string[] = [];
  return {
    questions,
    write: () => {},
    confirms: (question) => {
      questions.push(question);
      return answer;
    },
    asks: () => '',
    close: () => {},
  };
}
const lines = (text: string) =>
  text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { type: string; status: string });

describe('send, move and run', () => {
  it('explain, ask, submit and wait', async () => {
    testnode.fund('P', { to: me, amount: avax('100') });
    const { nodeID } = testnode.addValidator();
    const paying = ['--key', keyFile, '--url', await node()];
    const no = answering(false);
    const send = ['send', '1.5', '--to', to, ...paying];
    expect(await run(send, '', { terminal: no })).toMatchObject({ status: 1, stdout: '' });
    expect(no.questions[0]).toMatch(/^Send 1.5 AVAX.* Sign it\?$/);
    expect(await run(send)).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/no terminal to ask: pass --yes/),
    });
    expect(received()).toBe(0n);
    const sent = await run(send, '', { terminal: answering(true) });
    expect(lines(sent.stdout)).toMatchObject([{ status: 'Accepted', type: 'platformvm.BaseTx' }]);
    expect(sent.stderr).toMatch(/Send 1.5 AVAX[\s\S]*submitted on P: \w+\naccepted on P: \w+/);
    expect(received()).toBe(avax('1.5'));

    const moved = await run(['move', '10', '--from', 'P', '--to', 'X', '--yes', ...paying]);
    expect(lines(moved.stdout).map(({ type }) => type)).toEqual([
      'platformvm.ExportTx',
      'avm.ImportTx',
    ]);
    const end = new Date(Date.now() + 20 * 86_400_000).toISOString();
    const intent = JSON.stringify({
      type: 'AddPermissionlessDelegatorTx',
      nodeID,
      end,
      amount: '25',
    });
    const staked = await run(['run', '-', '--yes', ...paying], intent);
    expect(lines(staked.stdout)).toMatchObject([
      { type: 'platformvm.AddPermissionlessDelegatorTx' },
    ]);
  });

  it('continue from a record, once, and only what it began', async () => {
    testnode.fund('P', { to: me, amount: avax('10') });
    const record = join(testFolder(), 'pay.json');
    const send = ['send', '1', '--to', to, '--key', keyFile, '--yes', '--record', record];
    // The node takes the transaction, and the user interrupts before its answer.
    const interrupted = await node(() => process.listeners('SIGINT').at(-1)?.('SIGINT'));
    const first = await run([...send, '--url', interrupted]);
    expect(first).toMatchObject({ status: 1, stdout: '' });
    expect(first.stderr).toContain(`--record ${record} continues it`);
    expect(first.stderr).toContain('Pending');
    const text = readFileSync(record, 'utf8');
    expect(text).not.toContain('0101010101');
    const url = ['--url', await node()];
    const other = await run([...send.with(1, '2'), ...url]);
    expect(other).toMatchObject({ status: 2, stderr: expect.stringContaining('another call') });
    writeFileSync(record, text.replace('payment 1', 'payment 2'));
    expect((await run([...send, ...url])).stderr).toContain(
      'BadVersion at record.format: has format 2, this version reads format 1: update avalanche-tx',
    );
    writeFileSync(record, text);
    expect((await run([...send, ...url])).stdout).toContain('Accepted');
    expect([received(), existsSync(record)]).toEqual([avax('1'), false]);
  });

  it.each([
    [['send', '1', '--to', '0x1a642f0e3c3af545e7acbd38b07251b3990914f1'], /EVM wallet/],
    [['send', '1'], /send needs --to/],
    [['send', '1', '--to', to, '--url', 'http://x'], /--key FILE or --mnemonic/],
    [['send', 'one', '--to', to, '--key', keyFile], /BadText at amount/],
    [['move', '1', '--from', 'P', '--to', 'P'], /two chains/],
    [['run', '{"type":"BaseTx","outputs":[]}'], /--chain P, X or C/],
  ] as const)('refuse %j', async (args, message) => {
    const { status, stderr } = await run([...args, '--yes']);
    expect([status === 0, stderr]).toEqual([false, expect.stringMatching(message)]);
  });
});
