import type { Arbitrary, default as FastCheck } from 'fast-check';
import {
  aBoolean,
  aFunction,
  aNumber,
  checkArgument,
  objectOf,
  optional,
  optionsOf,
} from '../schema/check.ts';
import type { LeafShape, Type, Word } from './type.ts';
import { typeArgument } from './type.ts';

export type { Type } from './type.ts';

/** Bounds of the generated values. */
export interface ArbitraryOptions {
  /** Maximum length of lists, strings and byte fields of variable length; 3 if omitted. */
  readonly maxLength?: number;
  /** Allows U+FFFD and invalid UTF-8 in strings: their bytes survive a round trip, their JSON does not. */
  readonly brokenText?: boolean;
}

interface Maker {
  readonly fc: typeof FastCheck;
  readonly maxLength: number;
  readonly brokenText: boolean;
  readonly made: Map<Type<unknown>, Arbitrary<unknown>>;
}

/**
 * Returns a fast-check generator for the values of a type: everything that the codec accepts, whether or not a
 * node's rules do. Integers favour 0, small ones and the maximum; every member of a union is generated.
 * @param fc The caller's `fast-check`, which is not a dependency of this package.
 * @example
 * import fc from 'fast-check';
 * import { Tx } from 'avalanche-tx/pchain';
 * fc.sample(arbitrary(Tx, fc), 3).length; // 3
 */
export function arbitrary<T>(
  type: Type<T>,
  fc: typeof FastCheck,
  options: ArbitraryOptions = {},
): Arbitrary<T> {
  checkArgument(type, typeArgument, 'type');
  checkArgument(fc, fastCheckArgument, 'fc');
  checkArgument(options, optionsArgument, 'options');
  const { maxLength = 3, brokenText = false } = options;
  return make(type, { fc, maxLength, brokenText, made: new Map() }) as Arbitrary<T>;
}

const optionsArgument = /* @__PURE__ */ (() =>
  optionsOf({ maxLength: optional(aNumber), brokenText: optional(aBoolean) }))();
const fastCheckArgument = /* @__PURE__ */ objectOf({ record: aFunction }, { name: 'fast-check' });

function make(type: Type<unknown>, maker: Maker): Arbitrary<unknown> {
  let made = maker.made.get(type);
  if (!made) maker.made.set(type, (made = makeNew(type, maker)));
  return made;
}

function makeNew({ name, shape }: Type<unknown>, maker: Maker): Arbitrary<unknown> {
  const { fc, maxLength } = maker;
  switch (shape.kind) {
    case 'leaf':
      return shape.samples ? fc.constantFrom(...shape.samples) : words[shape.word](maker, shape);
    case 'list':
      return fc.array(make(shape.of, maker), { maxLength });
    case 'struct': {
      const model: Record<string, Arbitrary<unknown>> = {};
      if (shape.tagged) model.type = fc.constant(name);
      for (const { key, type } of shape.fields) model[key] = make(type, maker);
      return fc.record(model, { noNullPrototype: true });
    }
    case 'union':
      return fc.oneof(...[...shape.members.values()].map((member) => make(member, maker)));
    case 'versioned':
      return make(shape.of, maker);
  }
}

const small = [0, 1, 2, 3];
const uint = (max: number) => (maker: Maker) =>
  maker.fc.oneof(maker.fc.constantFrom(...small, max), maker.fc.integer({ min: 0, max }));
const bigint = (min: bigint, max: bigint) => (maker: Maker) =>
  maker.fc.oneof(
    // Around 2^53, where doubles become inexact.
    maker.fc.constantFrom(min, max, 0n, 1n, 2n, 1_000_000_000n, 2n ** 53n, 2n ** 53n + 1n),
    maker.fc.bigInt({ min, max }),
  );
const bytes = ({ fc }: Maker, minLength: number, maxLength: number): Arbitrary<Uint8Array> =>
  fc.oneof(
    { arbitrary: fc.uint8Array({ minLength, maxLength }), weight: 3 },
    fc.integer({ min: minLength, max: maxLength }).map((n) => new Uint8Array(n)),
    fc.integer({ min: minLength, max: maxLength }).map((n) => new Uint8Array(n).fill(0xff)),
  );
const fixed = (maker: Maker, { size }: LeafShape) => bytes(maker, size, size);
const free = (maker: Maker) => bytes(maker, 0, maker.maxLength);

const words: { readonly [W in Word]: (maker: Maker, shape: LeafShape) => Arbitrary<unknown> } = {
  u8: /* @__PURE__ */ uint(0xff),
  u16: /* @__PURE__ */ uint(0xffff),
  u32: /* @__PURE__ */ uint(0xffff_ffff),
  u64: /* @__PURE__ */ bigint(0n, 2n ** 64n - 1n),
  i64: /* @__PURE__ */ bigint(-(2n ** 63n), 2n ** 63n - 1n),
  bool: ({ fc }) => fc.boolean(),
  id: fixed,
  nodeID: fixed,
  shortID: fixed,
  address: fixed,
  fixed,
  numbers: fixed,
  blob: free,
  base64: free,
  string: ({ fc, maxLength, brokenText }) => {
    const whole = fc.string({ unit: 'binary', maxLength });
    const broken = fc.constantFrom(
      '\ufffd',
      ...[0x80, 0xc0, 0xfe, 0xff].map((byte) => String.fromCharCode(0xdc00 + byte)),
    );
    return brokenText
      ? fc.array(fc.oneof(whole, broken), { maxLength }).map((parts) => parts.join(''))
      : whole.filter((text) => !text.includes('\ufffd'));
  },
};
