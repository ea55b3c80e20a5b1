/**
 * The fields of a value in the order of the wire, as columns of numbers: a block of 2 MB has 300,000 of them, which are read in slices
 * and shown a screen at a time. The leaves are those of `spansOf`; bytes that hold another value, such as a wrapped block, have its
 * fields inside.
 */
import type { Type } from 'avalanche-tx';
import type { Field } from 'avalanche-tx/codec';

/** The type of the value in some bytes, if they hold one. */
export type Embedded = (
  around: Type<unknown> | undefined,
  field: Field | undefined,
  content: Uint8Array,
) => Type<unknown> | undefined;

/** Fields by their numbers, parents before what is in them. */
export interface Fields {
  readonly bytes: Uint8Array;
  readonly start: number[];
  readonly end: number[];
  /** The number of the field around; -1 for the value itself. */
  readonly parent: number[];
  /** The number of the first field after this one and all in it. */
  readonly next: number[];
  readonly depth: number[];
  /** A word of the declarations, `codecVersion`, `typeID` or `count`; `struct` or `list` for what has fields inside. */
  readonly word: string[];
  readonly key: (string | number)[];
  /** The declared type: a union's for a typeID, a list's for a count. */
  readonly type: Type<unknown>[];
  /** What was found where a type has several members: the struct or list inside. */
  readonly inner: Type<unknown>[];
  readonly field: (Field | undefined)[];
  /** Behind the last byte that was read: less than all where reading failed. */
  readTo: number;
}

/** A struct or list whose fields are being read. */
interface Frame {
  readonly node: number;
  readonly fields: readonly Field[] | undefined;
  readonly of: Type<unknown> | undefined;
  readonly count: number;
  at: number;
  /** Where an embedded value ends. */
  readonly until: number | undefined;
}

const sizes: { readonly [word: string]: number } = { blob: 4, base64: 4, string: 2 };

/** Reads fields one after another; made anew for each value. */
function reader(type: Type<unknown>, bytes: Uint8Array, embedded: Embedded | undefined) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const fields: Fields = {
    bytes,
    start: [],
    end: [],
    parent: [],
    next: [],
    depth: [],
    word: [],
    key: [],
    type: [],
    inner: [],
    field: [],
    readTo: 0,
  };
  const stack: Frame[] = [];
  let offset = 0;

  const add = (
    word: string,
    key: string | number,
    parent: number,
    of: Type<unknown>,
    field?: Field,
  ): number => {
    const node = fields.start.length;
    fields.start.push(offset);
    fields.end.push(offset);
    fields.parent.push(parent);
    fields.next.push(node + 1);
    fields.depth.push(parent < 0 ? 0 : fields.depth[parent]! + 1);
    fields.word.push(word);
    fields.key.push(key);
    fields.type.push(of);
    fields.inner.push(of);
    fields.field.push(field);
    return node;
  };
  /** Takes the bytes of a leaf; false if they are not there. */
  const take = (node: number, size: number): boolean => {
    if (offset + size > bytes.length) return false;
    offset += size;
    fields.end[node] = offset;
    fields.readTo = offset;
    return true;
  };
  const close = (node: number): void => {
    fields.end[node] = offset;
    fields.next[node] = fields.start.length;
  };

  /** The typeID or codec version of a union or versioned type, and what stands behind it. */
  const choose = (of: Type<unknown>, parent: number): Type<unknown> | undefined => {
    const { shape } = of;
    const wide = shape.kind === 'union' && !shape.versions;
    const node = add(
      wide ? 'typeID' : 'codecVersion',
      wide ? 'typeID' : 'codecVersion',
      parent,
      of,
    );
    const at = offset;
    if (!take(node, wide ? 4 : 2)) return undefined;
    const id = wide ? view.getUint32(at) : view.getUint16(at);
    if (shape.kind === 'union') return shape.members.get(id);
    return shape.kind === 'versioned' && id === 0 ? shape.of : undefined;
  };

  const leaf = (
    of: Type<unknown>,
    key: string | number,
    parent: number,
    field?: Field,
  ): boolean => {
    const { shape } = of;
    if (shape.kind !== 'leaf') return false;
    const node = add(shape.word, key, parent, of, field);
    const prefix = sizes[shape.word];
    if (prefix === undefined) return take(node, shape.size);
    if (offset + prefix > bytes.length) return false;
    const length = prefix === 4 ? view.getUint32(offset) : view.getUint16(offset);
    const begin = offset + prefix;
    if (!take(node, prefix + length)) return false;
    if (shape.word === 'string' || length === 0 || !embedded) return true;
    const around = parent < 0 ? undefined : fields.inner[parent];
    const holder = field ?? (parent < 0 ? undefined : fields.field[parent]);
    const inside = embedded(around, holder, bytes.subarray(begin, offset));
    if (!inside) return true;
    const end = offset;
    offset = begin;
    return open(inside, node, end);
  };

  /** Starts to read what is inside a struct, list or embedded value. */
  const open = (of: Type<unknown>, node: number, until?: number): boolean => {
    let found: Type<unknown> | undefined = of;
    while (found && (found.shape.kind === 'versioned' || found.shape.kind === 'union'))
      found = choose(found, node);
    if (!found) return false;
    fields.inner[node] = found;
    const { shape } = found;
    const frame = { node, at: 0, until };
    if (shape.kind === 'struct')
      stack.push({ ...frame, fields: shape.fields, of: undefined, count: shape.fields.length });
    else if (shape.kind === 'list') {
      const counter = add('count', 'count', node, found);
      const at = offset;
      if (!take(counter, 4)) return false;
      const count = view.getUint32(at);
      if (count * shape.of.min > bytes.length - offset) return false;
      if (until === undefined) fields.word[node] = 'list';
      stack.push({ ...frame, fields: undefined, of: shape.of, count });
    } else {
      if (!leaf(found, 'value', node)) return false;
      close(node);
    }
    return true;
  };

  const enter = (
    of: Type<unknown>,
    key: string | number,
    parent: number,
    field?: Field,
  ): boolean =>
    of.shape.kind === 'leaf'
      ? leaf(of, key, parent, field)
      : open(of, add('struct', key, parent, of, field));

  let going = enter(type, '', -1);
  /** Ends what is around the last field, where reading failed. */
  const closeAll = (): void => {
    const last = fields.start.length - 1;
    for (let node = last; node >= 0; node = fields.parent[node]!) close(node);
  };

  /** Reads so many fields; false when there are no more. */
  const step = (many: number): boolean => {
    for (let i = 0; i < many && going; i++) {
      const frame = stack.at(-1);
      if (!frame) return false;
      if (frame.at === frame.count) {
        close(frame.node);
        stack.pop();
        if (frame.until !== undefined && offset !== frame.until) going = false;
      } else if (frame.fields) {
        const field = frame.fields[frame.at++]!;
        going = enter(field.type, field.key, frame.node, field);
      } else going = enter(frame.of!, frame.at++, frame.node);
    }
    if (!going) {
      stack.length = 0;
      closeAll();
    }
    return going && stack.length > 0;
  };
  return { fields, step };
}

/**
 * Reads all fields at once. Where the bytes stop being a value of the type, so do the fields (`readTo`).
 * @param embedded Tells the values in bytes; none if omitted.
 */
export function readFields(type: Type<unknown>, bytes: Uint8Array, embedded?: Embedded): Fields {
  const { fields, step } = reader(type, bytes, embedded);
  while (step(10_000));
  return fields;
}

/**
 * The same in slices of a few milliseconds, between which the page can answer its user.
 * @param pause Waits for the next slice.
 */
export async function readFieldsInSlices(
  type: Type<unknown>,
  bytes: Uint8Array,
  embedded: Embedded | undefined,
  pause: () => Promise<void>,
): Promise<Fields> {
  const { fields, step } = reader(type, bytes, embedded);
  for (;;) {
    const end = performance.now() + 8;
    while (step(500)) if (performance.now() > end) break;
    if (!step(0)) return fields;
    await pause();
  }
}

/** The path of a field as in `spansOf`: `unsignedTx.outputs[0].output.amount`. */
export function pathOf({ parent, key }: Fields, node: number): string {
  let path = '';
  for (let i = node; i > 0; i = parent[i]!)
    path = typeof key[i] === 'number' ? `[${key[i]}]${path}` : `.${key[i]}${path}`;
  return path.replace(/^\./, '');
}

/** The field with a path; undefined if there is none. */
export function nodeOf(fields: Fields, path: string): number | undefined {
  let node = 0;
  for (const [, name, index] of path.matchAll(/([^.[\]]+)|\[(\d+)\]/g)) {
    const key = name ?? Number(index);
    let child = node + 1;
    const end = fields.next[node]!;
    while (child < end && fields.key[child] !== key) child = fields.next[child]!;
    if (child >= end) return undefined;
    node = child;
  }
  return node;
}

/** The innermost field of a byte; undefined where the bytes could not be read. */
export function nodeAt({ start, readTo }: Fields, offset: number): number | undefined {
  if (offset >= readTo) return undefined;
  let low = 0;
  let high = start.length;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (start[middle]! <= offset) low = middle;
    else high = middle;
  }
  return low;
}

/** Whether a field has others inside. */
export const isGroup = ({ next }: Fields, node: number): boolean => next[node]! > node + 1;

/** The fields directly inside one. */
export function childrenOf({ next }: Fields, node: number): readonly number[] {
  const found: number[] = [];
  for (let i = node + 1; i < next[node]!; i = next[i]!) found.push(i);
  return found;
}

export const bytesOfNode = ({ bytes, start, end }: Fields, node: number): Uint8Array =>
  bytes.subarray(start[node], end[node]);
