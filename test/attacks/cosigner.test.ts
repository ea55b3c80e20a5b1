/** A co-signer is an owner of the same coins, or pays a part. Each title says what it wants, and what stops it. */
import { describe, expect, test } from 'vitest';
import { buildBaseTx } from '../../src/builder/index.ts';
import { signDigest } from '../../src/crypto/secp256k1.ts';
import { unsignedBytes } from '../../src/draft/check.ts';
import { combineDrafts } from '../../src/draft/combine.ts';
import type { Draft } from '../../src/draft/draft.ts';
import { formatDraft, parseDraft } from '../../src/draft/file.ts';
import { signedBytes, withSignaturesOf } from '../../src/draft/partial.ts';
import { digestOf } from '../../src/draft/reading.ts';
import { addSignature, hashSigner, type Signer, signWith } from '../../src/sign/external.ts';
import { finalize } from '../../src/sign/finalize.ts';
import { policyOf } from '../../src/sign/index.ts';
import { verifyMessage } from '../../src/sign/message.ts';
import { chooseSigners, sign } from '../../src/sign/sign.ts';
import { formatCB58 } from '../../src/text/cb58.ts';
import { formatHex, parseHex } from '../../src/text/hex.ts';
import { key, pFile, pState, trio, utxo } from '../support/state.ts';
import { alice, bob, codeOf, hexOf, mallory, on, paid, secret } from './attacked.ts';

const order = 0xffff_ffff_ffff_ffff_ffff_ffff_ffff_fffe_baae_dce6_af48_a03b_bfd2_5e8c_d036_4141n;

/** Alice and Mallory pay 5 each. */
const joint = () =>
  buildBaseTx(
    pState([utxo(1, 6n * 10n ** 9n), utxo(2, 5n * 10n ** 9n, { owner: mallory.shortID })], {
      from: [alice.shortID, mallory.shortID],
    }),
    { outputs: [{ to: bob.shortID, amount: 10n ** 10n }] },
    { change: alice.shortID },
  );
/** The digests that Alice's service was asked to sign. */
const service = () => {
  const asked: string[] = [];
  const signer = hashSigner({
    publicKey: alice.publicKey,
    sign: async (digest) => {
      asked.push(formatHex(digest));
      return signDigest(digest, secret(1));
    },
  });
  return { signer, asked };
};
const evil = (act: (draft: Draft, options: { own?: unknown }) => unknown): Signer =>
  ({
    own: [mallory.shortID],
    sign: async (draft: Draft, options: object) => (await act(draft, options)) ?? draft,
  }) as unknown as Signer;
const receiver = (draft: Draft): Uint8Array =>
  (draft.unsignedTx as unknown as { outputs: { output: { addresses: Uint8Array[] } }[] }).outputs
    .flatMap(({ output }) => output.addresses)
    .find((of) => Buffer.from(of).toString('hex') === hexOf(bob))!;

/** 2 of 3. */
const shared = pState(
  [utxo(1, 10n ** 10n, { owner: { addresses: trio.map((of) => of.shortID), threshold: 2 } })],
  {
    from: trio.map((of) => of.shortID),
  },
);
const ofTwo = () =>
  buildBaseTx(shared, { outputs: [{ to: bob.shortID, amount: 5n }] }, { change: trio[0].shortID });

describe('co-signer', () => {
  // Succeeded at first.
  test('overwrites Bob’s address in the draft while it is asked, so that the next signer signs for it: each signer has a copy', async () => {
    const draft = joint();
    const shown = formatHex(digestOf(draft));
    const { signer, asked } = service();
    const steal = evil((of) => void receiver(of).set(mallory.shortID));
    await signWith(draft, [steal, signer]).catch(() => undefined);
    expect(asked.every((of) => of === shown)).toBe(true);
    expect(formatHex(digestOf(draft))).toBe(shown);
    expect(paid(draft)).toContain(hexOf(bob));
  });

  // Succeeded at first.
  test('keeps the draft that it returned, and overwrites Bob’s address before the next signer is asked: answers are copied', async () => {
    const draft = joint();
    const shown = formatHex(digestOf(draft));
    const { signer, asked } = service();
    const steal = evil((of) => {
      queueMicrotask(() => receiver(of).set(mallory.shortID));
      return of;
    });
    await signWith(draft, [steal, signer]).catch(() => undefined);
    expect(asked.every((of) => of === shown)).toBe(true);
    expect(formatHex(digestOf(draft))).toBe(shown);
  });

  // Succeeded at first.
  test('adds itself to the caller’s own addresses, or takes the policy away, for the signers after it: facts are copied for each', async () => {
    let seen: unknown;
    const spy = {
      own: [],
      sign: async (draft: Draft, options: unknown) => {
        seen = options;
        return draft;
      },
    };
    const policy = { findings: () => [] };
    const push = evil((_, options) => {
      (options.own as unknown[]).push('X-mallory');
      (options as { policy?: unknown }).policy = undefined;
      (options.own as Uint8Array[])[0]!.fill(0);
    });
    await signWith(joint(), [push, spy as never], { own: [alice.shortID], policy });
    const { own, policy: used } = seen as { own: Uint8Array[]; policy: unknown };
    expect(own.map(String)).toEqual([alice.shortID, mallory.shortID].map(String));
    expect(used).toBe(policy);
  });

  // Succeeded at first.
  test('returns the transaction with other claims of owners, change and fee for those who sign after it: only signatures are taken', async () => {
    const draft = joint();
    let seen: Draft | undefined;
    const spy = {
      own: [],
      sign: async (of: Draft) => {
        seen = of;
        return of;
      },
    };
    const lie = evil((of) => ({
      ...of,
      change: [],
      descriptor: 'mine',
      paths: {},
      evidence: [],
      slots: of.slots.map((slot) => ({
        ...slot,
        owner: { ...slot.owner, addresses: [mallory.shortID] },
      })),
    }));
    await signWith(draft, [lie, spy as never], { own: [alice.shortID] });
    expect(formatDraft(seen!)).toBe(formatDraft(draft));
  });

  test('returns another transaction over the same coins: Mismatch', async () => {
    const theft = evil((of) => {
      const unsignedTx = structuredClone(of.unsignedTx);
      receiver({ ...of, unsignedTx } as Draft).set(mallory.shortID);
      return { ...of, unsignedTx };
    });
    expect(await codeOf(() => signWith(joint(), [theft], { own: [alice.shortID] }))).toBe(
      'Mismatch',
    );
  });

  test('gives a second form of a signature, with the higher s, so that the txID changes: a draft has the lower one only', async () => {
    const signed = sign(joint(), [alice, mallory]);
    const low = signed.slots[0]!.signatures[0]!;
    const s = order - BigInt(formatHex(low.subarray(32, 64)));
    const high = parseHex(
      formatHex(low.subarray(0, 32)) +
        s.toString(16).padStart(64, '0') +
        (low[64]! ^ 1).toString(16).padStart(2, '0'),
    );
    const text = formatDraft(signed);
    const lie = text.replace(formatHex(low).slice(2), formatHex(high).slice(2));
    expect(lie).not.toBe(text);
    expect(await codeOf(() => parseDraft(lie))).toBe('BadSignature');
    const draft = joint();
    const back = addSignature(draft, { digest: digestOf(draft), signature: high });
    expect(
      back.slots
        .flatMap((of) => of.signatures)
        .filter(Boolean)
        .map((of) => formatHex(of!)),
    ).toContain(formatHex(low));
  });

  test('puts Alice’s signature of one slot into a slot of its own: each signature is that of its slot’s key', async () => {
    const signed = sign(joint(), alice, { own: [mallory.shortID] });
    const mine = signed.slots.flatMap((of) => of.signatures).find(Boolean)!;
    const lie = {
      ...signed,
      slots: signed.slots.map((slot) => ({ ...slot, signatures: [mine] })),
      missing: [],
    };
    expect(await codeOf(() => combineDrafts(lie as Draft))).toBe('BadSignature');
    expect(await codeOf(() => finalize(lie as Draft))).toBe('BadSignature');
  });

  test('signs twice, in both places of a 2-of-3: indices are strictly increasing, and each place has its own key', async () => {
    const draft = ofTwo();
    const slot = draft.slots[0]!;
    for (const signatureIndices of [
      [0, 0],
      [1, 0],
      [0, 3],
    ]) {
      const lie = { ...draft, slots: [{ ...slot, signatureIndices }] } as unknown as Draft;
      expect(await codeOf(() => sign(lie, [trio[0], trio[1]], {}))).toMatch(
        /Mismatch|OutOfRange|NotSorted/,
      );
    }
    const twice = sign(draft, trio[0], { own: trio.map((of) => of.shortID) });
    const [one] = twice.slots[0]!.signatures.filter(Boolean);
    const both = { ...twice, slots: [{ ...slot, signatures: [one, one] }], missing: [] };
    expect(await codeOf(() => finalize(both as unknown as Draft))).toBe('BadSignature');
  });

  test('replaces the other signer after Alice signed, and keeps her signature: another choice is another transaction', async () => {
    const draft = ofTwo();
    const own = trio.map((of) => of.shortID);
    const signed = sign(draft, trio[0], { own });
    const { draft: other, voided } = chooseSigners(signed, [trio[0].shortID, trio[2].shortID]);
    expect(voided).toEqual([{ slot: 0, address: on('P', trio[0]) }]);
    expect(other.slots[0]!.signatures).toEqual([null, null]);
    const kept = {
      ...other,
      slots: [{ ...other.slots[0]!, signatures: [signed.slots[0]!.signatures[0]!, null] }],
    };
    expect(await codeOf(() => combineDrafts(kept as unknown as Draft))).toBe('BadSignature');
  });

  test('answers for Alice’s service with its own signature, or one of another digest: neither is hers over this draft', async () => {
    const draft = buildBaseTx(pState([utxo(1, 10n ** 10n)]), {
      outputs: [{ to: bob.shortID, amount: 5n }],
    });
    for (const answer of [
      async (digest: Uint8Array) => signDigest(digest, secret(66)),
      async () => signDigest(new Uint8Array(32).fill(1), secret(1)),
      async (digest: Uint8Array) => signDigest(digest.fill(7), secret(1)),
      async () => new Uint8Array(65),
    ]) {
      const signer = hashSigner({ publicKey: alice.publicKey, sign: answer });
      expect(await codeOf(() => signer.sign(draft))).toMatch(/BadSignature|Mismatch/);
    }
  });

  test('hands back signed bytes of the theft, or with a place reserved for itself: bytes of the same transaction only', async () => {
    const draft = joint();
    const theft = { ...draft, unsignedTx: structuredClone(draft.unsignedTx) } as Draft;
    receiver(theft).set(mallory.shortID);
    expect(await codeOf(() => withSignaturesOf(draft, signedBytes(theft)))).toBe('Mismatch');
    const reserved = signedBytes(draft, 'avalanchejs3');
    const lie = Uint8Array.from(
      Buffer.from(
        Buffer.from(reserved)
          .toString('hex')
          .replace(`${'00'.repeat(45)}${hexOf(alice)}`, `${'00'.repeat(45)}${hexOf(mallory)}`),
        'hex',
      ),
    );
    expect(await codeOf(() => withSignaturesOf(draft, lie))).toBe('Mismatch');
  });

  test('labels Alice’s second coin as its own, and takes the signature of her first for it: a claimed slot is refused', async () => {
    const state = pFile(
      [utxo(1, 6n * 10n ** 9n), utxo(2, 5n * 10n ** 9n, { owner: mallory.shortID })],
      {
        from: [alice.shortID, mallory.shortID],
      },
    );
    const draft = buildBaseTx(
      state,
      { outputs: [{ to: bob.shortID, amount: 10n ** 10n }] },
      { change: alice.shortID },
    );
    const sent: Draft = parseDraft(formatDraft(draft));
    expect(await codeOf(() => sign(sent, alice))).toBe('NotReviewed');
    const policy = policyOf({ network: 'fuji', to: [bob.shortID], amounts: { AVAX: 2n ** 64n } });
    expect(await codeOf(() => sign(sent, alice, { policy }))).toBe('Refused');
    const { signer, asked } = service();
    expect(await codeOf(() => signWith(sent, [signer]))).toBe('NotReviewed');
    expect(await codeOf(() => signWith(sent, [signer], { policy }))).toBe('Refused');
    expect(asked).toEqual([]);
  });

  test('calls a coin of Alice one of nobody (0 of no addresses) that needs no signature: the node asks for the owner’s, and none is given', async () => {
    const draft = joint();
    const lie = {
      ...draft,
      slots: draft.slots.map((slot) => ({
        ...slot,
        owner: { ...slot.owner, threshold: 0, addresses: [] },
        signatureIndices: [],
        signatures: [],
      })),
    };
    expect(await codeOf(() => sign(lie as unknown as Draft, alice))).toBe('Mismatch');
  });

  test('has Alice sign a message that is a transaction: what is signed of a text begins as no transaction does', async () => {
    const draft = joint();
    const signed = sign(draft, [alice, mallory]);
    const text = Buffer.from(unsignedBytes(draft)).toString('latin1');
    const signatures = signed.slots.flatMap((of) => of.signatures as Uint8Array[]);
    for (const of of signatures) {
      expect(verifyMessage(text, formatCB58(of), alice.shortID)).toBe(false);
      expect(verifyMessage(text, formatCB58(of), key(66).shortID)).toBe(false);
    }
  });
});
