/** Answers batches of lines. */
import { type Answered, answerTo, answerTooLong } from './answer.ts';
import { type Batch, newline } from './lines.ts';

/** Buffers that are used again: the system has to clear the pages of each new one. */
function spareBuffers() {
  const kept: ArrayBuffer[] = [];
  return {
    /** A buffer of at least as many bytes, with any content. */
    take(least: number): ArrayBuffer {
      const buffer = kept.pop();
      return buffer && buffer.byteLength >= least
        ? buffer
        : (Buffer.allocUnsafeSlow(least).buffer as ArrayBuffer);
    },
    give: (buffer: ArrayBuffer): void => void kept.push(buffer),
  };
}

/**
 * Answers whole lines. Writes each answer separately: joining them first takes twice as long.
 * @param take Gives the buffer for the answers.
 */
function answerBatch(lines: Buffer, take: (least: number) => ArrayBuffer): Answered {
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

/** Answers with a buffer that can be used again once they are written. */
export interface Reusable extends Answered {
  readonly release: () => void;
}

/** Answers batches in order. */
export async function* answered(batches: AsyncIterable<Batch>): AsyncIterable<Reusable> {
  const spare = spareBuffers();
  for await (const batch of batches)
    if (batch === 'tooLong') yield { ...answerTooLong(), release: () => {} };
    else {
      const answers = answerBatch(Buffer.concat(batch), spare.take);
      const release = () => spare.give(answers.bytes.buffer as ArrayBuffer);
      yield { ...answers, release };
    }
}
