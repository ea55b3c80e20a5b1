import { Worker } from 'node:worker_threads';
import { type Answered, answerTooLong } from './answer.ts';
import type { Batch } from './lines.ts';
import { inOrder } from './ordered.ts';
import type { Tabled } from './tables/batch.ts';
import { answerBatch, type Done, type JobName, spareBuffers, worksOn } from './worker.ts';

/** Batches in work per thread: enough that no thread is idle while the output is written. */
const ahead = 3;

/** Answers with a buffer that can be used again once they are written. */
export interface Reusable extends Answered {
  readonly release: () => void;
}

/**
 * Answers batches in order, in this thread or in several workers.
 * If the input fails, the batches before the failure are answered first.
 */
export async function* answered(
  batches: AsyncIterable<Batch>,
  workers: number,
): AsyncIterable<Reusable> {
  const spare = spareBuffers();
  const reusable = (answers: Answered): Reusable => ({
    ...answers,
    release: () => spare.give(answers.bytes.buffer as ArrayBuffer),
  });
  const tooLong = (): Reusable => ({ ...answerTooLong(), release: () => {} });
  if (workers === 1) {
    for await (const batch of batches)
      yield batch === 'tooLong'
        ? tooLong()
        : reusable(answerBatch(Buffer.concat(batch), spare.take));
    return;
  }
  const ask = startThreads<Answered>('answers', workers);
  try {
    yield* inOrder(batches, ahead * workers, async (batch) =>
      batch === 'tooLong' ? tooLong() : reusable(await ask.about(batch, spare.take(0))),
    );
  } finally {
    await ask.stop();
  }
}

/** The same for tables. */
export async function* tabled(
  batches: AsyncIterable<Batch>,
  workers: number,
): AsyncIterable<Tabled> {
  const { tableBatch, tableTooLong } = await import('./tables/batch.ts');
  if (workers === 1) {
    for await (const batch of batches)
      yield batch === 'tooLong' ? tableTooLong() : tableBatch(Buffer.concat(batch));
    return;
  }
  const ask = startThreads<Tabled>('tables', workers);
  try {
    yield* inOrder(batches, workers, (batch) =>
      batch === 'tooLong' ? Promise.resolve(tableTooLong()) : ask.about(batch),
    );
  } finally {
    await ask.stop();
  }
}

/** Threads that are started when there is work for them. */
function startThreads<R>(job: JobName, most: number) {
  const spare = spareBuffers();
  const threads: ReturnType<typeof startThread<R>>[] = [];
  return {
    /** Asks the thread with the fewest unanswered batches. */
    about(batch: readonly Buffer[], room?: ArrayBuffer): Promise<R> {
      if (threads.length < most && threads.every((thread) => thread.asked() > 0))
        threads.push(startThread<R>(job, spare.give));
      const size = batch.reduce((sum, { length }) => sum + length, 0);
      const lines = new Uint8Array(spare.take(size), 0, size);
      let at = 0;
      for (const part of batch) {
        lines.set(part, at);
        at += part.length;
      }
      return threads.reduce((a, b) => (b.asked() < a.asked() ? b : a)).answer(lines, room);
    },
    stop: () => Promise.all(threads.map((thread) => thread.stop())),
  };
}

/** Starts a thread that answers in the order of its requests. */
function startThread<R>(job: JobName, giveBack: (lines: ArrayBuffer) => void) {
  // It writes nothing itself: without `stdout` each worker would add a listener to this program's output.
  const worker = new Worker(new URL('./worker.js', import.meta.url), {
    stdout: true,
    workerData: { [worksOn]: job },
  });
  const asked: { resolve: (answer: R) => void; reject: (e: unknown) => void }[] = [];
  let failure: unknown;
  const fail = (e: unknown): void => {
    failure ??= e;
    for (const { reject } of asked.splice(0)) reject(failure);
  };
  worker.on('message', ({ result, lines }: Done<R>) => {
    giveBack(lines);
    asked.shift()?.resolve(result);
  });
  worker.on('error', fail);
  worker.on('exit', (status) => fail(new Error(`a thread ended with status ${status}`)));
  return {
    answer(lines: Uint8Array<ArrayBuffer>, room: ArrayBuffer | undefined): Promise<R> {
      const answer = new Promise<R>((resolve, reject) => {
        if (failure === undefined) asked.push({ resolve, reject });
        else reject(failure);
      });
      worker.postMessage({ lines, room }, room ? [lines.buffer, room] : [lines.buffer]);
      return answer;
    },
    /** The number of unanswered batches. */
    asked: () => asked.length,
    stop: () => worker.terminate(),
  };
}
