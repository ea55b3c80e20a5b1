import { secp256k1 } from '@noble/curves/secp256k1.js';
import { describe, expect, it, vi } from 'vitest';
import { buildBaseTx } from '../../src/builder/index.ts';
import { recoverKey, signDigest } from '../../src/crypto/secp256k1.ts';
import { isError } from '../../src/errors/error.ts';
import { checkTx, factsOfState, signersOf } from '../../src/rules/index.ts';
import { finalize, sign, signMessage, verifyMessage } from '../../src/sign/index.ts';
import { checkedRecover, type Recover } from '../../src/tx/recover.ts';
import { key, pState, utxo } from '../support/state.ts';

/** Another implementation of the curve, which takes what the check here must refuse. */
function byCurves(digest: Uint8Array, signature: Uint8Array): Uint8Array {
  const recovered = Uint8Array.of(signature[64]!, ...signature.subarray(0, 64));
  return secp256k1.Signature.fromBytes(recovered, 'recovered')
    .recoverPublicKey(digest)
    .toBytes(true);
}

const digest = new Uint8Array(32).fill(3);
const signature = signDigest(digest, new Uint8Array(32).fill(1));
const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
const toWord = (n: bigint): Uint8Array =>
  Uint8Array.from(Buffer.from(n.toString(16).padStart(64, '0'), 'hex'));
const s = BigInt(`0x${Buffer.from(signature.subarray(32, 64)).toString('hex')}`);
const withBytes = (at: number, bytes: Uint8Array | readonly number[]): Uint8Array => {
  const changed = signature.slice();
  changed.set(bytes, at);
  return changed;
};

/** What a recovery answers, or how it refuses. */
function outcome(recover: typeof recoverKey, ...of: Parameters<typeof recoverKey>): string {
  try {
    return Buffer.from(recover(...of)).toString('hex');
  } catch (e) {
    if (isError(e)) return `${e.code}: ${e.detail}`;
    throw e;
  }
}

describe('a recovery that a caller brings', () => {
  const recover = checkedRecover(byCurves);

  it.each<[string, Uint8Array, Uint8Array]>([
    ['a signature', digest, signature],
    ['another digest', new Uint8Array(32), signature],
    ['the highest digest', new Uint8Array(32).fill(255), signature],
    ['the higher s', digest, withBytes(32, toWord(order - s))],
    ['another recovery id', digest, withBytes(64, [signature[64]! ^ 1])],
    ['r above the field', digest, withBytes(64, [2])],
    ['a recovery id of 4', digest, withBytes(64, [4])],
    ['a recovery id of 27', digest, withBytes(64, [27])],
    ['r of 0', digest, withBytes(0, new Uint8Array(32))],
    ['s of 0', digest, withBytes(32, new Uint8Array(32))],
    ['r of the order', digest, withBytes(0, toWord(order))],
    ['x that is not on the curve', digest, withBytes(0, toWord(5n))],
    ['zeros', digest, new Uint8Array(65)],
    ['64 bytes', digest, signature.subarray(0, 64)],
    ['no bytes', digest, new Uint8Array()],
    ['a digest of 31 bytes', digest.subarray(1), signature],
  ])('answers and refuses as the default does: %s', (_, digest, signature) => {
    expect(outcome(recover, digest, signature)).toBe(outcome(recoverKey, digest, signature));
  });

  it('is used for what it can answer, and asked about nothing that is refused before', () => {
    const given = vi.fn(byCurves);
    const recover = checkedRecover(given);
    given.mockClear();
    recover(digest, signature);
    expect(given).toHaveBeenCalledOnce();
    expect(() => recover(digest, withBytes(32, toWord(order - s)))).toThrow(/lower of two s/);
    expect(() => recover(digest, new Uint8Array(65))).toThrow(/signature of any key/);
    expect(given).toHaveBeenCalledOnce();
  });

  it.each<[string, (digest: Uint8Array, signature: Uint8Array) => Uint8Array | null]>([
    ['answers nothing', () => null],
    ['always answers the same', () => byCurves(digest, signature)],
    [
      'returns uncompressed keys',
      (...of) => secp256k1.Point.fromBytes(byCurves(...of)).toBytes(false),
    ],
    [
      'ignores the recovery id',
      (digest, of) => byCurves(digest, Uint8Array.of(...of.subarray(0, 64), 0)),
    ],
    [
      'answers where there is no key',
      (...of) => {
        try {
          return byCurves(...of);
        } catch {
          return new Uint8Array(33).fill(2);
        }
      },
    ],
    [
      'hashes the digest',
      (digest, of) =>
        secp256k1.recoverPublicKey(Uint8Array.of(of[64]!, ...of.subarray(0, 64)), digest),
    ],
  ])('is refused if it %s', (_, wrong) => {
    expect(() => checkedRecover(wrong)).toThrow(/^Mismatch at recover/);
  });

  it('falls back to the default for what it does not answer', () => {
    let isBroken = false;
    const recover = checkedRecover((...of) => {
      if (isBroken) throw new Error('out of memory');
      return byCurves(...of);
    });
    isBroken = true;
    expect(recover(digest, signature)).toEqual(recoverKey(digest, signature));
  });

  it('gets and returns copies', () => {
    const reused = new Uint8Array(33);
    const recover = checkedRecover((digest, of) => {
      reused.set(byCurves(digest, of));
      digest.fill(0);
      of.fill(0);
      return reused;
    });
    const key = recover(digest, signature);
    reused.fill(0);
    expect(key).toEqual(recoverKey(digest, signature));
    expect(digest[0]).toBe(3);
  });
});

describe('who verifies with it', () => {
  const asked = vi.fn(byCurves);
  const recover = checkedRecover(asked);
  const me = key(1);
  const state = pState([utxo(1, 100_000n)]);
  const draft = sign(buildBaseTx(state, { outputs: [{ to: me.shortID, amount: 1000n }] }), me);
  const tx = finalize(draft);
  const message = signMessage('hello', me);

  it.each<[string, (recover: Recover) => unknown]>([
    ['finalize', (recover) => finalize(draft, { recover })],
    ['checkTx', (recover) => checkTx(tx, { ...factsOfState(state), recover })],
    ['signersOf', (recover) => signersOf(tx, { recover })],
    ['verifyMessage', (recover) => verifyMessage('hello', message, me.shortID, { recover })],
  ])('%s', (_, verify) => {
    asked.mockClear();
    expect(verify(recover)).toEqual(verify(undefined as never));
    expect(asked).toHaveBeenCalledOnce();
    // One that nothing was compared with might find any signer.
    const unchecked = (() => me.publicKey) as unknown as Recover;
    expect(() => verify(unchecked)).toThrow(
      /BadArgument at \S*recover: .*what checkedRecover returns/,
    );
  });
});
