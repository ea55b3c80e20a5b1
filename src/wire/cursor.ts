import { asBytes, badArgument, toBytes } from '../errors/arguments.ts';
import { AvalancheError } from '../errors/error.ts';
import { quoted } from '../errors/quote.ts';
import { decodeUTF8 } from '../text/utf8.ts';

/** The part of a type that decoding needs. */
interface Readable<T> {
  readonly name: string;
  readonly min: number;
  read(d: Decoder): T;
}

/** Maximum size in bytes of a list that counts as truncated; a larger count is considered wrong. */
export const largestList: number = 1 << 20;

export const truncated = (need: number, left: number, offset: number): AvalancheError =>
  new AvalancheError('Truncated', `need ${need} bytes, ${left} left`, { need, left }, { offset });

/**
 * Builds the error for a list of `n` elements of at least `min` bytes each, with only `left` bytes after the
 * count.
 */
export const tooManyElements = (
  n: number,
  min: number,
  left: number,
  offset: number,
): AvalancheError =>
  n * min <= largestList
    ? new AvalancheError(
        'Truncated',
        `a list of ${n} elements needs ${n * min} bytes, ${left} left`,
        { need: n * min, left },
        { offset },
      )
    : new AvalancheError(
        'TooLong',
        `a list of ${n} elements does not fit the ${left} bytes left`,
        { length: n, max: Math.floor(left / min) },
        { offset },
      );

export const tooLong = (length: number, max: number): AvalancheError =>
  new AvalancheError(
    'TooLong',
    `${length} bytes, at most ${max} are allowed`,
    { length, max },
    { offset: max },
  );

export const notBool = (value: number, offset: number): AvalancheError =>
  new AvalancheError('OutOfRange', `${value} is not a bool`, { value, min: 0, max: 1 }, { offset });

export const trailing = (left: number, offset: number): AvalancheError =>
  new AvalancheError('TrailingBytes', `${left} bytes after the value`, { left }, { offset });

/** A list with room for as many elements: one that grows has room for 17, and most lists have one or two. */
const listOf = <T>(length: number): T[] => new Array<T>(length);

/** The source that declarations run on to decode bytes. Byte fields are views on the input. */
export class Decoder {
  readonly bytes: Uint8Array;
  readonly view: DataView;
  offset = 0;

  constructor(from: Uint8Array) {
    const bytes = toBytes(from);
    this.bytes = bytes;
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  /** Consumes `n` bytes and returns their start. */
  need(n: number): number {
    const start = this.offset;
    const end = start + n;
    if (end > this.bytes.length) throw truncated(n, this.bytes.length - start, start);
    this.offset = end;
    return start;
  }

  u8(): number {
    return this.bytes[this.need(1)]!;
  }
  u16(): number {
    return this.view.getUint16(this.need(2));
  }
  u32(): number {
    return this.view.getUint32(this.need(4));
  }
  u64(): bigint {
    return this.view.getBigUint64(this.need(8));
  }
  i64(): bigint {
    return this.view.getBigInt64(this.need(8));
  }
  bool(): boolean {
    const byte = this.u8();
    if (byte > 1) throw notBool(byte, this.offset - 1);
    return byte === 1;
  }
  fixed(n: number): Uint8Array {
    const start = this.need(n);
    return this.bytes.subarray(start, start + n);
  }
  id(): Uint8Array {
    return this.fixed(32);
  }
  nodeID(): Uint8Array {
    return this.fixed(20);
  }
  address(): Uint8Array {
    return this.fixed(20);
  }
  shortID(): Uint8Array {
    return this.fixed(20);
  }
  numbers(n: number): Uint8Array {
    return this.fixed(n);
  }
  blob(): Uint8Array {
    return this.fixed(this.u32());
  }
  base64(): Uint8Array {
    return this.fixed(this.u32());
  }
  string(): string {
    return decodeUTF8(this.fixed(this.u16()));
  }

  /**
   * Reads the count of a list whose elements have at least `min` bytes each, and throws before anything is
   * allocated if it cannot fit.
   */
  count(min: number): number {
    const n = this.u32();
    if (n * min > this.bytes.length - this.offset)
      throw tooManyElements(n, min, this.bytes.length - this.offset, this.offset - 4);
    return n;
  }
  list<T>(element: Readable<T>): readonly T[] {
    const n = this.count(element.min);
    const out = listOf<T>(n);
    for (let i = 0; i < n; i++) out[i] = element.read(this);
    return out;
  }
  u32s(): readonly number[] {
    const n = this.count(4);
    const out = listOf<number>(n);
    for (let i = 0; i < n; i++) out[i] = this.u32();
    return out;
  }
  addresses(): readonly Uint8Array[] {
    return this.fixeds(20);
  }
  shortIDs(): readonly Uint8Array[] {
    return this.fixeds(20);
  }
  ids(): readonly Uint8Array[] {
    return this.fixeds(32);
  }
  fixeds(size: number): readonly Uint8Array[] {
    const n = this.count(size);
    const out = listOf<Uint8Array>(n);
    for (let i = 0; i < n; i++) out[i] = this.fixed(size);
    return out;
  }
  of<T>(type: Readable<T>): T {
    return type.read(this);
  }

  /** Throws if bytes are left. */
  end(): void {
    const left = this.bytes.length - this.offset;
    if (left !== 0) throw trailing(left, this.offset);
  }
}

/** Builds the error for a JavaScript value of the wrong type. */
export function wrong(value: unknown, what: string): AvalancheError {
  return new AvalancheError('OutOfRange', `must be ${what}, got ${quoted(value)}`);
}

/** Accepts bytes of another realm or typed array. */
function bytesOf(value: unknown): Uint8Array {
  const bytes = asBytes(value);
  if (bytes) return bytes;
  throw badArgument('bytes', value);
}

/**
 * Splits a uint64 into two 32-bit halves. A typed array accepts a bigint and returns a different one if it is out
 * of range, which is faster than comparing bigints and calling `setBigUint64` of a `DataView`.
 */
const halves = /* @__PURE__ */ (() => {
  const u64 = BigUint64Array.of(1n);
  const u32 = new Uint32Array(u64.buffer);
  return { u64, u32, high: u32[0]! };
})();

/** A growing, append-only buffer; the whole package shares one. */
export class Writer {
  bytes = new Uint8Array(1024);
  view = new DataView(this.bytes.buffer);
  offset = 0;

  /** Reserves `n` bytes and returns their start. May replace `view`, so call it first. */
  room(n: number): number {
    const start = this.offset;
    const end = start + n;
    if (end > this.bytes.length) this.#grow(end);
    this.offset = end;
    return start;
  }
  #grow(end: number): void {
    const bytes = new Uint8Array(Math.max(end, this.bytes.length * 2));
    bytes.set(this.bytes);
    this.bytes = bytes;
    this.view = new DataView(bytes.buffer);
  }

  u8(v: number): void {
    if (typeof v !== 'number' || (v & 0xff) !== v) throw wrong(v, 'a uint8');
    const i = this.room(1);
    this.bytes[i] = v;
  }
  u16(v: number): void {
    if (typeof v !== 'number' || (v & 0xffff) !== v) throw wrong(v, 'a uint16');
    const i = this.room(2);
    this.view.setUint16(i, v);
  }
  u32(v: number): void {
    if (typeof v !== 'number' || v >>> 0 !== v) throw wrong(v, 'a uint32');
    const i = this.room(4);
    this.view.setUint32(i, v);
  }
  u64(v: bigint): void {
    if (typeof v !== 'bigint' || (halves.u64[0] = v) !== halves.u64[0])
      throw wrong(v, 'a uint64 (bigint)');
    const i = this.room(8);
    this.view.setUint32(i, halves.u32[halves.high]!);
    this.view.setUint32(i + 4, halves.u32[1 - halves.high]!);
  }
  i64(v: bigint): void {
    if (typeof v !== 'bigint' || BigInt.asIntN(64, v) !== v) throw wrong(v, 'an int64 (bigint)');
    const i = this.room(8);
    this.view.setBigInt64(i, v);
  }
  bool(v: boolean): void {
    if (typeof v !== 'boolean') throw wrong(v, 'a bool');
    this.u8(v ? 1 : 0);
  }
  fixed(from: Uint8Array, n: number): void {
    const v = from instanceof Uint8Array ? from : bytesOf(from);
    if (v.length !== n)
      throw new AvalancheError('OutOfRange', `must have ${n} bytes, got ${v.length}`, {
        value: v.length,
        min: n,
        max: n,
        unit: 'bytes',
      });
    const i = this.room(n);
    this.bytes.set(v, i);
  }
  blob(from: Uint8Array): void {
    const v = from instanceof Uint8Array ? from : bytesOf(from);
    this.u32(v.length);
    this.fixed(v, v.length);
  }
  count(v: readonly unknown[]): void {
    if (!Array.isArray(v)) throw wrong(v, 'an array');
    this.u32(v.length);
  }

  /** Returns a copy of what was written and resets the writer. */
  take(): Uint8Array {
    const out = this.bytes.slice(0, this.offset);
    this.offset = 0;
    if (this.bytes.length > 1 << 20) {
      this.bytes = new Uint8Array(1024);
      this.view = new DataView(this.bytes.buffer);
    }
    return out;
  }
}
