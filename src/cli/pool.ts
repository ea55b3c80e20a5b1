import { Worker } from 'node:worker_threads';
import { type Answered, answerBatch, answerTooLong } from './answer.ts';
import type { Batch } from './lines.ts';

/** Batches that wait for or are with a thread: enough that none is idle while the output is written. */
const ahead = 3;

/** Answers batches in their order: in this thread, or in several beside it. */
export async function* answered(
  batches: AsyncIterable<Batch>,
  workers: number,
): AsyncIterable<Answered> {
  if (workers === 1) {
    for await (const batch of batches)
      yield batch === 'tooLong' ? answerTooLong() : answerBatch(batch);
    return;
  }
  const threads = Array.from({ length: workers }, startThread);
  const pending: Promise<Answered>[] = [];
  try {
    for await (const batch of batches) {
      const thread = threads.reduce((a, b) => (b.asked() < a.asked() ? b : a));
      pending.push(batch === 'tooLong' ? Promise.resolve(answerTooLong()) : thread.answer(batch));
      if (pending.length >= ahead * workers) yield await pending.shift()!;
    }
    while (pending.length > 0) yield await pending.shift()!;
  } finally {
    await Promise.all(threads.map((thread) => thread.stop()));
  }
}

/** A thread, which answers in the order in which it is asked. */
function startThread() {
  const worker = new Worker(new URL('./worker.js', import.meta.url));
  const asked: { resolve: (answer: Answered) => void; reject: (e: unknown) => void }[] = [];
  worker.on('message', (answer: Answered) => asked.shift()!.resolve(answer));
  worker.on('error', (e) => {
    for (const { reject } of asked.splice(0)) reject(e);
  });
  return {
    answer(batch: Buffer): Promise<Answered> {
      const lines = new Uint8Array(batch); // a copy: the batch may be a view on more
      const answer = new Promise<Answered>((resolve, reject) => asked.push({ resolve, reject }));
      answer.catch(() => {}); // told when its turn comes
      worker.postMessage(lines, [lines.buffer]);
      return answer;
    },
    /** Batches that it has not answered. */
    asked: () => asked.length,
    stop: () => worker.terminate(),
  };
}
