/** Most bytes of a line: the largest input that a node takes, as hex, with room to spare. */
export const maxLine: number = 64 * 1024 * 1024;

/** Whole lines, as many as came at once, without the last line's end; or one that is too long to be kept. */
export type Batch = Buffer | 'tooLong';

export const newline = 10;

/** Lines of an input in batches, in order, never holding more than one line and what came last. */
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
