/** Payments of the command line as it is built: a full standard output, two at once, a process that is killed. */
import { spawn } from 'node:child_process';
import { closeSync, openSync, readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { avax } from '../../../src/index.ts';
import { connect } from '../../../src/rpc/connect.ts';
import { privateKey } from '../../../src/sign/index.ts';
import { program } from '../../../test/support/built.ts';
import { testFiles, testFolder } from '../../../test/support/folder.ts';
import { startTestnode } from './serving.ts';

const file = testFiles();
const to = privateKey(new Uint8Array(32).fill(2)).address('P', { hrp: 'custom' });

/** A test node that makes a block each second, and the first of its keys. */
async function started() {
  const { first } = await startTestnode('--block-time', '1').running;
  const { url, keys } = first;
  const key = file('key.txt', keys[0]!.privateKey);
  const home = testFolder();
  const send = (id: string, stdout: 'pipe' | number = 'pipe') => {
    const args = ['send', '1', '--to', to, '--key', key, '--url', url, '--yes', '--id', id];
    const child = spawn(process.execPath, [program, ...args], {
      stdio: ['ignore', stdout, 'pipe'],
      env: { ...process.env, XDG_STATE_HOME: home, NO_COLOR: '1' },
    });
    const texts = { stdout: '', stderr: '' };
    for (const name of ['stdout', 'stderr'] as const)
      child[name]?.setEncoding('utf8').on('data', (text: string) => {
        texts[name] += text;
      });
    const ended = new Promise<{ status: number | null; stdout: string; stderr: string }>(
      (resolve) => child.once('close', (status) => resolve({ status, ...texts })),
    );
    /** Resolves once the error output has a text. */
    const said = (text: string) =>
      new Promise<void>((resolve) => {
        const look = () => texts.stderr.includes(text) && resolve();
        child.stderr!.on('data', look);
        look();
      });
    return { child, ended, said };
  };
  const received = async () => {
    const { utxos } = await connect(url).pchain.state([to]);
    return utxos.reduce((sum, { output }) => sum + ('amount' in output ? output.amount : 0n), 0n);
  };
  return { send, received, home };
}

describe('send, as it is built', () => {
  it('prints what came of a payment again if standard output was full', async () => {
    const { send, received } = await started();
    const full = openSync('/dev/full', 'w');
    const { status, stderr } = await send('full', full).ended;
    closeSync(full);
    expect([status, stderr]).toEqual([3, expect.stringContaining('no space left')]);
    const again = await send('full').ended;
    expect([again.status, again.stdout]).toEqual([0, expect.stringContaining('Accepted')]);
    expect(await received()).toBe(avax('1'));
  });

  it('pays once when it is run twice at once', async () => {
    const { send, received } = await started();
    const both = await Promise.all([send('twice').ended, send('twice').ended]);
    for (const { status, stderr } of both) expect([0, 3], stderr).toContain(status);
    const refused = both.filter(({ status }) => status === 3);
    for (const { stderr } of refused) expect(stderr).toContain('InUse');
    expect(await received()).toBe(avax('1'));
  });

  it.each(['SIGKILL', 'SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
    'pays once when %s ends it while it waits',
    async (signal) => {
      const { send, received, home } = await started();
      const first = send('killed');
      await first.said('submitted');
      first.child.kill(signal);
      const { status, stderr } = await first.ended;
      if (signal !== 'SIGKILL') {
        expect(status).toBe(4);
        expect(stderr).toContain('avalanche-tx payments resume killed');
      }
      expect(readdirSync(home)).toEqual(['avalanche-tx']);
      const again = await send('killed').ended;
      expect([again.status, again.stdout]).toEqual([0, expect.stringContaining('Accepted')]);
      expect(await received()).toBe(avax('1'));
    },
  );
});
