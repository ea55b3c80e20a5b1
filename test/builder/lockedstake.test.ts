/** Stakes of locked funds, where several ways lead to the same amount. */
import { expect, it } from 'vitest';
import { type BuildOptions, buildAddPermissionlessDelegatorTx } from '../../src/builder/index.ts';
import type { PState } from '../../src/state/index.ts';
import { avax } from '../../src/text/amount.ts';
import { asset, key, lockedUTXO, now, pState, utxo } from '../support/state.ts';
import { thrown } from '../support/thrown.ts';

const [me, you] = [key(1).shortID, key(2).shortID];
const end = now + 1_209_600n;
const later = end + 1_000_000n;

const delegate = (utxos: PState['utxos'], options: BuildOptions = {}, more: Partial<PState> = {}) =>
  buildAddPermissionlessDelegatorTx(
    pState(utxos, more),
    { nodeID: new Uint8Array(20).fill(5), end, amount: avax('25'), rewardsOwner: me },
    options,
  );

const locks = ({ unsignedTx: { stake } }: ReturnType<typeof delegate>): readonly bigint[] =>
  stake.flatMap(({ output }) => (output.type === 'stakeable.LockOut' ? [output.locktime] : []));

it('stakes locked funds that come to the amount exactly: nothing of them is left to lock again', () => {
  const exact = ['8', '8.3', '8.7'];
  const others = Array.from({ length: 11 }, (_, i) => avax('9.1') + BigInt(i) * 1_234_567n);
  const locked = [...others, ...exact.map(avax)].map((amount, i) =>
    lockedUTXO(10 + i, amount, later + BigInt(i)),
  );
  const draft = delegate([utxo(1, avax('1')), ...locked]);
  expect(draft.change.filter(({ stakeableUntil }) => stakeableUntil !== undefined)).toEqual([]);
  expect(locks(draft)).toHaveLength(3);
});

it('stakes what is locked the longest of funds that are alike', () => {
  const locked = Array.from({ length: 13 }, (_, i) =>
    lockedUTXO(10 + i, avax('5'), later + BigInt((i * 5) % 13)),
  );
  const draft = delegate([utxo(1, avax('1')), ...locked]);
  expect(locks(draft).toSorted()).toEqual([8n, 9n, 10n, 11n, 12n].map((more) => later + more));
});

it('stakes a nAVAX of other funds where locked ones are short of it', () => {
  const draft = delegate([utxo(1, avax('1')), lockedUTXO(2, avax('25') - 1n, later)]);
  const plain = draft.unsignedTx.stake.filter(({ output }) => output.type !== 'stakeable.LockOut');
  expect(plain.map(({ output }) => output)).toMatchObject([{ amount: 1n, addresses: [me] }]);
});

it('returns a stake to the owner of the AVAX in it, whoever owns other assets that are spent', () => {
  const token = utxo(2, 10n, { assetID: asset(7) });
  const draft = delegate(
    [utxo(1, avax('30'), { owner: you }), token],
    { include: [token] },
    { from: [me, you] },
  );
  expect(draft.unsignedTx.stake.map(({ output }) => output)).toMatchObject([{ addresses: [you] }]);
});

it('asks who gets the change, however much more is locked than a transaction holds', () => {
  const locked = Array.from({ length: 12_000 }, (_, i) =>
    lockedUTXO(10 + i, avax('25'), later + BigInt(i)),
  );
  const shared = (n: number, addresses: readonly Uint8Array[]) =>
    utxo(n, 3_000_000n, { owner: { threshold: 2, addresses } });
  const all = [me, you, key(3).shortID];
  const ownersOf = (list: readonly Uint8Array[]) => [...list].sort(Buffer.compare);
  const free = [shared(1, ownersOf(all)), shared(2, ownersOf(all.slice(0, 2)))];
  const build = () =>
    buildAddPermissionlessDelegatorTx(pState([...free, ...locked], { from: all, own: all }), {
      nodeID: new Uint8Array(20).fill(5),
      end,
      amount: 'max',
      rewardsOwner: me,
    });
  expect(thrown(build)).toMatchObject({ code: 'Ambiguous' });
});
