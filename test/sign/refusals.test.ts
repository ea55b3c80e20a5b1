/** What signing refuses, and the bounds of paths, indices and signatures. */
import { describe, expect, it } from 'vitest';
import { buildBaseTx, buildExportTx } from '../../src/builder/index.ts';
import { fuji } from '../../src/network/known.ts';
import { hdAccount, hdWallet } from '../../src/sign/hd/hd.ts';
import { parsePath, placeIn } from '../../src/sign/hd/path.ts';
import { addSignature, digestsOf, verifyMessage, walletSigner } from '../../src/sign/index.ts';
import { evmAddressOf, signWithKey } from '../../src/sign/key.ts';
import type { CState } from '../../src/state/state.ts';
import { wei } from '../../src/text/amount.ts';
import { formatCB58 } from '../../src/text/cb58.ts';
import { key, now, pState, utxo } from '../support/state.ts';
import { thrown } from '../support/thrown.ts';
import { trusting } from '../support/trusting.ts';

const words = 'test test test test test test test test test test test junk';
const path = "m/44'/9000'/0'";
const draft = buildBaseTx(pState([utxo(1, 1_000_000n)]), {
  outputs: [{ to: key(2).shortID, amount: 5n }],
});

describe('a derivation path', () => {
  const steps = (count: number) => `m${'/1'.repeat(count)}`;
  it('has one to ten steps below 2^31', () => {
    expect(parsePath(steps(10))).toHaveLength(10);
    expect(parsePath("m/0/2147483647'")).toEqual([
      { index: 0, hardened: false },
      { index: 2_147_483_647, hardened: true },
    ]);
    for (const wrong of [
      ...['m', '', 'x/1', steps(11), 'm/', 'm//1', 'm/01', 'm/-1', 'm/1h', "m/1''"],
      ...['m/2147483648', 'm/4294967296', 'm/99999999999', 'm/1 ', ' m/1', 'm/1/x', 'm/x/1'],
    ])
      expect(thrown(() => parsePath(wrong))).toMatchObject({
        code: 'BadText',
        context: { kind: 'derivation path' },
      });
    expect(thrown(() => parsePath(5 as never)).code).toBe('BadText');
  });

  it('is a place of an account if two plain steps follow it', () => {
    expect(placeIn(path, `${path}/1/7`)).toEqual({ branch: 1, index: 7 });
    expect(placeIn(path, `${path}/0/0`)).toEqual({ branch: 0, index: 0 });
    for (const other of [
      ...[path, `${path}/1`, `${path}/1/7/2`, `${path}/1'/7`, `${path}/1/7'`],
      ...["m/44'/9000'/01'/1/7", "m/44'/9000'/0/1/7", "m/44'/9000'/1'/1/7"],
    ])
      expect(placeIn(path, other)).toBeUndefined();
  });

  it.each(["m/44'/9000'", "m/44'/9000'/0", "m/44'/9000'/0'/0", "m/44/9000'/0'", "m/44'/9000/0'"])(
    'of an account has three hardened steps, not %s',
    (wrong) => {
      const { xpub } = hdWallet(words).account();
      expect(thrown(() => hdAccount(xpub, wrong))).toMatchObject({
        code: 'BadText',
        context: { kind: 'derivation path' },
      });
    },
  );
});

describe('an account', () => {
  const account = hdWallet(words).account();
  it('has 2^31 places in each of two branches', () => {
    for (const index of [-1, 1.5, 2 ** 31, Number.NaN])
      expect(thrown(() => account.owner(index))).toMatchObject({
        code: 'OutOfRange',
        context: { value: index, min: 0, max: 2_147_483_647 },
      });
    const owners = [0, 2 ** 31 - 1].flatMap((index) =>
      [false, true].map((change) => account.owner(index, change)),
    );
    expect(new Set(owners.map(({ addresses }) => String(addresses[0]))).size).toBe(4);
    expect(account.owner(0)).toEqual(owners[0]);
  });
});

describe('a wallet of words', () => {
  it('has the key of an account of the C-chain, and no other', () => {
    const ethereum = "m/44'/60'/0'/0/0";
    const wallet = hdWallet(words);
    const evm = evmAddressOf(wallet.key(ethereum));
    const state = (name: string): CState => ({
      chain: 'C',
      network: fuji,
      from: [],
      time: now,
      accounts: [{ address: evm, nonce: 7n, balance: wei(10n ** 18n) }],
      baseFee: wei(25_000_000_001n),
      paths: { [name]: ethereum },
    });
    const exportOf = (name: string) =>
      buildExportTx(state(name), { to: 'P', outputs: [{ to: key(1).shortID, amount: 5n }] });
    expect(wallet.keys(exportOf(evm)).map((of) => evmAddressOf(of))).toEqual([evm]);
    const elsewhere = { ...exportOf(evm), paths: { [evm]: "m/44'/60'/0'/0/1" } };
    expect(wallet.keys(elsewhere)).toEqual([]);
  });
});

describe('a signature from elsewhere', () => {
  const [asked] = digestsOf(draft);
  const { digest } = asked!;
  const good = signWithKey(key(1), digest);
  const add = (signature: unknown, publicKey?: Uint8Array) =>
    addSignature(draft, {
      digest,
      signature: signature as Uint8Array,
      ...(publicKey && { publicKey }),
    });
  const der = (r: readonly number[], s: readonly number[], ...more: readonly number[]) =>
    Uint8Array.of(0x30, r.length + s.length + more.length, ...r, ...s, ...more);
  const integer = (bytes: Uint8Array) => {
    const digits = [...bytes];
    while (digits[0] === 0) digits.shift();
    const padded = digits[0]! >= 0x80 ? [0, ...digits] : digits;
    return [2, padded.length, ...padded];
  };
  const [r, s] = [integer(good.subarray(0, 32)), integer(good.subarray(32, 64))];
  const { publicKey } = key(1);

  it('has 65 bytes, or 64 or DER with the public key', () => {
    for (const [signature, of] of [
      [good],
      [good.subarray(0, 64), publicKey],
      [der(r, s), publicKey],
    ] as const)
      expect(add(signature, of).slots[0]!.signatures).toEqual([good]);
  });

  it.each<[string, Uint8Array, Uint8Array?]>([
    ['is too short', good.subarray(0, 63), publicKey],
    ['is too long', new Uint8Array(73), publicKey],
    ['is empty', new Uint8Array(0), publicKey],
    ['has no recovery id and no public key', good.subarray(0, 64)],
    ['has more behind two numbers', der(r, s, 0), publicKey],
    ['has one number', der(r, []), publicKey],
    ['has a number of nothing', der(r, [2, 0]), publicKey],
    ['has no number at all', Uint8Array.of(0x30, 6, 2, 1, 1, 2, 1, 0), publicKey],
    ['is no sequence', Uint8Array.of(0x31, ...der(r, s).subarray(1)), publicKey],
    ['says another length', Uint8Array.of(0x30, 5, ...der(r, s).subarray(2)), publicKey],
    ['ends in the middle of a number', der(r, s.slice(0, -1)), publicKey],
    ['is of another key', good.subarray(0, 64), key(2).publicKey],
    ['is of another key, with a recovery id', good, key(2).publicKey],
  ])('that %s is refused', (_, signature, of) => {
    expect(thrown(() => add(signature, of)).code).toBe('BadSignature');
  });
});

describe('verifyMessage', () => {
  it('is false for numbers that are no signature', () => {
    const zeros = formatCB58(new Uint8Array(65));
    expect(verifyMessage('a', zeros, key(1).shortID)).toBe(false);
    const ones = formatCB58(new Uint8Array(65).fill(255));
    expect(verifyMessage('a', ones, key(1).shortID)).toBe(false);
  });
});

describe('walletSigner', () => {
  it('asks for the keys by their indices, the lowest first', async () => {
    const owners = [1, 2, 3].map(key);
    const paths = Object.fromEntries(
      [`${path}/0/10`, `${path}/0/9`, `${path}/1/4`].map((of, i) => [
        owners[i]!.address('P', fuji),
        of,
      ]),
    );
    const from = owners.map((of) => of.shortID);
    const utxos = owners.map((of, i) => utxo(i + 1, 1_000_000n, { owner: of.shortID }));
    const several = buildBaseTx(
      pState(utxos, { from, paths }),
      { outputs: [{ to: key(7).shortID, amount: 2_500_000n }] },
      { change: from[0]! },
    );
    const calls: unknown[] = [];
    const request = async (call: unknown) => {
      calls.push(call);
      return {};
    };
    await expect(walletSigner({ request }).send(several, trusting)).rejects.toMatchObject({
      code: 'SignerFailed',
    });
    expect(calls).toMatchObject([{ params: { externalIndices: [9, 10], internalIndices: [4] } }]);
  });
});
