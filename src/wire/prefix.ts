import type { Shape, Type } from './type.ts';

/** How far the bytes were looked at. `ends`: behind the first element of a list, where looking on would be reading. */
interface Prefix {
  readonly bytes: Uint8Array;
  readonly view: DataView;
  offset: number;
  ends: boolean;
}

/**
 * Whether bytes may be a value of a type, judged by its first versions, typeIDs, counts and lengths without reading the value.
 * False means that `decode` throws, true that it may succeed. Costs less than the error of a failed decode.
 */
export function startsAs({ shape }: Type<unknown>, bytes: Uint8Array): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const prefix = { bytes, view, offset: 0, ends: false };
  return follow(shape, prefix) && (prefix.ends || prefix.offset === bytes.length);
}

/** Moves over bytes if they are there. */
function skip(prefix: Prefix, size: number): boolean {
  prefix.offset += size;
  return prefix.offset <= prefix.bytes.length;
}

/** Takes a number of 2 or 4 bytes; undefined if the bytes end before. */
function take(prefix: Prefix, size: 2 | 4): number | undefined {
  const { view, offset } = prefix;
  if (!skip(prefix, size)) return undefined;
  return size === 2 ? view.getUint16(offset) : view.getUint32(offset);
}

function follow(shape: Shape, prefix: Prefix): boolean {
  switch (shape.kind) {
    case 'versioned':
      return take(prefix, 2) === 0 && follow(shape.of.shape, prefix);
    case 'union': {
      const id = take(prefix, shape.versions ? 2 : 4);
      const member = id === undefined ? undefined : shape.members.get(id);
      return member !== undefined && follow(member.shape, prefix);
    }
    case 'struct':
      return shape.fields.every(({ type }) => prefix.ends || follow(type.shape, prefix));
    case 'list':
      return followList(shape.of, prefix);
    case 'leaf': {
      const { word, size } = shape;
      if (word !== 'blob' && word !== 'base64' && word !== 'string') return skip(prefix, size);
      const length = take(prefix, word === 'string' ? 2 : 4);
      return length !== undefined && skip(prefix, length);
    }
  }
}

/** Looks at the count of a list and at its first element. */
function followList({ min, shape }: Type<unknown>, prefix: Prefix): boolean {
  const count = take(prefix, 4);
  if (count === undefined || count * min > prefix.bytes.length - prefix.offset) return false;
  const found = count === 0 || follow(shape, prefix);
  if (count > 0) prefix.ends = true;
  return found;
}
