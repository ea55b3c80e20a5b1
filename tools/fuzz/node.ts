import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { type OracleName, oracle } from '../../scripts/oracle.ts';

/** What an oracle's `check` says of an input; the head of its `main.go` explains it. */
export interface NodeAnswer {
  readonly ok: boolean;
  readonly error?: string;
  readonly panicked?: boolean;
  readonly hex?: string | null;
  readonly txID?: string;
  readonly blockID?: string;
  readonly inputID?: string;
  readonly json?: string | null;
}

/** A running oracle. */
export interface Node {
  /** An answer for each line, in their order. */
  ask(lines: readonly string[]): Promise<readonly NodeAnswer[]>;
  stop(): void;
}

/** Starts the `check` of an oracle, which answers until it is stopped. */
export async function startNode(name: OracleName): Promise<Node> {
  const child = spawn(await oracle(name), ['check'], { stdio: ['pipe', 'pipe', 'inherit'] });
  const waiting: { readonly take: (line: string) => void; readonly fail: (e: Error) => void }[] =
    [];
  createInterface({ input: child.stdout }).on('line', (line) => waiting.shift()?.take(line));
  child.stdin.on('error', () => {}); // it has ended, which 'close' tells
  child.on('close', () => {
    for (const { fail } of waiting) fail(new Error(`${name} ended before it had answered`));
  });
  return {
    async ask(lines) {
      const answers = lines.map(
        () => new Promise<string>((take, fail) => waiting.push({ take, fail })),
      );
      child.stdin.write(`${lines.join('\n')}\n`);
      return (await Promise.all(answers)).map((line) => JSON.parse(line) as NodeAnswer);
    },
    stop: () => child.stdin.end(),
  };
}
