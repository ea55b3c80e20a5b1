import { AvalancheError } from '../errors/error.ts';
import { encodeUTF8 } from '../text/utf8.ts';
import type { Decoder } from './cursor.ts';
import { makeType, type Type, type Word } from './type.ts';

const leaf = <T>(
  word: Word,
  size: number,
  read: (d: Decoder) => T,
  write: Type<T>['write'],
): Type<T> =>
  makeType(
    word,
    Number.POSITIVE_INFINITY,
    () => ({ min: size, shape: { kind: 'leaf', word, size } }),
    read,
    write,
  );
const bytes = (word: Word, n: number, read: (d: Decoder) => Uint8Array): Type<Uint8Array> =>
  leaf(word, n, read, (w, v) => w.fixed(v, n));

/** The types of the source's words without arguments. */
export const leaves = /* @__PURE__ */ (() => ({
  u8: leaf<number>(
    'u8',
    1,
    (d) => d.u8(),
    (w, v) => w.u8(v),
  ),
  u16: leaf<number>(
    'u16',
    2,
    (d) => d.u16(),
    (w, v) => w.u16(v),
  ),
  u32: leaf<number>(
    'u32',
    4,
    (d) => d.u32(),
    (w, v) => w.u32(v),
  ),
  u64: leaf<bigint>(
    'u64',
    8,
    (d) => d.u64(),
    (w, v) => w.u64(v),
  ),
  i64: leaf<bigint>(
    'i64',
    8,
    (d) => d.i64(),
    (w, v) => w.i64(v),
  ),
  bool: leaf<boolean>(
    'bool',
    1,
    (d) => d.bool(),
    (w, v) => w.bool(v),
  ),
  id: bytes('id', 32, (d) => d.id()),
  nodeID: bytes('nodeID', 20, (d) => d.nodeID()),
  shortID: bytes('shortID', 20, (d) => d.shortID()),
  address: bytes('address', 20, (d) => d.address()),
  blob: leaf<Uint8Array>(
    'blob',
    4,
    (d) => d.blob(),
    (w, v) => w.blob(v),
  ),
  base64: leaf<Uint8Array>(
    'base64',
    4,
    (d) => d.base64(),
    (w, v) => w.blob(v),
  ),
  string: leaf<string>(
    'string',
    2,
    (d) => d.string(),
    (w, v) => {
      if (typeof v !== 'string')
        throw new AvalancheError('OutOfRange', `must be text, got ${typeof v}`);
      const b = encodeUTF8(v);
      if (b.length > 0xffff)
        throw new AvalancheError(
          'TooLong',
          `the text has ${b.length} bytes, at most 65535 are allowed`,
          { length: b.length, max: 0xffff },
        );
      w.u16(b.length);
      w.fixed(b, b.length);
    },
  ),
}))();

/** `n` bytes; hex with `0x` in JSON. */
export const fixed = (n: number): Type<Uint8Array> => bytes('fixed', n, (d) => d.fixed(n));
/** `n` bytes; a list of numbers in JSON. */
export const numbers = (n: number): Type<Uint8Array> => bytes('numbers', n, (d) => d.numbers(n));
