/** The most bytes of a line: more than the largest input that a node accepts, as hex. */
export const maxLine: number = 64 * 1024 * 1024;

/** Parts that join to whole lines, without the last line break; or a line that exceeds the maximum. */
export type Batch = readonly Buffer[] | 'tooLong';

export const newline = 10;

/** Limits of `batches`, in bytes. */
interface BatchLimits {
  /** The longest line. */
  readonly max?: number;
  /** Lines are collected until they have as many; if omitted, they are not kept waiting. */
  readonly least?: number;
}

/** Splits an input into batches of whole lines, in order. Holds at most one batch, one line and the last chunk in memory. */
export async function* batches(
  input: AsyncIterable<Buffer>,
  { max = maxLine, least = 0 }: BatchLimits = {},
): AsyncIterable<Batch> {
  let whole: Buffer[] = [];
  let size = 0;
  let parts: Buffer[] = [];
  let held = 0;
  const taken = (): readonly Buffer[] => {
    const lines = whole;
    // The line break at the end belongs to no line.
    lines[lines.length - 1] = lines.at(-1)!.subarray(0, -1);
    whole = [];
    size = 0;
    return lines;
  };
  const hold = (part: Buffer) => {
    held += part.length;
    if (held > max) parts = [];
    else if (part.length > 0) parts.push(part);
  };
  for await (const chunk of input) {
    const end = chunk.lastIndexOf(newline) + 1;
    if (end > 0) {
      const first = chunk.indexOf(newline) + 1;
      const isTooLong = held + first - 1 > max;
      if (isTooLong) {
        if (size > 0) yield taken();
        yield 'tooLong';
      } else whole.push(...parts);
      const lines = chunk.subarray(isTooLong ? first : 0, end);
      if (lines.length > 0) whole.push(lines);
      size += lines.length + (isTooLong ? 0 : held);
      if (size > 0 && size >= least) yield taken();
      parts = [];
      held = 0;
    }
    hold(chunk.subarray(end));
  }
  if (held > 0 && held <= max) {
    whole.push(...parts, Buffer.from('\n'));
    size += held;
  }
  if (size > 0) yield taken();
  if (held > max) yield 'tooLong';
}
