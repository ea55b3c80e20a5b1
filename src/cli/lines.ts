/** The most bytes of a line: more than the largest input that a node accepts, as hex. */
export const maxLine: number = 64 * 1024 * 1024;

/** Whole lines as they arrived, without the last line break; or a line that exceeds the maximum. */
export type Batch = Buffer | 'tooLong';

export const newline = 10;

/** Splits an input into batches of whole lines, in order. Holds at most one line and the last chunk in memory. */
export async function* batches(
  input: AsyncIterable<Buffer>,
  max: number = maxLine,
): AsyncIterable<Batch> {
  let parts: Buffer[] = [];
  let held = 0;
  const hold = (part: Buffer) => {
    held += part.length;
    if (held > max) parts = [];
    else if (part.length > 0) parts.push(part);
  };
  for await (const chunk of input) {
    const last = chunk.lastIndexOf(newline);
    if (last >= 0) {
      const first = chunk.indexOf(newline);
      const isTooLong = held + first > max;
      if (isTooLong) yield 'tooLong';
      if (!isTooLong) yield Buffer.concat([...parts, chunk.subarray(0, last)]);
      else if (last > first) yield chunk.subarray(first + 1, last);
      parts = [];
      held = 0;
    }
    hold(chunk.subarray(last + 1));
  }
  if (held > 0) yield held > max ? 'tooLong' : Buffer.concat(parts, held);
}
