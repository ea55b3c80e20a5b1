import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { avax } from '../../src/index.ts';
import { privateKey } from '../../src/sign/index.ts';
import { useTestnode } from '../../src/testnode/index.ts';
import { serve } from '../support/http.ts';

const page = readFileSync(new URL('../../docs/guides/wallet.md', import.meta.url), 'utf8');
const [, section = ''] = page.split('## Three tasks, five lines each');
const programs = [...section.split('\n## ')[0]!.matchAll(/```ts no-run\n([\s\S]*?)```/g)].map(
  ([, code]) => code!,
);
const folder = new URL('../.tasks/', import.meta.url);
afterAll(() => rmSync(fileURLToPath(folder), { recursive: true, force: true }));

const testnode = useTestnode(beforeEach);
const { network } = testnode;
const secret = `0x${'01'.repeat(32)}`;
const key = privateKey(secret);
const to = privateKey(new Uint8Array(32).fill(2)).address('X', network);

/** Runs a program of the guide at the test node. */
async function run(code: string, name: string): Promise<void> {
  const { url } = await serve(async ({ method, url: target, headers, body }, response) => {
    const reply = await testnode.transport({
      url: `http://testnode${target}`,
      target,
      method: method as 'POST',
      headers: headers as Record<string, string>,
      body,
      repeatable: false,
    });
    response.writeHead(reply.status, reply.headers).end(reply.text);
  });
  const { nodeID } = testnode.addValidator();
  const end = new Date(Date.now() + 20 * 86_400_000).toISOString();
  mkdirSync(folder, { recursive: true });
  const file = new URL(`task-${name}.mts`, folder);
  const filled = code
    .replace('https://api.avax-test.network', url)
    .replace('0x…', secret)
    .replace('X-fuji1…', to)
    .replace('NodeID-…', nodeID)
    .replace('2027-06-01T00:00:00Z', end);
  expect(filled).not.toContain('…');
  writeFileSync(file, filled);
  await import(fileURLToPath(file));
}

it('a newcomer’s tasks take five lines each with the wallet, and are accepted', async () => {
  expect(programs.map((code) => code.trim().split('\n').length)).toEqual([5, 5, 5]);
  testnode.fund('X', { to: key.address('X', network), amount: avax('20') });
  testnode.fund('P', { to: key.address('P', network), amount: avax('30') });
  const [send, move, delegate] = programs;
  await run(send!, 'send');
  const [paid] = testnode.state('X', [to]).utxos;
  expect(paid!.output).toMatchObject({ amount: avax('1.5') });
  await run(move!, 'move');
  await run(delegate!, 'delegate');
  // 30 and 9.9 AVAX, of which 25 are staked.
  const left = testnode
    .state('P', [key.address('P', network)])
    .utxos.reduce((sum, { output }) => sum + ('amount' in output ? output.amount : 0n), 0n);
  expect(left).toBeGreaterThan(avax('14.9'));
  expect(left).toBeLessThan(avax('15'));
});
