/** What the selection finds, beside what looking at every choice finds. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  type CoinClass,
  classesOf,
  fullestCounts,
  improve,
  ladderOf,
  lightestCounts,
  type Size,
  tallyOf,
} from '../../src/builder/classes.ts';
import type { Coin } from '../../src/builder/coins.ts';
import { exactMatch, selectCoins } from '../../src/builder/select.ts';
import { pTariff } from '../../src/fee/transactions.ts';
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
  expect(lightestCounts(classes, all, 1e9)).toEqual(rows.map(([values]) => values.length));
  expect(lightestCounts(classes, all + 1n, 1e9)).toBeUndefined();
  const counts = lightestCounts(classes, BigInt(target), 1e9)!;
  const taken = rows.map(([values], k) => sumOf(values.slice(0, counts[k])));
  expect(sumOf(taken)).toBeGreaterThanOrEqual(target);
  expect(sumOf(rows.map(([, weight], k) => weight * counts[k]!))).toBe(leastWeight(rows, target));
});

it('covers a target within a number of bytes, with heavier coins if need be', () => {
  const classes = [
    { coins: [9n, 8n].map((value) => ({ value }) as Coin), weight: 1, bytes: 50 },
    { coins: [9n, 9n].map((value) => ({ value }) as Coin), weight: 5, bytes: 10 },
  ];
  expect(lightestCounts(classes, 17n, 100)).toEqual([2, 0]);
  expect(lightestCounts(classes, 17n, 60)).toEqual([1, 1]);
  expect(lightestCounts(classes, 17n, 20)).toEqual([0, 2]);
});

it('orders coins by value per weight; those of a lock start with as many as pay for its output', () => {
  const of = (...values: bigint[]) => values.map((value) => ({ value }) as Coin);
  const lock = { coins: of(12n, 10n, 2n), weight: 1, bytes: 1, setup: { weight: 4, bytes: 4 } };
  const plain = { coins: of(5n, 3n), weight: 1, bytes: 1 };
  expect(ladderOf([plain, lock])).toEqual([0, 1, 1, 0, 1]);
});

it('tallies counts with the outputs of the classes in use', () => {
  const coins = [7n, 2n].map((value) => ({ value }) as Coin);
  const tally = tallyOf([
    { coins, weight: 3, bytes: 5, setup: { weight: 10, bytes: 20 } },
    { coins, weight: 1, bytes: 1 },
  ]);
  expect(tally([2, 1])).toEqual({ weight: 17, bytes: 31, value: 16n });
  expect(tally([0, 0])).toEqual({ weight: 0, bytes: 0, value: 0n });
});

it('keeps counts that nothing improves', () => {
  const classes = [1, 2].map((weight) => ({
    coins: [{ value: 5n } as Coin],
    weight,
    bytes: 1,
  }));
  const counts = improve(classes, [1, 0], ({ value, weight }) =>
    value >= 5n ? BigInt(weight) : undefined,
  );
  expect(counts).toEqual([1, 0]);
});

const coinOf = (value: bigint, weight = 1, bytes = 1): Coin =>
  ({ value, weight, bytes, signatureIndices: [0] }) as unknown as Coin;

it.each([1, 7])(
  'finds the cheapest of one, two or three coins that need no change (weight %i)',
  (weight) => {
    let found = 0;
    fc.assert(
      fc.property(
        fc.array(fc.bigInt({ min: 1n, max: 60n }), { minLength: 1, maxLength: 9 }),
        fc.bigInt({ min: 1n, max: 150n }),
        fc.bigInt({ min: 0n, max: 3n }),
        (values, target, price) => {
          const maxDust = 4n * price;
          const coins = values.toSorted((a, b) => Number(b - a)).map((of) => coinOf(of, weight));
          let least: number | undefined;
          for (let set = 1; set < 1 << coins.length; set++) {
            const chosen = coins.filter((_, i) => set & (1 << i));
            const excess = chosen.reduce((sum, { value }) => sum + value, -target);
            if (chosen.length > 3 || excess < 0n || excess > maxDust) continue;
            const cost = chosen.length * weight + (excess ? Number(excess) / Number(price) : 0);
            least = Math.min(cost, least ?? cost);
          }
          const match = exactMatch(coins, { target, price, maxDust, capacity: anything }, 1e9);
          if (least === undefined) expect(match).toBeUndefined();
          else {
            found++;
            expect(match!.cost).toBeCloseTo(least, 9);
            expect(
              exactMatch(coins, { target, price, maxDust, capacity: anything }, least),
            ).toBeUndefined();
          }
        },
      ),
      seeded,
    );
    expect(found).toBeGreaterThan(20);
  },
);

/** A class: what its coins are worth, and what each weighs and is long. */
interface Sized {
  readonly values: readonly number[];
  readonly weight: number;
  readonly bytes: number;
}

/** The most that is worth what fits. */
function mostWorth(classes: readonly Sized[], within: Size): number {
  let most = new Map([['0 0', 0]]);
  for (const { values, weight, bytes } of classes) {
    const next = new Map<string, number>();
    for (const [used, worth] of most) {
      const [heavy, long] = used.split(' ').map(Number) as [number, number];
      for (let count = 0; count <= values.length; count++) {
        const sum = [heavy + count * weight, long + count * bytes] as const;
        if (sum[0] > within.weight || sum[1] > within.bytes) break;
        const key = sum.join(' ');
        next.set(key, Math.max(worth + sumOf(values.slice(0, count)), next.get(key) ?? 0));
      }
    }
    most = next;
  }
  return Math.max(...most.values());
}

it.each([1, 2, 3, 4, 5, 6])(
  'fills a capacity with nearly the most that fits, of many sizes (%i)',
  (seed) => {
    const random = randomOf(`${seed}`);
    // More combinations of counts than are all looked at.
    const sized = Array.from({ length: 5 }, (_, k): Sized => {
      const values = Array.from({ length: 14 }, () => 1 + random.below(90)).sort((a, b) => b - a);
      return { values, weight: 3 + 2 * k, bytes: 9 - k };
    });
    const classes = sized.map(
      ({ values, ...size }): CoinClass => ({
        coins: values.map((value) => ({ value: BigInt(value) }) as Coin),
        ...size,
      }),
    );
    for (const within of [
      { weight: 90, bytes: 1e9 },
      { weight: 1e9, bytes: 88 },
      { weight: 130, bytes: 120 },
    ]) {
      const counts = fullestCounts(classes, within);
      const sum = (of: (one: Sized) => number) =>
        sumOf(sized.map((one, k) => of(one) * counts[k]!));
      expect(sum(({ weight }) => weight)).toBeLessThanOrEqual(within.weight);
      expect(sum(({ bytes }) => bytes)).toBeLessThanOrEqual(within.bytes);
      const worth = sumOf(sized.map(({ values }, k) => sumOf(values.slice(0, counts[k]))));
      expect(worth / mostWorth(sized, within)).toBeGreaterThan(0.98);
    }
  },
);

it('counts the outputs of locks that fill a capacity', () => {
  const coins = [9n, 8n].map((value) => ({ value }) as Coin);
  const lock = { coins, weight: 1, bytes: 1, setup: { weight: 5, bytes: 5 } };
  expect(fullestCounts([lock, lock], { weight: 9, bytes: 99 })).toEqual([2, 0]);
  expect(fullestCounts([lock], { weight: 5, bytes: 99 })).toEqual([0]);
});

it('takes the lightest of what is worth the same', () => {
  const coin = { value: 5n } as Coin;
  const classes = [9, 2, 4].map((weight) => ({ coins: [coin, coin], weight, bytes: 1 }));
  expect(fullestCounts(classes, { weight: 1_000, bytes: 3 })).toEqual([0, 2, 1]);
});

it('finds nothing that is too long', () => {
  const [short, long] = [coinOf(8n, 1, 50), coinOf(7n, 1, 60)];
  const find = (target: bigint, bytes: number) =>
    exactMatch(
      [short, long],
      { target, price: 0n, maxDust: 0n, capacity: { weight: 9, bytes } },
      1e9,
    );
  expect(find(15n, 109)).toBeUndefined();
  expect(find(15n, 110)?.coins).toHaveLength(2);
  expect(find(7n, 59)).toBeUndefined();
  expect(find(7n, 60)?.coins).toHaveLength(1);
});

it('tells amounts apart that are the same as numbers of 53 bits', () => {
  const target = 2n ** 60n;
  const of = [target + 1n, target, target - 1n].map((value) => coinOf(value));
  const goal = { target, price: 0n, maxDust: 0n, capacity: anything };
  expect(exactMatch(of, goal, 1e9)?.coins.map(({ value }) => value)).toEqual([target]);
});

it('sorts coins into classes of the same number of signatures', () => {
  const of = (value: bigint, signatures: number) =>
    ({ ...coinOf(value), signatureIndices: Array(signatures).fill(0) }) as Coin;
  const classes = classesOf([of(9n, 2), of(8n, 1), of(7n, 2)]);
  expect(classes.map(({ coins }) => coins.map(({ value }) => value))).toEqual([[8n], [9n, 7n]]);
});

it('takes of each weight the smallest that suffices with the others', () => {
  const coin = (value: bigint, signatures: number): Coin =>
    ({
      value,
      weight: 100 * signatures,
      bytes: 100 * signatures,
      signatureIndices: Array.from({ length: signatures }, (_, i) => i),
      owner: { addresses: [new Uint8Array(20)] },
    }) as unknown as Coin;
  const all = [coin(60n, 2), coin(56n, 2), coin(50n, 1), coin(40n, 1)];
  const goal = { target: 95n, paysFee: false, capacity: anything, returned: 0 };
  const found = selectCoins(
    [{ coins: all, width: 1 }],
    { ...goal, strategy: 'minFee' },
    pTariff(fuji, 1n),
  );
  expect(found!.coins.map(({ value }) => value).sort()).toEqual([40n, 56n]);
});
