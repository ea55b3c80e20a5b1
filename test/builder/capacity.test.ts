/** What fills a transaction, where gas, bytes or the highest fee limit it; and what is said where funds do not suffice. */
import { describe, expect, it } from 'vitest';
import {
  type BuildOptions,
  buildAddPermissionlessDelegatorTx,
  buildBaseTx,
  buildConsolidateTxs,
  buildImportTx,
  buildImportTxs,
  type Draft,
} from '../../src/builder/index.ts';
import { explainError } from '../../src/explain/index.ts';
import { evmAddressOf } from '../../src/sign/index.ts';
import { avax, wei } from '../../src/text/amount.ts';
import { unlocked } from '../../src/tx/output.ts';
import { cState, key, lockedUTXO, now, pState, utxo } from '../support/state.ts';
import { thrown } from '../support/thrown.ts';

const [me, you] = [key(1).shortID, key(2).shortID];
const end = now + 1_209_600n;
const nodeID = new Uint8Array(20).fill(5);

const wallet = Array.from({ length: 600 }, (_, i) => utxo(i + 1, avax('1') + BigInt(i)));
const at = (price: bigint) => pState(wallet, { feeState: { price }, imports: { X: wallet } });
const ordinary = 100_000_000n;

const leftOf = ({ warnings }: Draft): bigint =>
  warnings.find(({ code }) => code === 'LeftBehind')?.amount ?? 0n;

describe('gas that blocks have used', () => {
  const at = (capacity: bigint) => pState(wallet, { feeState: { price: 1n, capacity } });
  const one = { outputs: [{ to: you, amount: avax('0.5') }] };
  it('is named, with the seconds until there is enough', () => {
    const { maxPerSecond, maxCapacity } = at(1n).network.pFees;
    for (const build of [
      () => buildBaseTx(at(1_005n), one),
      () => buildConsolidateTxs(at(1_005n)),
    ]) {
      const e = thrown(build);
      const { value, max, unit, retryAfter, part } = e.context as { readonly value: bigint } & {
        readonly [key: string]: unknown;
      };
      expect([e.code, max, unit, part]).toEqual(['OutOfRange', 1_005n, 'gas', undefined]);
      expect(retryAfter).toBe(Number((value - 1_005n + maxPerSecond - 1n) / maxPerSecond));
      expect(e.message).toContain(`1005 of ${maxCapacity}`);
      expect(e.message).not.toContain('merge');
      expect(explainError(e)).toContain(`${retryAfter} s`);
    }
  });

  it('does not help what needs more than there ever is', () => {
    const large = { outputs: [{ to: you, amount: avax('599.9') }] };
    const e = thrown(() => buildBaseTx(at(900_000n), large));
    expect(e.context).toMatchObject({ part: 'inputs' });
    expect(e.message).toContain('merge small UTXOs first');
  });
});

describe('at a high price of gas', () => {
  const state = at(1_000n);
  const max = { outputs: [{ to: you, amount: 'max' as const }] };
  it.each<[string, () => Draft]>([
    ['max', () => buildBaseTx(state, max)],
    ['a stake of all', () => delegate('max')],
    ['an import', () => buildImportTx(state, { from: 'X' })],
    ['a sweep', () => send({ strategy: 'sweep' })],
    ['a consolidation', () => send({ strategy: 'consolidate' })],
  ])('%s takes as many UTXOs as maxFee pays for, and says what is left', (_, build) => {
    const draft = build();
    const spent = draft.slots.length;
    expect(draft.fee.total).toBeLessThanOrEqual(ordinary);
    // Another input would cost more than is left.
    expect(draft.fee.total + 2_961_000n).toBeGreaterThan(ordinary);
    expect(leftOf(draft)).toBe(600n - BigInt(spent));
  });

  it('max takes the most valuable UTXOs, whatever their order, so that the least is left', () => {
    const shuffled = { ...state, utxos: [...wallet.slice(200), ...wallet.slice(0, 200)] };
    const { unsignedTx } = buildBaseTx(shuffled, max);
    const spent = unsignedTx.inputs.map(({ input }) => unlocked(input).amount);
    const least = avax('1') + 600n - BigInt(spent.length);
    expect(spent.length).toBeLessThan(100);
    expect(spent.every((amount) => amount >= least)).toBe(true);
  });

  const send = (options: BuildOptions) =>
    buildBaseTx(state, { outputs: [{ to: you, amount: avax('1') }] }, options);
  const delegate = (amount: bigint | 'max') =>
    buildAddPermissionlessDelegatorTx(state, { nodeID, end, amount, rewardsOwner: me });

  it('consolidations and imports are split into as many drafts as are needed', () => {
    for (const drafts of [buildConsolidateTxs(state), buildImportTxs(state, { from: 'X' })]) {
      const spent = drafts.flatMap(({ slots }) =>
        slots.flatMap((slot) => ('utxo' in slot ? [slot.utxo] : [])),
      );
      expect(new Set(spent).size).toBe(600);
      expect(drafts.every(({ fee }) => fee.total <= ordinary)).toBe(true);
      expect(leftOf(drafts.at(-1)!)).toBe(0n);
    }
  });

  it('an import to C is made smaller', () => {
    const base = cState({ imports: { X: wallet.slice(0, 90) }, baseFee: wei(2_500_000_000_000n) });
    const own = [me, evmAddressOf(key(1))];
    const draft = buildImportTx(base, { from: 'X' }, { own });
    expect(draft.fee.total).toBeLessThanOrEqual(ordinary);
    expect(leftOf(draft)).toBe(90n - BigInt(draft.slots.length));
  });

  it('is too high where not even one UTXO can be spent', () => {
    expect(thrown(() => buildBaseTx(at(50_000n), max)).code).toBe('FeeTooHigh');
  });
});

describe('consolidateBelow', () => {
  const inputs = (price: bigint, options: BuildOptions) =>
    buildBaseTx(at(price), { outputs: [{ to: you, amount: 5n }] }, options).slots.length;
  it('spends many UTXOs while gas costs less, and only then', () => {
    expect(inputs(4n, { consolidateBelow: 5n })).toBeGreaterThan(300);
    expect(inputs(5n, { consolidateBelow: 5n })).toBe(1);
    expect(inputs(4n, {})).toBe(1);
    expect(inputs(4n, { consolidateBelow: 5n, strategy: 'largestFirst' })).toBe(1);
  });
  it('must be an amount', () => {
    const error = thrown(() => inputs(4n, { consolidateBelow: 5 as never }));
    expect(error).toMatchObject({ code: 'BadArgument', path: ['options', 'consolidateBelow'] });
  });
});

describe('stakes near what one transaction holds', () => {
  const locked = Array.from({ length: 200 }, (_, i) =>
    lockedUTXO(1_000 + i, avax('0.5') + BigInt(i * i) * 1_000_000n, end + BigInt(i + 1)),
  );
  const state = pState([...wallet.slice(0, 250), ...locked]);
  const delegate = (amount: bigint | 'max', options: BuildOptions = {}) =>
    buildAddPermissionlessDelegatorTx(
      state,
      { nodeID, end, amount, rewardsOwner: me, stakeReturnOwner: me },
      options,
    );
  const staked = ({ unsignedTx }: ReturnType<typeof delegate>) => unsignedTx.validator.weight;

  it.each(['prefer', 'cheapest'] as const)('are built with %s', (choice) => {
    const most = staked(delegate('max', { locked: choice }));
    for (const part of [80n, 95n, 99n]) {
      const amount = (most * part) / 100n;
      expect(staked(delegate(amount, { locked: choice }))).toBe(amount);
    }
  });

  it('of all say how many locked and free UTXOs are left', () => {
    const draft = delegate('max');
    expect(leftOf(draft)).toBe(450n - BigInt(draft.slots.length));
  });
});

it('change that costs more to spend than it holds is avoided where another UTXO costs the same', () => {
  const state = pState([utxo(1, 1_006_500n), utxo(2, avax('100'))]);
  const draft = buildBaseTx(state, { outputs: [{ to: you, amount: 1_000_000n }] });
  expect(draft.change.map(({ output }) => output.amount)).toEqual([avax('99.998994821')]);
});

describe('funds that do not suffice', () => {
  const state = pState([
    utxo(1, avax('71.5')),
    lockedUTXO(2, avax('500'), 1_834_617_600n),
    utxo(3, avax('3'), { owner: { addresses: [me], threshold: 1, locktime: now + 86_400n } }),
  ]);
  const delegate = (amount: bigint | 'max', options: BuildOptions = {}) =>
    thrown(() =>
      buildAddPermissionlessDelegatorTx(state, { nodeID, end, amount, rewardsOwner: me }, options),
    );

  it('have one meaning whatever is chosen: what is needed in all, what is free, what is locked', () => {
    for (const choice of ['prefer', 'cheapest', 'only', 'never'] as const) {
      const { code, context } = delegate(avax('2000'), { locked: choice });
      expect(code).toBe('Insufficient');
      const { needed, spendable, stakeable, timelocked } = context as Record<string, never>;
      expect(needed).toBeGreaterThan(avax('2000'));
      expect(needed).toBeLessThan(avax('2000.00002'));
      expect(spendable).toBe(avax('71.5'));
      expect(stakeable).toEqual([{ amount: avax('500'), until: 1_834_617_600n }]);
      expect(timelocked).toEqual([{ amount: avax('3'), until: now + 86_400n }]);
    }
  });

  it('are named with the day on which they unlock', () => {
    const error = thrown(() => buildBaseTx(state, { outputs: [{ to: you, amount: avax('100') }] }));
    expect(error.message).toContain('500 AVAX can only be staked until 2028-02-20');
    expect(explainError(error)).toContain('Another 500 AVAX can only be staked until');
  });

  it('are the reason where `max` is less than the least stake', () => {
    const small = pState([utxo(1, avax('0.8'))]);
    const error = thrown(() =>
      buildAddPermissionlessDelegatorTx(small, { nodeID, end, amount: 'max', rewardsOwner: me }),
    );
    expect(error).toMatchObject({ code: 'Insufficient', path: ['amount'] });
    expect(error.message).toMatch(
      /'max' is 0.79\d+ AVAX, at least 1 AVAX must be staked, needs 1.0000\d+ AVAX,/,
    );
  });

  it('need as much as would suffice, with the inputs and the output of `max`', () => {
    const needed = (amount: bigint | 'max', ...amounts: readonly bigint[]) => {
      const utxos = amounts.map((of, i) => utxo(i + 1, of));
      const error = thrown(() => buildBaseTx(pState(utxos), { outputs: [{ to: you, amount }] }));
      return (error.context as { readonly needed: bigint }).needed;
    };
    for (const [amount, ...amounts] of [
      ['max', 4_000n],
      [10_000n, 5_000n, 4_500n],
    ] as const) {
      const least = needed(amount, ...amounts);
      const [first, ...rest] = amounts;
      const more = least - amounts.reduce((sum, of) => sum + of, 0n);
      const build = (by: bigint) =>
        buildBaseTx(pState([first! + by, ...rest].map((of, i) => utxo(i + 1, of))), {
          outputs: [{ to: you, amount }],
        });
      expect(build(more).fee.total).toBeGreaterThan(0n);
      expect(thrown(() => build(more - 1n)).code).toBe('Insufficient');
    }
  });
});
