/** Selection of coins where owners, locks and values are unusual. */
import { describe, expect, it } from 'vitest';
import {
  type BuildOptions,
  buildAddPermissionlessDelegatorTx,
  buildBaseTx,
  buildConsolidateTxs,
  buildImportTx,
} from '../../src/builder/index.ts';
import { inputIDOf } from '../../src/chain/ids.ts';
import type { UTXO } from '../../src/chain/pchain/tx.ts';
import type { AvalancheError } from '../../src/errors/error.ts';
import type { PState } from '../../src/state/index.ts';
import { avax } from '../../src/text/amount.ts';
import { formatID } from '../../src/text/id.ts';
import { asset, key, lockedUTXO, now, pFile, pState, trio, utxo } from '../support/state.ts';
import { thrown } from '../support/thrown.ts';

const [me, you, other] = [key(1).shortID, key(2).shortID, key(3).shortID];
const end = now + 1_209_600n;
const later = end + 1_000_000n;
/** A UTXO that anybody can spend: no signature is needed. */
function unowned(n: number, amount: bigint): UTXO {
  const { output, ...rest } = utxo(n, amount);
  return { ...rest, output: { ...output, threshold: 0, addresses: [] } };
}
const both = { threshold: 2, addresses: trio.slice(0, 2).map(({ shortID }) => shortID) };
const three = { threshold: 3, addresses: trio.map(({ shortID }) => shortID) };
const spentBy = (draft: { readonly slots: readonly object[] }): readonly string[] =>
  draft.slots.flatMap((slot) => ('utxo' in slot ? [formatID(inputIDOf(slot.utxo as UTXO))] : []));
const ids = (...utxos: readonly UTXO[]): readonly string[] =>
  utxos.map((of) => formatID(inputIDOf(of))).sort();

const delegate = (
  utxos: PState['utxos'],
  options: BuildOptions = {},
  more: Partial<PState> = {},
  intent: { readonly stakeReturnOwner?: Uint8Array } = {},
) =>
  buildAddPermissionlessDelegatorTx(
    pState(utxos, more),
    { nodeID: new Uint8Array(20).fill(5), end, amount: avax('25'), rewardsOwner: me, ...intent },
    options,
  );

describe('owners', () => {
  it('pass over addresses of the state that own nothing that is spent', () => {
    const from = [other, you, me];
    const utxos = [utxo(1, avax('1')), utxo(2, avax('1'), { owner: you })];
    const outputs = [{ to: other, amount: avax('1.5') }];
    const draft = buildBaseTx(pState(utxos, { from }), { outputs });
    expect(draft.change.map(({ output }) => output.addresses)).toEqual([[you]]);
  });

  it('of coins that nobody signs for are nobody: the change goes to the signers of the others', () => {
    const free = unowned(1, avax('1'));
    const shared = utxo(2, avax('1'), { owner: both });
    const from = both.addresses;
    const outputs = [{ to: other, amount: avax('1.5') }];
    const draft = buildBaseTx(pState([free, shared], { from }), { outputs });
    expect([...spentBy(draft)].sort()).toEqual(ids(free, shared));
    expect(draft.change.map(({ output }) => output.addresses)).toEqual([both.addresses]);
  });

  it('of an included coin with several signers keep the change: only their other coins are added', () => {
    const included = utxo(1, avax('1'), { owner: both });
    const more = utxo(2, avax('1'), { owner: both });
    const shared = { from: trio.map(({ shortID }) => shortID) };
    const draft = buildBaseTx(
      pState([included, more, utxo(3, avax('5'))], shared),
      { outputs: [{ to: you, amount: avax('1.5') }] },
      { include: [included] },
    );
    expect([...spentBy(draft)].sort()).toEqual(ids(included, more));
    expect(draft.change.map(({ output }) => output.addresses)).toEqual([both.addresses]);
  });

  it('that are named for the change get what is consolidated, and need no proof', () => {
    const utxos = [1, 2].map((n) => utxo(n, avax('1'), { owner: both }));
    const state = pFile(utxos, { from: both.addresses });
    expect(thrown(() => buildConsolidateTxs(state))).toMatchObject({ code: 'NotProven' });
    const drafts = buildConsolidateTxs(state, {}, { change: you });
    expect(
      drafts.flatMap(({ unsignedTx }) => unsignedTx.outputs).map(({ output }) => output),
    ).toMatchObject([{ addresses: [you] }]);
  });

  it('of what is imported is the owner of the change, if one is named', () => {
    const state = pState([], { imports: { X: [utxo(1, avax('1'))] } });
    const draft = buildImportTx(state, { from: 'X' }, { change: you });
    expect(draft.unsignedTx.outputs.map(({ output }) => output)).toMatchObject([
      { addresses: [you] },
    ]);
  });
});

describe('values', () => {
  it('that are equal after the price of their inputs: the larger amount comes first', () => {
    const single = utxo(1, 1_000_000n);
    const cost = (of: UTXO, owned: object) =>
      1_000_000n -
      buildBaseTx(
        pState([of], owned),
        { outputs: [{ to: you, amount: 'max' }] },
        { change: me },
      ).unsignedTx.outputs.reduce((sum, { output }) => {
        if (output.type !== 'secp256k1fx.TransferOutput') throw new Error('no amount');
        return sum + output.amount;
      }, 0n);
    const owned = { from: trio.map(({ shortID }) => shortID) };
    const more = cost(utxo(2, 1_000_000n, { owner: both }), owned) - cost(single, {});
    expect(more).toBeGreaterThan(0n);
    const shared = utxo(2, 1_000_000n + more, { owner: both });
    const outputs = [{ to: you, amount: 500_000n }];
    for (const utxos of [
      [single, shared],
      [shared, single],
    ]) {
      const options = { strategy: 'largestFirst', change: me } as const;
      const draft = buildBaseTx(pState(utxos, owned), { outputs }, options);
      expect(spentBy(draft)).toEqual(ids(shared));
    }
  });

  it('that the included coins cover: nothing else is spent', () => {
    const included = utxo(1, avax('30'));
    const draft = delegate([included, utxo(2, avax('30'))], { include: [included] });
    expect(spentBy(draft)).toEqual(ids(included));
  });

  it('of consolidation that costs more than the limit are an error', () => {
    const build = () =>
      buildConsolidateTxs(pState([utxo(1, avax('1')), utxo(2, avax('1'))]), {}, { maxFee: 1n });
    expect(thrown(build)).toMatchObject({ code: 'FeeTooHigh' });
  });

  it('that are locked beyond all dates are told in seconds', () => {
    const until = 9_000_000_000_000n;
    const build = () =>
      buildBaseTx(pState([lockedUTXO(1, avax('1'), until)]), {
        outputs: [{ to: you, amount: avax('1') }],
      });
    const { message } = thrown(build) as Error;
    expect(message).toContain(`can only be staked until second ${until}`);
  });
});

describe('stakes', () => {
  it('count what the included coins bring to them: only what they lack comes from locked ones', () => {
    const included = utxo(1, avax('5.1'));
    const locked = Array.from({ length: 15 }, (_, i) =>
      lockedUTXO(2 + i, avax('2'), later + BigInt(i)),
    );
    const options = { include: [included], locked: 'cheapest' } as const;
    const { stake } = delegate([included, ...locked], options).unsignedTx;
    const isLocked = stake.map(({ output }) => output.type === 'stakeable.LockOut');
    expect(isLocked.filter(Boolean)).toHaveLength(10);
  });

  it('of included coins of several owners succeed without change, and else need its owner', () => {
    const from = trio.map(({ shortID }) => shortID);
    const stakeReturnOwner = me;
    const build = (amount: bigint, locked: readonly UTXO[], options: BuildOptions = {}) => {
      const include = [utxo(1, avax('0.1'), { owner: both }), utxo(2, amount, { owner: three })];
      return delegate(
        [...include, ...locked],
        { include, ...options },
        { from },
        { stakeReturnOwner },
      );
    };
    const longest = lockedUTXO(3, avax('24.5'), later);
    const locked = [longest, lockedUTXO(4, avax('24'), later + 1n)];
    expect(thrown(() => build(avax('1'), locked))).toMatchObject({ code: 'Ambiguous' });
    const named = build(avax('1'), locked, { change: me });
    const change = named.change.filter(({ stakeableUntil }) => stakeableUntil === undefined);
    expect(change.map(({ output }) => output.addresses)).toEqual([[me]]);
    const { context } = thrown(() => build(1n, [longest])) as AvalancheError<'Insufficient'>;
    const draft = build(context.needed - avax('24.6'), locked);
    expect(draft.change).toEqual([]);
    expect(spentBy(draft)).toContain(ids(longest)[0]);
  });

  it('of one asset that is not AVAX, all of it locked, lack this asset and no fee', () => {
    const token = { assetID: asset(7) };
    const { output, ...rest } = utxo(2, 10n, token);
    const locked: UTXO = {
      ...rest,
      output: { type: 'stakeable.LockOut', locktime: later, output },
    };
    const build = () =>
      buildAddPermissionlessDelegatorTx(
        pState([utxo(1, avax('1')), locked]),
        {
          nodeID: new Uint8Array(20).fill(5),
          subnetID: new Uint8Array(32).fill(9),
          assetID: token.assetID,
          end,
          amount: 11n,
          rewardsOwner: me,
        },
        { locked: 'only' },
      );
    expect(thrown(build)).toMatchObject({
      code: 'Insufficient',
      context: { assetID: formatID(token.assetID), needed: 11n },
    });
  });

  it('from more locks than a transaction holds, with several coins in each, use locked coins', () => {
    const locked = Array.from({ length: 840 }, (_, i) =>
      lockedUTXO(10 + i, avax('3') + BigInt(i), later + BigInt(i >> 1)),
    );
    const { stake } = delegate([utxo(1, avax('30')), ...locked]).unsignedTx;
    expect(stake).toHaveLength(5);
    for (const { output } of stake) expect(output.type).toBe('stakeable.LockOut');
  });
});
