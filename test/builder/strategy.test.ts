import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type BuildOptions,
  buildAddPermissionlessDelegatorTx,
  buildBaseTx,
  buildConsolidateTxs,
  buildCreateAssetTx,
  buildExportTx,
  buildImportTx,
} from '../../src/builder/index.ts';
import { fuji } from '../../src/network/known.ts';
import { evmAddressOf, finalize, sign } from '../../src/sign/index.ts';
import type { CState } from '../../src/state/index.ts';
import { avax, wei } from '../../src/text/amount.ts';
import { formatNodeID } from '../../src/text/id.ts';
import { key, lockedUTXO, now, pState, trio, utxo, xState } from '../support/state.ts';
import { thrown } from '../support/thrown.ts';

const me = key(1).shortID;
const you = key(7).shortID;
const numbers = (bases: readonly number[], amounts: readonly bigint[]) =>
  amounts.map((amount, i) => utxo(bases[i] ?? i + 1, amount));
const spend = (amounts: readonly bigint[], amount: bigint, options: BuildOptions = {}) => {
  const draft = buildBaseTx(
    pState(numbers([], amounts)),
    { outputs: [{ to: you, amount }] },
    options,
  );
  finalize(sign(draft, key(1)));
  const inputs = draft.slots.map(({ owner, ...slot }) =>
    slot.kind === 'input' && 'amount' in slot.utxo.output ? slot.utxo.output.amount : owner,
  );
  return { inputs: [...inputs].sort((a, b) => (a < b ? -1 : 1)), draft };
};

const cState: CState = {
  own: [me, evmAddressOf(key(1))],
  chain: 'C',
  network: fuji,
  from: [me],
  time: now,
  baseFee: wei(1_000_000_000n),
  accounts: [{ address: evmAddressOf(key(1)), nonce: 0n, balance: wei(0n) }],
};

describe('strategies', () => {
  const amounts = [avax('1'), avax('2'), avax('5'), avax('9'), 3000n, 10n];

  it('minFee takes the smallest of those that suffice alone', () => {
    expect(spend(amounts, avax('1.5')).inputs).toEqual([avax('2')]);
    expect(spend(amounts, avax('10')).inputs).toEqual([avax('2'), avax('9')]);
  });
  it('minFee leaves no change where a match burns less', () => {
    const exact = avax('1.5') + 4099n + 500n;
    const { draft, inputs } = spend([...amounts, exact], avax('1.5'));
    expect(inputs).toEqual([exact]);
    expect(draft.fee.total).toBe(4599n);
    expect(draft.warnings).toMatchObject([{ code: 'DustBurned' }]);
  });
  it('largestFirst takes the largest', () => {
    expect(spend(amounts, avax('1.5'), { strategy: 'largestFirst' }).inputs).toEqual([avax('9')]);
  });
  it('consolidate takes small ones too, dust never', () => {
    const { inputs } = spend(amounts, avax('1.5'), { strategy: 'consolidate' });
    expect(inputs).toEqual([3000n, avax('1'), avax('2'), avax('5'), avax('9')]);
  });
  it('consolidate stays below the cap, the small ones first', () => {
    const many = Array.from({ length: 500 }, (_, i) => avax('1') + BigInt(i));
    const { draft } = spend(many, avax('0.5'), { strategy: 'consolidate' });
    expect(draft.slots.length).toBeGreaterThan(330);
    expect(draft.fee.gas).toBeLessThanOrEqual(1_000_000n);
    expect(draft.slots.length).toBeLessThan(338);
  });
  it('sweep takes all that is worth it', () => {
    expect(spend(amounts, avax('1.5'), { strategy: 'sweep' }).inputs).toHaveLength(5);
  });
  it('manual spends what is named, and nothing else', () => {
    const include = [utxo(3, 0n), utxo(1, 0n)];
    const { draft, inputs } = spend(amounts, avax('1.5'), { strategy: 'manual', include });
    expect(inputs).toEqual([avax('1'), avax('5')]);
    const max = buildBaseTx(
      pState(numbers([], amounts)),
      { outputs: [{ to: you, amount: 'max' }] },
      { strategy: 'manual', include },
    );
    expect(max.slots).toHaveLength(2);
    expect(max.fee.total).toBeLessThan(draft.fee.total);
    for (const few of [[utxo(1, 0n)], []]) {
      const options = { strategy: 'manual', include: few } as const;
      expect(thrown(() => spend(amounts, avax('1.5'), options)).code).toBe('Insufficient');
    }
  });
  it('manual imports and stakes nothing else either', () => {
    const strategy = 'manual';
    const include = [utxo(2, 0n)];
    const waiting = { X: numbers([], amounts) };
    const state = pState([utxo(9, avax('9')), lockedUTXO(10, avax('9'), now + 9_000_000n)], {
      imports: waiting,
    });
    const draft = buildImportTx(state, { from: 'X' }, { strategy, include });
    expect(draft.slots).toMatchObject([{ utxo: { output: { amount: avax('2') } } }]);
    const poor = { strategy, include: [utxo(6, 0n)] } as const;
    expect(thrown(() => buildImportTx(state, { from: 'X' }, poor)).code).toBe('Insufficient');
    const toC = { ...cState, imports: waiting };
    const onC = buildImportTx(toC, { from: 'X' }, { strategy, include });
    expect(onC.slots).toMatchObject([{ utxo: { output: { amount: avax('2') } } }]);
    expect(thrown(() => buildImportTx(toC, { from: 'X' }, { strategy })).code).toBe('Insufficient');
    const delegate = (how: BuildOptions) =>
      buildAddPermissionlessDelegatorTx(
        state,
        {
          nodeID: formatNodeID(new Uint8Array(20).fill(5)),
          end: now + 2_000_000n,
          amount: avax('1'),
          rewardsOwner: me,
        },
        how,
      );
    expect(delegate({ strategy, include: [utxo(9, 0n)] }).slots).toHaveLength(1);
    expect(thrown(() => delegate({ strategy })).code).toBe('Insufficient');
    expect(delegate({}).slots).toHaveLength(2);
    const tokens = xState([utxo(1, avax('1')), utxo(2, avax('2'))]);
    const create = (how: BuildOptions) =>
      buildCreateAssetTx(
        tokens,
        {
          name: 'a',
          symbol: 'A',
          denomination: 0,
          initial: { fungible: { holders: [{ to: me, amount: 1n }] } },
        },
        how,
      );
    expect(create({ strategy, include }).slots).toMatchObject([{ utxo: { outputIndex: 0 } }]);
    expect(thrown(() => create({ strategy })).code).toBe('Insufficient');
  });
  it('pay a margin on the price of gas', () => {
    const { draft } = spend(amounts, avax('1'), { priceMargin: 1.5 });
    expect(draft.fee).toMatchObject({ price: 2n, total: 2n * draft.fee.gas! });
  });
  it.each([
    [{ strategy: 'random' }, 'strategy', 'BadArgument'],
    [{ locked: 'maybe' }, 'locked', 'BadArgument'],
    [{ priceMargin: 0.5 }, 'priceMargin', 'OutOfRange'],
    [{ priceMargin: Number.NaN }, 'priceMargin', 'OutOfRange'],
  ])('refuse %j', (options, name, code) => {
    const e = thrown(() => spend(amounts, 1n, options as never));
    expect(e).toMatchObject({ code });
    expect(e.path).toContain(name);
  });

  // Beside all subsets of few coins: never more burned than the least.
  it('minFee burns the least there is', () => {
    const coin = fc.record({
      amount: fc.bigInt({ min: 2000n, max: 40_000n }),
      two: fc.boolean(),
    });
    fc.assert(
      fc.property(
        fc.array(coin, { minLength: 1, maxLength: 7 }),
        fc.bigInt(1n, 60_000n),
        (coins, amount) => {
          const addresses = trio.map((k) => k.shortID);
          const utxos = coins.map(({ amount: a, two }, i) =>
            utxo(i + 1, a, { owner: { addresses, threshold: two ? 2 : 1 } }),
          );
          const state = pState(utxos, { from: addresses });
          let least: bigint | undefined;
          for (let set = 1; set < 1 << coins.length; set++) {
            const chosen = coins.filter((_, i) => set & (1 << i));
            const weight = chosen.reduce((sum, { two }) => sum + (two ? 3830n : 2961n), 1138n);
            const rest = chosen.reduce((sum, of) => sum + of.amount, 0n) - amount - weight;
            if (rest < 0n) continue;
            const burned = weight + (rest > 1080n ? 1080n : rest);
            if (least === undefined || burned < least) least = burned;
          }
          const change = { addresses: [me], threshold: 1 };
          const build = () => buildBaseTx(state, { outputs: [{ to: you, amount }] }, { change });
          if (least === undefined) expect(thrown(build).code).toBe('Insufficient');
          else expect(build().fee.total).toBe(least);
        },
      ),
      { numRuns: 150, seed: 11 },
    );
  });
});

describe('coins of several shared owners that are named', () => {
  it('need a change owner, whatever they come to: the error names those who could be', () => {
    const [one, two] = [
      { addresses: trio.map((k) => k.shortID), threshold: 2 },
      { addresses: trio.map((k) => k.shortID), threshold: 1 },
    ];
    const include = [utxo(1, avax('1'), { owner: one }), utxo(2, avax('1'), { owner: two })];
    const plain = [3, 4, 5].map((n) => utxo(n, avax('1')));
    const from = trio.map((k) => k.shortID);
    const build = (amount: bigint, change?: typeof one) =>
      buildBaseTx(
        pState([...include, ...plain], { from }),
        { outputs: [{ to: you, amount }] },
        { include, ...(change && { change }) },
      );
    const { total } = build(avax('4.5'), one).fee;
    for (const amount of [avax('3'), avax('5') - total]) {
      const error = thrown(() => build(amount));
      expect(error).toMatchObject({ code: 'Ambiguous', path: ['options', 'change'] });
      expect(error).toMatchObject({ context: { candidates: { length: 3 } } });
    }
    expect(build(avax('5') - total, one).slots).toHaveLength(5);
  });
});

describe('max', () => {
  it('needs a nAVAX more than the fee', () => {
    const state = xState([utxo(1, 1_000_000n)]);
    const error = thrown(() =>
      buildBaseTx(state, { outputs: [{ to: you, amount: 'max' }] }, { change: me }),
    );
    expect(error).toMatchObject({ code: 'Insufficient', context: { needed: 1_000_001n } });
  });
});

describe('buildConsolidateTxs', () => {
  it('makes batches within the cap, none of which spends what another does [case 101]', () => {
    const utxos = Array.from({ length: 1000 }, (_, i) => utxo(i + 1, 10_000n + BigInt(i)));
    const drafts = buildConsolidateTxs(pState([...utxos, utxo(2000, 5n)]));
    expect(drafts).toHaveLength(3);
    const spent = drafts.flatMap(({ slots }) =>
      slots.map((slot) => (slot.kind === 'input' ? slot.utxo : undefined)),
    );
    expect(new Set(spent).size).toBe(1000);
    for (const draft of drafts) expect(finalize(sign(draft, key(1))).chain).toBe('P');
    const left = drafts.map(({ warnings }) =>
      warnings.map(({ reason, amount }) => [reason, amount]),
    );
    let later = 1000;
    expect(left).toEqual(
      drafts.map(({ slots }) => {
        later -= slots.length;
        const uneconomic = ['uneconomic', 1n];
        return later > 0 ? [['tooMany', BigInt(later)], uneconomic] : [uneconomic];
      }),
    );
  });
  it('takes all: there are no coins to name, and no strategy', () => {
    const state = pState([utxo(1, avax('1')), utxo(2, avax('1'))]);
    for (const [name, value] of [
      ['include', [utxo(1, avax('1'))]],
      ['strategy', 'sweep'],
    ] as const)
      expect(thrown(() => buildConsolidateTxs(state, {}, { [name]: value }))).toMatchObject({
        code: 'Unsupported',
        path: ['options', name],
      });
  });
  it('does nothing where there is nothing to do', () => {
    expect(buildConsolidateTxs(pState([utxo(1, 10_000n)]))).toEqual([]);
    expect(buildConsolidateTxs(pState([utxo(1, 2970n), utxo(2, 2970n)]))).toEqual([]);
    const two = buildConsolidateTxs(xState([utxo(1, avax('1')), utxo(2, avax('1'))]));
    expect(two).toHaveLength(1);
  });
});

describe('outputs that can only be staked', () => {
  const outputs = [{ to: you, amount: avax('1'), stakeableUntil: now + 10n }];
  const state = pState([utxo(1, avax('3'))]);
  it('are made of plain funds', () => {
    const draft = buildBaseTx(state, { outputs });
    expect(draft.fee.gas).toBe(5179n + 12n);
    expect(draft.unsignedTx).toMatchObject({
      outputs: [{ output: { amount: expect.any(BigInt) } }, { output: { locktime: now + 10n } }],
    });
    finalize(sign(draft, key(1)));
  });
  it('are of the P-chain, and cannot be exported', () => {
    const refuse = (f: () => unknown) =>
      expect(thrown(f)).toMatchObject({
        code: 'Unsupported',
        path: ['outputs', 0, 'stakeableUntil'],
      });
    refuse(() => buildBaseTx(xState([utxo(1, avax('3'))]), { outputs }));
    refuse(() => buildExportTx(state, { to: 'X', outputs }));
    refuse(() => buildExportTx(xState([utxo(1, avax('3'))]), { to: 'P', outputs }));
    refuse(() => buildBaseTx(state, { outputs: [{ ...outputs[0]!, amount: 'max' }] }));
  });
});
