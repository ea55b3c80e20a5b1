import fc from 'fast-check';
import { expect, it } from 'vitest';
import * as P from '../../src/chain/pchain/index.ts';
import { open } from '../../src/open/open.ts';
import { arbitrary } from '../../src/wire/arbitrary.ts';
import { decode, encode } from '../../src/wire/codec.ts';
import { Scan } from '../../src/wire/scan.ts';
import { codingsIn } from '../support/codings.ts';
import { registry } from '../support/registry.ts';
import { seeded } from '../support/seeded.ts';
import { rows } from '../support/vectors.ts';

it('opens a signed transaction with one decoding', async () => {
  const seen = { P: 0, X: 0, C: 0 };
  for (const [file, chain] of [
    ['p-public', 'P'],
    ['x-public', 'X'],
    ['c-public', 'C'],
  ] as const)
    for (const { hex } of rows(file).slice(0, 120)) {
      const { value, decoded } = await codingsIn(() => open(hex));
      expect(value.chain).toBe(chain);
      expect(decoded).toBe(1);
      seen[chain]++;
    }
  expect(seen).toEqual({ P: 120, X: 120, C: 60 });
});

it('never takes good bytes for something else, whatever their type', () => {
  for (const { type, title } of registry)
    fc.assert(
      fc.property(arbitrary(type, fc), (value) => {
        expect(new Scan(encode(type, value)).fits(type), title).toBe(true);
      }),
      { ...seeded, numRuns: 10 },
    );
});

it('refuses bytes that end early, of another version, of an unknown type, or with a count that does not fit', () => {
  const { Tx } = P;
  const good = encode(Tx, open(rows('p-public')[0]!.hex).value as never);
  const changed = (at: number, byte: number) => good.map((b, i) => (i === at ? byte : b));
  const fits = (bytes: Uint8Array): boolean => new Scan(bytes).fits(Tx);
  expect(fits(good)).toBe(true);
  expect(fits(good.subarray(0, 40))).toBe(false);
  expect(fits(changed(1, 1))).toBe(false);
  expect(fits(changed(4, 9))).toBe(false);
  expect(fits(changed(42, 255))).toBe(false);
});

it('says what decoding says, and with its error, of damaged bytes of every type', () => {
  const damaged = (bytes: Uint8Array, at: number, byte: number): Uint8Array =>
    byte > 255 ? bytes.subarray(0, at) : bytes.map((b, i) => (i === at ? byte : b));
  const result = (f: () => unknown): unknown => {
    try {
      f();
      return true;
    } catch (e) {
      return String(e);
    }
  };
  for (const { type, title } of registry)
    fc.assert(
      fc.property(
        arbitrary(type, fc),
        fc.nat(),
        fc.integer({ min: 0, max: 400 }),
        (value, at, byte) => {
          const whole = encode(type, value);
          const bytes = damaged(whole, at % Math.max(1, whole.length), byte);
          const s = new Scan(bytes);
          const found = s.fits(type) || String(s.error(type));
          expect(found, title).toBe(result(() => decode(type, bytes)));
        },
      ),
      { ...seeded, numRuns: 10 },
    );
});
