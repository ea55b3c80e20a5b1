import { generateKeyPairSync } from 'node:crypto';
import * as secp from '@noble/secp256k1';
import { describe, expect, it } from 'vitest';
import { buildBaseTx, buildExportTx } from '../../src/builder/index.ts';
import { fuji } from '../../src/network/known.ts';
import {
  addSignature,
  chooseSigners,
  combineDrafts,
  digestsOf,
  evmAddressOf,
  finalize,
  hashSigner,
  sign,
  signWith,
} from '../../src/sign/index.ts';
import { signWithKey } from '../../src/sign/key.ts';
import type { CState } from '../../src/state/state.ts';
import { wei } from '../../src/text/amount.ts';
import { formatHex } from '../../src/text/hex.ts';
import { key, now, pState, trio, utxo } from '../support/state.ts';
import { thrown } from '../support/thrown.ts';
import { trusting } from '../support/trusting.ts';

const [a, b] = trio;
const owner = { addresses: trio.map((k) => k.shortID), threshold: 2 };
const path = "m/44'/9000'/0'/0/0";
const shared = buildBaseTx(
  pState([utxo(1, 1_000_000n, { owner }), utxo(2, 1_000_000n, { owner })], {
    from: trio.map((k) => k.shortID),
    paths: { [a.address('P', fuji)]: path },
  }),
  { outputs: [{ to: key(7).shortID, amount: 1_500_000n }] },
);
const account: CState = {
  chain: 'C',
  network: fuji,
  from: [],
  time: now,
  accounts: [{ address: evmAddressOf(key(1)), nonce: 7n, balance: wei(10n ** 18n) }],
  baseFee: wei(25_000_000_001n),
};
const fromC = buildExportTx(account, { to: 'P', outputs: [{ to: key(1).shortID, amount: 5n }] });

describe('signatures from elsewhere', () => {
  it('are asked for once a signer, and end in the same transaction', () => {
    const asked = digestsOf(shared);
    expect(asked).toMatchObject([
      { path, scheme: 'sha256-ecdsa', slots: [{ credential: 0 }, { credential: 1 }] },
      {
        slots: [
          { credential: 0, slot: 1 },
          { credential: 1, slot: 1 },
        ],
      },
    ]);
    const [digest] = asked.map((of) => of.digest);
    const half = addSignature(shared, { digest: digest!, signature: signWithKey(a, digest!) });
    expect(digestsOf(half)).toHaveLength(1);
    const compact = signWithKey(b, digest!).subarray(0, 64);
    const whole = addSignature(half, {
      digest: digest!,
      signature: compact,
      publicKey: b.publicKey,
    });
    expect(finalize(whole).txID).toBe(finalize(sign(shared, [a, b], trusting)).txID);
  });

  it('may have the higher s, which becomes the lower', () => {
    const [{ digest }] = digestsOf(fromC) as unknown as [{ digest: Uint8Array }];
    const good = signWithKey(key(1), digest);
    const s =
      secp.Point.CURVE().n - BigInt(`0x${Buffer.from(good.subarray(32, 64)).toString('hex')}`);
    const high = Uint8Array.from([
      ...good.subarray(0, 32),
      ...Buffer.from(s.toString(16).padStart(64, '0'), 'hex'),
      good[64]! ^ 1,
    ]);
    const draft = addSignature(fromC, { digest, signature: high });
    expect(draft).toEqual(sign(fromC, key(1)));
    const compact = { digest, signature: high.subarray(0, 64), publicKey: key(1).publicKey };
    expect(addSignature(fromC, compact)).toEqual(draft);
  });

  it('may be DER, as services and modules give it, with either s', () => {
    const [{ digest }] = digestsOf(fromC) as unknown as [{ digest: Uint8Array }];
    const good = signWithKey(key(1), digest).subarray(0, 64);
    const { publicKey } = key(1);
    const n = secp.Point.CURVE().n;
    const number = (value: bigint): readonly number[] => {
      const hex = value.toString(16);
      const digits = Buffer.from(hex.length % 2 ? `0${hex}` : hex, 'hex');
      const signed = digits[0]! >= 0x80 ? [0, ...digits] : [...digits];
      return [2, signed.length, ...signed];
    };
    const [r, s] = [good.subarray(0, 32), good.subarray(32)].map((bytes) =>
      BigInt(`0x${Buffer.from(bytes).toString('hex')}`),
    ) as [bigint, bigint];
    const der = (a: readonly number[], b: readonly number[]) =>
      Uint8Array.from([0x30, a.length + b.length, ...a, ...b]);
    for (const low of [s, n - s])
      expect(
        addSignature(fromC, { digest, publicKey, signature: der(number(r), number(low)) }),
      ).toEqual(sign(fromC, key(1)));
    const whole = der(number(r), number(s));
    const bad = [
      whole.subarray(0, -1),
      Uint8Array.from([...whole, 0]),
      Uint8Array.from([0x31, ...whole.subarray(1)]),
      der(number(r), [2, 0]),
      der(number(r), [3, ...number(s).slice(1)]),
      der([2, 34, 0, 0, ...number(r).slice(-32)], number(s)),
      der([2, 33, 0, 0x7f, ...number(r).slice(-31)], number(s)),
      der([2, 1, 0x80], number(s)),
      der(number(r), [2, 40, ...number(s).slice(2)]),
      Uint8Array.from([0x30, 6, 2, 1, 1, 2, 1, 1]),
    ];
    for (const signature of bad)
      expect(thrown(() => addSignature(fromC, { digest, publicKey, signature }))).toMatchObject({
        code: 'BadSignature',
        path: ['signature'],
      });
    expect(thrown(() => addSignature(fromC, { digest, signature: whole })).code).toBe(
      'BadSignature',
    );
  });

  it('may be DER only in its shortest form', () => {
    // A first byte of 0x7f is the last one that needs no zero in front.
    let amount = 5n;
    let made: { readonly draft: typeof fromC; readonly compact: Uint8Array } | undefined;
    while (!made) {
      const draft = buildExportTx(account, { to: 'P', outputs: [{ to: key(1).shortID, amount }] });
      const [{ digest }] = digestsOf(draft) as unknown as [{ digest: Uint8Array }];
      const compact = signWithKey(key(1), digest).subarray(0, 64);
      if (compact[0] === 0x7f && compact[32]! > 0) made = { draft, compact };
      amount++;
    }
    const { draft, compact } = made;
    const [{ digest }] = digestsOf(draft) as unknown as [{ digest: Uint8Array }];
    const { publicKey } = key(1);
    const s = [2, 32, ...compact.subarray(32)];
    const add = (r: readonly number[]) => {
      const signature = Uint8Array.from([0x30, r.length + s.length, ...r, ...s]);
      return addSignature(draft, { digest, publicKey, signature });
    };
    const r = compact.subarray(0, 32);
    expect(add([2, 32, ...r])).toEqual(sign(draft, key(1)));
    expect(thrown(() => add([2, 33, 0, ...r]))).toMatchObject({
      code: 'BadSignature',
      detail: 'is not DER of two numbers in their shortest form',
    });
  });

  it('are refused of another key, another digest, or none at all [fault B9, B11]', () => {
    const [{ digest }] = digestsOf(shared) as unknown as [{ digest: Uint8Array }];
    const add = (signature: Uint8Array, more: object = {}) =>
      thrown(() => addSignature(shared, { digest, signature, ...more })).code;
    expect(add(signWithKey(key(9), digest))).toBe('BadSignature');
    expect(add(new Uint8Array(65).fill(7))).toBe('BadSignature');
    expect(add(new Uint8Array(64).fill(7))).toBe('BadSignature');
    expect(add(new Uint8Array(3))).toBe('BadSignature');
    expect(add(signWithKey(a, digest), { publicKey: b.publicKey })).toBe('BadSignature');
    expect(add(signWithKey(a, digest), { digest: new Uint8Array(32) })).toBe('Mismatch');
    const lie = { ...shared, fee: { ...shared.fee, total: 1n } };
    expect(
      thrown(() => addSignature(lie, { digest, signature: signWithKey(a, digest) })),
    ).toMatchObject({
      code: 'Unbalanced',
      path: ['draft', 'unsignedTx'],
    });
    const notBytes = { digest: 5 as unknown as Uint8Array, signature: signWithKey(a, digest) };
    expect(thrown(() => addSignature(shared, notBytes))).toMatchObject({
      code: 'BadArgument',
      path: ['digest'],
    });
  });

  it('say what they must be instead', () => {
    const [{ digest }] = digestsOf(shared) as unknown as [{ digest: Uint8Array }];
    const signature = signWithKey(a, digest);
    const told = (more: object) =>
      thrown(() => addSignature(shared, { digest, signature, ...more })).message;
    expect(told({ digest: formatHex(digest) })).toBe(
      'BadArgument at digest: must be bytes, got text: convert it with parseHex()',
    );
    expect(told({ signature: 5 })).toBe(
      'BadArgument at signature: must be bytes, hex or base64, got number',
    );
    expect(told({ signature: 'PrivateKey-abc' })).toBe(
      'BadText at signature: must be hex, with or without 0x, or base64',
    );
    const key = 'a public key of secp256k1: 33 or 65 bytes, or SPKI (DER or PEM)';
    expect(told({ publicKey: new Uint8Array(32) })).toBe(
      `BadArgument at publicKey: must be ${key}, got 32 bytes`,
    );
    const notOnCurve = Uint8Array.from([4, ...new Uint8Array(64).fill(1)]);
    expect(told({ publicKey: notOnCurve })).toBe(
      `BadArgument at publicKey: must be ${key}, got 65 bytes that are not a point of the curve`,
    );
    const p256 = generateKeyPairSync('ec', { namedCurve: 'prime256v1' }).publicKey;
    expect(told({ publicKey: p256.export({ type: 'spki', format: 'pem' }) })).toBe(
      `BadArgument at publicKey: must be ${key}, got SPKI of another kind of key`,
    );
    expect(
      thrown(() => hashSigner({ publicKey: 5 as never, sign: async () => digest })).message,
    ).toBe('BadArgument at publicKey: must be bytes, hex or base64, got number');
  });

  it('come from a service, one call a draft', async () => {
    let calls = 0;
    const service = (k: typeof a) =>
      hashSigner({
        publicKey: k.publicKey,
        sign: async (digest) => {
          calls++;
          return signWithKey(k, digest);
        },
      });
    const draft = await signWith(shared, [service(a), service(key(9)), service(b)], trusting);
    expect(calls).toBe(2);
    // Many services give no recovery ID.
    const compact = {
      publicKey: a.publicKey,
      sign: async (digest: Uint8Array) => signWithKey(a, digest).subarray(0, 64),
    };
    expect(await signWith(shared, hashSigner(compact), trusting)).toEqual(
      await signWith(shared, service(a), trusting),
    );
    expect(finalize(draft).txID).toBe(finalize(sign(shared, [a, b], trusting)).txID);
  });

  it('are refused with another transaction around them, or if they are none', async () => {
    const other = buildBaseTx(pState([utxo(3, 1_000_000n)]), {
      outputs: [{ to: key(7).shortID, amount: 1n }],
    });
    const thief = { sign: async () => sign(other, key(1)) as never };
    await expect(signWith(shared, thief, trusting)).rejects.toMatchObject({ code: 'Mismatch' });
    const lie = { ...shared, fee: { ...shared.fee, total: 1n } };
    await expect(signWith(lie, thief, trusting)).rejects.toMatchObject({
      code: 'Unbalanced',
      path: ['draft', 'unsignedTx'],
    });
    const liar = {
      sign: async <D extends Parameters<typeof sign>[0]>(d: D): Promise<D> => ({
        ...d,
        slots: d.slots.map((slot) => ({
          ...slot,
          signatures: slot.signatures.map(() => new Uint8Array(65).fill(7)),
        })),
      }),
    };
    await expect(signWith(shared, liar, trusting)).rejects.toMatchObject({
      code: 'BadSignature',
      path: ['draft', 'slots', 0, 'signatures', 0],
    });
    const local = {
      sign: async <D extends Parameters<typeof sign>[0]>(d: D) => sign(d, a, trusting),
    };
    expect((await signWith(shared, local, trusting)).missing).toMatchObject([
      { need: 1 },
      { need: 1 },
    ]);
  });

  it('can be asked of others, who make another transaction', () => {
    const [, , c] = trio;
    const draft = chooseSigners(shared, [a.shortID, c.address('P', fuji)]).draft;
    expect(digestsOf(draft).map(({ address }) => address)).toEqual([a.shortID, c.shortID]);
    expect(chooseSigners(draft, [b.shortID]).draft.slots[0]!.signatureIndices).toContain(1);
    expect(finalize(sign(draft, [a, c], trusting)).txID).toBe(
      finalize(sign(shared, [a, c], trusting)).txID,
    );
    const again = chooseSigners(sign(draft, a, trusting), [b.shortID]);
    expect(again.voided.map(({ address }) => address)).toContain(a.address('P', fuji));
    expect(again.draft.slots.every(({ signatures }) => signatures.every((s) => !s))).toBe(true);
    expect(again.draft.missing).toMatchObject([{ need: 2 }, { need: 2 }]);
    expect(thrown(() => chooseSigners(draft, ['X-fuji1'])).path).toEqual(['addresses', 0]);
    const lie = { ...draft, fee: { ...draft.fee, total: 1n } };
    expect(thrown(() => chooseSigners(lie, [b.shortID])).path).toEqual(['draft', 'unsignedTx']);
    // Who was chosen before signs with the one who is named.
    const last = chooseSigners(shared, [b.shortID, c.shortID]).draft;
    expect(chooseSigners(last, [c.shortID])).toEqual({ draft: last, voided: [] });
  });

  it('come in any order and end in the same bytes [case 69]', () => {
    const draft = chooseSigners(shared, [a.shortID, b.shortID]).draft;
    const both = finalize(sign(draft, [a, b], trusting)).txID;
    expect(finalize(sign(sign(draft, a, trusting), b, trusting)).txID).toBe(both);
    expect(finalize(sign(sign(draft, b, trusting), a, trusting)).txID).toBe(both);
    expect(finalize(combineDrafts(sign(draft, a, trusting), sign(draft, b, trusting))).txID).toBe(
      both,
    );
  });
});
