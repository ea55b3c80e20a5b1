/** Changes of a value as changes of its bytes: one field, one choice, one element of a list, one byte. */
import {
  type AvalancheError,
  type Hint,
  isError,
  type Opened,
  open,
  type Type,
} from 'avalanche-tx';
import { bytesOfNode, childrenOf, type Fields, isGroup } from './fields.ts';

const join = (...parts: readonly Uint8Array[]): Uint8Array => {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
};

const u32 = (n: number): Uint8Array => new Uint8Array([n >>> 24, n >>> 16, n >>> 8, n]);
const u16 = (n: number): Uint8Array => new Uint8Array([n >>> 8, n]);

/** The bytes with others from `start` to `end`. */
export const splice = (bytes: Uint8Array, start: number, end: number, by: Uint8Array): Uint8Array =>
  join(bytes.subarray(0, start), by, bytes.subarray(end));

/** The same inside a field; the lengths of bytes around it that hold a value follow. */
function spliceIn(fields: Fields, node: number, start: number, end: number, by: Uint8Array) {
  const changed = splice(fields.bytes, start, end, by);
  const more = by.length - (end - start);
  if (more === 0) return changed;
  for (let around = fields.parent[node]!; around >= 0; around = fields.parent[around]!) {
    const word = fields.word[around];
    if (word !== 'blob' && word !== 'base64') continue;
    const length = fields.end[around]! - fields.start[around]! - 4 + more;
    changed.set(u32(length), fields.start[around]!);
  }
  return changed;
}

/** The bytes with others for a field. */
export const replaceField = (fields: Fields, node: number, by: Uint8Array): Uint8Array =>
  spliceIn(fields, node, fields.start[node]!, fields.end[node]!, by);

/** A value of a type to start from: zeros, empty lists and the first member of each choice. */
function emptyOf({ shape }: Type<unknown>): Uint8Array {
  switch (shape.kind) {
    case 'leaf':
      return new Uint8Array(shape.size);
    case 'list':
      return u32(0);
    case 'struct':
      return join(...shape.fields.map(({ type }) => emptyOf(type)));
    case 'versioned':
      return join(u16(0), emptyOf(shape.of));
    case 'union': {
      const [[id, member]] = [...shape.members] as [[number, Type<unknown>]];
      return join(shape.versions ? u16(id) : u32(id), emptyOf(member));
    }
  }
}

/** The members that a typeID or version can choose. */
export function choicesOf({ type }: Fields, node: number): readonly (readonly [number, string])[] {
  const { shape } = type[node]!;
  return shape.kind === 'union' ? [...shape.members].map(([id, { name }]) => [id, name]) : [];
}

/** Whether two types are written alike: lists and leaves of bytes are made anew for each field. */
function isSame(a: Type<unknown>, b: Type<unknown>): boolean {
  if (a === b) return true;
  if (a.shape.kind === 'list' && b.shape.kind === 'list') return isSame(a.shape.of, b.shape.of);
  if (a.shape.kind !== 'leaf' || b.shape.kind !== 'leaf') return false;
  return a.shape.word === b.shape.word && a.shape.size === b.shape.size;
}

/**
 * The bytes of a member in place of another: fields that both have stay, and what the old one is goes into the new one, or comes out of
 * it, where the one contains the other (an output and its lock).
 */
function memberFrom(fields: Fields, around: number, chosen: Type<unknown>): Uint8Array {
  if (chosen.shape.kind !== 'struct') return emptyOf(chosen);
  const old = fields.inner[around]!;
  const children = childrenOf(fields, around);
  const held = children.find((child) => fields.inner[child] === chosen);
  if (held !== undefined && fields.key[held + 1] === 'typeID')
    return fields.bytes.slice(fields.end[held + 1], fields.end[held]);
  const own = children.find(
    (child) => fields.key[child] === 'typeID' || fields.key[child] === 'codecVersion',
  );
  return join(
    ...chosen.shape.fields.map(({ key, type }) => {
      const same = children.find(
        (child) => fields.key[child] === key && isSame(fields.type[child]!, type),
      );
      if (same !== undefined) return bytesOfNode(fields, same);
      const id =
        (key === 'output' || key === 'input') &&
        type.shape.kind === 'union' &&
        [...type.shape.members].find(([, member]) => member === old);
      return id && own !== undefined
        ? join(u32(id[0]), fields.bytes.subarray(fields.end[own], fields.end[around]))
        : emptyOf(type);
    }),
  );
}

/** The bytes with another member for a typeID or version. */
export function chooseMember(fields: Fields, node: number, id: number): Uint8Array {
  const { shape } = fields.type[node]!;
  const member = shape.kind === 'union' ? shape.members.get(id) : undefined;
  if (shape.kind !== 'union' || !member) return fields.bytes;
  const around = fields.parent[node]!;
  const by = join(shape.versions ? u16(id) : u32(id), memberFrom(fields, around, member));
  return spliceIn(fields, node, fields.start[node]!, fields.end[around]!, by);
}

/** The elements of the list that a field is, and its count. */
export function elementsOf(
  fields: Fields,
  list: number,
): { readonly count: number; readonly elements: readonly number[] } | undefined {
  const children = childrenOf(fields, list);
  const count = children.find((child) => fields.key[child] === 'count');
  if (count === undefined || fields.word[count] !== 'count') return undefined;
  return { count, elements: children.filter((child) => typeof fields.key[child] === 'number') };
}

/** The bytes with these parts as elements of a list. */
function withElements(fields: Fields, list: number, parts: readonly Uint8Array[]): Uint8Array {
  const { count } = elementsOf(fields, list)!;
  const by = join(u32(parts.length), ...parts);
  return spliceIn(fields, count, fields.start[count]!, fields.end[list]!, by);
}

const partsOf = (fields: Fields, list: number): Uint8Array[] =>
  elementsOf(fields, list)!.elements.map((node) => bytesOfNode(fields, node));

/** The bytes with another element at the end of a list: a copy of its last one, or an empty one. */
export function addElement(fields: Fields, list: number): Uint8Array {
  const parts = partsOf(fields, list);
  const { shape } = fields.type[elementsOf(fields, list)!.count]!;
  const added = parts.at(-1) ?? (shape.kind === 'list' ? emptyOf(shape.of) : new Uint8Array());
  return withElements(fields, list, [...parts, added]);
}

/** The bytes without an element of a list. */
export const removeElement = (fields: Fields, list: number, index: number): Uint8Array =>
  withElements(
    fields,
    list,
    partsOf(fields, list).filter((_, i) => i !== index),
  );

/** The bytes with an element of a list at another place. */
export function moveElement(fields: Fields, list: number, from: number, to: number): Uint8Array {
  const parts = partsOf(fields, list);
  parts.splice(to, 0, ...parts.splice(from, 1));
  return withElements(fields, list, parts);
}

/** Edited bytes, read as what they were before, or why they cannot be. */
export function reopen(
  like: Opened,
  bytes: Uint8Array,
): { readonly opened: Opened } | { readonly error: AvalancheError } {
  const hint: Hint = {
    kind: like.kind,
    ...(like.chain && { chain: like.chain }),
    // The network that the value itself names may be what was edited.
    ...(like.network && namesNoNetwork(like) && { network: like.network }),
  };
  try {
    return { opened: open(bytes, hint) };
  } catch (e) {
    if (isError(e)) return { error: e };
    throw e;
  }
}

const namesNoNetwork = ({ kind }: Opened): boolean =>
  kind === 'utxo' || kind === 'output' || kind === 'input' || kind === 'credential';

const sameBytes = (a: Uint8Array, b: Uint8Array): boolean => {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
};

/** What differs from the original. */
export interface Changes {
  /** Fields whose bytes are others, or that are new. */
  readonly changed: ReadonlySet<number>;
  /** Groups with such fields inside, or without some that they had. */
  readonly touched: ReadonlySet<number>;
  /** How many elements are gone, by list. */
  readonly removed: ReadonlyMap<number, number>;
}

/** Tells which fields differ from the original: the elements of a list are matched from both ends. */
export function changesSince(original: Fields, now: Fields): Changes {
  const changed = new Set<number>();
  const touched = new Set<number>();
  const removed = new Map<number, number>();
  const same = (a: number, b: number) => sameBytes(bytesOfNode(original, a), bytesOfNode(now, b));

  const isNew = (node: number): void => {
    for (let i = node; i < now.next[node]!; i++) changed.add(i);
  };
  const compareLists = (a: readonly number[], b: readonly number[], list: number): void => {
    let head = 0;
    while (head < a.length && head < b.length && same(a[head]!, b[head]!)) head++;
    let tail = 0;
    const most = Math.min(a.length, b.length) - head;
    while (tail < most && same(a[a.length - 1 - tail]!, b[b.length - 1 - tail]!)) tail++;
    const olds = a.slice(head, a.length - tail);
    const news = b.slice(head, b.length - tail);
    for (const [i, node] of news.entries()) {
      if (olds[i] === undefined) isNew(node);
      else compare(olds[i], node);
    }
    if (olds.length > news.length) removed.set(list, olds.length - news.length);
  };
  const compare = (a: number, b: number): void => {
    if (original.inner[a]!.name === now.inner[b]!.name && same(a, b)) return;
    if (!isGroup(original, a) || !isGroup(now, b)) {
      isNew(b);
      return;
    }
    touched.add(b);
    const isElement = (of: Fields) => (i: number) => typeof of.key[i] === 'number';
    const [olds, news] = [childrenOf(original, a), childrenOf(now, b)];
    for (const node of news) {
      if (isElement(now)(node)) continue;
      const old = olds.find((i) => original.key[i] === now.key[node]);
      if (old === undefined) isNew(node);
      else compare(old, node);
    }
    compareLists(olds.filter(isElement(original)), news.filter(isElement(now)), b);
  };
  compare(0, 0);
  return { changed, touched, removed };
}
