import { concatBytes } from '../../src/text/bytes.ts';
import type { Type } from '../../src/wire/type.ts';
import { partsOf, u32 } from '../../tools/fuzz/parts.ts';

/** Bytes that claim more than they hold. */
export interface Hostile {
  readonly bytes: Uint8Array;
  /** Where the claim stands. */
  readonly claim: number;
  /** The word of what claims it: `list`, `blob`, `base64` or `string`. */
  readonly word: string;
}

const claims = [0x7fff_ffff, 0x8000_0000, 0xffff_ffff];

/** The fewest bytes that are a value of a type: every list is empty, every number 0. */
export function smallest({ shape }: Type<unknown>): Uint8Array {
  switch (shape.kind) {
    case 'leaf':
      return new Uint8Array(shape.size);
    case 'list':
      return new Uint8Array(4);
    case 'struct':
      return concatBytes(...shape.fields.map(({ type }) => smallest(type)));
    case 'union': {
      const members = [...shape.members].map(([id, type]) =>
        concatBytes(u32(id).subarray(shape.versions ? 2 : 0), smallest(type)),
      );
      return members.reduce((a, b) => (b.length < a.length ? b : a));
    }
    case 'versioned':
      return concatBytes(new Uint8Array(2), smallest(shape.of));
  }
}

const lengths = ['list', 'blob', 'base64', 'string'];
const lengthsOf = (type: Type<unknown>, bytes: Uint8Array) =>
  partsOf(type, bytes).filter(({ word }) => lengths.includes(word));

/** A claim at every length of a value, with zeros behind it up to `size`. */
export function* emptyClaims(type: Type<unknown>, size: number): Iterable<Hostile> {
  const least = smallest(type);
  for (const { start, word } of lengthsOf(type, least))
    for (const claim of claims) {
      const bytes = new Uint8Array(Math.min(size, type.max));
      bytes.set(least.subarray(0, start));
      // A string's length has two bytes only: all that they can say.
      bytes.set(word === 'string' ? [0xff, 0xff] : u32(claim), start);
      yield { bytes, claim: start, word };
    }
}

/** A claim behind a list of as many elements as `size` has room for: most work before the refusal. */
export function* crowdedClaims(type: Type<unknown>, size: number): Iterable<Hostile> {
  const least = smallest(type);
  const room = Math.min(size, type.max) - least.length;
  for (const list of lengthsOf(type, least)) {
    const { shape } = list.type;
    if (shape.kind !== 'list') continue;
    const element = smallest(shape.of);
    const count = Math.floor(room / element.length);
    if (count < 2) continue;
    const full = concatBytes(
      least.subarray(0, list.start),
      u32(count),
      new Uint8Array(count * element.length),
      least.subarray(list.end),
    );
    for (let i = 0; i < count; i++) full.set(element, list.end + i * element.length);
    const last = list.end + (count - 1) * element.length;
    for (const { start, word } of [
      ...lengthsOf(shape.of, element).map((part) => ({ ...part, start: last + part.start })),
      ...lengthsOf(type, least)
        .filter(({ start }) => start > list.start)
        .map((part) => ({ ...part, start: part.start + count * element.length })),
    ]) {
      const bytes = full.slice();
      bytes.set(word === 'string' ? [0xff, 0xff] : u32(0xffff_ffff), start);
      yield { bytes, claim: start, word };
    }
  }
}
