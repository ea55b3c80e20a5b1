/** What the selection finds, beside what looking at every choice finds. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Coin } from '../../src/builder/coins.ts';
import { exactMatch } from '../../src/builder/exactmatch.ts';
import { lightestCounts, type WeightClass } from '../../src/builder/weightclass.ts';
import { seeded } from '../support/seeded.ts';

const anything = { weight: 1e9, bytes: 1e9 };

/** A class: what its coins are worth, most first, and what each weighs. */
type Row = readonly [values: readonly number[], weight: number];

const sumOf = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0);

/** The least weight of what is worth as much as `target`. */
function leastWeight(rows: readonly Row[], target: number): number {
  let least = new Map([[0, 0]]);
  for (const [values, weight] of rows) {
    const next = new Map<number, number>();
    for (const [worth, before] of least)
      for (let count = 0; count <= values.length; count++) {
        const sum = Math.min(target, worth + sumOf(values.slice(0, count)));
        next.set(sum, Math.min(before + count * weight, next.get(sum) ?? 1e9));
      }
    least = next;
  }
  return least.get(target)!;
}

it.each<[number, readonly Row[]]>([
  [
    381,
    [
      [[23, 7, 7], 11],
      [[26, 22, 7], 1],
      [[24, 5, 5], 4],
      [[34, 31, 18, 6], 6],
      [[37, 21, 21, 5], 1],
      [[37, 29, 5], 4],
      [[27, 19, 11], 11],
      [[33, 25, 25, 17], 1],
    ],
  ],
  [
    227,
    [
      [[37, 29, 24], 3],
      [[35, 35, 19], 3],
      [[35, 27, 11], 11],
      [[26, 22, 22], 9],
      [[38, 35, 26], 2],
      [[38, 24, 13, 5], 12],
      [[25, 15, 12, 11], 3],
    ],
  ],
])('finds the lightest coins of many weights that are worth %i', (target, rows) => {
  const classes = rows.map(([values, weight]) => ({
    coins: values.map((value) => ({ value: BigInt(value) }) as Coin),
    weight,
    bytes: 1,
  }));
  const counts = lightestCounts(classes, BigInt(target), anything)!;
  const taken = rows.map(([values], k) => sumOf(values.slice(0, counts[k])));
  expect(sumOf(taken)).toBeGreaterThanOrEqual(target);
  expect(sumOf(rows.map(([, weight], k) => weight * counts[k]!))).toBe(leastWeight(rows, target));
});

const coins = fc.array(
  fc.record({
    value: fc.bigInt({ min: 1n, max: 40n }),
    weight: fc.bigInt({ min: 1n, max: 9n }),
    bytes: fc.integer({ min: 1, max: 9 }),
  }),
  { minLength: 1, maxLength: 9 },
);
const room = fc.record({
  weight: fc.integer({ min: 5, max: 60 }),
  bytes: fc.integer({ min: 5, max: 60 }),
});

/** Classes of what weighs the same, most value first. */
function alike(of: readonly Coin[]): readonly WeightClass[] {
  const classes = new Map<string, Coin[]>();
  for (const coin of [...of].sort((a, b) => Number(b.value - a.value))) {
    const key = `${coin.weight} ${coin.bytes}`;
    classes.set(key, [...(classes.get(key) ?? []), coin]);
  }
  return [...classes.values()].map((same) => ({
    coins: same,
    weight: Number(same[0]!.weight),
    bytes: same[0]!.bytes,
  }));
}

it('finds the cheapest coins that need no change', () => {
  let found = 0;
  fc.assert(
    fc.property(
      coins,
      room,
      fc.bigInt({ min: 1n, max: 150n }),
      fc.bigInt({ min: 0n, max: 3n }),
      (of, within, target, dustPrice) => {
        const maxDust = dustPrice > 0n ? 4 : 0;
        let least: number | undefined;
        for (let set = 1; set < 1 << of.length; set++) {
          const chosen = of.filter((_, i) => set & (1 << i));
          const excess = chosen.reduce((sum, { value }) => sum + value, -target);
          const weight = chosen.reduce((sum, coin) => sum + Number(coin.weight), 0);
          if (excess < 0n || excess > dustPrice * BigInt(maxDust)) continue;
          if (weight > within.weight || sumOf(chosen.map(({ bytes }) => bytes)) > within.bytes)
            continue;
          const cost = weight + (excess > 0n ? Number(excess) / Number(dustPrice) : 0);
          least = Math.min(cost, least ?? cost);
        }
        if (least !== undefined) found++;
        const goal = { target, dustPrice, maxDust, room: within };
        const match = exactMatch(alike(of as unknown as readonly Coin[]), goal, 1e9);
        if (least === undefined) expect(match).toBeUndefined();
        else expect(match!.cost).toBeCloseTo(least, 9);
      },
    ),
    seeded,
  );
  expect(found).toBeGreaterThan(20);
});

it('finds what is cheaper than a tight limit', () => {
  const of = (
    [
      [[16, 15, 7], 5],
      [[9, 1], 1],
      [[33, 28, 28, 25, 24], 1],
    ] as const
  ).flatMap(([values, weight], bytes) =>
    values.map((value) => ({ value: BigInt(value), weight: BigInt(weight), bytes })),
  );
  const goal = { target: 133n, dustPrice: 0n, maxDust: 0, room: anything };
  const match = exactMatch(alike(of as unknown as readonly Coin[]), goal, 15);
  expect(match?.cost).toBe(14);
});
