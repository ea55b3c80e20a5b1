/** Answers batches of lines; as the main module of a thread, one after the other. */
import { parentPort } from 'node:worker_threads';
import { visibleLine } from '../errors/visible.ts';
import { type Answered, answerTo } from './answer.ts';
import { newline } from './lines.ts';

/** Answers whole lines. Each is written by itself: one text of all would be put together first, at twice the cost. */
export function answerBatch(lines: Buffer): Answered {
  const requests = lines.toString().split('\n');
  let bytes = Buffer.allocUnsafeSlow(lines.length * 4);
  let length = 0;
  let errors = 0;
  for (const request of requests) {
    const { isWhole, text: json } = answerTo(request);
    // The same JSON value, with nothing in it that does not print.
    const text = visibleLine(json);
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

parentPort?.on('message', (lines: Uint8Array) => {
  const answered = answerBatch(Buffer.from(lines.buffer));
  parentPort!.postMessage(answered, [answered.bytes.buffer as ArrayBuffer]);
});
