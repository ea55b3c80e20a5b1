import { describe, expect, it } from 'vitest';
import {
  type AssetOperation,
  buildBaseTx,
  buildOperationTx,
  type DraftOf,
} from '../../src/builder/index.ts';
import { Operation } from '../../src/chain/xchain/components.ts';
import type { UTXO } from '../../src/chain/xchain/tx.ts';
import { fuji, local, mainnet } from '../../src/network/known.ts';
import { finalize, sign } from '../../src/sign/index.ts';
import { compareBytes } from '../../src/text/bytes.ts';
import { encode } from '../../src/wire/codec.ts';
import { rightUTXO } from '../support/assets.ts';
import { describeWithGo } from '../support/go.ts';
import { asset, frozen, key, now, trio, utxo, xState } from '../support/state.ts';
import { thrown } from '../support/thrown.ts';
import { trusting } from '../support/trusting.ts';
import { verdicts } from './xverdict.ts';

const me = key(1);
const you = key(2).shortID;
const assetID = asset(7);
const twoOfThree = { addresses: trio.map((k) => k.shortID), threshold: 2 };
const funds = utxo(1, 5_000_000n);

const mint = rightUTXO(1, 'secp256k1fx.MintOutput');
const mintNFT = rightUTXO(2, 'nftfx.MintOutput', { groupID: 3 });
const token = rightUTXO(3, 'nftfx.TransferOutput', { groupID: 3, payload: 'cat' });
const mintProperty = rightUTXO(4, 'propertyfx.MintOutput');
const property = rightUTXO(5, 'propertyfx.OwnedOutput');
const rights: readonly UTXO[] = [mint, mintNFT, token, mintProperty, property];

const every: readonly AssetOperation[] = [
  { type: 'mint', assetID, to: you, amount: 5n },
  { type: 'mintNFT', assetID, to: [you, twoOfThree, you], groupID: 3, payload: 'dog' },
  { type: 'transferNFT', assetID, to: twoOfThree },
  { type: 'mintProperty', assetID, to: you },
  { type: 'burnProperty', assetID },
];

const withRights = (utxos: readonly UTXO[], more: Parameters<typeof xState>[1] = {}) =>
  xState([funds, ...utxos], more);

const operationsIn = ({ unsignedTx }: DraftOf<'X'>) => {
  if (unsignedTx.type === 'avm.OperationTx') return unsignedTx.operations;
  throw new Error(unsignedTx.type);
};
const build = (utxos: readonly UTXO[], ...operations: AssetOperation[]) =>
  buildOperationTx(withRights(utxos), { operations });
const only = (utxos: readonly UTXO[], operation: AssetOperation) =>
  operationsIn(build(utxos, operation))[0]!;
const idOf = ({ txID, outputIndex }: UTXO) => ({ txID, outputIndex });
const refused = (f: () => unknown) => {
  const { code, path } = thrown(f);
  return [code, ...path];
};

describe('buildOperationTx', () => {
  it('says to whom nothing can go', () => {
    const to = 'X-nobody';
    for (const operation of [
      { type: 'transferNFT', assetID, to },
      { type: 'mintProperty', assetID, to },
      { type: 'mint', assetID, to, amount: 5n },
    ] as const)
      expect(refused(() => build(rights, operation)).slice(1)).toEqual(['operations', 0, 'to']);
  });

  it('mints an amount, and the right to mint stays as it was', () => {
    const { inputIDs, operation } = only(rights, every[0]!);
    expect(inputIDs).toEqual([idOf(mint)]);
    expect(operation).toMatchObject({
      type: 'secp256k1fx.MintOperation',
      mintInput: { signatureIndices: [0] },
      mintOutput: mint.output,
      transferOutput: { amount: 5n, locktime: 0n, threshold: 1, addresses: [you] },
    });
  });

  it('keeps even a locktime and a threshold of those who mint [case 91]', () => {
    const owner = { ...twoOfThree, locktime: now };
    const shared = rightUTXO(9, 'secp256k1fx.MintOutput', { owner });
    const from = trio.map((k) => k.shortID);
    const draft = buildOperationTx(withRights([shared], { from }), { operations: [every[0]!] });
    const { operation } = operationsIn(draft)[0]!;
    expect(operation).toMatchObject({
      mintInput: { signatureIndices: [0, 1] },
      mintOutput: shared.output,
    });
    const half = sign(draft, [trio[2], me], trusting);
    expect(half.missing.length).toBeLessThan(2);
    finalize(half.missing.length === 0 ? half : sign(half, [trio[0], trio[1]], trusting));
  });

  it('mints tokens for owners, hands them on, mints and burns ownerships', () => {
    expect(only(rights, every[1]!).operation).toMatchObject({
      type: 'nftfx.MintOperation',
      groupID: 3,
      payload: new TextEncoder().encode('dog'),
      outputs: [{ threshold: 1 }, { threshold: 2 }, { threshold: 1 }],
    });
    expect(only(rights, every[2]!).operation).toMatchObject({
      type: 'nftfx.TransferOperation',
      output: { groupID: 3, payload: new TextEncoder().encode('cat'), threshold: 2 },
    });
    expect(only(rights, every[3]!).operation).toMatchObject({
      type: 'propertyfx.MintOperation',
      mintOutput: mintProperty.output,
      ownedOutput: { addresses: [you] },
    });
    expect(only(rights, every[4]!).operation).toMatchObject({
      type: 'propertyfx.BurnOperation',
      signatureIndices: [0],
    });
  });

  it('sorts operations, and gives each a credential of its extension in that order [case 95]', () => {
    const draft = build(rights, ...every);
    const operations = operationsIn(draft);
    const bytes = operations.map((operation) => encode(Operation, operation));
    expect([...bytes].sort(compareBytes)).toEqual(bytes);
    const tx = finalize(sign(draft, me));
    if (tx.chain !== 'X') throw new Error(tx.chain);
    expect(tx.credentials.map(({ credential }) => credential.type)).toEqual([
      'secp256k1fx.Credential',
      ...operations.map(({ operation }) => `${operation.type.split('.')[0]}.Credential`),
    ]);
    expect(draft.fee).toEqual({ total: fuji.xFees.txFee });
    expect(draft.change.map(({ output }) => output.amount)).toEqual([4_000_000n]);
  });

  it('uses a right to mint once in a transaction [case 92]', () => {
    const twice: AssetOperation[] = [every[0]!, every[0]!];
    const error = thrown(() => build(rights, ...twice));
    expect([error.code, ...error.path]).toEqual(['Insufficient', 'operations', 1]);
    expect(error.context).toMatchObject({
      outputType: 'secp256k1fx.MintOutput',
      counts: { taken: 1, foreign: 0 },
    });
    const second = rightUTXO(8, 'secp256k1fx.MintOutput');
    const operations = operationsIn(build([...rights, second], ...twice));
    expect(operations.map(({ inputIDs }) => inputIDs[0])).toEqual(
      [idOf(mint), idOf(second)].sort((a, b) => compareBytes(a.txID, b.txID)),
    );
  });

  it('refuses two operations over one UTXO, and one over what is no right [case 94]', () => {
    const named = { ...every[0]!, utxo: idOf(mint) };
    expect(refused(() => build(rights, named, named))).toEqual([
      'Duplicate',
      'operations',
      1,
      'utxo',
    ]);
    const place = ['operations', 0, 'utxo'];
    const wrong = (utxo: UTXO) => refused(() => build(rights, { ...every[0]!, utxo: idOf(utxo) }));
    expect(wrong(funds)).toEqual(['OutOfRange', ...place]);
    expect(wrong(token)).toEqual(['Mismatch', ...place]);
    expect(wrong(rightUTXO(77, 'secp256k1fx.MintOutput'))).toEqual(['OutOfRange', ...place]);
    // What is named goes first, so that nothing else takes it.
    const others = [rightUTXO(8, 'secp256k1fx.MintOutput'), mint];
    const free = { ...every[0]!, to: me.shortID };
    for (const utxo of others)
      expect(operationsIn(build(others, free, { ...every[0]!, utxo: idOf(utxo) }))).toHaveLength(2);
  });

  it('never pays the fee with them, and nothing else spends them [case 96]', () => {
    const inAVAX = rights.map((right) => ({ ...right, assetID: fuji.avaxAssetID }));
    const { unsignedTx } = buildBaseTx(withRights(inAVAX), {
      outputs: [{ to: you, amount: 'max' }],
    });
    if (unsignedTx.type !== 'avm.BaseTx') throw new Error(unsignedTx.type);
    expect(unsignedTx.inputs.map(({ txID }) => txID)).toEqual([funds.txID]);
    expect(
      refused(() =>
        buildOperationTx(withRights(rights), { operations: every }, { include: [mint] }),
      ),
    ).toEqual(['OutOfRange', 'options', 'include', 0]);
  });

  it('asks which token is meant where they differ', () => {
    const dog = rightUTXO(6, 'nftfx.TransferOutput', { groupID: 3, payload: 'dog' });
    const cat = rightUTXO(7, 'nftfx.TransferOutput', { groupID: 4, payload: 'cat' });
    const twin = rightUTXO(8, 'nftfx.TransferOutput', { groupID: 3, payload: 'cat' });
    const transfer = { type: 'transferNFT' as const, assetID, to: you };
    const all = [token, dog, cat, twin];
    expect(refused(() => build(all, transfer))).toEqual(['Ambiguous', 'operations', 0]);
    expect(refused(() => build(all, { ...transfer, groupID: 3 }))[0]).toBe('Ambiguous');
    expect(only(all, { ...transfer, groupID: 4 }).inputIDs).toEqual([idOf(cat)]);
    expect(only(all, { ...transfer, payload: 'dog' }).inputIDs).toEqual([idOf(dog)]);
    expect(only(all, { ...transfer, utxo: idOf(twin) }).inputIDs).toEqual([idOf(twin)]);
    expect(only([token, twin], transfer).inputIDs).toHaveLength(1);
    expect(refused(() => build(all, { ...transfer, groupID: 5 }))[0]).toBe('Insufficient');
    expect(refused(() => build(all, { ...transfer, groupID: 4, utxo: idOf(dog) }))).toEqual([
      'Mismatch',
      'operations',
      0,
      'utxo',
    ]);
  });

  it('says why nothing can be consumed', () => {
    const type = 'secp256k1fx.MintOutput';
    const locked = { addresses: [me.shortID], threshold: 1, locktime: now + 1n };
    const utxos = [
      rightUTXO(1, type, { owner: you }),
      rightUTXO(2, type, { owner: twoOfThree }),
      rightUTXO(3, type, { owner: locked }),
      rightUTXO(4, type, { assetID: asset(8) }),
      rightUTXO(5, type),
    ];
    const state = withRights(utxos);
    const { context } = thrown(() =>
      buildOperationTx(state, { operations: [every[0]!] }, { exclude: [utxos[4]!] }),
    );
    expect(context).toMatchObject({
      counts: { foreign: 2, timelocked: 1, excluded: 1, taken: 0 },
    });
    const open = { ...locked, locktime: now };
    expect(only([rightUTXO(3, type, { owner: open })], every[0]!)).toBeDefined();
  });

  it('prefers what fewer have to sign for', () => {
    const from = trio.map((k) => k.shortID);
    const type = 'propertyfx.OwnedOutput';
    for (const n of [1, 2]) {
      const utxos = [rightUTXO(n, type, { owner: twoOfThree }), rightUTXO(3 - n, type)];
      const draft = buildOperationTx(withRights(utxos, { from }), { operations: [every[4]!] });
      expect(operationsIn(draft)[0]!.inputIDs).toEqual([idOf(utxos[1]!)]);
    }
  });

  it('lets anybody act for an owner that needs no signature', () => {
    const { txID, outputIndex, output } = property;
    const open = { txID, outputIndex, assetID, output: { ...output, threshold: 0, addresses: [] } };
    const draft = build([open as UTXO], every[4]!);
    const tx = finalize(sign(draft, me));
    expect(tx.credentials.at(-1)).toEqual({
      credential: { type: 'propertyfx.Credential', signatures: [] },
    });
  });

  it('refuses what is no operation [case 93]', () => {
    const of = (change: object) =>
      refused(() => build(rights, { ...every[1]!, ...change } as never));
    const place = ['operations', 0];
    expect(refused(() => build(rights))).toEqual(['OutOfRange', 'operations']);
    expect(of({ type: 'burn' })).toEqual(['Unsupported', ...place, 'type']);
    expect(of({ type: 'toString' })).toEqual(['Unsupported', ...place, 'type']);
    expect(of({ amount: 5n })).toEqual(['BadArgument', ...place, 'amount']);
    expect(of({ to: [] })).toEqual(['OutOfRange', ...place, 'to']);
    expect(of({ to: [you, me.address('P', fuji)] })).toEqual(['WrongChain', ...place, 'to', 1]);
    expect(of({ groupID: 2 ** 32 })).toEqual(['OutOfRange', ...place, 'groupID']);
    expect(of({ assetID: new Uint8Array(32) })).toEqual(['OutOfRange', ...place, 'assetID']);
    expect(of({ payload: new Uint8Array(1025) })).toEqual(['TooLong', ...place, 'payload']);
    expect(only(rights, { ...every[1]!, payload: new Uint8Array(1024) } as never)).toBeDefined();
    const nothing = { ...every[0]!, amount: 0n } as never;
    expect(refused(() => build(rights, nothing))).toEqual(['OutOfRange', ...place, 'amount']);
    const other = { ...withRights(rights), chain: 'P' } as never;
    expect(refused(() => buildOperationTx(other, { operations: every }))[0]).toBe('WrongChain');
    const poor = xState([utxo(1, 999_999n), ...rights]);
    expect(refused(() => buildOperationTx(poor, { operations: every }))[0]).toBe('Insufficient');
  });

  it('refuses a draft whose operation is another than the UTXO allows', () => {
    const draft = build(rights, every[0]!);
    const slots = draft.slots.map((slot) =>
      slot.kind === 'operation' ? { ...slot, utxo: { ...slot.utxo, assetID: asset(8) } } : slot,
    );
    expect(thrown(() => finalize({ ...draft, slots })).code).toBe('Mismatch');
    const noFx = draft.slots.map((slot) =>
      slot.kind === 'operation' ? { ...slot, utxo: property } : slot,
    );
    expect(thrown(() => finalize({ ...draft, slots: noFx })).code).toBe('Mismatch');
  });

  it.each([
    ['another minter', 0, { mintOutput: { ...mint.output, addresses: [you] } }, 'mintOutput'],
    [
      'a minter of ownerships',
      3,
      { mintOutput: { ...mint.output, type: mintProperty.output.type, locktime: 1n } },
      'mintOutput',
    ],
    ['another group', 1, { groupID: 4 }, 'groupID'],
    ['another payload', 2, { output: { ...token.output, payload: new Uint8Array(1) } }, 'output'],
  ])('refuses a draft with %s [case 91]', (_, i, change, place) => {
    const draft = build(rights, every[i]!);
    const [of] = operationsIn(draft);
    const operations = [{ ...of!, operation: { ...of!.operation, ...change } }];
    const changed = { ...draft, unsignedTx: { ...draft.unsignedTx, operations } } as typeof draft;
    const error = thrown(() => sign(changed, me));
    expect(error.code).toBe('Mismatch');
    expect(error.path).toContain(place);
  });

  it('takes frozen arguments, and any order of UTXOs and operations', () => {
    const utxos = [...rights, ...Array.from({ length: 9 }, (_, i) => utxo(i + 50, 300_000n))];
    const state = xState(utxos);
    const expected = buildOperationTx(
      frozen(state),
      frozen({ operations: every, memo: 'm' }),
      frozen({}),
    );
    const other = buildOperationTx(xState([...utxos].reverse()), {
      operations: [...every].reverse(),
      memo: new TextEncoder().encode('m'),
    });
    expect(other).toEqual(expected);
  });
});

describeWithGo('operations, by the node', () => {
  it('are taken', async () => {
    const from = trio.map((k) => k.shortID);
    const txs = [mainnet, fuji, local].flatMap((network) =>
      [every, ...every.map((operation) => [operation])].flatMap((operations) =>
        [me.shortID, twoOfThree].map((owner) => {
          const { locktime, threshold, addresses } = utxo(1, 1n, { owner }).output;
          const utxos = [
            utxo(1, 2_000_000n, { owner, assetID: network.avaxAssetID }),
            ...rights.map((right) => ({
              ...right,
              output: { ...right.output, locktime, threshold, addresses },
            })),
          ];
          const state = xState(utxos, { network, from });
          const draft = buildOperationTx(state, { operations, memo: 'memo' });
          return { tx: finalize(sign(draft, trio, trusting)), network };
        }),
      ),
    );
    expect(await verdicts(txs)).toEqual(txs.map(() => true));
  });
});
