import { isError } from '../../src/errors/error.ts';
import { Decoder } from '../../src/wire/cursor.ts';
import { unknownTypeID } from '../../src/wire/declare.ts';
import type { Shape, Type } from '../../src/wire/type.ts';

/** A field, element or struct of some bytes. */
export interface Part {
  readonly type: Type<unknown>;
  /** The word of a leaf; `list`, `struct`, `union` (a typeID and a member) or `versioned` (a codec version and a value). */
  readonly word: string;
  readonly start: number;
  readonly end: number;
  /** Which part is around it; -1: none. */
  readonly parent: number;
}

/** A typeID, count or length as it stands on the wire. */
export const u32 = (n: number): Uint8Array => Uint8Array.of(n >>> 24, n >>> 16, n >>> 8, n);

const wordOf = (shape: Shape): string => {
  if (shape.kind === 'leaf') return shape.word;
  return shape.kind === 'union' && shape.versions ? 'versioned' : shape.kind;
};

/**
 * What `bytes` consist of, each part before those in it. Of bytes that are no such value: as much as can be
 * read, and what is not complete lasts to the end.
 */
export function partsOf(type: Type<unknown>, bytes: Uint8Array): readonly Part[] {
  const found: Part[] = [];
  const d = new Decoder(bytes);
  const read = (type: Type<unknown>, parent: number): void => {
    const { shape } = type;
    const word = wordOf(shape);
    const part = { type, word, start: d.offset, end: bytes.length, parent };
    const index = found.push(part) - 1;
    switch (shape.kind) {
      case 'leaf':
        type.read(d);
        break;
      case 'list': {
        const count = d.count(shape.of.min);
        for (let i = 0; i < count; i++) read(shape.of, index);
        break;
      }
      case 'struct':
        for (const field of shape.fields) read(field.type, index);
        break;
      case 'union': {
        const id = word === 'versioned' ? d.u16() : d.u32();
        const member = shape.members.get(id);
        if (!member) throw unknownTypeID(id, type.name, part.start);
        read(member, index);
        break;
      }
      case 'versioned':
        d.u16();
        read(shape.of, index);
    }
    part.end = d.offset;
  };
  try {
    read(type, -1);
  } catch (e) {
    if (!isError(e)) throw e;
  }
  return found;
}
