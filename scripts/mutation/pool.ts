/** Worker processes that run mutants, and a watch over them: a mutant that never ends is ended with its process. */
import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { root } from './host.ts';
import type { Outcome, Task } from './protocol.ts';

/** The outcome of a mutant that did not end in time. */
export const timedOut = { file: '', test: 'did not end in time' } as const;

export interface Pool {
  /**
   * Runs a mutant as soon as a worker is free.
   * @param make Called then: what to run, and the most milliseconds for it.
   */
  run(make: () => { readonly task: Task; readonly limit: number }): Promise<Outcome>;
  close(): void;
}

/** The environment of `npm run test:fast`. */
function fastEnvironment(): NodeJS.ProcessEnv {
  const { CI: _, LIVE_NODES: __, RECORD_NODES: ___, FC_NUM_RUNS: ____, ...rest } = process.env;
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

/** Asks a worker; undefined if it did not answer in time or ended. */
const ask = (child: ChildProcess, task: Task, limit: number): Promise<Outcome | undefined> =>
  new Promise((resolve) => {
    const finish = (outcome?: Outcome) => {
      clearTimeout(timer);
      child.removeAllListeners('message').removeAllListeners('exit');
      resolve(outcome);
    };
    const timer = setTimeout(finish, limit);
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
      const { task, limit } = make();
      const outcome = await ask(child, task, limit);
      if (outcome) release(child);
      else {
        child.kill('SIGKILL');
        release(await start());
      }
      return outcome ?? { id: task.id, killer: timedOut };
    },
    close: () => {
      for (const child of idle) child.disconnect();
    },
  };
}
