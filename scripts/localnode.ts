/**
 * The real P- and X-chain as a network of one node on loopback.
 *
 *     npm run localnode -- [--http 127.0.0.1:0] [--populate] ...
 *
 * `vectors/oracle/README.md` lists the options. The first line printed is JSON: URL, chain IDs, funded keys.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { command, oracle } from './oracle.ts';

/** What a localnode says when it serves. */
export interface Ready {
  readonly url: string;
  readonly networkID: number;
  readonly hrp: string;
  readonly upgrade: string;
  readonly startupMillis: number;
  readonly pChainID: string;
  readonly xChainID: string;
  readonly cChainID: string;
  readonly avaxAssetID: string;
  /** IDs of the X-chain's genesis assets by alias: AVAX, TEST, ZNFT. */
  readonly assets: Readonly<Record<string, string>>;
  readonly nodeID: string;
  readonly bls: { secretKey: string; publicKey: string; proofOfPossession: string };
  /** Funded keys; the first is ewoq. */
  readonly keys: readonly {
    name: string;
    privateKey: string;
    hex: string;
    pAddress: string;
    xAddress: string;
    cAddress: string;
  }[];
  /** With `--populate`; entries with `bytes` are signed and not issued yet. */
  readonly issued?: readonly { name: string; chain: 'P' | 'X'; id: string; bytes?: string }[];
}

export interface Localnode {
  readonly ready: Ready;
  /** Calls a method and gives the reply's text as the node wrote it. */
  rpc(path: string, method: string, params?: unknown): Promise<string>;
  stop(): Promise<void>;
}

/** Starts a node on a free port. It ends with `stop`, or with this process. */
export async function startLocalnode(args: readonly string[] = []): Promise<Localnode> {
  const program = await oracle('localnode');
  const child = spawn(program, ['--http', '127.0.0.1:0', '--exit-with-parent', ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(child, 'close');
  let complaints = '';
  child.stderr.on('data', (chunk: Buffer) => {
    complaints = (complaints + chunk).slice(-4000);
  });
  const [line] = await Promise.race([once(createInterface(child.stdout), 'line'), ended]);
  if (typeof line !== 'string') throw new Error(`localnode did not start: ${complaints.trim()}`);
  const ready = JSON.parse(line) as Ready;
  let calls = 0;
  return {
    ready,
    rpc: async (path, method, params = {}) =>
      (
        await fetch(ready.url + path, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify({ jsonrpc: '2.0', id: ++calls, method, params }),
        })
      ).text(),
    stop: async () => {
      child.kill('SIGTERM');
      const impatience = setTimeout(() => child.kill('SIGKILL'), 5_000);
      await ended;
      clearTimeout(impatience);
    },
  };
}

await command(import.meta.url, async () => {
  const args = ['--exit-with-parent', ...process.argv.slice(2)];
  const child = spawn(await oracle('localnode'), args, { stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal));
  const [code] = await once(child, 'exit');
  process.exitCode = code ?? 1;
});
