import type { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { IOError } from '../../shared/failures.ts';
import { chunk, type Method, markLength, methodOf, zstdDecompressor } from './compress.ts';
import { gunzipped } from './gunzip.ts';

/** The byte order mark of UTF-8. */
const mark = Buffer.from('\u{feff}');

/**
 * Returns the text of an input, decompressed if it is gzip or zstd, and without a byte order mark.
 * @param name The name of the input in errors.
 * @throws {AvalancheError} `Unsupported`: it is zstd, and this Node cannot decompress it.
 * @throws {IOError} The input cannot be read, or is damaged gzip or zstd. The text before the failure is returned first.
 */
export async function* plain(input: Readable, name: string): AsyncIterable<Buffer> {
  const chunks = gathered(all(input, `${name} cannot be read`), markLength);
  const head = (await chunks.next()).value ?? Buffer.alloc(0);
  const method = methodOf(head);
  const text = gathered(
    method ? decompressed(method, head, chunks, name) : chained(head, chunks),
    mark.length,
  );
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

async function* decompressed(
  method: Method,
  head: Buffer,
  rest: AsyncIterable<Buffer>,
  name: string,
): AsyncIterable<Buffer> {
  const failure = `${name} is not a complete ${method} file`;
  const input = chained(head, rest);
  if (method === 'gzip') {
    try {
      yield* gunzipped(input, chunk, (text) => all(text, failure));
    } catch (e) {
      throw e instanceof IOError ? e : new IOError(failure, e as Error);
    }
    return;
  }
  const text = zstdDecompressor();
  // Waits for each chunk: otherwise the last chunks are lost if the input is cut off.
  const write = promisify<Buffer, void>(text.write.bind(text));
  const feed = async (): Promise<void> => {
    for await (const part of input) await write(part);
    text.end();
  };
  feed().catch((e) => text.destroy(e));
  yield* all(text, failure);
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
