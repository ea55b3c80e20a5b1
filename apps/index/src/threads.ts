/** Runs a chain in a thread of its own: chains need nothing of one another. */
import { parentPort, Worker, workerData } from 'node:worker_threads';
import { connect } from 'avalanche-tx/rpc';
import { type ChainEvent, type ChainOptions, indexChain } from './chain.ts';
import { type Failure, failureOf, Told } from './failure.ts';
import { sourceOf } from './feed.ts';
import type { StartChain } from './run.ts';

/** How nodes are reached. */
export interface Reached {
  readonly urls: readonly string[];
  readonly headers: { readonly [name: string]: string };
  readonly allowPlainHTTP: boolean;
}

type Given = Reached & { readonly options: Omit<ChainOptions, 'signal' | 'on'> };

type Message =
  | { readonly event: ChainEvent }
  | { readonly failed: Failure }
  | { readonly isDone: true };

export const clientsOf = ({ urls, headers, allowPlainHTTP }: Reached) =>
  urls.map((url) => connect(url, { headers, allowPlainHTTP }));

const isOutOfMemory = (e: unknown): boolean =>
  (e as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY';

const outOfMemory = (chain: string): Failure => ({
  text: `the thread of ${chain} needs more memory than Node gives it: run again with NODE_OPTIONS=--max-old-space-size=N, in MiB. What is written stays, and the next run goes on after it`,
  status: 3,
});

/** @param file The program, which runs `inThread` where it is a thread. */
export const startIn =
  (file: string | URL, reached: Reached): StartChain =>
  (_, { signal, on, ...options }) =>
    new Promise((resolve, reject) => {
      const worker = new Worker(file, { workerData: { ...reached, options } satisfies Given });
      const stop = () => worker.postMessage('stop');
      signal.addEventListener('abort', stop);
      if (signal.aborted) stop();
      // What is told later is written later.
      let told: Promise<void> = Promise.resolve();
      let end: () => void = () => reject(new Error(`the thread of ${options.chain} ended`));
      worker.on('message', (message: Message) => {
        if ('event' in message) {
          told = told.then(() => on(message.event));
          // What fails here ends the thread. It is told when that has ended.
          told.catch(stop);
        } else if ('failed' in message) end = () => reject(new Told(message.failed));
        else end = () => resolve(undefined);
      });
      worker.on('error', (e) => {
        end = () => reject(isOutOfMemory(e) ? new Told(outOfMemory(options.chain)) : e);
      });
      worker.on('exit', () => {
        signal.removeEventListener('abort', stop);
        told.then(end, reject);
      });
    });

/** Runs the chain that a thread was started for. */
export async function inThread(): Promise<void> {
  const port = parentPort!;
  const { options, ...reached } = workerData as Given;
  const ending = new AbortController();
  port.on('message', () => ending.abort());
  const post = (message: Message): void => port.postMessage(message);
  try {
    await indexChain(clientsOf(reached).map(sourceOf), {
      ...options,
      signal: ending.signal,
      on: (event) => post({ event }),
    });
    post({ isDone: true });
  } catch (e) {
    post({ failed: failureOf(e) });
  }
  port.close();
}
