/** What the selection finds, beside what looking at every choice finds. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Coin } from '../../src/builder/coins.ts';
import { selectCoins } from '../../src/builder/coinselection.ts';
import { exactMatch } from '../../src/builder/exactmatch.ts';
import {
  lightestCounts,
  type Size,
  type WeightClass,
  worthiestCounts,
} from '../../src/builder/weightclass.ts';
import { pTariff } from '../../src/fee/tariff.ts';
import { fuji } from '../../src/network/known.ts';
import { randomOf } from '../../tools/fuzz/random.ts';
import { seeded } from '../support/seeded.ts';

const anything: Size = { weight: 1e9, bytes: 1e9 };

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
  const all = BigInt(sumOf(rows.flatMap(([values]) => values)));
  expect(lightestCounts(classes, all, anything)).toEqual(rows.map(([values]) => values.length));
  expect(lightestCounts(classes, all + 1n, anything)).toBeUndefined();
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

/** A class with an output of its own. */
interface Lock {
  readonly values: readonly number[];
  readonly weight: number;
  readonly bytes: number;
  readonly setup: Size;
}

/** The most that is worth what fits. */
function mostWorth(locks: readonly Lock[], within: Size): number {
  let most = new Map([['0 0', 0]]);
  for (const { values, weight, bytes, setup } of locks) {
    const next = new Map<string, number>();
    for (const [used, worth] of most) {
      const [heavy, long] = used.split(' ').map(Number) as [number, number];
      for (let count = 0; count <= values.length; count++) {
        const outputs = count > 0 ? 1 : 0;
        const sum = [
          heavy + count * weight + outputs * setup.weight,
          long + count * bytes + outputs * setup.bytes,
        ] as const;
        if (sum[0] > within.weight || sum[1] > within.bytes) break;
        const key = sum.join(' ');
        next.set(key, Math.max(worth + sumOf(values.slice(0, count)), next.get(key) ?? 0));
      }
    }
    most = next;
  }
  return Math.max(...most.values());
}

it.each([
  [1, 0],
  [2, 0],
  [3, 0],
  [4, 11],
  [5, 25],
  [6, 60],
])('finds what is worth the most and fits, of many weights (%i, outputs of %i)', (seed, output) => {
  const random = randomOf(`${seed}`);
  // More combinations of counts than are all looked at.
  const locks = Array.from({ length: 5 }, (_, k): Lock => {
    const values = Array.from({ length: 14 }, () => 1 + random.below(90)).sort((a, b) => b - a);
    const setup = { weight: output, bytes: Math.ceil(output / 2) };
    return { values, weight: 3 + 2 * k, bytes: 9 - k, setup };
  });
  const classes = locks.map(
    ({ values, ...rest }): WeightClass => ({
      coins: values.map((value) => ({ value: BigInt(value) }) as Coin),
      ...rest,
    }),
  );
  for (const within of [
    { weight: 90, bytes: 1e9 },
    { weight: 1e9, bytes: 88 },
    { weight: 130, bytes: 120 },
  ]) {
    const counts = worthiestCounts(classes, within);
    const sum = (of: (lock: Lock) => number, setup: number) =>
      sumOf(locks.map((lock, k) => of(lock) * counts[k]! + (counts[k]! > 0 ? setup : 0)));
    expect(sum(({ weight }) => weight, output)).toBeLessThanOrEqual(within.weight);
    expect(sum(({ bytes }) => bytes, Math.ceil(output / 2))).toBeLessThanOrEqual(within.bytes);
    const worth = sumOf(locks.map(({ values }, k) => sumOf(values.slice(0, counts[k]))));
    expect(worth / mostWorth(locks, within)).toBeGreaterThan(0.98);
  }
});

it('takes the lightest of what is worth the same', () => {
  const coin = { value: 5n } as Coin;
  const classes = [9, 2, 4].map((weight) => ({ coins: [coin, coin], weight, bytes: 1 }));
  expect(worthiestCounts(classes, { weight: 1_000, bytes: 3 })).toEqual([0, 2, 1]);
});

it('finds nothing that is too long', () => {
  const [long, short] = [60, 50].map((bytes, i) => ({ value: BigInt(7 + i), weight: 1n, bytes }));
  const goal = { target: 15n, dustPrice: 0n, maxDust: 0 };
  const find = (bytes: number) =>
    exactMatch(
      alike([long, short] as unknown as readonly Coin[]),
      { ...goal, room: { weight: 9, bytes } },
      1e9,
    );
  expect(find(109)).toBeUndefined();
  expect(find(110)?.coins).toHaveLength(2);
  const alone = { ...goal, target: 7n };
  const one = (bytes: number) =>
    exactMatch(
      alike([long] as unknown as readonly Coin[]),
      { ...alone, room: { weight: 9, bytes } },
      1e9,
    );
  expect(one(59)).toBeUndefined();
  expect(one(60)?.coins).toHaveLength(1);
});

it('tells amounts apart that are the same as numbers of 53 bits', () => {
  const target = 2n ** 60n;
  const of = [target + 1n, target, target - 1n].map((value) => ({ value, weight: 1n, bytes: 1 }));
  const goal = { target, dustPrice: 0n, maxDust: 0, room: anything };
  const match = exactMatch(alike(of as unknown as readonly Coin[]), goal, 1e9);
  expect(match?.coins.map(({ value }) => value)).toEqual([target]);
});

it('takes of each weight the smallest that suffices with the others', () => {
  const coin = (value: bigint, signatures: number): Coin =>
    ({
      value,
      weight: BigInt(100 * signatures),
      bytes: 100 * signatures,
      signatureIndices: Array.from({ length: signatures }, (_, i) => i),
      owner: { addresses: [new Uint8Array(20)] },
    }) as unknown as Coin;
  const all = [coin(60n, 2), coin(56n, 2), coin(50n, 1), coin(40n, 1)];
  const goal = { target: 95n, paysFee: false, room: anything, returned: 0 };
  const found = selectCoins(
    all,
    [{ coins: all, width: 1 }],
    { ...goal, strategy: 'minFee' },
    pTariff(fuji, 1n),
  );
  expect(found!.coins.map(({ value }) => value).sort()).toEqual([40n, 56n]);
});
