import { describe, expect, it } from 'vitest';
import { advanceFeeState, feeStateNow, gasPriceOf } from '../../src/fee/index.ts';
import { fuji } from '../../src/network/known.ts';
import { thrown } from '../support/thrown.ts';

const chainTime = 1_800_000_000n;
const feeState = { price: 10n, capacity: 1000n, excess: 5_000_000n };

describe('feeStateNow', () => {
  const stateAfter = (seconds: bigint, of: { price: bigint; capacity?: bigint; excess?: bigint }) =>
    feeStateNow({ network: fuji, time: chainTime + seconds, chainTime, feeState: of });

  it('is what the node says until more than two seconds have passed', () => {
    for (const seconds of [-5n, 0n, 1n, 2n]) expect(stateAfter(seconds, feeState)).toBe(feeState);
    expect(feeStateNow({ network: fuji, time: chainTime, feeState })).toBe(feeState);
  });

  it('is then that of a block two seconds earlier than the clock', () => {
    for (const seconds of [1n, 7n, 600n]) {
      const later = advanceFeeState(feeState, seconds, fuji.pFees);
      expect(stateAfter(seconds + 2n, feeState)).toEqual({
        ...later,
        price: gasPriceOf(later, fuji.pFees),
      });
    }
    expect(stateAfter(3n, feeState)).toEqual({
      price: 9n,
      capacity: 1000n + fuji.pFees.maxPerSecond,
      excess: 5_000_000n - fuji.pFees.targetPerSecond,
    });
  });

  it('keeps a price whose excess is not known, and says no capacity that is not known', () => {
    expect(stateAfter(3n, { price: 99n })).toEqual({ price: 99n });
    expect(stateAfter(3n, { price: 99n, capacity: 0n })).toEqual({
      price: 99n,
      capacity: fuji.pFees.maxPerSecond,
    });
    expect(stateAfter(3n, { price: 1n, excess: 0n })).toEqual({
      price: fuji.pFees.minPrice,
      excess: 0n,
    });
  });

  it('refuses what is no uint64', () => {
    for (const [key, value] of [
      ['capacity', -1n],
      ['excess', 1n << 64n],
    ] as const)
      expect(thrown(() => stateAfter(3n, { ...feeState, [key]: value }))).toMatchObject({
        code: 'OutOfRange',
        path: [key],
      });
  });
});
