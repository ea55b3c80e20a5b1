/** Services that take deposits of a test node over HTTP and are killed: nothing is credited twice, nothing is lost. */
import { spawn } from 'node:child_process';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { build } from 'esbuild';
import { expect, it, onTestFinished } from 'vitest';
import type { Intent } from '../../src/builder/intents/table.ts';
import type { Testnode } from '../../src/testnode/index.ts';
import { serverOf } from '../../src/testnode/serve/server.ts';
import { provePossession } from '../../src/warp/bls.ts';
import { type Entry, entriesOf } from '../support/depositchild.ts';
import { testFolder } from '../support/folder.ts';
import { AVAX, day, ewoq, newNode, send } from '../support/testnode.ts';
import { randomBy } from '../testnode/randomnode.ts';
import { aloneOf, ann, bob, depositedOn } from './support.ts';

/** How often; the nightly run and `KILLS=200` more often. */
const kills = Number(process.env.KILLS ?? (process.env.TIER === 'nightly' ? 200 : 40));

/** The test node at a port. */
async function serve(node: Testnode): Promise<string> {
  const { answer } = serverOf(node);
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const { method = '', url: target = '' } = request;
    const headers = request.headers as Record<string, string>;
    const { status, headers: given, text } = answer({ method, target, headers, body });
    response.writeHead(status, given).end(text);
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return `http://127.0.0.1:${address.port}`;
}

/** Something that happens to the customers. */
function happen(node: Testnode, random: (n: number) => number): void {
  const to = [ann, bob][random(2)]!.shortID;
  const chain = (['P', 'X'] as const)[random(2)]!;
  const amount = BigInt(1 + random(1000)) * (AVAX / 100n);
  const pay = (output: object) =>
    send(node, chain, { type: 'BaseTx', outputs: [{ amount, ...output }] } as Intent);
  const die = random(12);
  if (die < 5) pay({ to });
  else if (die === 5) pay({ to: { threshold: 1, addresses: [to, ewoq.shortID] } });
  else if (die < 8) {
    const locktime = node.time() + BigInt(random(40)) * 3600n;
    pay({ to: { threshold: 1, addresses: [to], locktime } });
  } else if (die === 8) node.advanceTime(BigInt(random(30)) * 3600n);
  else if (die === 9) {
    const { txID } = send(node, 'P', {
      type: 'AddPermissionlessValidatorTx',
      node: {
        nodeID: Uint8Array.from({ length: 20 }, () => random(256)),
        nodePOP: provePossession(new Uint8Array(32).fill(5)),
      },
      amount: 2_000n * AVAX,
      end: node.time() + 15n * day,
      delegationFee: '10%',
      rewards: to,
      stakeReturn: ann.shortID,
    });
    node.endStake(txID, random(3) > 0);
  } else pay({ to: ewoq.shortID });
}

const sorted = (credits: readonly { readonly key: string; readonly amount: unknown }[]) =>
  credits.map(({ key, amount }) => `${key} ${amount}`).sort();

it(`${kills} kills at any moment`, async () => {
  const folder = testFolder();
  const program = join(folder, 'depositchild.mjs');
  await build({
    entryPoints: [new URL('../support/depositchild.ts', import.meta.url).pathname],
    outfile: program,
    bundle: true,
    format: 'esm',
    platform: 'node',
    tsconfig: new URL('../../tsconfig.json', import.meta.url).pathname,
  });
  const node = newNode();
  const url = await serve(node);
  const random = randomBy(7);
  const file = join(folder, 'deposits.journal');
  const addresses = [ann, bob].map((key) => key.address('P', node.network));
  /** Runs the service; kills it after a number of the lines that it prints. */
  const run = (task: object, killAfter: number): Promise<number | string | null> => {
    const json = JSON.stringify({ url, file, addresses, ...task });
    const child = spawn(process.execPath, [program, json], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let lines = 0;
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      for (const word of text.split('\n').slice(0, -1)) {
        lines++;
        if (lines >= killAfter) child.kill('SIGKILL');
        // It always has something to read, and dies also while it waits.
        else if (word === 'stored') happen(node, random);
      }
    });
    return new Promise((resolve) => {
      child.once('close', (status, signal) => resolve(status ?? signal));
    });
  };
  let halves = 0;
  for (let i = 0; i < kills; i++) {
    for (let n = random(6); n >= 0; n--) happen(node, random);
    const dies = random(4) === 0 ? { dies: 1 + random(2) } : {};
    expect(await run({ follow: true, ...dies }, 1 + random(8))).toBe('SIGKILL');
    const isTorn = dies.dies !== undefined;
    if (isTorn) halves++;
  }
  expect(await run({ follow: false }, Number.POSITIVE_INFINITY)).toBe(0);
  const entries: readonly Entry[] = entriesOf(file);
  const found = entries.flatMap(({ credits }) => credits);
  expect(new Set(found.map(({ key }) => key)).size).toBe(found.length);
  const { credits } = await depositedOn(node);
  expect(sorted(found)).toEqual(sorted(credits));
  const sum = found.reduce((total, { amount }) => total + BigInt(amount), 0n);
  expect(sum).toBe(aloneOf(node, ann) + aloneOf(node, bob));
  expect(entries.every(({ position }) => position.format === 1)).toBe(true);
  expect(halves).toBeGreaterThan(0);
  const rewards = found.filter(({ why }) => why === 'reward');
  expect(rewards.length).toBeGreaterThan(0);
  console.log(
    `${kills} kills, ${halves} of them in half a write: ${found.length} credits, ${rewards.length} rewards, ${entries.length} transactions`,
  );
});
