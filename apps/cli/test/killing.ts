/** Kills a test node with a state at random moments, and starts it again. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { testnodeNetwork } from '../../../src/network/index.ts';
import { privateKey } from '../../../src/sign/index.ts';
import type { randomOf } from '../../../tools/fuzz/random.ts';
import { startTestnode } from './serving.ts';

const to = privateKey(new Uint8Array(32).fill(9)).address('P', testnodeNetwork);

/**
 * Kills a test node so many times: while it starts, while it saves its state, while four clients use it, or while it
 * ends. After each start, everything that was answered has to be there.
 * @returns How often there was a half-written state.
 */
export async function killTestnodes(
  folder: string,
  count: number,
  random: ReturnType<typeof randomOf>,
  /** UTXOs of the state: saving many takes longer. */
  size = 300,
): Promise<{ readonly answered: number; readonly halfSaved: number }> {
  const state = join(folder, 'state');
  const answered: string[] = [];
  let checked = 0;
  let halfSaved = 0;
  const isSaving = () => existsSync(`${state}.new`);
  for (let i = 0; i < count; i++) {
    if (i > 0 && random.below(3) === 0) {
      const { kill, hasStarted } = startTestnode('--state', state);
      if (random.below(2) === 0) await sleep(random.below(900));
      // It saves before it listens, which may be over between two looks.
      else while (!isSaving() && !hasStarted()) await setImmediate();
      await kill('SIGKILL');
      if (isSaving()) halfSaved++;
      continue;
    }
    const started = startTestnode('--state', state);
    const { call, kill, node } = await started.running;
    if (i === 0)
      await call('fundAll', { list: Array.from({ length: size }, () => ({ to, amount: '1' })) });
    const isLast = i === count - 1;
    for (const txID of isLast ? answered : answered.slice(checked))
      expect(await node.call('platform.getTxStatus', { txID }), txID).toMatchObject({
        status: 'Committed',
      });
    checked = answered.length;
    const fund = async () => void answered.push((await call('fund', { to, amount: '1' })).txID!);
    // A busy machine answers the first one late.
    await fund();
    let isEnding = false;
    const clients = Array.from({ length: 4 }, async () => {
      while (!isEnding)
        try {
          await fund();
        } catch {
          return;
        }
    });
    await sleep(random.below(200));
    if (random.below(2) === 0) {
      kill('SIGTERM').catch(() => {});
      await sleep(random.below(120));
    }
    await kill('SIGKILL');
    isEnding = true;
    await Promise.all(clients);
    if (isSaving()) halfSaved++;
  }
  const last = startTestnode('--state', state);
  const { node, kill } = await last.running;
  for (const txID of answered)
    expect(await node.call('platform.getTxStatus', { txID }), txID).toMatchObject({
      status: 'Committed',
    });
  expect(await kill('SIGTERM')).toBe(0);
  expect(readdirSync(folder)).toEqual(['state']);
  return { answered: answered.length, halfSaved };
}
