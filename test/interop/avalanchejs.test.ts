/** The same transaction half-signed there and finished here, and the other way round. */
import * as avalanchejs from '@avalabs/avalanchejs';
import { describe, expect, it } from 'vitest';
import {
  buildAddPermissionlessDelegatorTx,
  buildBaseTx,
  buildCreateChainTx,
  buildExportTx,
  buildImportTx,
  type Draft,
} from '../../src/builder/index.ts';
import { fromForeign, toForeign } from '../../src/interop/index.ts';
import { fuji } from '../../src/network/known.ts';
import { chooseSigners, evmAddressOf, finalize, type Key, sign } from '../../src/sign/index.ts';
import type { State } from '../../src/state/state.ts';
import { avax, wei } from '../../src/text/amount.ts';
import { formatHex } from '../../src/text/hex.ts';
import { formatID, formatNodeID } from '../../src/text/id.ts';
import { days } from '../../src/text/time.ts';
import {
  asset,
  cState,
  key,
  lockedUTXO,
  now,
  pState,
  trio,
  utxo,
  xState,
} from '../support/state.ts';
import { thrown } from '../support/thrown.ts';
import { trusting } from '../support/trusting.ts';

interface Theirs {
  toJSON(): object;
  toBytes(): Uint8Array;
  hasAllSignatures(): boolean;
}
// Its declaration files do not resolve from ES modules, so what is used of it is typed here.
const { UnsignedTx, EVMUnsignedTx, addTxSignatures, avm, utils, Utxo, TransferableOutput } =
  avalanchejs as unknown as {
    readonly UnsignedTx: { fromJSON(text: string): Theirs };
    readonly EVMUnsignedTx: { fromJSON(text: string): Theirs };
    addTxSignatures(of: {
      readonly unsignedTx: Theirs;
      readonly privateKeys: readonly Uint8Array[];
    }): Promise<void>;
    readonly avm: { newBaseTx(...args: readonly unknown[]): Theirs };
    readonly utils: {
      getManagerForVM(vm: string): {
        unpack(bytes: Uint8Array, type: unknown): object;
      };
    };
    readonly Utxo: unknown;
    readonly TransferableOutput: {
      fromNative(assetID: string, amount: bigint, addresses: readonly Uint8Array[]): object;
    };
  };

const subnetID = formatID(asset(9));
const owner = { addresses: trio.map((k) => k.shortID), threshold: 2 };
const from = owner.addresses;
const [a, b, c] = trio;
const secretOf = (k: Key): Uint8Array =>
  new Uint8Array(32).fill([1, 2, 3].find((n) => key(n) === k)!);
const shared = (n: number, amount: bigint) => utxo(n, amount, { owner });
const p = pState([shared(1, avax('30')), shared(2, 1_000_000n)], {
  from,
  authorities: { [subnetID]: owner },
  imports: { X: [shared(3, 2_000_000n)] },
});
const x = xState([shared(1, 9_000_000n), utxo(4, 5n, { owner, assetID: asset(5) })], { from });
const onC = cState({
  from,
  accounts: [{ address: evmAddressOf(a), nonce: 7n, balance: wei(10n ** 18n) }],
  imports: { X: [shared(3, 20_000_000n)] },
});
const to = key(7).shortID;
const nodeID = formatNodeID(new Uint8Array(20).fill(3));

const cases: readonly (readonly [string, State, Draft])[] = [
  ['BaseTx on P', p, buildBaseTx(p, { outputs: [{ to, amount: avax('29') }] })],
  [
    'a delegation',
    p,
    buildAddPermissionlessDelegatorTx(p, {
      nodeID,
      amount: avax('25'),
      end: now + days(15),
      rewardsOwner: to,
    }),
  ],
  ['an import to P', p, buildImportTx(p, { from: 'X' })],
  [
    'a subnet’s authority',
    p,
    buildCreateChainTx(p, { subnetID, name: 'x', vm: 'subnetevm', genesis: new Uint8Array(9) }),
  ],
  [
    'BaseTx on X, of two assets',
    x,
    buildBaseTx(x, {
      outputs: [
        { to, amount: 1n },
        { to, amount: 5n, assetID: asset(5) },
      ],
    }),
  ],
  ['an export from X', x, buildExportTx(x, { to: 'P', outputs: [{ to, amount: 1n }] })],
  ['an import to C', onC, buildImportTx(onC, { from: 'X', to: evmAddressOf(a) })],
];

const read = (draft: Draft): Theirs =>
  (draft.chain === 'C' ? EVMUnsignedTx : UnsignedTx).fromJSON(toForeign(draft, 'avalanchejs'));

describe.each(cases)('a 2-of-3: %s', (_, state, built) => {
  // With the last two, signature places and address places differ.
  describe.each([
    ['the first two', a, b],
    ['the last two', b, c],
  ])('%s', (__, first, second) => {
    const draft = chooseSigners(built, [first.shortID, second.shortID]).draft;
    const whole = finalize(sign(draft, [first, second], trusting));

    it('half-signed by us, finished by avalanchejs', async () => {
      const theirs = read(sign(draft, first, trusting));
      expect(theirs.hasAllSignatures()).toBe(false);
      await addTxSignatures({ unsignedTx: theirs, privateKeys: [secretOf(second)] });
      const back = fromForeign(JSON.stringify(theirs.toJSON()), state).draft;
      expect(back.missing).toEqual([]);
      expect(finalize(back).txID).toBe(whole.txID);
    });

    it('half-signed by avalanchejs, finished by us', async () => {
      const theirs = read(draft);
      await addTxSignatures({ unsignedTx: theirs, privateKeys: [secretOf(first)] });
      const half = fromForeign(JSON.stringify(theirs.toJSON()), state).draft;
      expect(half.missing.length).toBe(draft.slots.length);
      expect(half.change).toEqual(draft.change);
      expect(half.fee).toEqual(draft.fee);
      expect(finalize(sign(half, second, trusting)).txID).toBe(whole.txID);
    });

    it('is written as avalanchejs writes it', () => {
      const half = sign(draft, first, trusting);
      expect(JSON.parse(JSON.stringify(read(half).toJSON()))).toEqual(
        JSON.parse(toForeign(half, 'avalanchejs')),
      );
    });
  });
});

describe('bridge to avalanchejs', () => {
  it('carries an account of the C-chain', async () => {
    const draft = buildExportTx(onC, { to: 'P', outputs: [{ to, amount: 5n }] });
    const theirs = read(draft);
    await addTxSignatures({ unsignedTx: theirs, privateKeys: [secretOf(a)] });
    const back = fromForeign(JSON.stringify(theirs.toJSON()), onC).draft;
    expect(finalize(back).txID).toBe(finalize(sign(draft, a, trusting)).txID);
  });

  it('carries locked funds', () => {
    const locked = pState([lockedUTXO(1, avax('30'), now + 1000n), utxo(2, 1_000_000n)]);
    const draft = buildAddPermissionlessDelegatorTx(locked, {
      nodeID,
      amount: avax('25'),
      end: now + days(15),
      rewardsOwner: to,
    });
    const text = JSON.stringify(read(draft).toJSON());
    expect(fromForeign(text, { ...locked, utxos: [] }).draft).toEqual(draft);
  });

  it('takes what avalanchejs built itself', async () => {
    const utxos = [shared(1, 9_000_000n)].map((of) => {
      const bytes = JSON.parse(
        toForeign(
          buildBaseTx(xState([of], { from }), { outputs: [{ to, amount: 1n }] }),
          'avalanchejs',
        ),
      ) as { readonly utxos: readonly string[] };
      return utils
        .getManagerForVM('AVM')
        .unpack(Buffer.from(`0000${bytes.utxos[0]!.slice(2)}`, 'hex'), Utxo);
    });
    const context = {
      networkID: fuji.networkID,
      hrp: fuji.hrp,
      xBlockchainID: formatID(fuji.chains.X.blockchainID),
      pBlockchainID: formatID(fuji.chains.P.blockchainID),
      cBlockchainID: formatID(fuji.chains.C.blockchainID),
      avaxAssetID: formatID(fuji.avaxAssetID),
      baseTxFee: fuji.xFees.txFee,
      createAssetTxFee: fuji.xFees.createAssetTxFee,
    };
    const output = TransferableOutput.fromNative(context.avaxAssetID, 5n, [to]);
    const options = { threshold: 2, changeAddresses: from };
    const theirs = avm.newBaseTx(context, from, utxos, [output], options);
    const draft = fromForeign(JSON.stringify(theirs.toJSON()), xState([], { from })).draft;
    await addTxSignatures({ unsignedTx: theirs, privateKeys: [secretOf(a), secretOf(b)] });
    const signed = fromForeign(JSON.stringify(theirs.toJSON()), xState([], { from })).draft;
    expect(draft.change.map(({ output }) => output.amount)).toEqual([7_999_995n]);
    expect(finalize(sign(draft, [a, b], trusting)).bytes).toEqual(finalize(signed).bytes);
  });

  it('refuses what is of another chain, network or key, or is incomplete', () => {
    const draft = cases[0]![2];
    const text = toForeign(sign(draft, a, trusting), 'avalanchejs');
    const changed = (find: string | RegExp, by: string, state: State = p) =>
      thrown(() => fromForeign(text.replace(find, by), state).draft);
    expect(changed('PVM', 'AVM')).toMatchObject({ code: 'Mismatch', path: ['vm'] });
    expect(changed(/,"utxos.*/, '}')).toMatchObject({ code: 'BadJSON', path: ['utxos'] });
    expect(changed('0x0000000000220000000500', '0x0000000000220000000100').code).toBe(
      'WrongNetwork',
    );
    const theirs = sign(draft, b, trusting).slots[0]!.signatures.find((s) => s !== null)!;
    const mine = sign(draft, a, trusting).slots[0]!.signatures.find((s) => s !== null)!;
    expect(changed(formatHex(mine).slice(2), formatHex(theirs).slice(2))).toMatchObject({
      code: 'BadSignature',
      path: ['credentials', 'slots', 0, 'signatures', 0],
    });
    expect(changed('{', '[').code).toBe('BadText');
    const subnet = toForeign(cases[3]![2], 'avalanchejs');
    expect(thrown(() => fromForeign(subnet, { ...p, authorities: {} }).draft)).toMatchObject({
      code: 'MissingState',
      path: ['unsignedTx', 'subnetAuthorization'],
    });
  });

  it('takes another price only up to a ceiling', () => {
    const dear = { ...p, feeState: { price: 3n } };
    const draft = buildBaseTx(dear, { outputs: [{ to, amount: avax('29') }] });
    const text = toForeign(draft, 'avalanchejs');
    expect(thrown(() => fromForeign(text, p).draft).code).toBe('FeeTooHigh');
    expect(thrown(() => fromForeign(text, p, { maxFee: draft.fee.total - 1n }).draft).code).toBe(
      'FeeTooHigh',
    );
    const { fee } = fromForeign(text, p, { maxFee: draft.fee.total }).draft;
    expect(fee).toEqual(draft.fee);
  });
});
