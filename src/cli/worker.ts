/** Answers batches of lines. As the main module of a thread, it answers the batches that it receives. */
import { parentPort, workerData } from 'node:worker_threads';
import { type Answered, answerTo } from './answer.ts';
import { newline } from './lines.ts';

/** Answers whole lines. Writes each answer separately: joining them first takes twice as long. */
export function answerBatch(lines: Buffer): Answered {
  const requests = lines.toString().split('\n');
  let bytes = Buffer.allocUnsafeSlow(lines.length * 4);
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

/** What a thread that answers batches is started with: in a thread of another program the messages are not for this module. */
export const answersBatches = 'avalanche-tx answers batches';

if (workerData === answersBatches)
  parentPort!.on('message', (lines: Uint8Array) => {
    const answered = answerBatch(Buffer.from(lines.buffer));
    parentPort!.postMessage(answered, [answered.bytes.buffer as ArrayBuffer]);
  });
