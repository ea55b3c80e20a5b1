/**
 * Decompresses gzip, with several members as in concatenated files. `zlib.createGunzip` drops everything that it
 * decompressed of a chunk of the input in which it then finds a wrong checksum or bytes that belong to no member; here
 * everything before the damage comes first. Source: RFC 1952.
 */
import { promisify } from 'node:util';
import { crc32, createInflateRaw } from 'node:zlib';

const none = Buffer.alloc(0);
const [hasHeaderCRC, hasExtra, hasName, hasComment, reserved] = [2, 4, 8, 16, 0xe0];

/**
 * Decompresses an input.
 * @param chunkSize Bytes of output at a time.
 * @param all Gives the chunks of a stream, those buffered when it fails included.
 * @throws {Error} It is damaged or ends early.
 */
export async function* gunzipped(
  input: AsyncIterable<Buffer>,
  chunkSize: number,
  all: (stream: ReturnType<typeof createInflateRaw>) => AsyncIterable<Buffer>,
): AsyncIterable<Buffer> {
  const chunks = input[Symbol.asyncIterator]();
  let rest: Buffer = none;
  const more = async (): Promise<boolean> => {
    const { done, value } = await chunks.next();
    if (!done) rest = rest.length > 0 ? Buffer.concat([rest, value]) : value;
    return !done;
  };
  const take = async (count: number): Promise<Buffer> => {
    while (rest.length < count) if (!(await more())) throw new Error('unexpected end of file');
    const taken = rest.subarray(0, count);
    rest = rest.subarray(count);
    return taken;
  };
  const skipText = async (): Promise<void> => {
    while ((await take(1))[0] !== 0);
  };
  const readHeader = async (): Promise<void> => {
    const head = await take(10);
    if (head[0] !== 0x1f || head[1] !== 0x8b) throw new Error('incorrect header check');
    const flags = head[3]!;
    if (head[2] !== 8 || (flags & reserved) > 0) throw new Error('unknown compression method');
    if (flags & hasExtra) await take((await take(2)).readUInt16LE());
    if (flags & hasName) await skipText();
    if (flags & hasComment) await skipText();
    if (flags & hasHeaderCRC) await take(2);
  };
  async function* member(): AsyncIterable<Buffer> {
    await readHeader();
    const text = createInflateRaw({ chunkSize });
    const write = promisify<Buffer, void>(text.write.bind(text));
    let written = 0;
    let last: Buffer = none;
    // The member has ended when bytes are left over.
    const feed = async (): Promise<void> => {
      while (rest.length > 0 || (await more())) {
        last = rest;
        rest = none;
        written += last.length;
        await write(last);
        if (text.bytesWritten < written) return;
      }
      text.end();
    };
    feed().catch((e) => text.destroy(e));
    let sum = 0;
    let length = 0;
    for await (const part of all(text)) {
      sum = crc32(part, sum);
      length = (length + part.length) % 2 ** 32;
      yield part;
    }
    rest = Buffer.concat([last.subarray(last.length - (written - text.bytesWritten)), rest]);
    const end = await take(8);
    if (end.readUInt32LE() !== sum) throw new Error('incorrect data check');
    if (end.readUInt32LE(4) !== length) throw new Error('incorrect length check');
  }
  do yield* member();
  while (
    // Zeros at the end are padding.
    (rest.length > 0 || (await more())) &&
    rest[0] !== 0
  );
}
