/** A script of actions that the oracle plays on the real P- and X-chain, line by line. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { oracle } from '../../scripts/oracle.ts';
import type { FactsRow } from '../../test/support/nodefacts.ts';

/** What both nodes start with. */
export interface Start {
  readonly do: 'start';
  readonly url: string;
  readonly upgrade: string;
  /** Unix seconds. */
  readonly time: number;
  /** Bytes in hex. */
  readonly genesis: string;
  /** UTXOs that the C-chain seems to have exported, in hex, by chain and source. */
  readonly imports: Readonly<Record<'P' | 'X', Readonly<Record<string, readonly string[]>>>>;
  readonly facts: FactsRow;
  readonly keys: readonly {
    readonly pAddress: string;
    readonly xAddress: string;
    /** The private key. */
    readonly hex: string;
  }[];
  readonly assets: Readonly<Record<string, string>>;
}

/** Issue a transaction. */
export interface Issue {
  readonly do: 'issue';
  readonly chain: 'P' | 'X';
  readonly type: string;
  /** What was changed in it; `none` of a valid one. */
  readonly mutation: string;
  readonly hex: string;
}

/** One action. */
export type Action =
  | Start
  | Issue
  | { readonly do: 'time'; readonly time: number }
  | { readonly do: 'offline'; readonly nodeID: string }
  | { readonly do: 'block'; readonly hex: string }
  | { readonly do: 'read' | 'end' };

/** What a script is made from. */
export interface ScriptOptions {
  readonly seed: number;
  /** Random transactions after those that set the scene. */
  readonly count: number;
  /** The last upgrade that is active. */
  readonly upgrade: string;
}

/** Plays a script: each action is over, and the next one begins, when the function is done with it. */
export async function playScript(
  { seed, count, upgrade }: ScriptOptions,
  play: (action: Action) => Promise<void>,
): Promise<void> {
  const args = ['--script', String(count), '--seed', String(seed), '--upgrade', upgrade];
  const child = spawn(await oracle('localnode'), args, { stdio: ['pipe', 'pipe', 'pipe'] });
  const ended = once(child, 'close');
  let complaints = '';
  child.stderr.on('data', (chunk: Buffer) => {
    complaints = (complaints + chunk).slice(-4000);
  });
  try {
    for await (const line of createInterface(child.stdout)) {
      await play(JSON.parse(line) as Action);
      child.stdin.write('\n');
    }
    const [code] = await ended;
    if (code !== 0) throw new Error(`localnode: ${complaints.trim()}`);
  } finally {
    child.kill('SIGKILL');
  }
}
