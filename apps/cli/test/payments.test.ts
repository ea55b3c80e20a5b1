import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { fileStore } from '../../../src/filestore/index.ts';
import { avax } from '../../../src/index.ts';
import { privateKey } from '../../../src/sign/index.ts';
import { useTestnode } from '../../../src/testnode/index.ts';
import { run } from '../../../test/support/cli.ts';
import { testFiles, testFolder } from '../../../test/support/folder.ts';
import { serveTestnode } from '../../../test/support/http.ts';
import type { Terminal } from '../src/shell.ts';
import { said, shape } from './printed.ts';

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

/** The test node over HTTP. */
const node = async (onIssue?: () => void): Promise<string> =>
  (await serveTestnode(testnode, onIssue)).url;

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

/** The folders of accounts after a look at what is open. */
async function storeNames(
  env: { readonly XDG_STATE_HOME: string },
  of: readonly string[],
): Promise<readonly string[]> {
  await run(['payments', 'resume', ...of], '', { env });
  return readdirSync(join(env.XDG_STATE_HOME, 'avalanche-tx/payments'));
}

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

  it('print what their pages say', async () => {
    testnode.fund('P', { to: me, amount: avax('100') });
    const env = { XDG_STATE_HOME: testFolder() };
    const url = ['--key', keyFile, '--url', await node()];
    const paying = [...url, '--yes'];
    const sent = await run(['send', '1', '--to', to, ...paying], '', { env });
    expect(shape(lines(sent.stdout))).toEqual(shape(said('send')));
    const moved = await run(['move', '10', '--from', 'P', '--to', 'X', ...paying], '', { env });
    expect(shape(lines(moved.stdout))).toEqual(shape(said('move')));
    // The import is not accepted.
    let issued = 0;
    const stops = await node(() => {
      if (++issued === 2) process.listeners('SIGTERM').at(-1)?.('SIGTERM');
    });
    const half = ['move', '10', '--from', 'P', '--to', 'X', '--yes', '--key', keyFile];
    expect(await run([...half, '--url', stops], '', { env })).toMatchObject({ status: 4 });
    const list = await run(['payments', 'list', '--json', ...url], '', { env });
    const [{ txs, waits: _, ...first }] = JSON.parse(`[${list.stdout}]`);
    const [{ txs: saidTxs, waits: __, ...saidFirst }] = said('payments');
    expect(shape(first)).toEqual(shape(saidFirst));
    expect(shape(txs[0])).toEqual(shape(saidTxs[0]));
  });

  it('tell the ID before anything is signed, and pay once by it', async () => {
    testnode.fund('P', { to: me, amount: avax('10') });
    const env = { XDG_STATE_HOME: testFolder() };
    const paying = ['--key', keyFile, '--yes', '--url', await node()];
    const send = ['send', '1', '--to', to, '--id', 'invoice 7', ...paying];
    const first = await run(send, '', { env });
    expect(first.stderr).toMatch(/^payment invoice 7\nsubmitted on P/);
    expect(await run(send, '', { env })).toMatchObject({ status: 0, stdout: first.stdout });
    expect(received()).toBe(avax('1'));
    const other = await run(send.with(1, '2'), '', { env });
    expect(other).toMatchObject({ status: 1, stderr: expect.stringContaining('Mismatch at id') });
    expect(received()).toBe(avax('1'));
    // An equal payment without the ID is another payment.
    const second = await run(['send', '1', '--to', to, ...paying], '', { env });
    expect(second.stderr).toMatch(/^payment \S+\nsubmitted/);
    expect([second.stdout === first.stdout, received()]).toEqual([false, avax('2')]);
  });

  it('say where the money is that they lack, and the command that brings it', async () => {
    const env = { XDG_STATE_HOME: testFolder() };
    testnode.fund('X', { to: key.address('X', network), amount: avax('20') });
    const paying = ['--key', keyFile, '--yes', '--url', await node()];
    const lacking = async (amount: string) =>
      (await run(['send', amount, '--to', to, ...paying], '', { env })).stderr;
    expect(await lacking('1')).toContain('`avalanche-tx move AMOUNT --from X --to P`');
    const exported = { type: 'ExportTx', to: 'P', outputs: [{ to: me, amount: '5' }] };
    await run(['run', JSON.stringify(exported), '--chain', 'X', ...paying], '', { env });
    const found = await lacking('1');
    expect(found).toContain('5 AVAX waits on the P-chain for its import from the X-chain');
    const [, intent] = /`avalanche-tx run '(.*)' --chain P`/.exec(found) ?? [];
    // The command that it says does it.
    await run(['run', intent!, '--chain', 'P', ...paying], '', { env });
    expect(await lacking('1')).not.toContain('Insufficient');
    expect(received()).toBe(avax('1'));
  });

  it('leave a payment that can be continued when they are interrupted', async () => {
    testnode.fund('P', { to: me, amount: avax('10') });
    const env = { XDG_STATE_HOME: testFolder() };
    const send = ['send', '1', '--to', to, '--key', keyFile, '--yes', '--id', "it's one"];
    for (const [name, i] of [
      ['SIGINT', 1],
      ['SIGTERM', 2],
      ['SIGHUP', 3],
    ] as const) {
      // The node takes the transaction, and the process is asked to end before its answer.
      const interrupted = await node(() => process.listeners(name).at(-1)?.(name));
      const id = `it's ${name}`;
      const first = await run([...send.with(-1, id), '--url', interrupted], '', { env });
      expect(first).toMatchObject({ status: 4, stdout: '' });
      expect(first.stderr).toMatch(/Pending.*\w{40}/);
      expect(first.stderr).toContain(`avalanche-tx payments resume 'it'"'"'s ${name}'`);
      const of = ['--key', keyFile, '--url', await node()];
      const list = await run(['payments', 'list', '--json', ...of], '', { env });
      const resume = `avalanche-tx payments resume 'it'"'"'s ${name}'`;
      expect(lines(list.stdout)).toMatchObject([
        { id, state: 'unknown', reason: expect.stringContaining('Transport'), next: resume },
      ]);
      const text = await run(['payments', 'list', ...of], '', { env });
      expect(text.stdout).toMatch(/what +send 1 AVAX[\s\S]*next +avalanche-tx payments resume/);
      const done = await run(['payments', 'resume', id, '--yes', ...of], '', { env });
      expect(lines(done.stdout)).toMatchObject([{ status: 'Accepted' }]);
      expect(received()).toBe(avax(String(i)));
      expect((await run(['payments', 'list', ...of], '', { env })).stdout.trim()).toBe('');
    }
  });

  it('go on with all payments, and give one up', async () => {
    testnode.fund('P', { to: me, amount: avax('10') });
    const env = { XDG_STATE_HOME: testFolder() };
    const of = ['--key', keyFile, '--url', await node(), '--yes'];
    const dead = await node(() => process.listeners('SIGINT').at(-1)?.('SIGINT'));
    const lost = testnode.drop({ times: 1 });
    await run(['send', '1', '--to', to, '--id', 'a', ...of.with(3, dead)], '', { env });
    testnode.forget(lost);
    const resumed = await run(['payments', 'resume', ...of], '', { env });
    expect(lines(resumed.stdout)).toMatchObject([{ status: 'Accepted' }]);
    expect(received()).toBe(avax('1'));
    expect(await run(['payments', 'release', ...of], '', { env })).toMatchObject({ status: 2 });
    expect((await run(['payments', 'remove', 'a', ...of], '', { env })).status).toBe(0);
    // Forgotten, so that the ID is free again.
    expect((await run(['send', '1', '--to', to, '--id', 'a', ...of], '', { env })).status).toBe(0);
    expect(received()).toBe(avax('2'));
  });

  it('are listed and given up without their keys and a node', async () => {
    testnode.fund('P', { to: me, amount: avax('10') });
    const env = { XDG_STATE_HOME: testFolder() };
    const stopping = await node(() => process.listeners('SIGINT').at(-1)?.('SIGINT'));
    const second = file('second.txt', `0x${'03'.repeat(32)}`);
    const third = privateKey(new Uint8Array(32).fill(3)).address('P', network);
    for (const owner of [me, third, third]) testnode.fund('P', { to: owner, amount: avax('10') });
    testnode.hold();
    for (const key of [keyFile, second])
      for (const id of ['both', key])
        await run(
          ['send', '1', '--to', to, '--id', id, '--key', key, '--yes', '--url', stopping],
          '',
          { env },
        );
    testnode.release();
    const list = async (...more: readonly string[]) =>
      (await run(['payments', 'list', '--json', ...more], '', { env })).stdout;
    expect(
      lines(await list())
        .map((one) => (one as unknown as { id: string }).id)
        .sort(),
    ).toEqual(['both', 'both', keyFile, second].sort());
    expect(lines(await list('--network', 'testnode')).length).toBe(4);
    expect((await list('--network', 'fuji')).trim()).toBe('');
    const end = (...args: readonly string[]) => run(['payments', ...args], '', { env });
    expect(await end('remove', second)).toMatchObject({
      status: 4,
      stderr: expect.stringContaining('Pending'),
    });
    expect((await end('release', second)).status).toBe(0);
    expect((await end('remove', second)).status).toBe(0);
    expect(await end('remove', second)).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('NotFound at id'),
    });
    expect(await end('release', 'both')).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('several accounts'),
    });
    expect((await end('release', 'both', '--key', second)).status).toBe(0);
    expect(lines(await list()).length).toBe(2);
  });

  it('ask a node once for its network', async () => {
    testnode.fund('P', { to: me, amount: avax('10') });
    const { url, asked } = await serveTestnode(testnode);
    const calls = (from = 0) =>
      asked.slice(from).filter(({ body }) => body.includes('info.getNetworkID')).length;
    await run([
      'send',
      '1',
      '--to',
      to,
      '--key',
      keyFile,
      '--yes',
      '--url',
      url,
      '--network',
      'testnode',
    ]);
    expect(calls()).toBe(1);
    const { length } = asked;
    await run(['state', me, '--url', url, '--network', 'testnode']);
    expect(calls(length)).toBe(1);
  });

  it('say with their status that one may still be accepted, whatever else failed', async () => {
    testnode.fund('P', { to: me, amount: avax('10') });
    testnode.fund('P', { to: me, amount: avax('10') });
    const env = { XDG_STATE_HOME: testFolder() };
    const stopping = await node(() => process.listeners('SIGINT').at(-1)?.('SIGINT'));
    const of = ['--key', keyFile, '--yes', '--url', stopping];
    // No block is made, so that neither gets an answer.
    testnode.hold();
    for (const id of ['a', 'b'])
      expect((await run(['send', '1', '--to', to, '--id', id, ...of], '', { env })).status).toBe(4);
    const [damaged] = readdirSync(env.XDG_STATE_HOME, { recursive: true, encoding: 'utf8' }).filter(
      (name) => /unfinished.+a/.test(name) && !/unfinished.+b/.test(name),
    );
    writeFileSync(join(env.XDG_STATE_HOME, damaged!), 'torn');
    const { status, stderr } = await run(['payments', 'resume', ...of], '', { env });
    testnode.release();
    expect(stderr).toMatch(/^a: .*cannot be read/m);
    expect(stderr).toMatch(/^b: Pending/m);
    expect(status).toBe(4);
  });

  it('pay nothing where payments cannot be kept', async () => {
    testnode.fund('P', { to: me, amount: avax('10') });
    const of = ['--to', to, '--key', keyFile, '--yes', '--url', await node()];
    const full = await run(['send', '1', ...of, '--store', '/dev/null/payments']);
    expect(full).toMatchObject({ status: 3, stderr: expect.stringContaining('StoreFailed') });
    // Somebody else's link in place of the account's folder.
    const env = { XDG_STATE_HOME: testFolder() };
    const [name] = await storeNames(env, of.slice(2));
    const folder = testFolder();
    const target = join(folder, 'target');
    mkdirSync(target);
    symlinkSync(target, join(folder, name!));
    const link = await run(['send', '1', ...of, '--store', folder]);
    expect(link).toMatchObject({ status: 3, stderr: expect.stringContaining('StoreFailed') });
    expect([received(), readdirSync(target)]).toEqual([0n, []]);
  });

  it('use a store alone', async () => {
    testnode.fund('P', { to: me, amount: avax('10') });
    const env = { XDG_STATE_HOME: testFolder() };
    const [name] = await storeNames(env, ['--key', keyFile, '--url', await node()]);
    const owner = await fileStore(join(env.XDG_STATE_HOME, 'avalanche-tx/payments', name!)).open();
    try {
      const send = ['send', '1', '--to', to, '--key', keyFile, '--yes', '--url', await node()];
      expect(await run(send, '', { env })).toMatchObject({
        status: 3,
        stderr: expect.stringContaining('InUse'),
      });
      expect(received()).toBe(0n);
    } finally {
      await owner.close();
    }
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
