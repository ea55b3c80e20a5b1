import { expect, it } from 'vitest';
import type { Coin } from '../../src/builder/coins.ts';
import { firstOnes } from '../../src/builder/shrink.ts';

const coin = { weight: 10n, bytes: 7 } as Coin;

it.each([
  [20, 14, 2],
  [19, 14, 1],
  [20, 13, 1],
  [30, 21, 3],
  [9, 7, 0],
])(
  'takes the first coins that fit into a weight of %i and %i bytes: %i',
  (weight, bytes, count) => {
    expect(firstOnes([coin, coin, coin])({ weight, bytes })).toHaveLength(count);
  },
);
