/** What can be wrong with a draft that somebody sends: each has a name and a place. */
import * as secp from '@noble/secp256k1';
import { describe, expect, it } from 'vitest';
import { buildBaseTx, buildOperationTx, type Draft } from '../../src/builder/index.ts';
import { toWire, WireDraft } from '../../src/draft/file.ts';
import { mainnet } from '../../src/network/known.ts';
import {
  chooseSigners,
  combineDrafts,
  decodeDraft,
  encodeDraft,
  formatDraft,
  parseDraft,
  sign,
} from '../../src/sign/index.ts';
import { unsignedBytesOf } from '../../src/tx/bytes.ts';
import { withIndices } from '../../src/tx/credentials.ts';
import { encode } from '../../src/wire/codec.ts';
import { rightUTXO } from '../support/assets.ts';
import { key, pState, trio, utxo, xState } from '../support/state.ts';
import { thrown } from '../support/thrown.ts';
import { trusting } from '../support/trusting.ts';

const [a, b, c] = trio;
const owner = { addresses: trio.map((k) => k.shortID), threshold: 2 };
const state = pState([utxo(1, 1_000_000n, { owner }), utxo(2, 2_000_000n, { owner })], {
  from: owner.addresses,
});
const intent = { outputs: [{ to: key(7).shortID, amount: 2_500_000n }] };
const draft = chooseSigners(buildBaseTx(state, intent), [a.shortID, b.shortID]).draft;
const signed = sign(draft, [a, b], trusting);

const withFirst = (...signatures: readonly (Uint8Array | null)[]): Draft => ({
  ...signed,
  slots: signed.slots.map((slot, i) => (i === 0 ? { ...slot, signatures } : slot)),
});
const [good, other] = signed.slots[0]!.signatures as readonly [Uint8Array, Uint8Array];
const fault = (made: Draft) => {
  const { code, path } = thrown(() => decodeDraft(encodeDraft(made)));
  return { code, path };
};
const at = (slot: number) => ({
  code: 'BadSignature',
  path: ['draft', 'slots', 0, 'signatures', slot],
});

describe('a draft from somebody else', () => {
  it('with a signature that is none', () => {
    expect(fault(withFirst(new Uint8Array(65).fill(7), other))).toEqual(at(0));
    expect(fault(withFirst(new Uint8Array(65), other))).toEqual(at(0));
    expect(fault(withFirst(good, new Uint8Array(3))).code).toBe('OutOfRange');
  });

  it('with one of a stranger, of another owner, or of another transaction', () => {
    const foreign = chooseSigners(buildBaseTx(state, intent), [b.shortID, c.shortID]).draft;
    const [, theirs] = sign(foreign, [b, c], trusting).slots[0]!
      .signatures as readonly Uint8Array[];
    expect(fault(withFirst(good, theirs!))).toEqual(at(1));
    const own = buildBaseTx(pState([utxo(1, 1_000_000n)]), {
      outputs: [{ to: key(7).shortID, amount: 5n }],
    });
    const [stranger] = sign(own, key(1)).slots[0]!.signatures as readonly Uint8Array[];
    expect(fault(withFirst(stranger!, other))).toEqual(at(0));
  });

  it('with two that changed places', () => {
    expect(fault(withFirst(other, good))).toEqual(at(0));
  });

  it('with the higher s', () => {
    const s = BigInt(`0x${Buffer.from(good.subarray(32, 64)).toString('hex')}`);
    const high = (secp.Point.CURVE().n - s).toString(16).padStart(64, '0');
    const twin = Uint8Array.from([
      ...good.subarray(0, 32),
      ...Buffer.from(high, 'hex'),
      good[64]! ^ 1,
    ]);
    expect(fault(withFirst(twin, other))).toEqual(at(0));
  });

  it('of another network, whoever says so', () => {
    expect(fault({ ...signed, network: mainnet }).code).toBe('Mismatch');
    const elsewhere = buildBaseTx({ ...state, network: mainnet, utxos: inAVAXof() }, intent);
    expect(thrown(() => combineDrafts<Draft>(draft, elsewhere))).toMatchObject({
      code: 'Mismatch',
      path: ['drafts', 1, 'network'],
    });
  });

  it('with UTXOs that are not what the inputs spend', () => {
    const slotAt = { code: 'Mismatch', path: ['draft', 'slots', 0, 'utxo'] };
    const instead = (of: object) => ({
      ...signed,
      slots: signed.slots.map((slot, i) =>
        i === 0 && slot.kind === 'input' ? { ...slot, utxo: { ...slot.utxo, ...of } } : slot,
      ),
    });
    const [first] = signed.slots;
    if (first?.kind !== 'input') throw new Error('no input');
    const { output } = first.utxo as ReturnType<typeof utxo>;
    expect(fault(instead({ outputIndex: 5 }) as Draft)).toEqual(slotAt);
    expect(fault(instead({ assetID: new Uint8Array(32) }) as Draft)).toEqual(slotAt);
    const more = { output: { ...output, amount: output.amount + 1n } };
    expect(fault(instead(more) as Draft)).toEqual(slotAt);
    const mine = { output: { ...output, threshold: 1 } };
    expect(fault(instead(mine) as Draft)).toMatchObject({
      code: 'Mismatch',
      path: ['draft', 'slots', 0, 'owner'],
    });
  });

  const property = rightUTXO(5, 'propertyfx.OwnedOutput');
  const burning = buildOperationTx(xState([utxo(1, 5_000_000n), property]), {
    operations: [{ type: 'burnProperty', assetID: property.assetID }],
  });

  it('with an operation on a UTXO that it cannot use', () => {
    const right = rightUTXO(5, 'propertyfx.MintOutput');
    const slots = burning.slots.map((slot) =>
      slot.kind === 'operation' ? { ...slot, utxo: right } : slot,
    );
    expect(thrown(() => encodeDraft({ ...burning, slots } as Draft))).toMatchObject({
      code: 'Mismatch',
      detail: 'a propertyfx.BurnOperation cannot use a propertyfx.MintOutput',
      path: ['draft', 'slots', slots.findIndex(({ kind }) => kind === 'operation'), 'utxo'],
    });
  });

  it('with an operation that uses several UTXOs', () => {
    const unsignedTx = burning.unsignedTx as Extract<
      typeof burning.unsignedTx,
      { type: 'avm.OperationTx' }
    >;
    const several = unsignedTx.operations.map((of) => ({
      ...of,
      inputIDs: [...of.inputIDs, { ...of.inputIDs[0]!, outputIndex: 9 }],
    }));
    const wire = {
      ...toWire(burning),
      unsignedTx: unsignedBytesOf({ ...unsignedTx, operations: several }),
    };
    const slot = burning.slots.findIndex(({ kind }) => kind === 'operation');
    expect(thrown(() => decodeDraft(encode(WireDraft, wire)))).toMatchObject({
      code: 'OutOfRange',
      path: ['draft', 'slots', slot, 'utxo'],
    });
  });

  it('with fewer slots than the transaction has credentials', () => {
    const wire = { ...toWire(draft), slots: toWire(draft).slots.slice(1) };
    expect(thrown(() => decodeDraft(encode(WireDraft, wire)))).toMatchObject({
      code: 'Mismatch',
      path: ['draft', 'slots'],
      context: { found: '1', expected: '2' },
    });
  });

  it('with a transaction of no known type', () => {
    const unsignedTx = { ...draft.unsignedTx, type: 'platformvm.FooTx' } as never;
    expect(thrown(() => encodeDraft({ ...draft, unsignedTx }))).toMatchObject({
      code: 'UnknownTypeID',
      path: ['draft', 'unsignedTx', 'type'],
    });
  });

  it('with signers who are none of the owner', () => {
    const wrong = (...signatureIndices: readonly number[]) => ({
      ...draft,
      unsignedTx: withIndices(
        draft.unsignedTx,
        draft.slots.map((slot, i) => (i === 0 ? signatureIndices : slot.signatureIndices)),
      ),
      slots: draft.slots.map((slot, i) => (i === 0 ? { ...slot, signatureIndices } : slot)),
    });
    const outOfRange = { code: 'OutOfRange', path: ['draft', 'slots', 0, 'signatureIndices'] };
    for (const indices of [[3, 4], [0, 3], [1, 1], [0]])
      expect([indices, fault(wrong(...indices))]).toEqual([indices, outOfRange]);
  });

  it('is well if it is well', () => {
    expect(parseDraft(formatDraft(signed))).toEqual(signed);
  });
});

/** The same UTXOs, of the other network’s AVAX. */
function inAVAXof() {
  return state.utxos.map((of) => ({ ...of, assetID: mainnet.avaxAssetID }));
}
