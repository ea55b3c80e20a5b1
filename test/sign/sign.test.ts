import { describe, expect, it } from 'vitest';
import {
  buildBaseTx,
  buildExportTx,
  buildImportTx,
  type Draft,
  type InputSlot,
} from '../../src/builder/index.ts';
import { markMade } from '../../src/draft/mark.ts';
import { digestOf } from '../../src/draft/reading.ts';
import { avmChain } from '../../src/network/custom.ts';
import { fuji, local } from '../../src/network/known.ts';
import { chooseSigners, finalize, issueTxRequest, sign } from '../../src/sign/index.ts';
import { signWithKey } from '../../src/sign/key.ts';
import { equalBytes } from '../../src/text/bytes.ts';
import { parseBytes } from '../../src/text/hex.ts';
import { formatID } from '../../src/text/id.ts';
import { asset, frozen, key, pState, trio, utxo, xState } from '../support/state.ts';
import { thrown } from '../support/thrown.ts';
import { trusting } from '../support/trusting.ts';

const me = key(1);
const you = key(2).shortID;
const [a, b, c] = trio;
const addresses = trio.map((k) => k.shortID);
const twoOfThree = { addresses, threshold: 2 };
const outputs = [{ to: you, amount: 1000n }];
const simple = buildBaseTx(pState([utxo(1, 100_000n), utxo(2, 1n)]), { outputs });
const shared = buildBaseTx(
  pState([utxo(1, 100_000n, { owner: twoOfThree })], { from: addresses }),
  {
    outputs,
  },
);

describe('sign', () => {
  it('is pure, and gives the same bytes each time', () => {
    const draft = frozen(markMade(structuredClone(simple), digestOf(simple)));
    expect(finalize(sign(draft, me)).bytes).toEqual(finalize(sign(draft, me)).bytes);
    expect(draft).toEqual(simple);
  });

  it('signs once for a key, however many inputs', () => {
    const utxos = [1, 2, 3].map((n) => utxo(n, 5000n));
    const draft = sign(buildBaseTx(pState(utxos), { outputs: [{ to: you, amount: 'max' }] }), me);
    const [first, ...others] = draft.slots.map((slot) => slot.signatures[0]);
    for (const other of others) expect(other).toBe(first);
    expect(draft.missing).toEqual([]);
  });

  it('collects signatures of several hands in any order', () => {
    const both = finalize(sign(shared, [a, b], trusting));
    expect(finalize(sign(sign(shared, a, trusting), b, trusting)).bytes).toEqual(both.bytes);
    expect(finalize(sign(sign(shared, b, trusting), a, trusting)).bytes).toEqual(both.bytes);
    expect(finalize(sign(sign(shared, b, trusting), [b, a], trusting)).bytes).toEqual(both.bytes);
  });

  it('takes exactly as many signers as the threshold, the lowest', () => {
    expect(sign(shared, [c, b, a], trusting).slots[0]!.signatureIndices).toEqual([0, 1]);
  });

  it('chooses signers only if the keys of all of them are given and nobody has signed', () => {
    const draft = sign(shared, [a, c], trusting);
    expect(draft.slots[0]!.signatureIndices).toEqual([0, 2]);
    expect(draft.fee).toEqual(shared.fee);
    expect(finalize(draft).credentials).toHaveLength(1);
    const e = thrown(() => sign(shared, c, trusting));
    expect(e).toMatchObject({
      code: 'MissingSigner',
      context: {
        missing: [{ credential: 0, need: 2, addresses: [a, b].map((k) => k.address('P', fuji)) }],
      },
    });
    expect(e.message).toMatch(/is an owner, but others were chosen to sign: chooseSigners/);
    expect(thrown(() => sign(sign(shared, b, trusting), c, trusting)).code).toBe('MissingSigner');
  });

  it('lets every pair of 2-of-3 sign in turn, or says at the first who can be second', () => {
    for (const [first, second] of [a, b, c].flatMap((x) =>
      [a, b, c].filter((y) => y !== x).map((y) => [x, y] as const),
    )) {
      const { draft, voided } = chooseSigners(shared, [first.shortID, second.shortID]);
      expect(voided).toEqual([]);
      const half = sign(draft, first, trusting);
      expect(half.missing).toMatchObject([{ need: 1, candidates: [second.shortID] }]);
      const whole = sign(half, second, trusting);
      expect(finalize(whole).txID).toBe(finalize(sign(shared, [second, first], trusting)).txID);
      // Without a choice the builder's counts, and both cases say what to do.
      const isFirst = shared.missing[0]!.candidates.some((of) => equalBytes(of, first.shortID));
      if (!isFirst) {
        expect(thrown(() => sign(shared, first, trusting)).message).toContain('chooseSigners');
        continue;
      }
      const begun = sign(shared, first, trusting);
      const [next] = begun.missing[0]!.candidates;
      if (equalBytes(next!, second.shortID)) finalize(sign(begun, second, trusting));
      else {
        expect(thrown(() => sign(begun, second, trusting)).code).toBe('MissingSigner');
        const again = chooseSigners(begun, [first.shortID, second.shortID]);
        expect(again.voided).toEqual([{ slot: 0, address: first.address('P', fuji) }]);
        finalize(sign(sign(again.draft, second, trusting), first, trusting));
      }
    }
  });

  it('rechooses in imported inputs too', () => {
    const owner = { owner: twoOfThree };
    const state = pState([utxo(1, 50_000n, owner)], {
      from: addresses,
      imports: { C: [utxo(2, 3900n, owner)] },
    });
    const draft = sign(buildImportTx(state, { from: 'C' }), [b, c], trusting);
    expect(draft.slots.map((slot) => slot.signatureIndices)).toEqual([
      [1, 2],
      [1, 2],
    ]);
    expect(finalize(draft).credentials).toHaveLength(2);
  });

  it('tells what is missing, and for whom', () => {
    expect(shared.missing).toMatchObject([
      { credential: 0, need: 2, candidates: addresses.slice(0, 2) },
    ]);
    const half = sign(shared, a, trusting);
    expect(half.missing).toMatchObject([{ credential: 0, need: 1, candidates: [b.shortID] }]);
  });

  it('refuses keys that add nothing, and says who is asked for', () => {
    const asked = {
      missing: [{ credential: 0, need: 2, addresses: [a, b].map((k) => k.address('P', fuji)) }],
    };
    expect(thrown(() => sign(shared, []))).toMatchObject({ code: 'MissingSigner', context: asked });
    const e = thrown(() => sign(shared, [key(9), key(8)], trusting));
    expect(e).toMatchObject({ code: 'MissingSigner', context: asked });
    expect(e.message).toContain(`credential 0 needs 2 of ${a.address('P', fuji)}`);
    const half = sign(shared, a, trusting);
    expect(thrown(() => sign(half, a, trusting)).message).toContain('is there already');
    const whole = sign(half, b, trusting);
    expect(thrown(() => sign(whole, a, trusting)).message).toContain('all signatures are there');
    // A key beside others that do is no mistake: who has many keys need not choose.
    expect(sign(shared, [a, b, key(9)], trusting)).toEqual(sign(shared, [a, b], trusting));
  });

  it('refuses what is no key', () => {
    expect(thrown(() => sign(simple, { ...me }, trusting))).toMatchObject({
      code: 'MissingSigner',
    });
  });
});

describe('finalize', () => {
  const signed = sign(simple, me);
  const slotsWith = (change: Partial<InputSlot>): Draft => ({
    ...signed,
    slots: signed.slots.map((slot) => ({ ...(slot as InputSlot), ...change })),
  });
  /** The draft with something else in its transaction. */
  const txWith = (draft: Draft, change: object): Draft =>
    ({ ...draft, unsignedTx: { ...draft.unsignedTx, ...change } }) as Draft;
  const tx = simple.unsignedTx as Extract<Draft['unsignedTx'], { type: 'platformvm.BaseTx' }>;

  it('names who is missing', () => {
    const e = thrown(() => finalize(sign(shared, a, trusting)));
    expect(e).toMatchObject({
      code: 'MissingSigner',
      context: { missing: [{ credential: 0, need: 1, addresses: [b.address('P', fuji)] }] },
    });
    expect(e.message).toContain(b.address('P', fuji));
  });

  it('refuses a signature of another key, slot or transaction', () => {
    const others = [
      signWithKey(key(2), new Uint8Array(32)),
      sign(buildBaseTx(pState([utxo(1, 100_001n)]), { outputs }), me).slots[0]!.signatures[0]!,
      new Uint8Array(65),
    ];
    for (const signature of others)
      expect(thrown(() => finalize(slotsWith({ signatures: [signature] })))).toMatchObject({
        code: 'BadSignature',
        path: ['credentials', 0, 'signatures', 0],
      });
    const swapped = sign(shared, [a, b], trusting);
    const slots = swapped.slots.map((s) => ({ ...s, signatures: [...s.signatures].reverse() }));
    expect(thrown(() => finalize({ ...swapped, slots })).code).toBe('BadSignature');
  });

  const change = simple.change[0]!;
  const without = tx.outputs.filter((_, i) => i !== change.outputIndex);
  const gold = { ...tx.inputs[0]!, assetID: asset(7), outputIndex: 5 };
  it.each<[string, Draft, string]>([
    [
      'the change is dropped',
      { ...txWith(signed, { outputs: without }), change: [] },
      'Unbalanced',
    ],
    [
      'the change is dropped and the fee says so',
      {
        ...txWith(signed, { outputs: without }),
        change: [],
        fee: { total: 99_000n, gas: 4099n, price: 1n },
      },
      'FeeTooHigh',
    ],
    [
      'the fee says less than is burned',
      { ...signed, fee: { ...signed.fee, total: 5178n } },
      'Unbalanced',
    ],
    [
      'the fee is too low',
      {
        ...txWith(signed, {
          outputs: tx.outputs.map((o, i) =>
            i === change.outputIndex ? { ...o, output: { ...o.output, amount: 93_822n } } : o,
          ),
        }),
        change: [],
        fee: { ...signed.fee, total: 5178n },
      },
      'FeeTooLow',
    ],
    ['the price is another', { ...signed, fee: { ...signed.fee, price: 2n } }, 'FeeTooLow'],
    ['the gas is another', { ...signed, fee: { ...signed.fee, gas: 5180n } }, 'Mismatch'],
    [
      'outputs are out of order',
      txWith(signed, { outputs: [...tx.outputs].reverse() }),
      'NotSorted',
    ],
    [
      'an input is spent twice',
      txWith(signed, { inputs: [...tx.inputs, ...tx.inputs] }),
      'Duplicate',
    ],
    [
      'an input has no slot',
      txWith(signed, {
        inputs: [...tx.inputs, gold].sort((x, y) => x.outputIndex - y.outputIndex),
      }),
      'Mismatch',
    ],
    ['a memo came in', txWith(signed, { memo: new Uint8Array(1) }), 'TooLong'],
    ['the network is another', { ...signed, network: local }, 'WrongNetwork'],
    ['the chain is another', txWith(signed, { blockchainID: asset(1) }), 'WrongChain'],
    ['a slot has another UTXO', slotsWith({ utxo: utxo(7, 100_000n) }), 'Mismatch'],
    ['a slot has another amount', slotsWith({ utxo: utxo(1, 100_001n) }), 'Mismatch'],
    [
      'a slot has another owner',
      slotsWith({ owner: { ...signed.slots[0]!.owner, addresses: [you] } }),
      'Mismatch',
    ],
    ['a slot has other signers', slotsWith({ signatureIndices: [1] }), 'Mismatch'],
    ['a signature is short', slotsWith({ signatures: [new Uint8Array(64)] }), 'OutOfRange'],
    ['a signature is too many', slotsWith({ signatures: [null, null] }), 'OutOfRange'],
    [
      'the change is not that output',
      { ...signed, change: [{ ...change, outputIndex: 1 - change.outputIndex }] },
      'Mismatch',
    ],
    ['the type is another', txWith(signed, { type: 'platformvm.CreateSubnetTx' }), 'UnknownTypeID'],
  ])('refuses a draft where %s, and so does sign [case 20]', (_, draft, code) => {
    expect(thrown(() => finalize(draft))).toMatchObject({ code });
    expect(thrown(() => sign(draft, me))).toMatchObject({ code });
  });

  it('refuses an asset that goes in and not out', () => {
    const input = utxo(1, 5n, { assetID: asset(7), outputIndex: 3 });
    const owner = signed.slots[0]!.owner;
    const draft = {
      ...txWith(signed, {
        inputs: [
          ...tx.inputs,
          {
            txID: input.txID,
            outputIndex: 3,
            assetID: input.assetID,
            input: { type: 'secp256k1fx.TransferInput', amount: 5n, signatureIndices: [0] },
          },
        ],
      }),
      slots: [
        ...signed.slots,
        { kind: 'input', utxo: input, owner, signatureIndices: [0], signatures: [null] },
      ],
    } as Draft;
    const lost = { ...draft, fee: { ...draft.fee, gas: 5179n + 2961n } };
    expect(thrown(() => finalize(lost))).toMatchObject({ code: 'Unbalanced' });
  });
});

describe('issueTxRequest', () => {
  it('asks the P-chain', () => {
    const tx = finalize(sign(simple, me));
    const request = issueTxRequest(tx);
    expect(request).toMatchObject({
      path: '/ext/bc/P',
      method: 'platform.issueTx',
      params: { encoding: 'hex' },
    });
    expect(parseBytes(request.params.tx, 'hex')).toEqual(tx.bytes);
  });

  it('asks the X-chain by its alias where the network is known, else by its id', () => {
    const state = xState([utxo(1, 5_000_000n)]);
    const request = (of: typeof state) =>
      issueTxRequest(finalize(sign(buildExportTx(of, { to: 'P', outputs }), me)));
    expect(request(state)).toMatchObject({ path: '/ext/bc/X', method: 'avm.issueTx' });
    const swap = { ...state, blockchain: avmChain(asset(5), 'swap') };
    expect(request(swap).path).toBe(`/ext/bc/${formatID(asset(5))}`);
  });
});
