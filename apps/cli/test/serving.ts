/** The test node of the command line as it is built, in a process of its own. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { afterEach } from 'vitest';
import { connect } from '../../../src/rpc/connect.ts';
import { program } from '../../../test/support/built.ts';

/** What the first line says. */
export interface First {
  readonly url: string;
  readonly networkID: number;
  readonly avaxAssetID: string;
  readonly keys: readonly { privateKey: string; P: string; X: string; C: string }[];
}

const running: ChildProcess[] = [];
afterEach(() => {
  for (const child of running.splice(0)) child.kill('SIGKILL');
});

/** Starts one on a free port; it ends with the test. */
export function startTestnode(...args: readonly string[]) {
  return startProcess(process.execPath, [
    ...[program, 'testnode', '--http', '127.0.0.1:0', '--json'],
    ...args,
  ]);
}

/** Starts one in a shell with limits, such as `ulimit -f 60`. */
export function startLimited(limits: string, ...args: readonly string[]) {
  const words = [process.execPath, program, 'testnode', '--http', '127.0.0.1:0', '--json', ...args];
  return startProcess('sh', ['-c', `${limits}; exec "$@"`, 'sh', ...words]);
}

function startProcess(command: string, args: readonly string[]) {
  const child = spawn(command, args);
  running.push(child);
  let stderr = '';
  child.stderr.on('data', (text) => {
    stderr += text;
  });
  const ended = once(child, 'exit').then(([status]) => status as number | null);
  const kill = (signal: NodeJS.Signals) => {
    child.kill(signal);
    return ended;
  };
  const first = Promise.race([
    once(createInterface(child.stdout), 'line').then(([line]) => JSON.parse(line) as First),
    ended.then(() => Promise.reject(new Error(stderr))),
  ]);
  const run = first.then((said) => {
    const call = async (method: string, params: object = {}) => {
      const reply = await fetch(`${said.url}/ext/testnode`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: `testnode.${method}`, params }),
      });
      const { result, error } = (await reply.json()) as { result: never; error?: Error };
      if (error) throw new Error(error.message);
      return result as Record<string, string>;
    };
    return { first: said, kill, call, log: () => stderr, node: connect(said.url) };
  });
  let isOver = false;
  const over = () => {
    isOver = true;
  };
  // Who kills it at once does not wait for it.
  run.then(over, over);
  return {
    /** What it is once it listens. */
    running: run,
    /** Its status. */
    ended,
    /** Whether it listens, or has ended. */
    hasStarted: () => isOver,
    kill,
    log: () => stderr,
  };
}
