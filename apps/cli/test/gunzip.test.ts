import { Readable } from 'node:stream';
import { crc32, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { plain } from '../src/plain.ts';

const text = Array.from({ length: 300 }, (_, i) => `line ${i} ${(i * 7919) % 1009}\n`).join('');
const half = text.length >> 1;

/** What a gzip gives until it ends or fails, in pieces of some bytes, and how it fails. */
async function read(bytes: Buffer, size = bytes.length) {
  const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) =>
    bytes.subarray(i * size, (i + 1) * size),
  );
  let found = '';
  try {
    for await (const part of plain(Readable.from(pieces), 'x.gz')) found += String(part);
  } catch (e) {
    return { found, error: (e as Error).message };
  }
  return { found };
}

/** A member with everything that a header can have. */
function decorated(content: string): Buffer {
  const whole = gzipSync(content);
  const head = Buffer.from([0x1f, 0x8b, 8, 2 | 4 | 8 | 16, 0, 0, 0, 0, 0, 3]);
  const extra = Buffer.from([3, 0, 1, 0, 2]);
  const named = Buffer.concat([head, extra, Buffer.from('name\0comment\0')]);
  const sum = Buffer.alloc(2);
  sum.writeUInt16LE(crc32(named) & 0xffff);
  return Buffer.concat([named, sum, whole.subarray(10)]);
}

const one = gzipSync(text);
const damage = (bytes: Buffer, at: number): Buffer => {
  const damaged = Buffer.from(bytes);
  damaged[damaged.length + at]! ^= 1;
  return damaged;
};

describe('gzip', () => {
  it.each([
    ['one member', one],
    ['several members', Buffer.concat([gzipSync(text.slice(0, half)), gzipSync(text.slice(half))])],
    ['members without content', Buffer.concat([gzipSync(''), one, gzipSync('')])],
    ['zeros at the end', Buffer.concat([one, Buffer.alloc(1000)])],
    [
      'a header with everything',
      Buffer.concat([decorated(text.slice(0, half)), decorated(text.slice(half))]),
    ],
  ])('is read with %s, in pieces of any size', async (_, bytes) => {
    for (const size of [1, 3, 1000, bytes.length])
      expect(await read(bytes, size)).toEqual({ found: text });
  });

  it.each([
    ['a wrong checksum', damage(one, -8), 'incorrect data check'],
    ['a wrong length', damage(one, -1), 'incorrect length check'],
    [
      'other bytes behind it',
      Buffer.concat([one, Buffer.from('something else')]),
      'incorrect header check',
    ],
    ['half a header behind it', Buffer.concat([one, one.subarray(0, 5)]), 'unexpected end of file'],
    ['half its checksum', one.subarray(0, -6), 'unexpected end of file'],
    ['no checksum', one.subarray(0, -8), 'unexpected end of file'],
  ])('with %s gives all of its text before it fails', async (_, bytes, reason) => {
    for (const size of [7, bytes.length])
      expect(await read(bytes, size)).toEqual({
        found: text,
        error: `x.gz is not a complete gzip file: ${reason}`,
      });
  });

  it('that is cut or damaged inside gives a beginning of its text', async () => {
    for (const bytes of [one.subarray(0, 700), damage(one, -300), one.subarray(0, 12)]) {
      const { found, error } = await read(bytes);
      expect(text.startsWith(found.slice(0, 900)) || found === '').toBe(true);
      expect(error).toMatch(/^x\.gz is not a complete gzip file: /);
    }
  });
});
