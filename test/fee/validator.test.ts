import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { gasPriceAt } from '../../src/fee/gas.ts';
import {
  advanceValidatorFeeState,
  balancesAfter,
  deactivationsOf,
  type ValidatorFeeState,
  validatorFeeOf,
} from '../../src/fee/validatorfee.ts';
import { fuji, local, mainnet } from '../../src/network/known.ts';
import type { ValidatorFees } from '../../src/network/network.ts';
import { seeded } from '../support/seeded.ts';
import { thrown } from '../support/thrown.ts';

const avax = 1_000_000_000n;
const max = (1n << 64n) - 1n;
const of = (current: bigint, { validatorFees } = mainnet, excess = 0n) =>
  validatorFeeOf({ current, excess }, validatorFees);

describe('validatorFee', () => {
  // docs/rules.md, "L1 validator fee"
  it('of an idle network is the lowest [case 35]', () => {
    for (const current of [0n, 1n, 10_000n]) {
      const fee = of(current);
      expect(fee.price).toBe(512n);
      expect([3600n, 86_400n, 2_592_000n].map(fee.cost)).toEqual([
        1_843_200n,
        44_236_800n,
        1_327_104_000n,
      ]);
      expect(fee.lasts(avax)).toBe(1_953_125n);
      expect(fee.lasts(511n)).toBe(0n);
    }
    expect(of(10_000n, local).price).toBe(1n);
  });

  it('rises with the excess [case 35]', () => {
    const price = (excess: bigint, network = mainnet) => of(10_000n, network, excess).price;
    expect([2_432_173n, 2_432_174n].map((excess) => price(excess))).toEqual([512n, 513n]);
    expect(price(864_000_000n)).toBe(1024n);
    expect(price(mainnet.validatorFees.excessConversionConstant)).toBe(1391n);
    expect([600_001n, 600_002n].map((excess) => price(excess, local))).toEqual([1n, 2n]);
  });

  it('rises every second above the target [case 35]', () => {
    const fee = of(20_000n);
    expect([3600n, 86_400n].map(fee.cost)).toEqual([1_868_282n, 63_777_286n]);
    expect(fee.lasts(avax)).toBe(350_726n);
    expect(of(20_000n, fuji).cost(86_400n)).toBe(44_617_860_477_356n);
    expect(of(20_000n, fuji).lasts(avax)).toBe(30_810n);
  });

  it('costs at most 2^64-1, and takes no time where nothing is asked', () => {
    expect(of(20_000n, local).cost(max)).toBe(max);
    expect(of(10_000n).cost(max)).toBe(max);
    expect(of(20_000n).cost(0n)).toBe(0n);
    const free = { ...mainnet.validatorFees, minPrice: 0n };
    const fee = validatorFeeOf({ current: 20_000n, excess: 5n }, free);
    expect([fee.price, fee.cost(max), fee.lasts(0n)]).toEqual([0n, 0n, max]);
  });

  it('is the sum of what each second costs', () => {
    const small = fc.bigInt({ min: 0n, max: 400n });
    fc.assert(
      fc.property(
        fc.record({
          target: fc.bigInt({ min: 0n, max: 40n }),
          minPrice: fc.bigInt({ min: 1n, max: 600n }),
          excessConversionConstant: fc.bigInt({ min: 1n, max: 2000n }),
        }),
        fc.record({
          current: fc.bigInt({ min: 0n, max: 80n }),
          excess: fc.oneof(small, fc.bigInt({ min: max - 2000n, max }), fc.constant(30_000n)),
        }),
        small,
        fc.bigInt({ min: 0n, max: 400_000n }),
        (config, state, seconds, balance) => {
          const fees = { ...config, capacity: 100n };
          const { cost, lasts } = validatorFeeOf(state, fees);
          const [paid] = plainly(state, fees, seconds, max);
          expect(cost(seconds)).toBe(paid);
          const time = lasts(balance);
          if (time <= 400n) expect(time).toBe(plainly(state, fees, 401n, balance)[1]);
          else expect(plainly(state, fees, 400n, balance)[1]).toBe(400n);
        },
      ),
      seeded,
    );
  });

  it('is that sum where each second has a price of its own', () => {
    const any = fc.record({
      target: fc.bigInt({ min: 0n, max: 20_000n }),
      minPrice: fc.bigInt({ min: 1n, max: 1n << 40n }),
      excessConversionConstant: fc.bigInt({ min: 1n, max: 1n << 50n }),
      capacity: fc.constant(20_000n),
    });
    const known = fc.constantFrom(...[mainnet, fuji, local].map((one) => one.validatorFees));
    fc.assert(
      fc.property(
        fc.oneof({ weight: 3, arbitrary: known }, any),
        fc.oneof(fc.constantFrom(0n, 20_000n), fc.bigInt({ min: 0n, max: 1_000_000n })),
        // Prices up to e^30 times the lowest.
        fc.bigInt({ min: 0n, max: 30n << 32n }),
        fc.bigInt({ min: 1n, max: 600n }),
        (fees, current, height, seconds) => {
          const state = { current, excess: (fees.excessConversionConstant * height) >> 32n };
          const [paid, time] = plainly(state, fees, seconds, max - 1n);
          const { cost, lasts } = validatorFeeOf(state, fees);
          expect(cost(time)).toBe(paid);
          expect(lasts(paid)).toBe(time);
          if (time > 0n) expect(lasts(paid - 1n)).toBe(time - 1n);
        },
      ),
      seeded,
    );
  });

  // Here the exponential is a whole number and a bit, and the node's sum of rounded terms still below that number.
  it.each([
    [mainnet, 4_995_758_582n, 28_174n],
    [mainnet, 9_985_064_498n, 1_542_444n],
    [mainnet, 15_026_333_599n, 88_035_972n],
    [mainnet, 19_945_487_654n, 4_555_793_346n],
    [mainnet, 24_930_227_678n, 248_495_744_657n],
    [mainnet, 27_422_789_709n, 1_835_537_782_072n],
    [fuji, 207_894_185n, 28_032n],
    [fuji, 623_870_801n, 84_341_808n],
    [fuji, 1_142_614_877n, 1_835_490_043_545n],
    [local, 3_468_816n, 54n],
    [local, 10_389_185n, 163_089n],
    [local, 19_043_576n, 3_584_921_128n],
  ])('rounds as the node does [%#]', ({ validatorFees: fees }, excess, price) => {
    const { minPrice, target, excessConversionConstant: k } = fees;
    expect(Math.floor(Number(minPrice) * Math.exp(Number(excess) / Number(k)))).toBe(
      Number(price) + 1,
    );
    for (const step of [1n, -1n, 700n, -700n])
      for (const second of [1n, 2n, 3n, 4n]) {
        const before = { current: target + step, excess: excess - step * second };
        const { cost } = validatorFeeOf(before, fees);
        expect(cost(second) - cost(second - 1n)).toBe(price);
        expect(cost(5n)).toBe(plainly(before, fees, 5n, max)[0]);
      }
  });

  it('is exact where one price lasts for years and more than doubles count is paid', () => {
    const [minPrice, k, seconds] = [(1n << 31n) + 1n, 1n << 62n, (1n << 30n) + 1n];
    const fees = { target: 3n, minPrice, excessConversionConstant: k, capacity: 20n };
    for (const state of [
      { current: 4n, excess: 0n },
      { current: 2n, excess: 1n << 30n },
    ]) {
      const { cost, lasts } = validatorFeeOf(state, fees);
      expect(cost(seconds)).toBe(minPrice * seconds);
      expect(cost(seconds + 2n)).toBe(minPrice * (seconds + 2n));
      expect([0n, 1n].map((less) => lasts(minPrice * seconds - less))).toEqual([
        seconds,
        seconds - 1n,
      ]);
    }
  });

  it('refuses what is no uint64', () => {
    const refused = [
      [() => of(-1n), 'current'],
      [() => of(0n, mainnet, max + 1n), 'excess'],
      [() => of(0n).cost(-1n), 'seconds'],
      [() => of(0n).lasts(1 as never), 'balance'],
      [
        () => advanceValidatorFeeState({ current: 0n, excess: 0n }, -1n, mainnet.validatorFees),
        'seconds',
      ],
      [() => balancesAfter({ current: -1n, excess: 0n }, [], 1n, mainnet.validatorFees), 'current'],
      [
        () => balancesAfter({ current: 1n, excess: 0n }, [1n], max + 1n, mainnet.validatorFees),
        'seconds',
      ],
      // What is left of the time once the balance is gone is a uint64.
      [
        () => balancesAfter({ current: 1n, excess: 0n }, [5120n], max + 1n, mainnet.validatorFees),
        'seconds',
      ],
      [() => deactivationsOf({ current: 0n, excess: -1n }, [], mainnet.validatorFees), 'excess'],
    ] as const;
    for (const [f, at] of refused)
      expect(thrown(f)).toMatchObject({ code: 'OutOfRange', path: [at] });
  });
});

/** As fee.go: what some seconds cost, and how many of them the funds pay for. */
function plainly(
  from: ValidatorFeeState,
  fees: ValidatorFees,
  seconds: bigint,
  funds: bigint,
): readonly [cost: bigint, seconds: bigint] {
  let state = from;
  let cost = 0n;
  for (let second = 0n; second < seconds; second++) {
    state = advanceValidatorFeeState(state, 1n, fees);
    const price = gasPriceAt(fees.minPrice, state.excess, fees.excessConversionConstant);
    if (cost + price > funds) return [funds === max ? max : cost, second];
    cost += price;
  }
  return [cost, seconds];
}

describe('deactivations and balancesAfter', () => {
  const fees = mainnet.validatorFees;

  it('are one after another on an idle network', () => {
    const state = { current: 3n, excess: 0n };
    const balances = [3n * avax, 512n * 100n + 511n, 512n * 100n, 0n];
    expect(deactivationsOf({ ...state, current: 4n }, balances, fees)).toEqual([
      { index: 3, seconds: 0n },
      { index: 2, seconds: 100n },
      { index: 1, seconds: 100n },
      { index: 0, seconds: 5_859_375n },
    ]);
    expect(balancesAfter(state, balances.slice(0, 3), 99n, fees)).toEqual({
      balances: [3n * avax - 512n * 99n, 1023n, 512n],
      state,
    });
    expect(balancesAfter(state, balances.slice(0, 3), 100n, fees)).toEqual({
      balances: [3n * avax - 512n * 100n, 0n, 0n],
      state: { current: 1n, excess: 0n },
    });
    expect(balancesAfter(state, [5n], 0n, fees)).toEqual({ balances: [5n], state });
    // Of equal balances the first comes first.
    expect(deactivationsOf(state, [512n, 0n, 512n], fees)).toEqual([
      { index: 1, seconds: 0n },
      { index: 0, seconds: 1n },
      { index: 2, seconds: 1n },
    ]);
  });

  it('leave the price of the next second to those who stay', () => {
    // One above the target a second costs 271, and at the target 100.
    const steep = { ...fees, target: 1n, minPrice: 100n, excessConversionConstant: 1n };
    expect(deactivationsOf({ current: 2n, excess: 0n }, [0n, 150n], steep)).toEqual([
      { index: 0, seconds: 0n },
      { index: 1, seconds: 1n },
    ]);
  });

  it('let the price fall as validators leave', () => {
    // One more than the target until the poor one leaves: then the price stays as it is.
    const state = { current: 10_001n, excess: 864_000_000n };
    const [first, second] = deactivationsOf(state, [1024n * 1000n, 1024n * 2000n], fees);
    expect([first, second]).toEqual([
      { index: 0, seconds: 1000n },
      { index: 1, seconds: 2000n },
    ]);
    expect(balancesAfter(state, [1024n * 1000n], 3000n, fees).state).toEqual({
      current: 10_000n,
      excess: 864_001_000n,
    });
  });

  it('are what blocks second by second do', () => {
    const balance = fc.bigInt({ min: 0n, max: 3000n });
    fc.assert(
      fc.property(
        fc.record({
          target: fc.bigInt({ min: 0n, max: 20n }),
          minPrice: fc.bigInt({ min: 1n, max: 40n }),
          excessConversionConstant: fc.bigInt({ min: 1n, max: 300n }),
        }),
        fc.bigInt({ min: 0n, max: 1000n }),
        fc.array(balance, { minLength: 1, maxLength: 12 }),
        fc.bigInt({ min: 0n, max: 15n }),
        fc.bigInt({ min: 0n, max: 300n }),
        (config, excess, balances, others, seconds) => {
          const state = { current: BigInt(balances.length) + others, excess };
          const fees = { ...config, capacity: 100n };
          const plain = blocks(state, balances, seconds, fees);
          expect(balancesAfter(state, balances, seconds, fees)).toEqual({
            balances: plain.balances,
            state: plain.state,
          });
          const left = deactivationsOf(state, balances, fees);
          expect(left.length).toBe(balances.length);
          const soon = left.filter((one) => seconds > 0n && one.seconds <= seconds);
          expect(new Map(soon.map((one) => [one.index, one.seconds]))).toEqual(plain.gone);
          expect(left.map((one) => one.seconds)).toEqual(
            left.map((one) => one.seconds).sort((a, b) => Number(a - b)),
          );
        },
      ),
      seeded,
    );
  });

  it('refuse more balances than validators', () => {
    const f = () => deactivationsOf({ current: 1n, excess: 0n }, [1n, 1n], fees);
    expect(thrown(f)).toMatchObject({ code: 'OutOfRange', path: ['current'] });
    // Nobody leaves, so that nothing is counted down.
    const idle = () => balancesAfter({ current: 1n, excess: 0n }, [1n, 1n], 0n, fees);
    expect(thrown(idle)).toMatchObject({ code: 'OutOfRange', path: ['current'] });
    const g = () => deactivationsOf({ current: 2n, excess: 0n }, [1n, -1n], fees);
    expect(thrown(g)).toMatchObject({ code: 'OutOfRange', path: ['balances', 1] });
    const h = () => balancesAfter({ current: 2n, excess: 0n }, [1n], -1n, fees);
    expect(thrown(h)).toMatchObject({ code: 'OutOfRange', path: ['seconds'] });
  });

  it('deactivate nobody where nothing is asked', () => {
    expect(deactivationsOf({ current: 1n, excess: 0n }, [5n], { ...fees, minPrice: 0n })).toEqual(
      [],
    );
  });
});

/** A block each second: advanceValidatorFeeState and then deactivateLowBalanceL1Validators of the node. */
function blocks(
  from: ValidatorFeeState,
  balances: readonly bigint[],
  seconds: bigint,
  fees: ValidatorFees,
) {
  let state = from;
  let left = [...balances];
  const gone = new Map<number, bigint>();
  for (let time = 0n; time <= seconds && seconds > 0n; time++) {
    if (time > 0n) {
      const [cost] = plainly(state, fees, 1n, max);
      state = advanceValidatorFeeState(state, 1n, fees);
      left = left.map((nAVAX) => nAVAX - cost);
    }
    const drop = (needed: bigint) => {
      left.forEach((nAVAX, i) => {
        if (!gone.has(i) && nAVAX < needed) gone.set(i, time);
      });
      state = { ...state, current: from.current - BigInt(gone.size) };
    };
    drop(1n);
    drop(plainly(state, fees, 1n, max)[0]);
  }
  return { state, balances: left.map((nAVAX, i) => (gone.has(i) ? 0n : nAVAX)), gone };
}
