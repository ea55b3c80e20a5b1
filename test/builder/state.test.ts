/** Time, capacity and price: what a state says of the last block, and what of the clock. */
import { describe, expect, it } from 'vitest';
import { build, buildBaseTx } from '../../src/builder/index.ts';
import { feeStateNow, gasPriceOf } from '../../src/fee/index.ts';
import { fuji, local } from '../../src/network/known.ts';
import { factsOfState } from '../../src/rules/index.ts';
import { formatState, type PState, parseState } from '../../src/state/index.ts';
import { days } from '../../src/text/time.ts';
import { maxUint64 } from '../../src/text/uint64.ts';
import { key, lockedUTXO, now, pState, utxo, xState } from '../support/state.ts';
import { thrown } from '../support/thrown.ts';

const you = key(2).shortID;
const rich = utxo(1, 10_000_000_000n);
const pay = (state: PState) => buildBaseTx(state, { outputs: [{ to: you, amount: 1n }] });

describe('the fee state', () => {
  /** After a block that used all of the gas. */
  const heavy = { price: 3n, capacity: 2_522n, excess: 3_000_000n };
  const quietFor = (seconds: bigint) =>
    pState([rich], { time: now, chainTime: now - seconds, feeState: heavy });

  it('is advanced to the clock, so that a quiet chain never stops building', () => {
    expect(thrown(() => pay(quietFor(0n)))).toMatchObject({ code: 'OutOfRange' });
    const draft = pay(quietFor(60n));
    expect(draft.fee.price).toBe(1n);
    expect(feeStateNow(quietFor(60n))).toEqual({
      price: 1n,
      capacity: 1_000_000n,
      excess: 100_000n,
    });
  });

  it('counts two seconds less than the clock', () => {
    expect(feeStateNow(quietFor(2n))).toEqual(heavy);
    const { capacity, excess, price } = feeStateNow(quietFor(5n));
    expect({ capacity, excess }).toEqual({ capacity: 302_522n, excess: 2_850_000n });
    expect(price).toBe(gasPriceOf({ capacity: 0n, excess: excess! }, fuji.pFees));
  });

  it('keeps what it does not know', () => {
    const at = (feeState: PState['feeState']) =>
      feeStateNow({ network: fuji, time: now, chainTime: now - 60n, feeState });
    expect(at({ price: 7n })).toEqual({ price: 7n });
    expect(at({ price: 7n, capacity: 5n })).toEqual({ price: 7n, capacity: 1_000_000n });
    expect(feeStateNow(pState([], { feeState: heavy }))).toEqual(heavy);
  });

  it('has a price that follows from its excess, for the fee as for a build', () => {
    const claimed = { ...heavy, price: 9_000_000n };
    const state = pState([rich], { chainTime: now - 60n, feeState: claimed });
    const wrong = { code: 'Mismatch', path: ['state', 'feeState', 'price'] };
    expect(thrown(() => pay(state))).toMatchObject(wrong);
    expect(thrown(() => factsOfState(state))).toMatchObject(wrong);
    expect(factsOfState(quietFor(60n)).feeState).toEqual({ price: 1n, capacity: 1_000_000n });
  });

  it('is in the file of a state with its time', () => {
    const state = quietFor(60n);
    const { own: _, ...written } = state;
    expect(parseState(formatState(state))).toEqual(written);
    const {
      chainTime,
      own: mine,
      ...old
    } = pState([rich], { feeState: { price: 1n, capacity: 9n } });
    expect(chainTime).toBeUndefined();
    expect(mine).toHaveLength(1);
    expect(parseState(formatState(old))).toEqual(old);
  });
});

describe('a time', () => {
  const milliseconds = now * 1000n;

  it.each<[string, () => unknown, readonly (string | number)[]]>([
    ['a state of P', () => pay(pState([rich], { time: milliseconds })), ['state', 'time']],
    [
      'a last block',
      () => pay(pState([rich], { chainTime: milliseconds })),
      ['state', 'chainTime'],
    ],
    [
      'a state of X',
      () =>
        buildBaseTx(xState([rich], { time: milliseconds }), { outputs: [{ to: you, amount: 1n }] }),
      ['state', 'time'],
    ],
    [
      'an owner',
      () =>
        buildBaseTx(pState([rich]), {
          outputs: [{ to: { addresses: [you], threshold: 1, locktime: milliseconds }, amount: 1n }],
        }),
      ['outputs', 0, 'to', 'locktime'],
    ],
    [
      'a stakeable lock',
      () =>
        buildBaseTx(pState([rich]), {
          outputs: [{ to: you, amount: 1n, stakeableUntil: milliseconds }],
        }),
      ['outputs', 0, 'stakeableUntil'],
    ],
    [
      'an end',
      () =>
        build(pState([rich]), {
          type: 'AddPermissionlessDelegatorTx',
          nodeID: 'NodeID-7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg',
          amount: 1_000_000_000n,
          end: milliseconds,
          rewardsOwner: you,
        }),
      ['end'],
    ],
  ])('of %s is no milliseconds', (_, f, path) => {
    const e = thrown(f);
    expect(e).toMatchObject({ code: 'OutOfRange', path });
    expect(e.message).toContain('milliseconds');
  });

  it('after the year 2099 is refused, the last one before is not', () => {
    const e = thrown(() => pay(pState([rich], { time: 4_102_444_800n })));
    expect(e).toMatchObject({ code: 'OutOfRange', context: { max: 4_102_444_799n } });
    expect(pay(pState([rich], { time: 4_102_444_799n })).time).toBe(4_102_444_799n);
  });

  it.each([4_102_444_800n, 4_294_967_295n, 4_294_967_296n, maxUint64])(
    'of %s is not called milliseconds, which it cannot be',
    (time) => {
      expect(thrown(() => pay(pState([rich], { time }))).message).not.toContain('milliseconds');
    },
  );

  it('of an owner or a stakeable lock may be never, as a node accepts it', () => {
    const draft = buildBaseTx(pState([rich]), {
      outputs: [
        { to: { addresses: [you], threshold: 1, locktime: maxUint64 }, amount: 1n },
        { to: you, amount: 2n, stakeableUntil: maxUint64 },
      ],
    });
    const outputs = draft.unsignedTx.outputs.map(({ output }) => output);
    expect(outputs).toContainEqual(
      expect.objectContaining({ type: 'stakeable.LockOut', locktime: maxUint64 }),
    );
    expect(outputs).toContainEqual(expect.objectContaining({ locktime: maxUint64, amount: 1n }));
  });
});

describe('the next block', () => {
  const delegate = (end: bigint) =>
    build(pState([utxo(1, 30_000_000_000n)], { chainTime: now - 600n }), {
      type: 'AddPermissionlessDelegatorTx',
      nodeID: 'NodeID-7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg',
      amount: 25_000_000_000n,
      end,
      rewardsOwner: you,
    });

  it('comes a little later: a minimum duration has a margin', () => {
    const least = now + fuji.staking.minStakeDuration;
    expect(thrown(() => delegate(least))).toMatchObject({ code: 'OutOfRange' });
    expect(thrown(() => delegate(least + 29n))).toMatchObject({ code: 'OutOfRange' });
    expect(delegate(least + 30n).chain).toBe('P');
  });

  it('has the clock’s time: a maximum duration counts from there, not from the last block', () => {
    const most = now + fuji.staking.maxStakeDuration;
    expect(delegate(most).chain).toBe('P');
    expect(thrown(() => delegate(most + 1n))).toMatchObject({ code: 'OutOfRange' });
  });

  it('unlocks by the clock, whatever the last block says', () => {
    const locked = lockedUTXO(1, 10_000_000_000n, now - 5n);
    expect(pay(pState([locked], { chainTime: now - 60n })).slots).toHaveLength(1);
    expect(
      thrown(() => pay(pState([lockedUTXO(1, 10_000_000_000n, now + 1n)], { chainTime: now })))
        .code,
    ).toBe('Insufficient');
  });
});

describe('the ceiling of fees', () => {
  const dear = pState([rich], { feeState: { price: 30_000n } });

  it('is 0.1 AVAX, unless the options say another', () => {
    const e = thrown(() => pay(dear));
    expect(e).toMatchObject({ code: 'FeeTooHigh', context: { maxFee: 100_000_000n } });
    const outputs = [{ to: you, amount: 1n }];
    expect(buildBaseTx(dear, { outputs }, { maxFee: 200_000_000n }).fee.total).toBeGreaterThan(
      100_000_000n,
    );
  });

  it('does not count what is staked', () => {
    const staked = build(pState([utxo(1, 30_000_000_000n)]), {
      type: 'AddPermissionlessDelegatorTx',
      nodeID: 'NodeID-7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg',
      amount: 25_000_000_000n,
      end: now + days(30),
      rewardsOwner: you,
    });
    expect(staked.fee.total).toBeLessThan(100_000_000n);
  });
});

describe('a known network', () => {
  it('has the fees and bounds of the library, whatever a state says', () => {
    const xFees = { txFee: 50_000_000_000n, createAssetTxFee: 1n };
    const state = xState([rich], { network: { ...fuji, xFees } });
    expect(thrown(() => buildBaseTx(state, { outputs: [{ to: you, amount: 1n }] }))).toMatchObject({
      code: 'WrongNetwork',
      path: ['state', 'network', 'xFees', 'txFee'],
    });
    const mine = { ...local, xFees: { ...local.xFees, txFee: 5n } };
    const ofMine = xState([utxo(1, 10n, { assetID: local.avaxAssetID })], { network: mine });
    expect(buildBaseTx(ofMine, { outputs: [{ to: you, amount: 1n }] }).fee.total).toBe(5n);
  });
});
