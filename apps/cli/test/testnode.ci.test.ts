import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, describe, expect, it } from 'vitest';
import { formatNetwork, local, testnodeNetwork } from '../../../src/network/index.ts';
import { connect } from '../../../src/rpc/connect.ts';
import { evmAddressOf, privateKey } from '../../../src/sign/index.ts';
import { program, run } from '../../../test/support/built.ts';

const running: ChildProcess[] = [];
afterEach(() => {
  for (const child of running.splice(0)) child.kill('SIGKILL');
});

const folder = mkdtempSync(join(tmpdir(), 'avalanche-tx-testnode-'));
const fileNamed = (name: string): string => join(folder, name);

/** What the first line says. */
interface First {
  readonly url: string;
  readonly networkID: number;
  readonly avaxAssetID: string;
  readonly keys: readonly { privateKey: string; P: string; X: string; C: string }[];
}

async function start(...args: readonly string[]) {
  const child = spawn(process.execPath, [
    program,
    'testnode',
    '--http',
    '127.0.0.1:0',
    '--json',
    ...args,
  ]);
  running.push(child);
  let stderr = '';
  child.stderr.on('data', (text) => {
    stderr += text;
  });
  const ended = once(child, 'exit');
  const first = await Promise.race([
    once(createInterface(child.stdout), 'line').then(([line]) => JSON.parse(line) as First),
    ended.then(() => Promise.reject(new Error(stderr))),
  ]);
  const stop = async (signal: NodeJS.Signals) => {
    child.kill(signal);
    return (await ended)[0] as number | null;
  };
  const control = async (method: string, params: object = {}) => {
    const reply = await fetch(`${first.url}/ext/testnode`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: `testnode.${method}`, params }),
    });
    const { result, error } = (await reply.json()) as { result: never; error?: Error };
    if (error) throw new Error(error.message);
    return result as Record<string, string>;
  };
  return { first, stop, control, log: () => stderr, node: connect(first.url) };
}

describe('avalanche-tx testnode', () => {
  it('says where it is and who has funds, with the machine’s clock, and ends with SIGTERM', async () => {
    const { first, node, stop, log } = await start('--log');
    const [key] = first.keys;
    const { P, X, C, privateKey: secret } = key!;
    expect(first.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect(first.networkID).toBe(20260922);
    expect(evmAddressOf(privateKey(secret))).toBe(C);
    expect((await node.pchain.state([P])).utxos.length).toBeGreaterThan(0);
    expect((await node.xchain.state([X])).utxos.length).toBeGreaterThan(0);
    expect((await node.cchain.state([C])).accounts[0]!.balance).toBeGreaterThan(0n);
    const { validators } = await node.call('platform.getCurrentValidators');
    expect(validators.length).toBeGreaterThanOrEqual(5);
    const now = BigInt(Math.floor(Date.now() / 1000));
    for (const of of validators) {
      if (of.kind !== 'permissionless') throw new Error(of.kind);
      expect(of.endTime - now).toBeGreaterThan(350n * 86_400n);
      expect(of.endTime - now).toBeLessThanOrEqual(365n * 86_400n);
      expect(of.signer).toBeDefined();
    }
    expect(await stop('SIGTERM')).toBe(0);
    expect(log()).toContain('POST /ext/bc/P platform.getCurrentValidators 200');
  });

  it('funds addresses, starts at a time, on a network of a file', async () => {
    const network = fileNamed('network.json');
    const own = { ...local, name: 'mine', networkID: 4242, hrp: 'custom' };
    writeFileSync(network, formatNetwork(own));
    const to = privateKey(new Uint8Array(32).fill(9));
    const { first, node, control } = await start(
      ...['--network', network, '--time', '2027-01-31T00:00:00Z'],
      ...['--fund', `${to.address('P', own)}=7`, '--fund', `${evmAddressOf(to)}=8.5`],
    );
    expect(first.networkID).toBe(4242);
    const [utxo] = (await node.pchain.state([to.shortID])).utxos;
    expect(utxo!.output).toMatchObject({ amount: 7_000_000_000n });
    expect((await node.cchain.state([evmAddressOf(to)])).accounts[0]!.balance).toBe(
      8_500_000_000_000_000_000n,
    );
    const { time } = await control('getTime');
    const start_ = BigInt(Date.parse('2027-01-31T00:00:00Z') / 1000);
    expect(BigInt(time!) - start_).toBeLessThan(60n);
  });

  it('has the upgrades that are asked for', async () => {
    const times = async (...args: readonly string[]) => {
      const { node } = await start('--time', '2026-11-01T00:00:00Z', ...args);
      const { graniteTime, heliconTime } = await node.call('info.upgrades');
      const day = (nanos: bigint) =>
        new Date(Number(nanos / 1_000_000n)).toISOString().slice(0, 10);
      return [graniteTime, heliconTime].map((time) => day(time!.unixNanos));
    };
    expect(await times()).toEqual(['2020-12-05', '2020-12-05']);
    expect(await times('--upgrade', 'granite')).toEqual(['2020-12-05', '9999-12-01']);
    expect(await times('--upgrade', 'helicon=2027-01-01T00:00:00Z')).toEqual([
      '2020-12-05',
      '2027-01-01',
    ]);
    const refused = await run(['testnode', '--upgrade', 'tomorrow']);
    expect(refused.status).toBe(2);
    expect(refused.stderr).toContain('banff, cortina');
  });

  it('makes blocks at intervals', async () => {
    const { control, node, first } = await start('--block-time', '1');
    const before = await node.call('platform.getHeight');
    await control('fund', { to: first.keys[0]!.P, amount: '1' });
    await expect
      .poll(async () => (await node.call('platform.getHeight')).height, { timeout: 10_000 })
      .toBeGreaterThan(before.height);
  });

  it('keeps its state, also if it is killed at any time', async () => {
    const state = fileNamed('state');
    const to = privateKey(new Uint8Array(32).fill(9)).address('P', testnodeNetwork);
    const answered: string[] = [];
    for (const count of [1, 2, 3]) {
      const { control, stop, node } = await start('--state', state);
      for (const txID of answered)
        expect(await node.call('platform.getTxStatus', { txID })).toMatchObject({
          status: 'Committed',
        });
      const fund = async () =>
        void answered.push((await control('fund', { to, amount: '1' })).txID!);
      for (let i = 0; i < count; i++) await fund();
      // Killed while it works on another one, which may be answered or not.
      const another = fund().catch(() => {});
      await new Promise((resolve) => setTimeout(resolve, 7 * count));
      await stop('SIGKILL');
      await another;
    }
    expect(answered.length).toBeGreaterThanOrEqual(6);
    const last = await start('--state', state);
    for (const txID of answered)
      expect(await last.node.call('platform.getTxStatus', { txID })).toMatchObject({
        status: 'Committed',
      });
    expect(await last.stop('SIGTERM')).toBe(0);
    expect(existsSync(`${state}.journal`)).toBe(false);
    // A damaged state is refused, and stays as it is.
    const text = readFileSync(state, 'utf8');
    const at = Math.floor(text.length / 2);
    const damaged = `${text.slice(0, at)}${text[at] === '1' ? '2' : '1'}${text.slice(at + 1)}`;
    writeFileSync(state, damaged);
    const refused = run(['testnode', '--http', '127.0.0.1:0', '--state', state]);
    expect(refused.status).toBe(1);
    expect(readFileSync(state, 'utf8')).toBe(damaged);
    rmSync(state);
  });
});
