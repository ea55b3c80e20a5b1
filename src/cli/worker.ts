/** A thread that answers batches of lines, one after the other. */
import { parentPort } from 'node:worker_threads';
import { answerBatch } from './answer.ts';

parentPort!.on('message', (lines: Uint8Array) => {
  const answered = answerBatch(Buffer.from(lines.buffer));
  parentPort!.postMessage(answered, [answered.bytes.buffer as ArrayBuffer]);
});
