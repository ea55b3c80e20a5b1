/**
 * Scans bytes without creating values, to reject large or foreign inputs cheaply and to rank readings.
 */

import { type AvalancheError, isError } from '../errors/error.ts';
import {
  Decoder,
  largestList,
  notBool,
  tooLong,
  tooManyElements,
  trailing,
  truncated,
} from './cursor.ts';
import { badVersion, unknownTypeID } from './declare.ts';
import type { LeafShape, ListShape, StructShape, Type, UnionShape } from './type.ts';
import { rootOf } from './walk.ts';

type Scanner = (s: Scan) => boolean;

const scanners = /* @__PURE__ */ new WeakMap<Type<unknown>, Scanner>();

/** Why bytes are not a value of a type. */
type Stop = 'length' | 'need' | 'count' | 'end' | 'version' | 'typeID' | 'bool' | 'other';

/**
 * Checks bytes against a type without creating values, in a fraction of the time and memory of decoding. It does
 * not throw: the error of decoding is built only on request.
 */
export class Scan {
  readonly bytes: Uint8Array;
  readonly view: DataView;
  /** How far the bytes were read. */
  offset = 0;
  /**
   * Approximate evidence for the type, in bits, up to the offset: known typeIDs, and small counts and lengths.
   * Ids, amounts and signatures do not count.
   */
  evidence = 0;
  #why: Stop | undefined;
  #found = 0;
  #min = 0;
  #name = '';
  #thrown: AvalancheError | undefined;
  #path: (string | number)[] = [];

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  /** Tells whether the bytes decode as the type. */
  fits(type: Type<unknown>): boolean {
    const { length } = this.bytes;
    this.offset = 0;
    this.evidence = 0;
    this.#why = undefined;
    this.#path.length = 0;
    if (length > type.max) return this.stop('length', type.max, length);
    return scannerOf(type)(this) && (this.offset === length || this.stop('end', this.offset));
  }

  /** Tells whether the bytes, as far as they were read, are the start of a longer value. */
  get isCut(): boolean {
    if (this.#why === 'need') return this.#found <= largestList;
    return this.#why === 'count' && this.#found * this.#min <= largestList;
  }

  /** Returns the error that decoding throws; undefined if it succeeds. Call it once per `fits`. */
  error(type: Type<unknown>): AvalancheError | undefined {
    return this.#error(type)?.at(rootOf(type), ...this.#path.reverse());
  }

  #error({ max }: Type<unknown>): AvalancheError | undefined {
    const { offset } = this;
    const found = this.#found;
    const left = this.bytes.length - offset;
    switch (this.#why) {
      case undefined:
        return undefined;
      case 'length':
        return tooLong(found, max);
      case 'need':
        return truncated(found, left, offset);
      case 'count':
        return tooManyElements(found, this.#min, left - 4, offset);
      case 'end':
        return trailing(left, offset);
      case 'version':
        return badVersion(found, offset);
      case 'typeID':
        return unknownTypeID(found, this.#name, offset);
      case 'bool':
        return notBool(found, offset);
      case 'other':
        return this.#thrown;
    }
  }

  /** Records where and why the bytes do not match. */
  stop(reason: Stop, offset: number, found = 0, min = 0, name = ''): false {
    this.#why = reason;
    this.offset = offset;
    this.#found = found;
    this.#min = min;
    this.#name = name;
    return false;
  }

  /** Records a step of the path to the mismatch, innermost first. */
  in(step: string | number): false {
    this.#path.push(step);
    return false;
  }

  /** Skips bytes. */
  skip(n: number): boolean {
    const end = this.offset + n;
    if (end > this.bytes.length) return this.stop('need', this.offset, n);
    this.offset = end;
    return true;
  }

  /** Reads a u16; -1 at the end of the bytes. */
  u16(): number {
    return this.skip(2) ? this.view.getUint16(this.offset - 2) : -1;
  }

  /** Reads a u32; -1 at the end of the bytes. */
  u32(): number {
    return this.skip(4) ? this.view.getUint32(this.offset - 4) : -1;
  }

  /** Skips bytes of a given length. */
  long(n: number): boolean {
    if (n < 0) return false;
    this.evidence += small(n);
    return this.skip(n);
  }

  /** Reads the count of a list; -1 if it cannot fit. */
  count(min: number): number {
    const n = this.u32();
    if (n < 0) return n;
    if (n * min > this.bytes.length - this.offset) {
      this.stop('count', this.offset - 4, n, min);
      return -1;
    }
    this.evidence += small(n);
    return n;
  }

  /** Decodes bytes that their declaration checks. */
  checked(type: Type<unknown>, offset: number): boolean {
    const d = new Decoder(this.bytes);
    d.offset = offset;
    try {
      type.read(d);
    } catch (e) {
      if (!isError(e)) throw e;
      this.#thrown = e;
      return this.stop('other', e.offset ?? offset);
    }
    return true;
  }
}

/** Returns the evidence of a count or length; small values count more, except zero, which is common. */
const small = (n: number): number => (n === 0 ? 2 : Math.clz32(n) >> 1);

/**
 * Checks all bytes against a type.
 * @throws {AvalancheError} The error of `decode`, with the path.
 */
export function scan(type: Type<unknown>, bytes: Uint8Array): void {
  const s = new Scan(bytes);
  if (!s.fits(type)) throw s.error(type)!;
}

/** Returns the scanner of a type, created on first use. */
function scannerOf(type: Type<unknown>): Scanner {
  let found = scanners.get(type);
  if (!found) scanners.set(type, (found = makeScanner(type)));
  return found;
}

function makeScanner(type: Type<unknown>): Scanner {
  const { shape } = type;
  switch (shape.kind) {
    case 'leaf':
      return scanLeaf(type, shape);
    case 'list':
      return scanList(shape);
    case 'struct':
      return scanStruct(shape);
    case 'union':
      return scanUnion(type, shape);
    case 'versioned': {
      const scanElement = scannerOf(shape.of);
      return (s) => {
        const version = s.u16();
        return version === 0
          ? scanElement(s)
          : version > 0 && s.stop('version', s.offset - 2, version);
      };
    }
  }
}

function scanLeaf(type: Type<unknown>, { word, size, samples }: LeafShape): Scanner {
  if (word === 'bool')
    return (s) => {
      if (!s.skip(1)) return false;
      const byte = s.bytes[s.offset - 1]!;
      return byte <= 1 || s.stop('bool', s.offset - 1, byte);
    };
  if (samples !== undefined)
    return (s) => {
      const { offset } = s;
      return s.long(s.u32()) && s.checked(type, offset);
    };
  if (word === 'blob' || word === 'base64') return (s) => s.long(s.u32());
  if (word === 'string') return (s) => s.long(s.u16());
  return (s) => s.skip(size);
}

/** Tells whether any bytes of its size are a value of the type. */
const isRigid = ({ shape }: Type<unknown>): boolean =>
  shape.kind === 'leaf' &&
  shape.samples === undefined &&
  !['bool', 'blob', 'base64', 'string'].includes(shape.word);

function scanList({ of: element }: ListShape): Scanner {
  const { min } = element;
  if (isRigid(element))
    return (s) => {
      const n = s.count(min);
      return n >= 0 && s.skip(n * min);
    };
  const one = scannerOf(element);
  return (s) => {
    const n = s.count(min);
    for (let i = 0; i < n; i++) if (!one(s)) return s.in(i);
    return n >= 0;
  };
}

function scanStruct({ fields }: StructShape): Scanner {
  const all = fields.map(({ type }) => scannerOf(type));
  // Leading fields of fixed size are skipped in one step if they fit.
  const found = fields.findIndex(({ type }) => !isRigid(type));
  const front = found < 0 ? fields.length : found;
  const size = fields.slice(0, front).reduce((sum, { type }) => sum + type.min, 0);
  return (s) => {
    let i = 0;
    if (s.offset + size <= s.bytes.length) {
      s.offset += size;
      i = front;
    }
    for (; i < all.length; i++) if (!all[i]!(s)) return s.in(fields[i]!.key);
    return true;
  };
}

function scanUnion({ name }: Type<unknown>, { members, versions }: UnionShape): Scanner {
  const byID: (Scanner | undefined)[] = [];
  for (const [id, type] of members) byID[id] = scannerOf(type);
  return (s) => {
    const id = versions ? s.u16() : s.u32();
    const member = byID[id];
    if (!member) {
      if (id < 0) return false;
      return versions
        ? s.stop('version', s.offset - 2, id)
        : s.stop('typeID', s.offset - 4, id, 0, name);
    }
    // A zero typeID is common inside a value, and rare where a hash could begin.
    if (!versions) s.evidence += id === 0 && s.offset > 6 ? 4 : 20;
    return member(s);
  };
}
