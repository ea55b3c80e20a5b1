import { concatBytes } from '../../src/text/bytes.ts';
import type { Type } from '../../src/wire/type.ts';
import { type Part, partsOf, u32 } from './parts.ts';
import type { Random } from './random.ts';

/** Parts of other values, to be put where they do not belong. */
export class Donors {
  /** Of any kind. */
  readonly all: Uint8Array[] = [];
  readonly #byType = new Map<Type<unknown>, Uint8Array[]>();
  readonly #byTypeID = new Map<number, Uint8Array[]>();

  add(type: Type<unknown>, bytes: Uint8Array): void {
    for (const { type: of, start, end, word } of partsOf(type, bytes)) {
      if (word === 'versioned' || end - start > 4096) continue;
      const part = bytes.subarray(start, end);
      this.all.push(part);
      file(this.#byType, of, part);
      if (word === 'union') file(this.#byTypeID, readU32(part, 0), part);
    }
  }
  of(type: Type<unknown>): readonly Uint8Array[] {
    return this.#byType.get(type) ?? [];
  }
  /** By typeID, whatever interface they are of. */
  get unions(): readonly (readonly Uint8Array[])[] {
    return [...this.#byTypeID.values()];
  }
}
const file = <K>(map: Map<K, Uint8Array[]>, key: K, part: Uint8Array): void => {
  const list = map.get(key);
  if (list) list.push(part);
  else map.set(key, [part]);
};

interface Subject {
  readonly type: Type<unknown>;
  readonly bytes: Uint8Array;
  readonly parts: readonly Part[];
  readonly donors: Donors;
}

/** Undefined where the value has nothing to do it to. */
type Mutation = (s: Subject, r: Random) => Uint8Array | undefined;

const readU32 = (bytes: Uint8Array, at: number): number =>
  new DataView(bytes.buffer, bytes.byteOffset).getUint32(at);

/** `bytes` with something else from `start` to `end`. */
const put = (bytes: Uint8Array, start: number, end: number, by: Uint8Array): Uint8Array =>
  concatBytes(bytes.subarray(0, start), by, bytes.subarray(end));

/** A part with one of these words; one that broke off before its length or typeID does not count. */
const oneOf = (s: Subject, r: Random, ...words: readonly string[]): Part | undefined => {
  const fit = s.parts.filter(
    ({ word, type, start, end }) => words.includes(word) && end - start >= Math.min(4, type.min),
  );
  return fit.length === 0 ? undefined : r.pick(fit);
};
const composite = ['list', 'struct', 'union'];
const lengthOf = (word: string): number => (word === 'string' ? 2 : 4);
const counts = [0, 0x7fff_ffff, 0x8000_0000, 0xffff_ffff, 0x0100_0000, 0x0001_0000];
const aboutCount = (n: number, r: Random): number =>
  r.pick([n + 1, n - 1, n + 1, n - 1, n * 2, n + 256, ...counts]);

/** What JSON escapes, and what is no UTF-8. */
const characters: readonly (readonly number[])[] = [
  ...[0, 8, 9, 10, 12, 13, 0x1f, 0x22, 0x26, 0x2f, 0x3c, 0x3e, 0x5c, 0x7f].map((c) => [c]),
  [0xe2, 0x80, 0xa8], // U+2028
  [0xe2, 0x80, 0xa9],
  [0xef, 0xbf, 0xbd], // U+FFFD
  [0xef, 0xbb, 0xbf], // the byte order mark
  [0xf0, 0x9f, 0x98, 0x80], // above U+FFFF
  [0xff],
  [0xc0, 0x80],
  [0xed, 0xa0, 0x80], // a surrogate
  [0xf4, 0x90, 0x80, 0x80], // above U+10FFFF
  [0xf0, 0x9f, 0x98], // cut short
];

const elementsOf = (s: Subject, list: Part): readonly Part[] => {
  const index = s.parts.indexOf(list);
  return s.parts.filter(({ parent }) => parent === index);
};
/** Other elements for a list; its count is mostly made to fit. */
const relist = (
  { bytes }: Subject,
  list: Part,
  elements: readonly Part[],
  r: Random,
): Uint8Array => {
  const count = r.below(4) === 0 ? readU32(bytes, list.start) : elements.length;
  const parts = elements.map(({ start, end }) => bytes.subarray(start, end));
  return put(bytes, list.start, list.end, concatBytes(u32(count), ...parts));
};
const onList =
  (change: (elements: readonly Part[], r: Random) => readonly Part[]): Mutation =>
  (s, r) => {
    const list = oneOf(s, r, 'list');
    const elements = list && elementsOf(s, list);
    return elements && elements.length > 0 ? relist(s, list, change(elements, r), r) : undefined;
  };

const mutations: { readonly [name: string]: readonly [weight: number, Mutation] } = {
  'a byte': [
    6,
    ({ bytes }, r) => {
      const at = r.below(bytes.length);
      return put(bytes, at, at + 1, Uint8Array.of(bytes[at]! ^ (1 << r.below(8))));
    },
  ],
  'some bytes': [
    2,
    ({ bytes }, r) => {
      const at = r.below(bytes.length);
      return put(bytes, at, Math.min(bytes.length, at + 1 + r.below(8)), r.bytes(1 + r.below(8)));
    },
  ],
  'a typeID': [
    8,
    (s, r) => {
      const part = oneOf(s, r, 'union');
      if (part?.type.shape.kind !== 'union') return undefined;
      const now = readU32(s.bytes, part.start);
      const id = r.pick([
        ...part.type.shape.members.keys(),
        now + 1,
        now - 1,
        r.below(48),
        r.below(48),
        r.pick([now + 256, 0x8000_0000 + now, 0xffff_ffff]),
      ]);
      return put(s.bytes, part.start, part.start + 4, u32(id));
    },
  ],
  'a count': [
    5,
    (s, r) => {
      const list = oneOf(s, r, 'list');
      if (!list) return undefined;
      const count = aboutCount(readU32(s.bytes, list.start), r);
      return put(s.bytes, list.start, list.start + 4, u32(count));
    },
  ],
  'a length': [
    4,
    (s, r) => {
      const part = oneOf(s, r, 'blob', 'base64', 'string');
      if (!part) return undefined;
      const size = lengthOf(part.word);
      const length = u32(aboutCount(part.end - part.start - size, r)).subarray(4 - size);
      return put(s.bytes, part.start, part.start + size, length);
    },
  ],
  'another content': [
    4,
    (s, r) => {
      const part = oneOf(s, r, 'blob', 'base64', 'string');
      if (!part) return undefined;
      const content =
        part.word === 'string'
          ? Uint8Array.from([1, 2, 3].slice(r.below(3)).flatMap(() => r.pick(characters)))
          : r.bytes(r.pick([0, 1, 2, 19, 20, 21, 32, 33, 256, 257]));
      const length = u32(content.length).subarray(4 - lengthOf(part.word));
      return put(s.bytes, part.start, part.end, concatBytes(length, content));
    },
  ],
  'a byte of a content': [
    5,
    (s, r) => {
      const part = oneOf(s, r, 'blob', 'base64', 'string');
      const head = part ? part.start + lengthOf(part.word) : 0;
      if (!part || head >= part.end) return undefined;
      const at = head + r.below(part.end - head);
      return put(s.bytes, at, at + 1, Uint8Array.of(s.bytes[at]! ^ (1 << r.below(8))));
    },
  ],
  'a bool': [
    6,
    (s, r) => {
      const part = oneOf(s, r, 'bool');
      return part && put(s.bytes, part.start, part.end, Uint8Array.of(r.pick([0, 1, 2, 128, 255])));
    },
  ],
  'a number': [
    6,
    (s, r) => {
      const part = oneOf(s, r, 'u8', 'u16', 'u32', 'u64', 'i64');
      if (!part) return undefined;
      const n = part.end - part.start;
      const edge = new Uint8Array(n).fill(r.pick([0, 0xff, 0x7f]));
      edge[0] = r.pick([0, 0x7f, 0x80, 0xff]);
      edge[n - 1] = r.below(256);
      return put(s.bytes, part.start, part.end, r.below(2) === 0 ? edge : r.bytes(n));
    },
  ],
  'an id': [
    2,
    (s, r) => {
      const part = oneOf(s, r, 'id', 'nodeID', 'shortID', 'address', 'fixed', 'numbers');
      if (!part) return undefined;
      const n = part.end - part.start;
      const id = r.pick([new Uint8Array(n), new Uint8Array(n).fill(0xff), r.bytes(n)]);
      return put(s.bytes, part.start, part.end, id);
    },
  ],
  'the version': [
    1,
    ({ bytes }, r) => put(bytes, 0, 2, Uint8Array.from(r.pick([[0, 1], [0, 2], [1, 0], [255, 255]]))), // biome-ignore format: a list
  ],
  'a like part': [
    10,
    (s, r) => {
      const part = r.pick(s.parts);
      const like = s.donors.of(part.type);
      return like.length === 0 ? undefined : put(s.bytes, part.start, part.end, r.pick(like));
    },
  ],
  'an unlike part': [
    4,
    (s, r) => {
      const part = r.pick(s.parts);
      const { all } = s.donors;
      return all.length === 0 ? undefined : put(s.bytes, part.start, part.end, r.pick(all));
    },
  ],
  'what another interface takes': [
    8,
    (s, r) => {
      const part = oneOf(s, r, 'union');
      const { unions } = s.donors;
      if (!part || unions.length === 0) return undefined;
      return put(s.bytes, part.start, part.end, r.pick(r.pick(unions)));
    },
  ],
  'itself inside itself': [
    4,
    (s, r) => {
      const inner = oneOf(s, r, ...composite);
      const around: Part[] = [];
      for (let at = inner?.parent ?? -1; at >= 0; at = s.parts[at]!.parent)
        if (s.parts[at]!.word === inner!.word) around.push(s.parts[at]!);
      if (!inner || around.length === 0) return undefined;
      const outer = r.pick(around);
      if (outer.end - outer.start > 1 << 16) return undefined;
      return put(s.bytes, inner.start, inner.end, s.bytes.subarray(outer.start, outer.end));
    },
  ],
  'an element twice': [
    4,
    onList((elements, r) => {
      const at = r.below(elements.length);
      const times = r.pick([1, 1, 1, 2, 20]);
      return elements.flatMap((e, i) => (i === at ? Array<Part>(times + 1).fill(e) : [e]));
    }),
  ],
  'an element less': [4, onList((elements, r) => elements.toSpliced(r.below(elements.length), 1))],
  'elements in another order': [
    2,
    onList((elements, r) => {
      const at = r.below(elements.length);
      return [...elements.slice(at), ...elements.slice(0, at)];
    }),
  ],
  'an end before the end': [
    4,
    (s, r) => s.bytes.subarray(0, r.below(2) === 0 ? r.pick(s.parts).end : r.below(s.bytes.length)),
  ],
  'more after the end': [
    3,
    ({ bytes, donors }, r) => {
      const tail = r.pick([
        r.bytes(1 + r.below(8)),
        new Uint8Array(4),
        bytes,
        ...donors.all.slice(0, 1),
      ]);
      return concatBytes(bytes, tail);
    },
  ],
  'noise after its head': [
    2,
    ({ bytes }, r) =>
      concatBytes(bytes.subarray(0, r.pick([0, 2, 6, 6, 10])), r.bytes(r.below(200))),
  ],
};

const table = Object.entries(mutations).flatMap(([name, [weight, run]]) =>
  Array<readonly [string, Mutation]>(weight).fill([name, run]),
);

/** Damaged bytes, and what was done to them. */
export interface Mutant {
  readonly bytes: Uint8Array;
  readonly done: string;
}

/** Does up to three things to a value, each where its fields are. */
export function mutate(type: Type<unknown>, whole: Uint8Array, donors: Donors, r: Random): Mutant {
  const done: string[] = [];
  let bytes = whole;
  let times = r.pick([1, 1, 1, 2, 3]);
  for (let tries = 0; times > 0 && tries < 20 && bytes.length > 0; tries++) {
    const [name, mutation] = r.pick(table);
    const next = mutation({ type, bytes, parts: partsOf(type, bytes), donors }, r);
    if (!next || next.length > 1 << 20) continue;
    bytes = next;
    done.push(name);
    times--;
  }
  return { bytes, done: done.join(', then ') };
}

/** A value made as long as `size` by a field of free length, if it has one. */
export function padded(
  type: Type<unknown>,
  bytes: Uint8Array,
  size: number,
  r: Random,
): Uint8Array | undefined {
  const parts = partsOf(type, bytes);
  const part = oneOf({ type, bytes, parts, donors: new Donors() }, r, 'blob', 'base64');
  if (!part) return undefined;
  const content = size - (bytes.length - (part.end - part.start)) - 4;
  return content < 0
    ? undefined
    : put(bytes, part.start, part.end, concatBytes(u32(content), new Uint8Array(content)));
}
