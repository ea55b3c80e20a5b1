import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { formatNetwork, local } from '../../../src/network/index.ts';
import { evmAddressOf, privateKey } from '../../../src/sign/index.ts';
import { run } from '../../../test/support/built.ts';
import { testFolder } from '../../../test/support/folder.ts';
import { randomOf } from '../../../tools/fuzz/random.ts';
import { killTestnodes } from './killing.ts';
import { startLimited, startTestnode } from './serving.ts';

const folder = mkdtempSync(join(tmpdir(), 'avalanche-tx-testnode-'));
afterAll(() => rmSync(folder, { recursive: true }));
const fileNamed = (name: string): string => join(folder, name);

const start = (...args: readonly string[]) => startTestnode(...args).running;

describe('avalanche-tx testnode', () => {
  it('says where it is and who has funds, with the machine’s clock, and ends with SIGTERM', async () => {
    const { first, node, kill, log } = await start('--log');
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
    expect(await kill('SIGTERM')).toBe(0);
    expect(log()).toContain('POST /ext/bc/P platform.getCurrentValidators 200');
  });

  it('funds addresses, starts at a time, on a network of a file', async () => {
    const network = fileNamed('network.json');
    const own = { ...local, name: 'mine', networkID: 4242, hrp: 'custom' };
    writeFileSync(network, formatNetwork(own));
    const to = privateKey(new Uint8Array(32).fill(9));
    const { first, node, call } = await start(
      ...['--network', network, '--time', '2027-01-31T00:00:00Z'],
      ...['--fund', `${to.address('P', own)}=7`, '--fund', `${evmAddressOf(to)}=8.5`],
    );
    expect(first.networkID).toBe(4242);
    const [utxo] = (await node.pchain.state([to.shortID])).utxos;
    expect(utxo!.output).toMatchObject({ amount: 7_000_000_000n });
    expect((await node.cchain.state([evmAddressOf(to)])).accounts[0]!.balance).toBe(
      8_500_000_000_000_000_000n,
    );
    const { time } = await call('getTime');
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
    const { call, node, first } = await start('--block-time', '1');
    const before = await node.call('platform.getHeight');
    await call('fund', { to: first.keys[0]!.P, amount: '1' });
    await expect
      .poll(async () => (await node.call('platform.getHeight')).height, { timeout: 10_000 })
      .toBeGreaterThan(before.height);
  });

  it('keeps its state, also if it is killed at any time', async () => {
    const { answered } = await killTestnodes(testFolder(), 6, randomOf('kills'));
    expect(answered).toBeGreaterThan(3);
  });

  it('refuses a damaged state, and leaves it as it is', async () => {
    const state = fileNamed('damaged');
    const { kill } = await start('--state', state);
    await kill('SIGTERM');
    const text = readFileSync(state, 'utf8');
    const at = Math.floor(text.length / 2);
    const damaged = `${text.slice(0, at)}${text[at] === '1' ? '2' : '1'}${text.slice(at + 1)}`;
    writeFileSync(state, damaged);
    const refused = run(['testnode', '--http', '127.0.0.1:0', '--state', state]);
    expect(refused.status).toBe(1);
    expect(refused.stderr).toContain('the state is damaged: record 1 of 1 is missing or changed');
    expect(readFileSync(state, 'utf8')).toBe(damaged);
  });

  it('refuses the state of another one that runs', async () => {
    const state = fileNamed('shared');
    const { call, kill, first } = await start('--state', state);
    const second = run(['testnode', '--http', '127.0.0.1:0', '--state', state]);
    expect(second.status).toBe(3);
    expect(second.stderr).toMatch(/process \d+ on host/);
    const { txID } = await call('fund', { to: first.keys[0]!.P, amount: '1' });
    await kill('SIGKILL');
    const again = await start('--state', state);
    expect(await again.node.call('platform.getTxStatus', { txID: txID! })).toMatchObject({
      status: 'Committed',
    });
  });

  it('ends with the reason when its state cannot be written any more, and has all that was answered', async () => {
    const state = fileNamed('limited');
    // In blocks of 512 bytes: the state and some requests.
    const limited = startLimited('ulimit -f 130', '--state', state);
    const { call, first, log } = await limited.running;
    const answered: string[] = [];
    await expect(
      (async () => {
        for (;;) answered.push((await call('fund', { to: first.keys[0]!.P, amount: '1' })).txID!);
      })(),
    ).rejects.toThrow();
    expect(await limited.ended).toBe(3);
    expect(log()).toMatch(/^error: the state cannot be read or written: [a-z ]+\n$/);
    expect(answered.length).toBeGreaterThan(3);
    const again = await start('--state', state);
    for (const txID of answered)
      expect(await again.node.call('platform.getTxStatus', { txID })).toMatchObject({
        status: 'Committed',
      });
    expect(again.log()).toContain('recorded in part and never answered: it is dropped');
  });
});
