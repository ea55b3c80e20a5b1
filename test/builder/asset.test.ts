import { describe, expect, it } from 'vitest';
import {
  buildCreateAssetTx,
  type CreateAssetIntent,
  type DraftOf,
} from '../../src/builder/index.ts';
import { FxOutput } from '../../src/chain/xchain/components.ts';
import { fuji, local, mainnet } from '../../src/network/known.ts';
import { finalize, sign } from '../../src/sign/index.ts';
import { compareBytes } from '../../src/text/bytes.ts';
import { parseID } from '../../src/text/id.ts';
import { encode } from '../../src/wire/codec.ts';
import { describeWithGo } from '../support/go.ts';
import { frozen, key, now, trio, utxo, xState } from '../support/state.ts';
import { thrown } from '../support/thrown.ts';
import { trusting } from '../support/trusting.ts';
import { verdicts } from './xverdict.ts';

const me = key(1);
const you = key(2).shortID;
const twoOfThree = { addresses: trio.map((k) => k.shortID).reverse(), threshold: 2 };
const state = xState([utxo(1, 100_000_000n)]);

const token: CreateAssetIntent = {
  name: 'Test Token',
  symbol: 'TEST',
  denomination: 2,
  initial: {
    fungible: {
      holders: [
        { to: you, amount: 256n },
        { to: me.shortID, amount: 255n },
        { to: twoOfThree, amount: 255n },
      ],
      minters: [{ ...twoOfThree, locktime: now }, me.shortID],
    },
    nfts: [
      { groupID: 2, minters: [me.shortID, me.shortID] },
      { groupID: 1, minters: [you], holders: [{ to: you, payload: 'first' }] },
    ],
    properties: { holders: [you], minters: [me.shortID] },
  },
};

const assetTx = ({ unsignedTx }: DraftOf<'X'>) => {
  if (unsignedTx.type === 'avm.CreateAssetTx') return unsignedTx;
  throw new Error(unsignedTx.type);
};
const refused = (change: Partial<CreateAssetIntent>) => {
  const { code, path } = thrown(() => buildCreateAssetTx(state, { ...token, ...change }));
  return [code, ...path];
};

describe('buildCreateAssetTx', () => {
  it('puts every output under its own extension, in the node’s order [case 89]', () => {
    const { initialStates, ...rest } = assetTx(buildCreateAssetTx(state, token));
    expect(rest).toMatchObject({ name: 'Test Token', symbol: 'TEST', denomination: 2 });
    const fxs = ['secp256k1fx', 'nftfx', 'propertyfx'];
    expect(initialStates.map(({ fxIndex }) => fxIndex)).toEqual([0, 1, 2]);
    for (const { fxIndex, outputs } of initialStates) {
      for (const { type } of outputs) expect(type.split('.')[0]).toBe(fxs[fxIndex]);
      const bytes = outputs.map((output) => encode(FxOutput, output));
      expect([...bytes].sort(compareBytes)).toEqual(bytes);
    }
    expect(initialStates.map(({ outputs }) => outputs.length)).toEqual([5, 4, 2]);
    expect(initialStates[0]!.outputs.map(({ type }) => type)).toEqual([
      'secp256k1fx.MintOutput',
      'secp256k1fx.MintOutput',
      'secp256k1fx.TransferOutput',
      'secp256k1fx.TransferOutput',
      'secp256k1fx.TransferOutput',
    ]);
    expect(initialStates[1]!.outputs.map((of) => ('groupID' in of ? of.groupID : -1))).toEqual([
      1, 2, 2, 1,
    ]);
  });

  it.each([mainnet, fuji, local])(
    'burns what making an asset costs on $name [case 90]',
    (network) => {
      const funds = utxo(1, 100_000_000n, { assetID: network.avaxAssetID });
      const draft = buildCreateAssetTx(xState([funds], { network }), token);
      const total = network === local ? 1_000_000n : 10_000_000n;
      expect(draft.fee).toEqual({ total });
      expect(draft.change.map(({ output }) => output.amount)).toEqual([100_000_000n - total]);
    },
  );

  it.each([
    ['in another order', [2, 0, 1], 'NotSorted'],
    ['twice', [0, 0], 'Duplicate'],
    ['in a fourth extension', [0, 1, 3], 'OutOfRange'],
    ['under another extension', [0, 2], 'Mismatch'],
  ])('is not signed with states %s [case 88, 89]', (_, fxIndices, code) => {
    const draft = buildCreateAssetTx(state, token);
    const { initialStates } = assetTx(draft);
    const changed = fxIndices.map((fxIndex, i) =>
      code === 'Mismatch' || fxIndex === 3
        ? { ...initialStates[i]!, fxIndex }
        : initialStates[fxIndex]!,
    );
    const unsignedTx = { ...assetTx(draft), initialStates: changed };
    const error = thrown(() => sign({ ...draft, unsignedTx }, me));
    expect(error.code).toBe(code);
  });

  it('has the id of its asset when it is signed', () => {
    const tx = finalize(sign(buildCreateAssetTx(state, token), me));
    expect(parseID(tx.txID)).toHaveLength(32);
  });

  it.each([
    ['a name of one character', { name: 'a' }],
    ['a name of 128', { name: 'x'.repeat(128) }],
    ['a name with two spaces inside', { name: 'a  b' }],
    ['a name of digits', { name: '2048' }],
    ['a symbol of one letter', { symbol: 'A' }],
    ['denomination 0', { denomination: 0 }],
    ['denomination 32', { denomination: 32 }],
    ['a memo of 256 bytes', { memo: 'm'.repeat(256) }],
  ])('takes %s [case 87, 88]', (_, change) => {
    expect(assetTx(buildCreateAssetTx(state, { ...token, ...change }))).toBeDefined();
  });

  it.each([
    ['no name', { name: '' }, ['OutOfRange', 'name']],
    ['a name of 129', { name: 'x'.repeat(129) }, ['TooLong', 'name']],
    ['space in front', { name: ' a' }, ['OutOfRange', 'name']],
    ['space behind', { name: 'a ' }, ['OutOfRange', 'name']],
    ['a line break behind', { name: 'a\n' }, ['OutOfRange', 'name']],
    ['a dash', { name: 'a-b' }, ['OutOfRange', 'name']],
    ['a letter that is not ASCII', { name: 'ä' }, ['OutOfRange', 'name']],
    ['a name that is no text', { name: 5 as never }, ['BadArgument', 'name']],
    ['a symbol that is no text', { symbol: undefined as never }, ['BadArgument', 'symbol']],
    ['no symbol', { symbol: '' }, ['OutOfRange', 'symbol']],
    ['a symbol of 5', { symbol: 'ABCDE' }, ['TooLong', 'symbol']],
    ['a symbol with a digit', { symbol: 'A1' }, ['OutOfRange', 'symbol']],
    ['a symbol in lower case', { symbol: 'abc' }, ['OutOfRange', 'symbol']],
    ['denomination 33', { denomination: 33 }, ['OutOfRange', 'denomination']],
    ['denomination -1', { denomination: -1 }, ['OutOfRange', 'denomination']],
    ['denomination 1.5', { denomination: 1.5 }, ['OutOfRange', 'denomination']],
    ['a memo of 257 bytes', { memo: 'm'.repeat(257) }, ['TooLong', 'memo']],
    ['nothing at all', { initial: {} }, ['OutOfRange', 'initial']],
    ['nobody', { initial: { fungible: {} } }, ['OutOfRange', 'initial', 'fungible']],
    ['no group', { initial: { nfts: [] } }, ['OutOfRange', 'initial', 'nfts']],
  ])('refuses %s [case 87, 88]', (_, change, expected) => {
    expect(refused(change)).toEqual(expected);
  });

  it('names the amount that is none, and the sum that is too large', () => {
    const most = 2n ** 64n - 1n;
    const contextOf = (...amounts: readonly bigint[]) => {
      const holders = amounts.map((amount) => ({ to: key(1).shortID, amount }));
      const error = thrown(() =>
        buildCreateAssetTx(state, { ...token, initial: { fungible: { holders } } }),
      );
      return error.context;
    };
    expect(contextOf(most, 0n)).toMatchObject({ value: 0n });
    expect(contextOf(most, 1n)).toMatchObject({ value: most + 1n });
  });

  it('says of a name that there is none', () => {
    for (const field of ['name', 'symbol'])
      expect(thrown(() => buildCreateAssetTx(state, { ...token, [field]: '' })).detail).toBe(
        'must have at least one element',
      );
  });

  it('refuses amounts, groups, payloads and owners that are none [case 9, 93]', () => {
    const holders = (...amounts: bigint[]) => ({
      initial: { fungible: { holders: amounts.map((amount) => ({ to: you, amount })) } },
    });
    const place = ['initial', 'fungible', 'holders'];
    expect(refused(holders(0n))).toEqual(['OutOfRange', ...place, 0, 'amount']);
    expect(refused(holders(1n, 0xffff_ffff_ffff_ffffn))).toEqual([
      'OutOfRange',
      ...place,
      1,
      'amount',
    ]);
    const group = (groupID: number, payload: string | Uint8Array) => ({
      initial: { nfts: [{ groupID, holders: [{ to: you, payload }] }] },
    });
    expect(refused(group(-1, ''))).toEqual(['OutOfRange', 'initial', 'nfts', 0, 'groupID']);
    expect(refused(group(0, new Uint8Array(1025)))).toEqual([
      'TooLong',
      'initial',
      'nfts',
      0,
      'holders',
      0,
      'payload',
    ]);
    const most = { ...token, ...group(0xffff_ffff, 'é'.repeat(512)) };
    expect(assetTx(buildCreateAssetTx(state, most)).initialStates[0]!.outputs).toHaveLength(1);
    const nobody = { addresses: [you], threshold: 2 };
    expect(refused({ initial: { properties: { minters: [nobody] } } })).toEqual([
      'OutOfRange',
      'initial',
      'properties',
      'minters',
      0,
      'threshold',
    ]);
    const wrong = { initial: { properties: { minters: [me.address('P', fuji)] } } };
    expect(refused(wrong)[0]).toBe('WrongChain');
  });

  it('refuses a state of another chain, and an option that it does not know', () => {
    const other = { ...state, chain: 'P' } as never;
    expect(thrown(() => buildCreateAssetTx(other, token)).code).toBe('WrongChain');
    const options = { fee: 1n } as never;
    expect(thrown(() => buildCreateAssetTx(state, token, options)).code).toBe('BadArgument');
    const maxFee = 9_999_999n;
    expect(thrown(() => buildCreateAssetTx(state, token, { maxFee })).code).toBe('FeeTooHigh');
    const poor = xState([utxo(1, 9_999_999n)]);
    expect(thrown(() => buildCreateAssetTx(poor, token))).toMatchObject({
      code: 'Insufficient',
      context: { needed: 10_000_000n, spendable: 9_999_999n },
    });
  });

  it('takes frozen arguments, and any order of UTXOs and holders', () => {
    const utxos = Array.from({ length: 20 }, (_, i) => utxo(i, 3_000_000n));
    const { fungible } = token.initial;
    const expected = buildCreateAssetTx(frozen(xState(utxos)), frozen(token), frozen({}));
    const turned = {
      ...token,
      initial: {
        properties: token.initial.properties!,
        nfts: [...token.initial.nfts!].reverse(),
        fungible: {
          minters: [...fungible!.minters!].reverse(),
          holders: [...fungible!.holders!].reverse(),
        },
      },
    };
    expect(buildCreateAssetTx(xState([...utxos].reverse()), turned)).toEqual(expected);
  });
});

describeWithGo('assets, by the node', () => {
  it('are taken', async () => {
    const intents: CreateAssetIntent[] = [
      token,
      { ...token, name: 'x'.repeat(128), symbol: 'A', denomination: 32, memo: 'm'.repeat(256) },
      ...Object.entries(token.initial).map(([key, supply]) => ({
        ...token,
        initial: { [key]: supply },
      })),
    ];
    const txs = [mainnet, fuji, local].flatMap((network) =>
      intents.map((intent) => {
        const funds = [
          utxo(1, 6_000_000n, { assetID: network.avaxAssetID }),
          utxo(2, 6_000_000n, { assetID: network.avaxAssetID, owner: twoOfThree }),
        ];
        const from = trio.map((k) => k.shortID);
        const draft = buildCreateAssetTx(xState(funds, { network, from }), intent, { change: you });
        return { tx: finalize(sign(draft, trio, trusting)), network };
      }),
    );
    expect(await verdicts(txs)).toEqual(txs.map(() => true));
  });
});
