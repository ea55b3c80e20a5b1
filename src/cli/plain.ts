import type { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { createGunzip } from 'node:zlib';
import { IOError } from './input.ts';

/** The byte order mark of UTF-8. */
const mark = Buffer.from('\u{feff}');

/**
 * Returns the text of an input, decompressed if it is gzip, and without a byte order mark.
 * @param name The name of the input in errors.
 * @throws {IOError} The input cannot be read, or is a damaged gzip. The text before the failure is returned first.
 */
export async function* plain(input: Readable, name: string): AsyncIterable<Buffer> {
  const chunks = gathered(all(input, `${name} cannot be read`), 2);
  const head = (await chunks.next()).value ?? Buffer.alloc(0);
  const isGzip = head[0] === 0x1f && head[1] === 0x8b;
  const text = gathered(isGzip ? unzipped(head, chunks, name) : chained(head, chunks), mark.length);
  const start = (await text.next()).value ?? Buffer.alloc(0);
  yield start.subarray(start.subarray(0, mark.length).equals(mark) ? mark.length : 0);
  yield* text;
}

/** The same chunks, with at least `least` bytes in the first one, if the input has as many. */
async function* gathered(
  chunks: AsyncIterable<Buffer>,
  least: number,
): AsyncGenerator<Buffer, undefined> {
  let head: Buffer | undefined = Buffer.alloc(0);
  for await (const chunk of chunks) {
    if (!head) yield chunk;
    else {
      head = Buffer.concat([head, chunk]);
      if (head.length < least) continue;
      yield head;
      head = undefined;
    }
  }
  if (head) yield head;
}

async function* chained(head: Buffer, rest: AsyncIterable<Buffer>): AsyncIterable<Buffer> {
  yield head;
  yield* rest;
}

async function* unzipped(
  head: Buffer,
  rest: AsyncIterable<Buffer>,
  name: string,
): AsyncIterable<Buffer> {
  const gunzip = createGunzip();
  // Waits for each chunk: otherwise the last chunks are lost if the gzip is cut off.
  const write = promisify<Buffer, void>(gunzip.write.bind(gunzip));
  const feed = async (): Promise<void> => {
    for await (const chunk of chained(head, rest)) await write(chunk);
    gunzip.end();
  };
  feed().catch((e) => gunzip.destroy(e));
  yield* all(gunzip, `${name} is not a complete gzip file`);
}

/** All chunks of a stream, including those buffered when it fails. */
async function* all(stream: Readable, failure: string): AsyncIterable<Buffer> {
  try {
    yield* stream;
  } catch (e) {
    for (let rest = stream.read(); rest !== null; rest = stream.read()) yield rest;
    throw e instanceof IOError ? e : new IOError(failure, e as Error);
  }
}
