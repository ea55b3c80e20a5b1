import { describe, expect, it } from 'vitest';
import { play } from './randomnode.ts';

describe('random operations', () => {
  it.each([1, 2])('conserve supply and balances, seed %s', { timeout: 300_000 }, (seed) => {
    const { accepted, refused } = play(seed, 200);
    expect(accepted).toBeGreaterThan(30);
    expect(refused).toBeGreaterThan(0);
  });
});
