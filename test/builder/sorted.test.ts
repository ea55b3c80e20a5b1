import fc from 'fast-check';
import { expect, it } from 'vitest';
import { sortedByNumber } from '../../src/builder/sorted.ts';

/** Small and large, close together and far apart, below zero and the same as a number of 53 bits. */
const value = fc.oneof(
  fc.bigInt(-3n, 3n),
  fc.bigInt(10n ** 12n, 10n ** 12n + 50n),
  fc.bigInt(-(2n ** 64n), 2n ** 64n),
  fc.bigInt(2n ** 63n, 2n ** 63n + 2_000n),
);

it('sorts as a comparison does', () => {
  fc.assert(
    fc.property(fc.array(value, { maxLength: 200 }), (values) => {
      const list = values.map((of, place) => ({ of, place }));
      const compare = (a: (typeof list)[number], b: (typeof list)[number]) =>
        a.of < b.of ? -1 : a.of > b.of ? 1 : b.place - a.place;
      const sorted = sortedByNumber(list, ({ of }) => Number(of), compare);
      expect(sorted).toEqual([...list].sort(compare));
    }),
  );
});
