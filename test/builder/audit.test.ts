/** Wallets over which a simpler selection finds a dearer transaction, or none. */
import { describe, expect, it } from 'vitest';
import {
  type BuildOptions,
  buildAddPermissionlessDelegatorTx,
  buildBaseTx,
  buildImportTx,
  type DraftOf,
} from '../../src/builder/index.ts';
import { checkTx, factsOfState } from '../../src/rules/index.ts';
import type { PState } from '../../src/state/index.ts';
import { avax } from '../../src/text/amount.ts';
import { formatNodeID } from '../../src/text/id.ts';
import { days } from '../../src/text/time.ts';
import { movementsOf } from '../../src/tx/flows.ts';
import { asset, key, lockedUTXO, now, pState, trio, utxo } from '../support/state.ts';

const me = key(1).shortID;
const you = key(7).shortID;
const from = trio.map((k) => k.shortID);
const twoOfThree = { addresses: from, threshold: 2 };
const gold = { assetID: asset(7) };

/** Weights of an input with so many signatures, and of an output to one address. */
const inputGas = (signatures: number): bigint => 2_092n + 869n * BigInt(signatures);
const outputGas = 1_080n;
/** Of a BaseTx with one output to one address. */
const baseGas = 58n + outputGas;

/** The draft, after checking that no rule of the node is broken. */
function checked<D extends DraftOf<'P'>>(draft: D, state: PState): D {
  const broken = checkTx(draft, factsOfState(state)).findings.filter(
    ({ result }) => result === 'refused',
  );
  expect(broken).toEqual([]);
  return draft;
}

const send = (state: PState, amount: bigint, options: BuildOptions = {}, more = {}) =>
  checked(buildBaseTx(state, { outputs: [{ to: you, amount, ...more }] }, options), state);

/** Numbers from 0 to below 1 that follow from a seed. */
function randoms(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

describe('1: locked funds', () => {
  const end = now + days(30);
  const delegate = (utxos: PState['utxos'], options: BuildOptions) => {
    const state = pState(utxos);
    const intent = { nodeID: formatNodeID(new Uint8Array(20).fill(5)), end, amount: avax('25') };
    const draft = checked(
      buildAddPermissionlessDelegatorTx(state, { ...intent, rewardsOwner: me }, options),
      state,
    );
    const locked = movementsOf(draft.unsignedTx).filter(
      (of) => of.goes === 'out' && of.why === 'stake' && 'until' in of && of.until !== undefined,
    );
    return { draft, fee: draft.fee.total, locked };
  };
  const locks = (count: number, amount: bigint) =>
    Array.from({ length: count }, (_, i) => lockedUTXO(i + 1, amount, end + BigInt(i)));
  const free = utxo(900, avax('50'));

  it('of 40 locks are left alone where they cost more', () => {
    const { draft, fee } = delegate([...locks(40, avax('1')), free], { locked: 'cheapest' });
    expect(draft.slots).toHaveLength(1);
    expect(fee).toBe(delegate([free], {}).fee);
  });
  it('of 40 locks are staked as far as possible, where that is preferred', () => {
    const { draft } = delegate([...locks(40, avax('1')), free], { locked: 'prefer' });
    expect(draft.slots).toHaveLength(26);
    expect(draft.change).toHaveLength(1);
  });
  it('of 240 locks are left alone where they cost more', () => {
    const { fee } = delegate([...locks(240, avax('0.1')), free], { locked: 'cheapest' });
    expect(fee).toBe(delegate([free], {}).fee);
  });
  it('of 350 coins are staked as far as the gas allows', () => {
    const { draft } = delegate([...locks(350, avax('0.02')), free], { locked: 'prefer' });
    // Of the largest transaction one lock more would be too heavy.
    expect(draft.fee.gas! + inputGas(1) + outputGas + 24n).toBeGreaterThan(1_000_000n);
    expect(draft.slots.length).toBeGreaterThan(200);
  });
  it('that suffice with fewer coins are chosen, though others are larger', () => {
    const shared = { ...lockedUTXO(1, avax('30'), end), txID: new Uint8Array(32).fill(3) };
    const wide = {
      ...shared,
      output: {
        ...shared.output,
        output: { ...shared.output, ...twoOfThree, locktime: 0n, amount: avax('30') },
      },
    };
    const exact = lockedUTXO(2, avax('25'), end);
    const state = pState([wide as never, exact, free], { from });
    const draft = buildAddPermissionlessDelegatorTx(
      state,
      {
        nodeID: formatNodeID(new Uint8Array(20).fill(5)),
        end,
        amount: avax('25'),
        rewardsOwner: me,
      },
      { change: me },
    );
    expect(draft.slots.map(({ owner }) => owner.threshold)).toEqual([1, 1]);
  });
});

describe('2: multisig coins slightly larger than single-key ones', () => {
  it.each([3, 5, 10])('with %i signatures are left alone', (threshold) => {
    const addresses = Array.from({ length: threshold }, (_, i) => key(i + 1).shortID).sort((a, b) =>
      Buffer.compare(a, b),
    );
    const utxos = Array.from({ length: 50 }, (_, i) =>
      i % 2 === 0
        ? utxo(i + 1, avax('1') + BigInt(i * 7_919))
        : utxo(i + 1, avax('1.01') + BigInt(i * 7_919), { owner: { addresses, threshold } }),
    );
    const state = pState(utxos, { from: addresses, change: { addresses: [me], threshold: 1 } });
    const draft = send(state, avax('9.5'));
    expect(draft.slots.every(({ owner }) => owner.threshold === 1)).toBe(true);
    expect(draft.fee.gas).toBe(baseGas + outputGas + 10n * inputGas(1));
  });
});

describe('3: exact matches among many coins', () => {
  it.each([1, 2, 3])('of %i coins are found among a thousand', (count) => {
    const random = randoms(count);
    const amounts = Array.from({ length: 1_000 }, () =>
      BigInt(Math.floor(avaxNumber * (0.8 + 0.4 * random()))),
    );
    // For one input, all others are too large to be among the cheapest.
    const scaled = count === 1 ? amounts.map((a, i) => (i === 0 ? a : a * 2n)) : amounts;
    const chosen = scaled.slice(0, count);
    const amount = chosen.reduce((a, b) => a + b, 0n) - baseGas - BigInt(count) * inputGas(1);
    const draft = send(pState(scaled.map((a, i) => utxo(i + 1, a))), amount);
    expect(draft.change).toEqual([]);
    expect(draft.slots).toHaveLength(count);
    expect(draft.fee.total).toBe(baseGas + BigInt(count) * inputGas(1));
  });
  const avaxNumber = 1e12;
});

describe('4: what has a solution is solved', () => {
  it('270 coins of two signatures beside 330 of one, where 290 are needed', () => {
    const dear = Array.from({ length: 270 }, (_, i) =>
      utxo(i + 1, avax('1.001') + BigInt(i), { owner: twoOfThree }),
    );
    const cheap = Array.from({ length: 330 }, (_, i) => utxo(1_000 + i, avax('1') + BigInt(i)));
    const state = pState([...dear, ...cheap], { from });
    const draft = send(state, avax('289.9'), { change: me });
    expect(draft.slots).toHaveLength(290);
    expect(draft.slots.every(({ owner }) => owner.threshold === 1)).toBe(true);
  });
  it('all of an asset, as far as the AVAX suffices', () => {
    const coins = Array.from({ length: 10 }, (_, i) => utxo(i + 1, BigInt(100 + i), gold));
    const state = pState([...coins, utxo(90, 20_000n)]);
    const draft = checked(
      buildBaseTx(state, { outputs: [{ to: you, amount: 'max', ...gold }] }),
      state,
    );
    const sent = movementsOf(draft.unsignedTx).filter((of) => of.goes === 'out');
    expect(sent.map(({ amount }) => amount)).toContain(109n + 108n + 107n + 106n + 105n);
    expect(draft.warnings).toMatchObject([{ reason: 'tooMany', amount: 5n }]);
  });
  it('an import of 4 x 20,000 nAVAX beside 30 junk tokens, with and without them', () => {
    const waiting = [
      ...Array.from({ length: 4 }, (_, i) => utxo(i + 1, 20_000n)),
      ...Array.from({ length: 30 }, (_, i) => utxo(50 + i, 5n, { assetID: asset(20 + i) })),
    ];
    const state = pState([], { imports: { X: waiting } });
    const plain = checked(buildImportTx(state, { from: 'X' }), state);
    expect(plain.slots).toHaveLength(4);
    expect(plain.warnings).toMatchObject([{ reason: 'feeOnly', amount: 30n }]);
    const swept = checked(buildImportTx(state, { from: 'X' }, { strategy: 'sweep' }), state);
    expect(swept.slots.length).toBeGreaterThan(15);
    expect(swept.warnings[0]).toMatchObject({ reason: 'tooMany' });
  });
  it('a payment without `change` that coins of one key can make', () => {
    const owner = twoOfThree;
    const utxos = [10, 9, 4, 4].map((n, i) =>
      utxo(i + 1, avax(String(n)), i === 0 ? { owner } : {}),
    );
    const draft = send(pState(utxos, { from }), avax('16'));
    expect(draft.slots).toHaveLength(3);
    expect(draft.change.map(({ output }) => output.addresses)).toEqual([[me]]);
  });
});

describe('5: many small coins', () => {
  it('pay the fee of all of an asset with 400 coins, as far as both fit', () => {
    const coins = Array.from({ length: 400 }, (_, i) => [
      utxo(i + 1, BigInt(1_000 + i), gold),
      utxo(1_000 + i, 9_000n + BigInt(i)),
    ]).flat();
    const state = pState(coins);
    const draft = checked(
      buildBaseTx(state, { outputs: [{ to: you, amount: 'max', ...gold }] }),
      state,
    );
    const isGold = ({ utxo: of }: { readonly utxo: { readonly assetID: Uint8Array } }) =>
      of.assetID[0] === 7;
    const spent = draft.slots.filter((slot) => slot.kind === 'input' && isGold(slot as never));
    // About one coin of AVAX pays for two: 1,000,000 units of gas are 337 inputs.
    expect(spent.length).toBeGreaterThan(220);
    expect(draft.fee.gas! + 2n * inputGas(1)).toBeGreaterThan(1_000_000n);
  });
});

describe('6: junk tokens', () => {
  it('are left behind by an import, and the draft says so', () => {
    const junk = Array.from({ length: 400 }, (_, i) => utxo(10 + i, 1n, { assetID: asset(30) }));
    const state = pState([], { imports: { X: [utxo(1, avax('10')), ...junk] } });
    const draft = checked(buildImportTx(state, { from: 'X' }), state);
    expect(draft.slots).toHaveLength(1);
    expect(draft.fee.gas).toBeLessThan(6_000n);
    expect(draft.warnings).toMatchObject([{ reason: 'feeOnly', amount: 400n }]);
  });
  it('are imported where they are named, or where nothing else waits', () => {
    const token = utxo(2, 1n, { assetID: asset(30) });
    const imports = { X: [utxo(1, avax('10')), token] };
    const named = buildImportTx(pState([], { imports }), { from: 'X' }, { include: [token] });
    expect(named.slots).toHaveLength(2);
    expect(named.warnings).toEqual([]);
    const alone = pState([utxo(3, avax('1'))], { imports: { X: [token] } });
    expect(buildImportTx(alone, { from: 'X' }).slots).toHaveLength(2);
  });
});
