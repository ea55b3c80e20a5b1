import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Candidate,
  type ExcessRule,
  leastCost,
  leastWithExcess,
} from '../../src/explain/certificate/cover.ts';
import { seeded } from '../support/seeded.ts';

/** The least cost over all sets whose values reach the target; undefined if none does. */
function byTrying(
  candidates: readonly Candidate[],
  target: bigint,
  excessCost: (excess: bigint) => bigint,
): bigint | undefined {
  let least: bigint | undefined;
  for (let set = 0; set < 1 << candidates.length; set++) {
    const chosen = candidates.filter((_, i) => set & (1 << i));
    const value = chosen.reduce((sum, of) => sum + of.value, 0n);
    if (value < target) continue;
    const cost = chosen.reduce((sum, of) => sum + of.cost, excessCost(value - target));
    if (least === undefined || cost < least) least = cost;
  }
  return least;
}

const candidates = fc.array(
  fc.record({ value: fc.bigInt(-5n, 60n), cost: fc.constantFrom(10n, 13n, 16n, 19n) }),
  { maxLength: 9 },
);
const target = fc.bigInt(1n, 300n);

describe('lower bounds of a selection', () => {
  it('are the least cost that reaches a target', () => {
    fc.assert(
      fc.property(candidates, target, (some, needed) => {
        expect(leastCost(some, needed)).toBe(byTrying(some, needed, () => 0n));
      }),
      seeded,
    );
  });

  it('count what an excess costs, as change or burned', () => {
    fc.assert(
      fc.property(
        candidates,
        target,
        fc.bigInt(0n, 9n),
        fc.boolean(),
        (some, needed, change, isBurned) => {
          const costOf = (excess: bigint) =>
            excess === 0n ? 0n : isBurned && excess < change ? excess : change;
          expect(leastWithExcess(some, needed, { change, isBurned })).toBe(
            byTrying(some, needed, costOf),
          );
        },
      ),
      seeded,
    );
  });

  it('costs nothing to reach what is there already, but for the excess', () => {
    const rule: ExcessRule = { change: 7n, isBurned: true };
    expect(leastWithExcess([], 0n, rule)).toBe(0n);
    expect(leastWithExcess([], -3n, rule)).toBe(3n);
    expect(leastWithExcess([], -30n, rule)).toBe(7n);
    expect(leastWithExcess([], -3n, { change: 7n, isBurned: false })).toBe(7n);
    expect(leastWithExcess([], 1n, rule)).toBeUndefined();
  });

  it('presume a match without change where the search for one does not end', () => {
    // Sums of four odd values are even, and the target is odd: there is no match, and a long way to see that.
    const some = Array.from({ length: 400 }, (_, i) => ({
      value: 1_000_001n + BigInt((i * 7_919) % 40_000) * 2n,
      cost: 10n,
    }));
    const needed = 4_160_001n;
    expect(leastCost(some, needed)).toBe(40n);
    expect(leastWithExcess(some, needed, { change: 5n, isBurned: false })).toBe(40n);
    expect(
      leastWithExcess(some.slice(0, 12), 4n * 1_000_001n + 1n, { change: 5n, isBurned: false }),
    ).toBe(45n);
  });

  it('stay below the least where there are many classes', () => {
    const some = Array.from({ length: 300 }, (_, i) => ({
      value: BigInt(100 + ((i * 31) % 200)),
      cost: BigInt(10 + (i % 20)),
    }));
    const needed = 3_000n;
    const greedy = [...some].sort((a, b) => Number(a.cost * b.value - b.cost * a.value));
    let [value, cost] = [0n, 0n];
    for (const of of greedy) {
      if (value >= needed) break;
      value += of.value;
      cost += of.cost;
    }
    const least = leastCost(some, needed)!;
    expect(least <= cost && least > 0n).toBe(true);
  });
});
