/** What the reference throws: what is wrong and at which byte. */
export class WireError extends Error {
  override readonly name = 'WireError';
  /** Byte of the input; -1 while writing. */
  readonly offset: number;
  constructor(message: string, offset = -1) {
    super(offset < 0 ? message : `byte ${offset}: ${message}`);
    this.offset = offset;
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const toUTF8 = new TextEncoder();

/** Big-endian cursor over one input; every read is checked against the bytes left. */
export class Reader {
  readonly bytes: Uint8Array;
  readonly view: DataView;
  offset = 0;
  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }
  need(n: number): number {
    const start = this.offset;
    const end = start + n;
    if (end > this.bytes.length)
      throw new WireError(`need ${n} bytes, ${this.bytes.length - start} left`, start);
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
  /** A view on `n` bytes of the input. */
  fixed(n: number): Uint8Array {
    const i = this.need(n);
    return this.bytes.subarray(i, i + n);
  }
  blob(): Uint8Array {
    return this.fixed(this.u32());
  }
  string(): string {
    const n = this.u16();
    const start = this.need(n);
    let s = '';
    for (let i = start; i < start + n; i++) {
      const c = this.bytes[i]!;
      if (c > 0x7f) return utf8.decode(this.bytes.subarray(start, start + n));
      s += String.fromCharCode(c);
    }
    return s;
  }
  /** Length of a list whose elements take at least `min` bytes; one that cannot fit is refused. */
  count(min: number): number {
    const n = this.u32();
    if (n * min > this.bytes.length - this.offset)
      throw new WireError(`${n} elements cannot fit`, this.offset - 4);
    return n;
  }
  end(): void {
    const left = this.bytes.length - this.offset;
    if (left !== 0) throw new WireError(`${left} bytes after the value`, this.offset);
  }
}

const maxU64 = 0xffff_ffff_ffff_ffffn;

/** Big-endian buffer that grows; every write checks its range. */
export class Writer {
  bytes = new Uint8Array(4096);
  view = new DataView(this.bytes.buffer);
  offset = 0;
  room(n: number): number {
    const start = this.offset;
    const end = start + n;
    if (end > this.bytes.length) this.grow(end);
    this.offset = end;
    return start;
  }
  grow(end: number): void {
    const next = new Uint8Array(Math.max(end, this.bytes.length * 2));
    next.set(this.bytes);
    this.bytes = next;
    this.view = new DataView(next.buffer);
  }
  u8(v: number): void {
    if ((v & 0xff) !== v) throw new WireError(`${v} is not a uint8`);
    const i = this.room(1);
    this.bytes[i] = v;
  }
  u16(v: number): void {
    if ((v & 0xffff) !== v) throw new WireError(`${v} is not a uint16`);
    const i = this.room(2);
    this.view.setUint16(i, v);
  }
  u32(v: number): void {
    if (v >>> 0 !== v) throw new WireError(`${v} is not a uint32`);
    const i = this.room(4);
    this.view.setUint32(i, v);
  }
  u64(v: bigint): void {
    if (v < 0n || v > maxU64) throw new WireError(`${v} is not a uint64`);
    const i = this.room(8);
    this.view.setBigUint64(i, v);
  }
  fixed(v: Uint8Array, n: number): void {
    if (v.length !== n) throw new WireError(`expected ${n} bytes, got ${v.length}`);
    const i = this.room(n);
    this.bytes.set(v, i);
  }
  blob(v: Uint8Array): void {
    this.u32(v.length);
    const i = this.room(v.length);
    this.bytes.set(v, i);
  }
  string(s: string): void {
    const b = toUTF8.encode(s);
    this.u16(b.length);
    this.fixed(b, b.length);
  }
  /** The bytes written since the last `take`, as a copy of their own. */
  take(): Uint8Array {
    const out = this.bytes.slice(0, this.offset);
    this.offset = 0;
    return out;
  }
}
