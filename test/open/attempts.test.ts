import fc from 'fast-check';
import { expect, it, vi } from 'vitest';
import * as P from '../../src/chain/pchain/index.ts';
import { open } from '../../src/open/open.ts';
import { arbitrary } from '../../src/wire/arbitrary.ts';
import * as codec from '../../src/wire/codec.ts';
import { startsAs } from '../../src/wire/prefix.ts';
import { registry } from '../support/registry.ts';
import { seeded } from '../support/seeded.ts';
import { rows } from '../support/vectors.ts';

vi.mock('../../src/wire/codec.ts', { spy: true });
const decode = vi.mocked(codec.decode);

it('opens a signed transaction with at most 3 decoding attempts', () => {
  const seen = { P: 0, X: 0, C: 0 };
  for (const [file, chain] of [
    ['p-public', 'P'],
    ['x-public', 'X'],
    ['c-public', 'C'],
  ] as const)
    for (const { hex } of rows(file).slice(0, 120)) {
      decode.mockClear();
      expect(open(hex).chain).toBe(chain);
      expect(decode.mock.calls.length).toBeLessThanOrEqual(3);
      seen[chain]++;
    }
  expect(seen).toEqual({ P: 120, X: 120, C: 60 });
});

it('never takes good bytes for something else, whatever their type', () => {
  for (const { type, title } of registry)
    fc.assert(
      fc.property(arbitrary(type, fc), (value) => {
        expect(startsAs(type, codec.encode(type, value)), title).toBe(true);
      }),
      { ...seeded, numRuns: 10 },
    );
});

it('refuses bytes that end early, of another version, of an unknown type, or with a count that does not fit', () => {
  const { Tx } = P;
  const good = codec.encode(Tx, open(rows('p-public')[0]!.hex).value as never);
  const changed = (at: number, byte: number) => good.map((b, i) => (i === at ? byte : b));
  expect(startsAs(Tx, good)).toBe(true);
  expect(startsAs(Tx, good.subarray(0, 40))).toBe(false);
  expect(startsAs(Tx, changed(1, 1))).toBe(false);
  expect(startsAs(Tx, changed(4, 9))).toBe(false);
  expect(startsAs(Tx, changed(42, 255))).toBe(false);
});
