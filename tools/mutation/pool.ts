/** Worker processes that run mutants, and a watch over them: a mutant that never ends is ended with its process. */
import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { root } from './host.ts';
import type { Outcome, Task } from './protocol.ts';

/** The outcome of a mutant that did not end in time. */
export const timedOut = { file: '', test: 'did not end in time' } as const;

export interface Pool {
  /** Runs a mutant as soon as a worker is free. `make` is called then, and gives what to run. */
  run(make: () => Task): Promise<Outcome>;
  close(): void;
}

/** The environment of `npm test`. */
export function fastEnvironment(): NodeJS.ProcessEnv {
  const {
    CI: _,
    LIVE_NODES: __,
    RECORD_NODES: ___,
    TIER: ____,
    SEED: _____,
    ...rest
  } = process.env;
  return rest;
}

async function start(): Promise<ChildProcess> {
  const child = fork(fileURLToPath(new URL('./worker.ts', import.meta.url)), {
    cwd: root,
    execArgv: ['--import', 'tsx'],
    env: fastEnvironment(),
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  await new Promise<void>((resolve, reject) => {
    child.once('message', () => resolve());
    child.once('exit', (code) => reject(new Error(`a worker ended with status ${code}`)));
  });
  child.removeAllListeners('exit');
  return child;
}

/** Asks a worker; undefined if it ended, as it does after its limit, or if nothing was heard of it for far longer. */
const ask = (child: ChildProcess, task: Task): Promise<Outcome | undefined> =>
  new Promise((resolve) => {
    const finish = (outcome?: Outcome) => {
      clearTimeout(timer);
      child.removeAllListeners('message').removeAllListeners('exit');
      resolve(outcome);
    };
    const timer = setTimeout(finish, task.limit * 20);
    child.once('message', (outcome: Outcome) => finish(outcome));
    child.once('exit', () => finish());
    child.send(task);
  });

/** Starts so many workers. */
export async function startPool(workers: number): Promise<Pool> {
  const idle = await Promise.all(Array.from({ length: workers }, start));
  const waiting: ((child: ChildProcess) => void)[] = [];
  const release = (child: ChildProcess) => {
    const next = waiting.shift();
    if (next) next(child);
    else idle.push(child);
  };
  const take = (): Promise<ChildProcess> => {
    const child = idle.pop();
    return child ? Promise.resolve(child) : new Promise((resolve) => waiting.push(resolve));
  };
  return {
    run: async (make) => {
      const child = await take();
      const task = make();
      const outcome = await ask(child, task);
      if (outcome) release(child);
      else {
        child.kill('SIGKILL');
        release(await start());
      }
      return outcome ?? { killer: timedOut };
    },
    close: () => {
      for (const child of idle) child.disconnect();
    },
  };
}
