/** A test node over HTTP, with customers to whom things happen, for services that are killed. */
import { type ChildProcess, spawn } from 'node:child_process';
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { onTestFinished } from 'vitest';
import type { Address, Owner } from '../../src/state/owner.ts';
import type { Testnode } from '../../src/testnode/index.ts';
import { testnodeServer } from '../../src/testnode/serve/server.ts';
import { provePossession } from '../../src/warp/bls.ts';
import { AVAX, day, ewoq, send } from '../support/testnode.ts';
import { ann, bob } from './support.ts';

/** How often services are killed; `KILLS=200` more often. */
export const kills = Number(process.env.KILLS ?? 30);

/** The test node at a port. */
export async function serve(node: Testnode): Promise<string> {
  const { answer } = testnodeServer(node);
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

/** A program as one file of JavaScript. */
export const bundle = (from: string, to: string): Promise<unknown> =>
  build({
    entryPoints: [from],
    outfile: to,
    bundle: true,
    format: 'esm',
    platform: 'node',
    external: ['node:*'],
    nodePaths: [fileURLToPath(new URL('../../node_modules', import.meta.url))],
    tsconfig: fileURLToPath(new URL('../../tsconfig.json', import.meta.url)),
  });

/** Runs a program until it ends or is killed; `onLine` has each line that it prints. */
export function run(
  [command, ...args]: readonly [string, ...string[]],
  env: Readonly<Record<string, string>>,
  onLine: (line: string, kill: () => void) => void,
): Promise<number | string | null> {
  const child: ChildProcess = spawn(command, args, {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...env },
  });
  let rest = '';
  const kill = () => void child.kill('SIGKILL');
  onTestFinished(kill);
  child.stdout!.setEncoding('utf8').on('data', (text: string) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop()!;
    for (const line of lines) onLine(line, kill);
  });
  return new Promise((resolve) => {
    child.once('close', (status, signal) => resolve(status ?? signal));
  });
}

/** Something that happens to the customers. */
export function happen(node: Testnode, random: (n: number) => number): void {
  const to = [ann, bob][random(2)]!.shortID;
  const chain = (['P', 'X'] as const)[random(2)]!;
  const amount = BigInt(1 + random(1000)) * (AVAX / 100n);
  const pay = (owner: Owner | Address) =>
    send(node, chain, { type: 'BaseTx', outputs: [{ amount, to: owner }] });
  const die = random(12);
  if (die < 5) pay(to);
  else if (die === 5) pay({ threshold: 1, addresses: [to, ewoq.shortID] });
  else if (die < 8) {
    const locktime = node.time() + BigInt(random(40)) * 3600n;
    pay({ threshold: 1, addresses: [to], locktime });
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
      rewardsOwner: to,
      stakeReturnOwner: ann.shortID,
    });
    node.endStake(txID, random(3) > 0);
  } else pay(ewoq.shortID);
}
