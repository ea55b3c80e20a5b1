/** Works on batches of lines. As the main module of a thread, on the batches that it receives. */
import { parentPort, workerData } from 'node:worker_threads';
import { type Answered, answerTo } from './answer.ts';
import { newline } from './lines.ts';

/** Buffers that are used again: the system has to clear the pages of each new one. */
export function spareBuffers() {
  const kept: ArrayBuffer[] = [];
  return {
    /** A buffer of at least as many bytes, with any content. */
    take(least: number): ArrayBuffer {
      const buffer = kept.pop();
      return buffer && buffer.byteLength >= least ? buffer : unsafe(least);
    },
    give: (buffer: ArrayBuffer): void => void kept.push(buffer),
  };
}

/** A buffer of its own, which nobody clears. */
const unsafe = (length: number): ArrayBuffer =>
  Buffer.allocUnsafeSlow(length).buffer as ArrayBuffer;

/**
 * Answers whole lines. Writes each answer separately: joining them first takes twice as long.
 * @param take Gives the buffer for the answers.
 */
export function answerBatch(
  lines: Buffer,
  take: (least: number) => ArrayBuffer = unsafe,
): Answered {
  const requests = lines.toString().split('\n');
  let bytes = Buffer.from(take(lines.length * 4));
  let length = 0;
  let errors = 0;
  for (const request of requests) {
    const { isWhole, text } = answerTo(request);
    if (!isWhole) errors++;
    const most = length + text.length * 3 + 1;
    if (most > bytes.length) {
      const longer = Buffer.allocUnsafeSlow(most * 2);
      bytes.copy(longer, 0, 0, length);
      bytes = longer;
    }
    length += bytes.write(text, length);
    bytes[length++] = newline;
  }
  return { bytes: bytes.subarray(0, length), lines: requests.length, errors };
}

/** What a thread can do with batches. */
export type JobName = 'answers' | 'tables';

/** The key of a thread's job: in a thread of another program the messages are not for this module. */
export const worksOn = 'avalanche-tx works on';

/** What a thread sends back: the result, and the buffer of the lines. */
export interface Done<R> {
  readonly result: R;
  readonly lines: ArrayBuffer;
}

const job = (workerData as Readonly<Record<string, unknown>> | null)?.[worksOn];

if (job !== undefined) {
  const { tableBatch, buffersOf } =
    job === 'tables'
      ? await import('./tables/batch.ts')
      : { tableBatch: undefined, buffersOf: undefined };
  parentPort!.on(
    'message',
    ({ lines, room }: { lines: Uint8Array<ArrayBuffer>; room: ArrayBuffer | undefined }) => {
      const batch = Buffer.from(lines.buffer, 0, lines.length);
      const take = (least: number) => (room && room.byteLength >= least ? room : unsafe(least));
      if (tableBatch) {
        const result = tableBatch(batch);
        parentPort!.postMessage({ result, lines: lines.buffer }, [
          lines.buffer,
          ...buffersOf(result),
        ]);
      } else {
        const result = answerBatch(batch, take);
        parentPort!.postMessage({ result, lines: lines.buffer }, [
          lines.buffer,
          result.bytes.buffer as ArrayBuffer,
        ]);
      }
    },
  );
}
