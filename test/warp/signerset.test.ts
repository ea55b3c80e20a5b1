import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatHex, parseHex } from '../../src/text/hex.ts';
import {
  decode,
  encode,
  encodeSigners,
  Message,
  quorumOf,
  signerSetOf,
  signersOfMessage,
} from '../../src/warp/index.ts';
import { thrown } from '../support/thrown.ts';
import { rows } from '../support/vectors.ts';

const vectors = rows('l1').filter(({ kind }) => kind === 'quorum');
const validatorsOf = ({ validators }: (typeof vectors)[number]) =>
  validators!.map(({ publicKey, weight }) => ({ publicKey, weight: BigInt(weight) }));
const key = (first: number, last = 0) => {
  const bytes = new Uint8Array(48);
  bytes[0] = first;
  bytes[47] = last;
  return bytes;
};

describe('signerSet', () => {
  it.each(vectors.map((row, i) => [i, row] as const))(
    '%i is the node’s canonical set',
    (_, row) => {
      const { signers, totalWeight } = signerSetOf(validatorsOf(row));
      expect(
        signers.map(({ publicKey, weight }) => ({
          publicKey: formatHex(publicKey),
          weight: String(weight),
        })),
      ).toEqual(row.canonical ?? []);
      expect(String(totalWeight)).toBe(row.totalWeight);
    },
  );

  it('is the same in whatever order validators are listed', () => {
    for (const row of vectors) {
      const set = signerSetOf(validatorsOf(row));
      fc.assert(
        fc.property(
          fc.shuffledSubarray(validatorsOf(row), { minLength: row.validators!.length }),
          (shuffled) => {
            expect(signerSetOf(shuffled)).toEqual(set);
          },
        ),
        { seed: 1, numRuns: 5 },
      );
    }
  });

  it('sorts by the uncompressed key, as the vectors with keys of the same x show', () => {
    // Marked 0xa0: the larger y of the same x.
    const { signers } = signerSetOf([
      { publicKey: key(0xa0, 5), weight: 1n },
      { publicKey: key(0x81, 0), weight: 2n },
      { publicKey: key(0x80, 5), weight: 3n },
      { publicKey: key(0x80, 6), weight: 4n },
    ]);
    expect(signers.map(({ weight }) => weight)).toEqual([3n, 1n, 4n, 2n]);
    const oneX = vectors.filter(({ canonical = [] }) =>
      canonical.some(
        ({ publicKey }, i) =>
          i > 0 && publicKey!.slice(4) === canonical[i - 1]!.publicKey!.slice(4),
      ),
    );
    expect(oneX.length).toBeGreaterThan(0);
  });

  it('takes the total where not all are listed, as getAllValidatorsAt says it', () => {
    const one = [{ publicKey: key(0x80), weight: 5n }];
    expect(signerSetOf(one).totalWeight).toBe(5n);
    expect(signerSetOf(one, 9n).totalWeight).toBe(9n);
    expect(thrown(() => signerSetOf(one, 4n))).toMatchObject({
      code: 'OutOfRange',
      path: ['totalWeight'],
    });
  });

  it('refuses keys of another form and weights that do not fit', () => {
    const only = (publicKey: Uint8Array | string) => [{ publicKey, weight: 1n }];
    for (const bad of [key(0x80).subarray(1), new Uint8Array(96), key(0), key(0xc0), '0x80'])
      expect(thrown(() => signerSetOf(only(bad)))).toMatchObject({
        code: 'OutOfRange',
        path: [0, 'publicKey'],
      });
    const most = { publicKey: key(0x80), weight: 2n ** 64n - 1n };
    expect(signerSetOf([most]).totalWeight).toBe(2n ** 64n - 1n);
    expect(thrown(() => signerSetOf([most, { publicKey: null, weight: 1n }]))).toMatchObject({
      code: 'OutOfRange',
      path: [1, 'weight'],
    });
    expect(thrown(() => signerSetOf([{ publicKey: null, weight: -1n }]))).toMatchObject({
      code: 'OutOfRange',
    });
  });
});

describe('quorum', () => {
  const set = signerSetOf([
    { publicKey: key(0x80, 1), weight: 67n },
    { publicKey: key(0x80, 2), weight: 20n },
    { publicKey: null, weight: 13n },
  ]);
  const signedBy = (...indices: number[]) =>
    encode(Message, {
      NetworkID: 5,
      SourceChainID: new Uint8Array(32),
      Payload: new Uint8Array(0),
      Signature: {
        type: 'warp.BitSetSignature',
        Signers: encodeSigners(indices),
        Signature: new Uint8Array(96),
      },
    });

  it('is met by exactly 67 of 100, validators without a key counted', () => {
    expect(quorumOf(signedBy(0), set)).toEqual({ signed: 67n, total: 100n, ok: true });
    expect(quorumOf(signedBy(1), set)).toEqual({ signed: 20n, total: 100n, ok: false });
    expect(quorumOf(signedBy(0, 1), set)).toEqual({ signed: 87n, total: 100n, ok: true });
    expect(quorumOf(signedBy(), set)).toEqual({ signed: 0n, total: 100n, ok: false });
    expect(quorumOf(signedBy(0), set, { numerator: 68n, denominator: 100n }).ok).toBe(false);
    expect(quorumOf(signedBy(0), set, { numerator: 1n, denominator: 1n }).ok).toBe(false);
  });

  it.each([
    [0n, 100n],
    [-1n, 100n],
    [101n, 100n],
    [67n, 0n],
    [0n, 0n],
  ])('refuses a quorum of %i/%i, which nobody can mean', (numerator, denominator) => {
    const e = thrown(() => quorumOf(signedBy(0), set, { numerator, denominator }));
    expect(e).toMatchObject({ code: 'OutOfRange', path: ['quorum'] });
  });

  it('refuses a signer who is not in the set', () => {
    expect(thrown(() => quorumOf(signedBy(2), set))).toMatchObject({
      code: 'OutOfRange',
      path: ['Signature', 'Signers'],
    });
  });

  it('agrees with the node on every message whose signers it can count', () => {
    for (const row of vectors) {
      const signed = parseHex(row.hex!);
      const members = signerSetOf(validatorsOf(row));
      if (/^(bitset|unknown)/.test(row.error ?? '')) {
        expect(thrown(() => quorumOf(signed, members)).code).toBe('OutOfRange');
        continue;
      }
      if (row.error?.startsWith('wrong networkID')) continue;
      const { ok, signed: weight, total } = quorumOf(signed, members);
      const said = /^signature weight is insufficient: 67\*(\d+) > 100\*(\d+)$/.exec(
        row.error ?? '',
      );
      expect(ok).toBe(said === null);
      if (said) expect([String(total), String(weight)]).toEqual([said[1], said[2]]);
      expect(
        signersOfMessage(decode(Message, signed), members).reduce((sum, s) => sum + s.weight, 0n),
      ).toBe(weight);
    }
  });
});
