import type { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { createGunzip } from 'node:zlib';
import { IOError } from './input.ts';

/** What some editors and exports write before UTF-8. */
const mark = Buffer.from('\u{feff}');

/**
 * The text of an input: out of gzip, and without a byte order mark.
 * @param name What the input is called where it fails.
 * @throws {IOError} It cannot be read, or is a gzip that is cut or damaged; what came before that is given first.
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

/** The same with at least so many bytes in the first piece, if there are so many. */
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
  // Each piece is waited for: what the last ones hold is lost if the end comes with them and is no end of a gzip.
  const write = promisify<Buffer, void>(gunzip.write.bind(gunzip));
  const feed = async (): Promise<void> => {
    for await (const chunk of chained(head, rest)) await write(chunk);
    gunzip.end();
  };
  feed().catch((e) => gunzip.destroy(e));
  yield* all(gunzip, `${name} is no whole gzip`);
}

/** All that a stream gives, also what it still holds when it fails. */
async function* all(stream: Readable, failure: string): AsyncIterable<Buffer> {
  try {
    yield* stream;
  } catch (e) {
    for (let rest = stream.read(); rest !== null; rest = stream.read()) yield rest;
    throw e instanceof IOError ? e : new IOError(failure, e as Error);
  }
}
