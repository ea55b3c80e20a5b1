import { describe, expect, it } from 'vitest';
import { buildImportTx, buildImportTxs, type Draft } from '../../src/builder/index.ts';
import { explainError } from '../../src/explain/error.ts';
import { fuji } from '../../src/network/known.ts';
import { evmAddressOf, finalize, sign } from '../../src/sign/index.ts';
import type { CState, PState } from '../../src/state/index.ts';
import { avax, wei } from '../../src/text/amount.ts';
import { asset, key, now, pState, utxo, xState } from '../support/state.ts';
import { thrown } from '../support/thrown.ts';

const cState = (imports: CState['imports']): CState => ({
  chain: 'C',
  network: fuji,
  from: [key(1).shortID],
  own: [1, 2, 3].flatMap((n) => [key(n).shortID, evmAddressOf(key(n))]),
  time: now,
  baseFee: wei(25_000_000_000n),
  accounts: [{ address: evmAddressOf(key(1)), nonce: 0n, balance: wei(0n) }],
  imports: imports!,
});
const many = (count: number, amount: bigint) =>
  Array.from({ length: count }, (_, i) => utxo(i + 1, amount + BigInt(i)));
/** What all of them spend, each checked and signed. */
const spentBy = (drafts: readonly Draft[]) => {
  for (const draft of drafts) finalize(sign(draft, key(1)));
  const spent = drafts.flatMap(({ slots }) =>
    slots.map((slot) => (slot.kind === 'input' ? slot.utxo : undefined)),
  );
  expect(new Set(spent).size).toBe(spent.length);
  return spent.length;
};

describe('buildImportTxs', () => {
  it.each<[string, number, () => readonly Draft[]]>([
    [
      'P',
      3,
      () => {
        const waiting = [
          ...many(1000, 10_000n),
          utxo(2000, 5n),
          utxo(2001, 7n, { assetID: asset(3) }),
        ];
        return buildImportTxs(pState([utxo(3000, avax('1'))], { imports: { X: waiting } }), {
          from: 'X',
        });
      },
    ],
    [
      'X',
      3,
      () => buildImportTxs(xState([], { imports: { P: many(1000, 10_000n) } }), { from: 'P' }),
    ],
    [
      'C',
      2,
      () => buildImportTxs(cState({ P: [...many(1000, 400_000n), utxo(2000, 5n)] }), { from: 'P' }),
    ],
  ])('imports all to %s in batches, no UTXO twice', (_, count, build) => {
    const drafts = build();
    expect(drafts).toHaveLength(count);
    expect(spentBy(drafts)).toBe(1000);
    expect(drafts.at(-1)!.warnings.some(({ detail }) => /too many/.test(detail))).toBe(false);
  });
  it('says that nobody asked for imports, or only for those of an account', () => {
    const unread = { code: 'MissingState', context: { what: 'imports' } };
    const path = ['state', 'imports', 'X'];
    for (const state of [pState([]), pState([], { imports: { C: [] } }), cState({})]) {
      const e = thrown(() => buildImportTxs(state, { from: 'X' }));
      expect(e).toMatchObject({ ...unread, path });
      expect(explainError(e)).toBe(
        "The state was read without pending imports: read it with imports: ['X'].",
      );
      expect(thrown(() => buildImportTx(state as PState, { from: 'X' }))).toMatchObject(unread);
    }
    const ofAccount = { ...cState({ X: [] }), from: [] };
    const e = thrown(() => buildImportTx(ofAccount, { from: 'X' }));
    expect(e).toMatchObject({ ...unread, path });
    expect(explainError(e)).toMatch(/read for an account \(0x…\) alone.*C-… address/);
  });
  it('leaves what does not pay for itself, and funds of the chain alone', () => {
    const imports = { X: [utxo(1, 2970n), utxo(2, 5n)] };
    expect(buildImportTxs(pState([utxo(3, avax('1'))], { imports }), { from: 'X' })).toEqual([]);
    expect(buildImportTxs(pState([], { imports: { X: [] } }), { from: 'X' })).toEqual([]);
    expect(buildImportTxs(cState({ X: [] }), { from: 'X' })).toEqual([]);
    expect(thrown(() => buildImportTxs(pState([]), { from: 'X' }))).toMatchObject({
      code: 'MissingState',
      path: ['state', 'imports', 'X'],
    });
    expect(thrown(() => buildImportTxs(pState([]), { from: 'P' }))).toMatchObject({
      code: 'WrongChain',
      path: ['from'],
    });
  });
  it('gives all to whom the intent names', () => {
    const state = pState([], { imports: { C: many(400, 10_000n) } });
    const drafts = buildImportTxs(state, { from: 'C', to: key(7).shortID });
    expect(drafts).toHaveLength(2);
    for (const { unsignedTx } of drafts)
      expect(unsignedTx).toMatchObject({ outputs: [{ output: { addresses: [key(7).shortID] } }] });
    const to = evmAddressOf(key(2));
    const [draft] = buildImportTxs(cState({ X: many(2, avax('1')) }), { from: 'X', to });
    expect(draft!.unsignedTx).toMatchObject({ outputs: [{ amount: expect.any(BigInt) }] });
    expect(draft!.slots).toHaveLength(2);
  });
  it('refuses what would be overlooked', () => {
    const state = cState({ P: many(2, avax('1')) });
    const to = [{ to: evmAddressOf(key(1)), amount: 'max' }];
    expect(thrown(() => buildImportTxs(state, { from: 'P', to } as never))).toMatchObject({
      code: 'Unsupported',
      path: ['to'],
    });
    const include = [utxo(1, 1n)];
    expect(thrown(() => buildImportTxs(state, { from: 'P' }, { include } as never)).path).toEqual([
      'options',
      'include',
    ]);
  });
});
