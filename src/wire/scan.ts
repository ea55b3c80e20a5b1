import { climb } from '../errors/error.ts';
import type { Decoder } from './cursor.ts';
import { badVersion, unknownTypeID } from './declare.ts';
import type { LeafShape, ListShape, StructShape, Type, UnionShape } from './type.ts';

type Scan = (d: Decoder) => void;

const scans = /* @__PURE__ */ new WeakMap<Type<unknown>, Scan>();

/**
 * Reads over a value and makes nothing of it. Throws what reading it would throw, with the path, in a fraction of
 * the time and memory.
 */
export function scan(type: Type<unknown>, d: Decoder): void {
  scanner(type)(d);
}

/** How a type's bytes are read over, made on first use. */
function scanner(type: Type<unknown>): Scan {
  let found = scans.get(type);
  if (!found) scans.set(type, (found = makeScanner(type)));
  return found;
}

function makeScanner(type: Type<unknown>): Scan {
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
      const of = scanner(shape.of);
      return (d) => {
        const version = d.u16();
        if (version !== 0) throw badVersion(version, d.offset - 2);
        of(d);
      };
    }
  }
}

function scanLeaf(type: Type<unknown>, { word, size, samples }: LeafShape): Scan {
  if (samples !== undefined || word === 'bool') return (d) => void type.read(d);
  if (word === 'blob' || word === 'base64') return (d) => void d.need(d.u32());
  if (word === 'string') return (d) => void d.need(d.u16());
  return (d) => void d.need(size);
}

/** Whether every run of as many bytes is a value. */
const isRigid = ({ shape }: Type<unknown>): boolean =>
  shape.kind === 'leaf' &&
  shape.samples === undefined &&
  !['bool', 'blob', 'base64', 'string'].includes(shape.word);

function scanList({ of }: ListShape): Scan {
  if (isRigid(of)) return (d) => void d.need(d.count(of.min) * of.min);
  const one = scanner(of);
  return (d) => {
    const n = d.count(of.min);
    let i = 0;
    try {
      for (; i < n; i++) one(d);
    } catch (e) {
      throw climb(e, i);
    }
  };
}

function scanStruct({ fields }: StructShape): Scan {
  const all = fields.map(({ type }) => scanner(type));
  // Rigid fields in front are one step where there is room for them.
  const found = fields.findIndex(({ type }) => !isRigid(type));
  const front = found < 0 ? fields.length : found;
  const size = fields.slice(0, front).reduce((sum, { type }) => sum + type.min, 0);
  return (d) => {
    let i = 0;
    if (d.offset + size <= d.bytes.length) {
      d.offset += size;
      i = front;
    }
    try {
      for (; i < all.length; i++) all[i]!(d);
    } catch (e) {
      throw climb(e, fields[i]!.key);
    }
  };
}

function scanUnion({ name }: Type<unknown>, { members, versions }: UnionShape): Scan {
  const byID: (Scan | undefined)[] = [];
  for (const [id, type] of members) byID[id] = scanner(type);
  return (d) => {
    const id = versions ? d.u16() : d.u32();
    const member = byID[id];
    if (!member)
      throw versions ? badVersion(id, d.offset - 2) : unknownTypeID(id, name, d.offset - 4);
    member(d);
  };
}
