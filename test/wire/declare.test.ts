import { describe, expect, it } from 'vitest';
import { decode, encode } from '../../src/wire/codec.ts';
import { struct, union } from '../../src/wire/declare.ts';
import { valueFromJSON } from '../../src/wire/parse.ts';
import { valueToJSONText } from '../../src/wire/print.ts';
import type { JSONShape, Source, Type } from '../../src/wire/type.ts';

const notes = { a: '', b: '' };
const declare = (declaration: (s: Source) => object, json: JSONShape<never> = {}) =>
  struct('my.Pair', declaration as never, notes as never, json as never);

const badDeclaration = (detail: string) => expect.objectContaining({ code: 'BadArgument', detail });

describe('struct', () => {
  it.each<[string, (s: Source) => object]>([
    ['a constant', (s) => ({ a: s.u8(), b: 7 })],
    ['two words in one property', (s) => ({ a: s.u8(), b: [s.u8(), s.u8()] })],
    [
      'a word that stands nowhere',
      (s) => {
        s.u8();
        return { a: s.u8() };
      },
    ],
    [
      'words taken out of their order',
      (s) => {
        const b = s.u8();
        return { a: s.u16(), b };
      },
    ],
  ])('refuses %s when it is first used', (_, declaration) => {
    expect(() => encode(declare(declaration) as Type<unknown>, { a: 1, b: 2 })).toThrow(
      badDeclaration('my.Pair: every property must be one word of the source, in wire order'),
    );
  });

  it('refuses another `type` than its name', () => {
    expect(() => declare((s) => ({ type: 'my.Other', a: s.u8() })).shape).toThrow(
      badDeclaration('my.Pair: its type says my.Other'),
    );
  });

  it('refuses a JSON-only key in front of a key that is not there', () => {
    const also = { c: { before: 'x', text: () => '1' } };
    expect(() => declare((s) => ({ a: s.u8() }), { also }).shape).toThrow(
      badDeclaration('my.Pair: a JSON-only key stands before x, which does not exist'),
    );
  });

  it('prints sorted keys and JSON-only keys where they belong', () => {
    const type = declare((s) => ({ b: s.u8(), a: s.u64() }), {
      sorted: true,
      also: {
        first: { before: 'a', text: () => '"1"' },
        last: { before: null, text: (v: { b: number }) => `"${v.b}"` },
      },
    });
    const value = decode(type, new Uint8Array([7, 0xff, 0, 0, 0, 0, 0, 0, 0])) as never;
    expect(valueToJSONText(type, value)).toBe(
      '{"first":"1","a":18374686479671623680,"b":7,"last":"7"}',
    );
  });
});

describe('a uint64', () => {
  const one = struct('my.One', (s) => ({ x: s.u64() }), { x: '' });

  it.each([0n, 1n, 2n ** 32n - 1n, 2n ** 32n, 2n ** 63n, 0x0102030405060708n, 2n ** 64n - 1n])(
    'is written as a DataView writes it: %s',
    (x) => {
      const bytes = new Uint8Array(8);
      new DataView(bytes.buffer).setBigUint64(0, x);
      expect(encode(one, { x })).toEqual(bytes);
    },
  );

  it.each([-1n, 2n ** 64n, -(2n ** 64n), 2n ** 128n, 2n ** 128n + 1n])('is not %s', (x) => {
    expect(() => encode(one, { x })).toThrow(`must be a uint64 (bigint), got ${x}`);
  });
});

describe('union', () => {
  const A = struct('my.A', (s) => ({ type: 'my.A' as const, x: s.u8() }), { x: '' });
  const B = struct('my.B', (s) => ({ type: 'my.B' as const, x: s.u16() }), { x: '' });

  it('puts the typeID in front', () => {
    const either = union('Either', { 3: A, 258: B });
    expect(encode(either, { type: 'my.B', x: 5 })).toEqual(new Uint8Array([0, 0, 1, 2, 0, 5]));
    expect(decode(either, new Uint8Array([0, 0, 0, 3, 9]))).toEqual({ type: 'my.A', x: 9 });
    expect(either.min).toBe(5);
  });

  it('picks the member by `type`, whichever it met before and wherever the key stands', () => {
    const either = union('Either', { 3: A, 258: B });
    for (const value of [
      { type: 'my.A', x: 5 },
      { x: 5, type: 'my.B' },
      { type: 'my.B', x: 5 },
      { x: 5, type: 'my.A' },
    ] as const)
      expect(decode(either, encode(either, value))).toEqual(value);
  });

  it('refuses what is no object, whatever its `type`', () => {
    const either = union('Either', { 3: A, 258: B });
    const encoding = (value: unknown) => () => encode(either, value as never);
    expect(encoding(null)).toThrow('UnknownTypeID at either: expected Either, got undefined');
    expect(encoding({ type: 'my.C' })).toThrow(
      'UnknownTypeID at either: expected Either, got my.C',
    );
    expect(encoding(Object.assign(() => 0, { type: 'my.A' }))).toThrow(
      'UnknownTypeID at either: expected Either, got undefined',
    );
  });

  it('refuses to read JSON whose keys fit members of different wires', () => {
    expect(() => valueFromJSON(union('Either', { 0: A, 1: B }), { x: 1n })).toThrow(
      badDeclaration('my.B: another member has the same keys, but another wire'),
    );
  });
});
