/** Services that take deposits of a test node over HTTP and are killed: nothing is credited twice, nothing is lost. */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { entriesOf } from '../support/depositchild.ts';
import { testFolder } from '../support/folder.ts';
import { newNode } from '../support/testnode.ts';
import { randomBy } from '../testnode/randomnode.ts';
import { bundle, happen, kills, run, serve } from './service.ts';
import { aloneOf, ann, bob, depositedOn } from './support.ts';

const child = fileURLToPath(new URL('../support/depositchild.ts', import.meta.url));
const sorted = (credits: readonly { readonly key: string; readonly amount: unknown }[]) =>
  credits.map(({ key, amount }) => `${key} ${amount}`).sort();

it(
  `${kills} kills at any moment`,
  async () => {
    const folder = testFolder();
    const program = join(folder, 'depositchild.mjs');
    await bundle(child, program);
    const node = newNode();
    const url = await serve(node);
    const random = randomBy(7);
    const file = join(folder, 'deposits.journal');
    const addresses = [ann, bob].map((key) => key.address('P', node.network));
    /** Runs the service, and kills it after a number of the lines that it prints. */
    const serviceUntil = (killAfter: number, task: object) => {
      let lines = 0;
      const json = JSON.stringify({ url, file, addresses, ...task });
      return run([process.execPath, program, json], {}, (line, kill) => {
        if (++lines >= killAfter) kill();
        // It has something to read until its end.
        else if (line === 'stored' && Number.isFinite(killAfter)) happen(node, random);
      });
    };
    let torn = 0;
    for (let i = 0; i < kills; i++) {
      for (let n = random(6); n >= 0; n--) happen(node, random);
      const dies = random(4) === 0 ? 1 + random(2) : 0;
      if (dies > 0) torn++;
      expect(await serviceUntil(1 + random(8), { follow: true, dies })).toBe('SIGKILL');
    }
    expect(await serviceUntil(Number.POSITIVE_INFINITY, { follow: false })).toBe(0);
    const entries = entriesOf(file);
    const found = entries.flatMap(({ credits }) => credits);
    expect(new Set(found.map(({ key }) => key)).size).toBe(found.length);
    const { credits } = await depositedOn(node);
    expect(sorted(found)).toEqual(sorted(credits));
    const sum = found.reduce((total, { amount }) => total + BigInt(amount), 0n);
    expect(sum).toBe(aloneOf(node, ann) + aloneOf(node, bob));
    expect(entries.every(({ position }) => position.format === 1)).toBe(true);
    const rewards = found.filter(({ why }) => why === 'reward');
    expect(Math.min(torn, rewards.length)).toBeGreaterThan(0);
  },
  kills * 60_000,
);
