import { Worker } from 'node:worker_threads';
import { type Answered, answerTooLong } from './answer.ts';
import type { Batch } from './lines.ts';
import { answerBatch, answersBatches } from './worker.ts';

/** Batches in work per thread: enough that no thread is idle while the output is written. */
const ahead = 3;

/**
 * Answers batches in order, in this thread or in several workers.
 * If the input fails, the batches before the failure are answered first.
 */
export async function* answered(
  batches: AsyncIterable<Batch>,
  workers: number,
): AsyncIterable<Answered> {
  if (workers === 1) {
    for await (const batch of batches)
      yield batch === 'tooLong' ? answerTooLong() : answerBatch(batch);
    return;
  }
  const threads: ReturnType<typeof startThread>[] = [];
  const ask = (batch: Buffer): Promise<Answered> => {
    if (threads.length < workers && threads.every((thread) => thread.asked() > 0))
      threads.push(startThread());
    return threads.reduce((a, b) => (b.asked() < a.asked() ? b : a)).answer(batch);
  };
  const input = batches[Symbol.asyncIterator]();
  let failure: unknown;
  const read = (): Promise<Batch | undefined> =>
    input.next().then(
      ({ done, value }) => (done ? undefined : value),
      (e) => {
        failure = e;
        return undefined;
      },
    );
  const pending: Promise<Answered>[] = [];
  let next: Promise<Batch | undefined> | undefined = read();
  try {
    while (next || pending.length > 0) {
      const [head] = pending;
      const isFull = pending.length >= ahead * workers;
      // Whichever comes first: the next batch, or the next answer to write.
      const came: Batch | Answered | undefined = await (next && !isFull
        ? Promise.race(head ? [next, head] : [next])
        : head);
      if (came === undefined) next = undefined;
      else if (came === 'tooLong' || Buffer.isBuffer(came)) {
        pending.push(came === 'tooLong' ? Promise.resolve(answerTooLong()) : ask(came));
        next = read();
      } else {
        pending.shift();
        yield came;
      }
    }
    if (failure !== undefined) throw failure;
  } finally {
    await Promise.all(threads.map((thread) => thread.stop()));
  }
}

/** Starts a thread that answers in the order of its requests. */
function startThread() {
  // It writes nothing itself: without `stdout` each worker would add a listener to this program's output.
  const worker = new Worker(new URL('./worker.js', import.meta.url), {
    stdout: true,
    workerData: answersBatches,
  });
  const asked: { resolve: (answer: Answered) => void; reject: (e: unknown) => void }[] = [];
  let failure: unknown;
  const fail = (e: unknown): void => {
    failure ??= e;
    for (const { reject } of asked.splice(0)) reject(failure);
  };
  worker.on('message', (answer: Answered) => asked.shift()?.resolve(answer));
  worker.on('error', fail);
  worker.on('exit', (status) => fail(new Error(`a thread ended with status ${status}`)));
  return {
    answer(batch: Buffer): Promise<Answered> {
      const lines = new Uint8Array(batch); // a copy: the batch may be a view on more
      const answer = new Promise<Answered>((resolve, reject) => {
        if (failure === undefined) asked.push({ resolve, reject });
        else reject(failure);
      });
      answer.catch(() => {}); // told when its turn comes
      worker.postMessage(lines, [lines.buffer]);
      return answer;
    },
    /** The number of unanswered batches. */
    asked: () => asked.length,
    stop: () => worker.terminate(),
  };
}
