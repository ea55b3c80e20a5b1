import { climb, formatPath } from '../errors/error.ts';
import { checkArgument } from '../schema/check.ts';
import { Decoder, tooLong } from './cursor.ts';
import { badVersion, unknownTypeID } from './declare.ts';
import type { Type } from './type.ts';
import { typeArgument } from './type.ts';

/** A leaf of the wire form: its bytes, its path and its meaning. */
export interface Span {
  /**
   * Path, such as `unsignedTx.outputs[0].output.amount`; for a codec version, typeID or count, the owner's path
   * and that word.
   */
  readonly path: string;
  /** Offset of its first byte. */
  readonly start: number;
  /** Offset of the first byte after it. */
  readonly end: number;
  /** Word of the declaration, such as `u64` or `id`; or `codecVersion`, `typeID`, `count`. */
  readonly word: string;
  /** Meaning of the field. */
  readonly note: string;
  /** The decoded value. */
  readonly value: unknown;
}

/** Returns the first step of a path into a value of this type, such as `tx` or `transferOutput`. */
export const rootOf = (type: Type<unknown> | undefined): string => {
  // The argument may not be a type at all, which is then the actual error.
  const name = typeof type?.name === 'string' ? type.name : 'value';
  const short = name.slice(name.lastIndexOf('.') + 1);
  return /^[A-Z]+$/.test(short) ? short : short.charAt(0).toLowerCase() + short.slice(1);
};

/** Visits the leaves of a value by its field table. If it throws, `path` is the place. */
function walk(
  type: Type<unknown>,
  d: Decoder,
  path: (string | number)[],
  visit: (word: string, start: number, value: unknown, note: string, type: Type<unknown>) => void,
  note: string = '',
): void {
  const start = d.offset;
  const { shape } = type;
  switch (shape.kind) {
    case 'leaf': {
      const value = type.read(d);
      visit(shape.word, start, value, note, type);
      return;
    }
    case 'list': {
      const n = d.count(shape.of.min);
      visit('count', start, n, note, type);
      for (let i = 0; i < n; i++) {
        path.push(i);
        walk(shape.of, d, path, visit, note);
        path.pop();
      }
      return;
    }
    case 'struct':
      for (const field of shape.fields) {
        path.push(field.key);
        walk(field.type, d, path, visit, field.note);
        path.pop();
      }
      return;
    case 'union': {
      const id = shape.versions ? d.u16() : d.u32();
      const member = shape.members.get(id);
      if (!member)
        throw shape.versions ? badVersion(id, start) : unknownTypeID(id, type.name, start);
      visit(shape.versions ? 'codecVersion' : 'typeID', start, id, member.name, type);
      walk(member, d, path, visit, note);
      return;
    }
    case 'versioned': {
      const version = d.u16();
      if (version !== 0) throw badVersion(version, start);
      visit('codecVersion', start, version, '', type);
      walk(shape.of, d, path, visit, note);
    }
  }
}

/**
 * Returns the byte range of every leaf of a value in wire order, without gaps or overlaps.
 * @throws {AvalancheError} As `decode`.
 */
export function spansOfValue(type: Type<unknown>, bytes: Uint8Array): readonly Span[] {
  checkArgument(type, typeArgument, 'type');
  const found: Span[] = [];
  const path: (string | number)[] = [];
  try {
    const d = new Decoder(bytes);
    if (d.bytes.length > type.max) throw tooLong(d.bytes.length, type.max);
    walk(type, d, path, (word, start, value, note) => {
      const own =
        word === 'codecVersion' || word === 'typeID' || word === 'count' ? [...path, word] : path;
      found.push({
        path: formatPath(own),
        start,
        end: d.offset,
        word,
        note,
        value,
      });
    });
    d.end();
    return found;
  } catch (e) {
    throw climb(e, rootOf(type), ...path);
  }
}
