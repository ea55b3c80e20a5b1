/** How often versioned values (transactions, UTXOs) are encoded and decoded: work that is done once. */
import { vi } from 'vitest';
import { Decoder, Writer } from '../../src/wire/cursor.ts';

/** Runs `f`, and counts the codec versions that are written and read at the start of a buffer while it runs. */
export async function codingsIn<T>(f: () => T | Promise<T>) {
  const counts = { encoded: 0, decoded: 0 };
  const { u16: read } = Decoder.prototype;
  const { u16: write } = Writer.prototype;
  const reads = vi.spyOn(Decoder.prototype, 'u16').mockImplementation(function (this: Decoder) {
    if (this.offset === 0) counts.decoded++;
    return read.call(this);
  });
  const writes = vi.spyOn(Writer.prototype, 'u16').mockImplementation(function (
    this: Writer,
    value,
  ) {
    if (this.offset === 0) counts.encoded++;
    write.call(this, value);
  });
  try {
    const value = await f();
    return { ...counts, value };
  } finally {
    reads.mockRestore();
    writes.mockRestore();
  }
}
