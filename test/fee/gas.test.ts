import { describe, expect, it } from 'vitest';
import { advanceFeeState, consumeGas, gasPriceAt, gasPriceOf } from '../../src/fee/gas.ts';
import { mainnet } from '../../src/network/known.ts';
import { thrown } from '../support/thrown.ts';

const fees = mainnet.pFees;
const max = (1n << 64n) - 1n;
const price = (excess: bigint) => gasPriceOf({ capacity: 0n, excess }, fees);

describe('gasPrice', () => {
  // docs/rules.md, "Gas price"
  it.each([
    [1_500_003n, 2n],
    [2_377_446n, 3n],
    [3_000_003n, 4n],
    [3_482_894n, 5n],
    [4_982_895n, 10n],
    [9_965_787n, 100n],
    [14_948_680n, 1000n],
    [96_000_020n, max],
  ])('is at excess %s for the first time %s [case 33, 34]', (excess, first) => {
    expect(price(excess)).toBe(first);
    expect(price(excess - 1n)).toBeLessThan(first);
  });

  it.each([
    [0n, 1n],
    [2_164_043n, 2n],
    [5_000_000n, 10n],
    [10_000_000n, 101n],
    [20_000_000n, 10_321n],
    [50_000_000n, 10_822_588_713n],
    [max, max],
  ])('at excess %s is %s', (excess, expected) => {
    expect(price(excess)).toBe(expected);
  });

  // avalanchego vms/components/gas/gas_test.go
  it.each([
    [1n, 0n, 1n, 1n],
    [1n, 1n, 1n, 2n],
    [1n, 2n, 1n, 6n],
    [1n, 10_000n, 10_000n, 2n],
    [1n, 1_000_000n, 10_000n, max],
    [10n, 10_000_000n, 1_000_000n, 220_264n],
    [max, max, 1n, max],
    [0xffff_ffffn, 1n, 1n, 11_674_931_546n],
    [6_786_177_901_268_885_274n, 1n, 1n, max - 11n],
    [6_786_177_901_268_885_274n, max, max, max - 1n],
  ])('of %s at %s / %s is %s', (minPrice, excess, k, expected) => {
    expect(gasPriceAt(minPrice, excess, k)).toBe(expected);
  });

  it('refuses what is no uint64', () => {
    for (const excess of [-1n, max + 1n, 1 as never])
      expect(thrown(() => price(excess))).toMatchObject({ code: 'OutOfRange', path: ['excess'] });
  });
});

describe('the state', () => {
  it('after four rounds of 600,000 gas and 6 seconds, as docs/rules.md, "Gas price" has it', () => {
    let state = { capacity: 1_000_000n, excess: 0n };
    for (let round = 1n; round <= 4n; round++) {
      state = consumeGas(state, 600_000n);
      expect(state).toEqual({ capacity: 400_000n, excess: 300_000n * (round + 1n) });
      if (round === 4n) break;
      state = advanceFeeState(state, 6n, fees);
      expect(state).toEqual({ capacity: 1_000_000n, excess: 300_000n * round });
    }
    expect(state.excess).toBe(1_500_000n);
    expect(gasPriceOf(state, fees)).toBe(1n);
  });

  it('saturates', () => {
    expect(advanceFeeState({ capacity: max, excess: max }, max, fees)).toEqual({
      capacity: 1_000_000n,
      excess: 0n,
    });
    expect(consumeGas({ capacity: 5n, excess: max }, 5n)).toEqual({ capacity: 0n, excess: max });
  });

  it('has no more gas than its capacity', () => {
    expect(thrown(() => consumeGas({ capacity: 5n, excess: 0n }, 6n))).toMatchObject({
      code: 'OutOfRange',
      context: { value: 6n, max: 5n, unit: 'gas' },
    });
  });

  it('is of uint64s', () => {
    const state = { capacity: 1n, excess: 1n };
    const refused = [
      [() => advanceFeeState(state, -1n, fees), 'seconds'],
      [() => advanceFeeState({ ...state, capacity: -1n }, 1n, fees), 'capacity'],
      [() => consumeGas({ ...state, excess: max + 1n }, 1n), 'excess'],
      [() => consumeGas(state, -1n), 'gas'],
    ] as const;
    for (const [f, at] of refused)
      expect(thrown(f)).toMatchObject({ code: 'OutOfRange', path: [at] });
  });
});
