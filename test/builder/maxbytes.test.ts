import { describe, expect, it } from 'vitest';
import {
  buildAddPermissionlessDelegatorTx,
  buildBaseTx,
  buildConsolidateTxs,
  buildExportTx,
  buildImportTx,
  buildImportTxs,
  type Draft,
} from '../../src/builder/index.ts';
import { fuji } from '../../src/network/known.ts';
import { evmAddressOf, finalize, sign } from '../../src/sign/index.ts';
import type { CState } from '../../src/state/index.ts';
import { avax, wei } from '../../src/text/amount.ts';
import { formatNodeID } from '../../src/text/id.ts';
import { key, lockedUTXO, now, pState, trio, utxo, xState } from '../support/state.ts';
import { thrown } from '../support/thrown.ts';
import { trusting } from '../support/trusting.ts';

const keys = Array.from({ length: 60 }, (_, i) => key(i + 1));
const cState: CState = {
  chain: 'C',
  network: fuji,
  from: [key(1).shortID],
  time: now,
  baseFee: wei(1_000_000_000n),
  accounts: keys.map((of) => ({ address: evmAddressOf(of), nonce: 0n, balance: wei(10n ** 18n) })),
};
const coins = Array.from({ length: 100 }, (_, i) => utxo(i + 1, avax('1') + BigInt(i)));
const sizeOf = (draft: Draft) => finalize(sign(draft, keys, trusting)).bytes.length;
const outputs = [{ to: key(7).shortID, amount: 'max' as const }];
const toC = [{ to: key(7).shortID, amount: avax('0.5') }];

describe('maxBytes', () => {
  it.each<[string, (maxBytes: number) => Draft]>([
    ['max of P', (maxBytes) => buildBaseTx(pState(coins), { outputs }, { maxBytes })],
    ['max of X', (maxBytes) => buildExportTx(xState(coins), { to: 'P', outputs }, { maxBytes })],
    ['max of C', (maxBytes) => buildExportTx(cState, { to: 'P', outputs }, { maxBytes })],
    [
      'an import to P',
      (maxBytes) =>
        buildImportTx(pState([], { imports: { X: coins } }), { from: 'X' }, { maxBytes }),
    ],
    [
      'an import to C',
      (maxBytes) =>
        buildImportTx(
          { ...cState, imports: { X: coins } },
          { from: 'X', to: evmAddressOf(key(1)) },
          { maxBytes },
        ),
    ],
    [
      'a sweep',
      (maxBytes) => buildBaseTx(pState(coins), { outputs: toC }, { strategy: 'sweep', maxBytes }),
    ],
    [
      'a consolidation',
      (maxBytes) =>
        buildExportTx(
          xState(coins),
          { to: 'P', outputs: toC },
          { strategy: 'consolidate', maxBytes },
        ),
    ],
  ])('is as many bytes as %s takes, and no more', (_, build) => {
    const draft = build(5000);
    const size = sizeOf(draft);
    expect(size).toBeLessThanOrEqual(5000);
    // One more would be too many; a sweep keeps room for change and two inputs.
    expect(size).toBeGreaterThan(5000 - 161 - 500);
    expect(sizeOf(build(size)) <= size).toBe(true);
    expect(thrown(() => build(200))).toMatchObject({
      code: 'OutOfRange',
      context: { unit: 'bytes', max: 200n },
    });
  });
  it('takes no UTXO less than fits', () => {
    const build = (maxBytes: number) => buildBaseTx(pState(coins), { outputs }, { maxBytes });
    const size = sizeOf(build(5000));
    expect(build(size).slots).toHaveLength(build(5000).slots.length);
    expect(build(size - 1).slots).toHaveLength(build(5000).slots.length - 1);
    expect(build(5000).warnings).toMatchObject([{ code: 'LeftBehind' }]);
  });
  it('refuses what needs more, to the byte', () => {
    const to = [{ to: key(7).shortID, amount: avax('1') }];
    const size = sizeOf(buildBaseTx(pState(coins), { outputs: to }));
    expect(sizeOf(buildBaseTx(pState(coins), { outputs: to }, { maxBytes: size }))).toBe(size);
    const e = thrown(() => buildBaseTx(pState(coins), { outputs: to }, { maxBytes: size - 1 }));
    expect(e).toMatchObject({ code: 'OutOfRange', context: { value: BigInt(size) } });
    const stake = {
      nodeID: formatNodeID(new Uint8Array(20).fill(5)),
      end: now + 2_000_000n,
      amount: avax('1'),
    };
    const rewardsOwner = key(1).shortID;
    const delegate = (maxBytes: number) =>
      buildAddPermissionlessDelegatorTx(pState(coins), { ...stake, rewardsOwner }, { maxBytes });
    expect(thrown(() => delegate(300)).code).toBe('OutOfRange');
    expect(sizeOf(delegate(1000))).toBeLessThanOrEqual(1000);
  });
  it('leaves the one UTXO that a sweep would add, where it does not fit', () => {
    const state = pState([utxo(1, avax('5')), utxo(2, avax('1'))]);
    const build = (maxBytes?: number) =>
      buildBaseTx(state, { outputs: toC }, { strategy: 'sweep', ...(maxBytes && { maxBytes }) });
    expect(build().slots).toHaveLength(2);
    expect(build(sizeOf(build()) - 1).slots).toHaveLength(1);
  });
  it('finds what fits without change', () => {
    const intent = { outputs: [{ to: key(7).shortID, amount: avax('1') }] };
    const from = trio.map(({ shortID }) => shortID);
    const change = from[0]!;
    const shared = { addresses: from, threshold: 2 };
    const state = xState(
      [utxo(1, avax('1') + 1_000_000n, { owner: shared }), utxo(2, avax('5'), { owner: change })],
      { from },
    );
    const draft = buildBaseTx(state, intent, { change });
    expect(draft.change).toHaveLength(1);
    const shorter = buildBaseTx(state, intent, { change, maxBytes: sizeOf(draft) - 1 });
    expect(shorter.change).toEqual([]);
    expect(shorter.slots).toHaveLength(1);
  });
  it('stakes as many locked funds as fit', () => {
    const locked = Array.from({ length: 30 }, (_, i) =>
      lockedUTXO(10 + i, avax('1'), now + 9_000_000n + BigInt(i)),
    );
    const delegate = (maxBytes: number) =>
      buildAddPermissionlessDelegatorTx(
        pState([utxo(1, avax('50')), ...locked]),
        {
          nodeID: formatNodeID(new Uint8Array(20).fill(5)),
          end: now + 2_000_000n,
          amount: avax('25'),
          rewardsOwner: key(1).shortID,
        },
        { maxBytes },
      );
    const draft = delegate(3_000);
    expect(sizeOf(draft)).toBeLessThanOrEqual(3_000);
    // An output and an input with its signature are some 320 bytes.
    expect(sizeOf(draft)).toBeGreaterThan(3_000 - 330);
  });
  it('makes batches smaller, and none of one UTXO', () => {
    const drafts = buildConsolidateTxs(pState(coins), {}, { maxBytes: 2000 });
    for (const draft of drafts) expect(sizeOf(draft)).toBeLessThanOrEqual(2000);
    expect(drafts.map(({ slots }) => slots.length)).toEqual(Array(9).fill(11));
    expect(buildConsolidateTxs(pState(coins), {}, { maxBytes: 400 })).toEqual([]);
    const state = pState([], { imports: { X: coins } });
    const imports = buildImportTxs(state, { from: 'X' }, { maxBytes: 2000 });
    for (const draft of imports) expect(sizeOf(draft)).toBeLessThanOrEqual(2000);
    expect(imports.flatMap(({ slots }) => slots)).toHaveLength(100);
  });
  it.each([
    [0, 'OutOfRange'],
    [1.5, 'OutOfRange'],
    [Number.NaN, 'OutOfRange'],
    [7n, 'BadArgument'],
    ['7', 'BadArgument'],
  ])('is no %s', (maxBytes, code) => {
    const e = thrown(() => buildBaseTx(pState(coins), { outputs }, { maxBytes } as never));
    expect(e).toMatchObject({ code, path: ['options', 'maxBytes'] });
  });
});
