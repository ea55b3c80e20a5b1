import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Tx } from '../../src/chain/pchain/index.ts';
import { formatHex, parseBytes, parseHex } from '../../src/text/hex.ts';
import * as bls from '../../src/warp/bls.ts';
import {
  decode,
  encode,
  l1PayloadOf,
  Message,
  quorumOf,
  signerSetOf,
  UnsignedMessage,
  unsignedMessageBytesOf,
} from '../../src/warp/index.ts';
import { thrown } from '../support/thrown.ts';
import { type L1, rows, rpcRows } from '../support/vectors.ts';

const vectors = rows('l1');
const of = (kind: L1['kind']) =>
  vectors
    .filter((row) => row.kind === kind)
    .map((row, i) => [`${i} ${row.case ?? ''}`, row] as const);
const keys = of('key').map(([, row]) => row);
const secret = (i: number) => parseHex(keys[i]!.secretKeyHex!);
const publicKey = (i: number) => parseHex(keys[i]!.publicKeyHex!);

describe('keys, proofs and signatures', () => {
  it.each(of('key'))('%s are the node’s', (_, row) => {
    const secretKey = parseHex(row.secretKeyHex!);
    const message = parseHex(row.messageHex!);
    const proof = bls.provePossession(secretKey);
    expect(formatHex(bls.publicKeyOf(secretKey))).toBe(row.publicKeyHex);
    expect(formatHex(proof.publicKey)).toBe(row.publicKeyHex);
    expect(formatHex(proof.proofOfPossession)).toBe(row.proofOfPossessionHex);
    expect(formatHex(bls.signBLS(message, secretKey))).toBe(row.signatureHex);
  });

  it('are those of the specification for a secret key of 42', () => {
    const secretKey = new Uint8Array(32);
    secretKey[31] = 42;
    const proof = bls.provePossession(secretKey);
    expect(formatHex(proof.publicKey)).toBe(
      '0x8ce3b57b791798433fd323753489cac9bca43b98deaafaed91f4cb010730ae1e38b186ccd37a09b8aed62ce23b699c48',
    );
    expect(formatHex(proof.proofOfPossession)).toBe(
      '0x969a1f7e520bcd7e3da791bb788383062d30c8b0f2b3ebd6700e041e1ba1e983bbd5e310380f6c5ba25da81c916487f9192bc33c0c95781dd4b2316bbd9a9ea34a20ffac329cf617f668f847f407194fdbb4777ea2b9357bd97e2069116b04a1',
    );
    expect(bls.verifyPossession(proof)).toBe(true);
  });

  it('verify against their key and message only', () => {
    const { messageHex, signatureHex } = keys[0]!;
    const [message, signature] = [parseHex(messageHex!), parseHex(signatureHex!)];
    expect(bls.verifyBLS(message, signature, publicKey(0))).toBe(true);
    expect(bls.verifyBLS(message, signature, publicKey(1))).toBe(false);
    expect(bls.verifyBLS(Uint8Array.of(...message, 0), signature, publicKey(0))).toBe(false);
    expect(
      bls.verifyBLS(publicKey(0), parseHex(keys[0]!.proofOfPossessionHex!), publicKey(0)),
    ).toBe(false);
  });

  it.each(of('proofOfPossession'))('%s: the node’s verdict on a proof', (_, row) => {
    const proof = {
      publicKey: parseHex(row.publicKeyHex!),
      proofOfPossession: parseHex(row.proofOfPossessionHex!),
    };
    expect(bls.verifyPossession(proof)).toBe(row.ok);
  });

  it.each(of('secretKey'))('%s: the node’s verdict on a secret key', (_, { hex, ok }) => {
    const secretKey = parseHex(hex!);
    if (ok) expect(bls.publicKeyOf(secretKey)).toHaveLength(48);
    else
      for (const use of [
        () => bls.publicKeyOf(secretKey),
        () => bls.signBLS(new Uint8Array(1), secretKey),
        () => bls.provePossession(secretKey),
      ]) {
        const e = thrown(use);
        expect(e.code).toBe('OutOfRange');
        expect(`${e.message}${e.cause ?? ''}`).not.toContain(hex!.slice(2));
      }
  });

  it.each(of('publicKey'))('%s: the node’s verdict on a public key', (_, { hex, ok }) => {
    const sum = () => bls.aggregatePublicKeys([parseHex(hex!)]);
    if (ok) expect(formatHex(sum())).toBe(hex);
    else expect(thrown(sum)).toMatchObject({ code: 'OutOfRange', path: [0] });
  });

  it.each(of('signature'))('%s: the node’s verdict on a signature', (_, { hex, ok }) => {
    const sum = () => bls.aggregateSignatures([parseHex(hex!)]);
    if (ok) expect(formatHex(sum())).toBe(hex);
    else expect(thrown(sum)).toMatchObject({ code: 'OutOfRange', path: [0] });
    expect(bls.verifyBLS(new Uint8Array(1), parseHex(hex!), publicKey(0))).toBe(false);
  });
});

describe('signed messages', () => {
  it.each(
    rows('warp')
      .filter(({ kind }) => kind === 'warpSigned')
      .map((row, i) => [i, row] as const),
  )('%i: the node’s verdict on the signature', (_, row) => {
    const { Signature } = decode(Message, parseHex(row.hex)).Signature;
    const key = bls.aggregatePublicKeys(row.publicKeys!.map(parseHex));
    expect(bls.verifyBLS(parseHex(row.unsignedHex), Signature, key)).toBe(row.signatureOK);
  });
});

/** What the node says where we say these codes. */
const verdicts: readonly (readonly [string, string])[] = [
  ['wrong networkID', 'WrongNetwork'],
  ['bitset is invalid', 'OutOfRange'],
  ['unknown validator', 'OutOfRange'],
  ['signature weight is insufficient', 'MissingSigner'],
  ['failed to parse signature', 'BadSignature'],
  ['signature is invalid', 'BadSignature'],
];
const setOf = (row: L1) =>
  signerSetOf(
    row.validators!.map(({ publicKey, weight }) => ({ publicKey, weight: BigInt(weight) })),
  );

describe('verifyMessage', () => {
  it.each(of('quorum'))('%s: the node’s verdict', (_, row) => {
    const verify = () =>
      bls.verifyWarpMessage(parseHex(row.hex!), setOf(row), { networkID: row.networkID! });
    if (row.error === undefined) verify();
    else
      expect(thrown(verify).code).toBe(
        verdicts.find(([start]) => row.error!.startsWith(start))![1],
      );
  });

  it('meets every verdict in the vectors', () => {
    const said = of('quorum').map(([, { error = '' }]) => error);
    expect(said).toContain('');
    for (const [start] of verdicts)
      expect(
        said.some((error) => error.startsWith(start)),
        start,
      ).toBe(true);
  });

  it('says how much weight signed, and how much must', () => {
    const set = signerSetOf([
      { publicKey: publicKey(0), weight: 66n },
      { publicKey: null, weight: 33n },
    ]);
    const unsigned = encode(UnsignedMessage, {
      NetworkID: 5,
      SourceChainID: new Uint8Array(32),
      Payload: new Uint8Array(3),
    });
    const signature = bls.signBLS(unsigned, secret(0));
    const signed = bls.aggregateWarpMessage(
      unsigned,
      [{ publicKey: publicKey(0), signature }],
      set,
    );
    const e = thrown(() => bls.verifyWarpMessage(signed, set, { networkID: 5 }));
    expect(e).toMatchObject({ code: 'MissingSigner', context: { have: 66n, need: 67n } });
    bls.verifyWarpMessage(signed, set, {
      networkID: 5,
      quorum: { numerator: 2n, denominator: 3n },
    });
  });
});

describe('aggregate', () => {
  const members = [0, 1, 2, 3].map((i) => ({ publicKey: publicKey(i), weight: 10n }));
  const set = signerSetOf(members);
  const unsigned = encode(UnsignedMessage, {
    NetworkID: 5,
    SourceChainID: new Uint8Array(32),
    Payload: new Uint8Array(3),
  });
  const all = [0, 1, 2, 3].map((i) => ({
    publicKey: publicKey(i),
    signature: bls.signBLS(unsigned, secret(i)),
  }));

  it('signs a message so that the set accepts it, whatever the order', () => {
    const signed = bls.aggregateWarpMessage(unsigned, all.slice(0, 3), set);
    bls.verifyWarpMessage(signed, set, { networkID: 5 });
    expect(quorumOf(signed, set)).toEqual({ signed: 30n, total: 40n, ok: true });
    expect(formatHex(unsignedMessageBytesOf(decode(Message, signed)))).toBe(formatHex(unsigned));
    fc.assert(
      fc.property(fc.shuffledSubarray([0, 1, 2], { minLength: 3 }), (order) => {
        const again = bls.aggregateWarpMessage(
          unsigned,
          order.map((i) => all[i]!),
          set,
        );
        expect(formatHex(again)).toBe(formatHex(signed));
      }),
      { seed: 1, numRuns: 4 },
    );
  });

  it('refuses none, strangers, two of one key, and a signature of something else, by its place', () => {
    const foreign = { publicKey: publicKey(5), signature: all[0]!.signature };
    const wrong = { publicKey: publicKey(1), signature: all[0]!.signature };
    expect(thrown(() => bls.aggregateWarpMessage(unsigned, [], set))).toMatchObject({
      code: 'MissingSigner',
    });
    expect(thrown(() => bls.aggregateWarpMessage(unsigned, [all[0]!, foreign], set))).toMatchObject(
      {
        code: 'BadSignature',
        path: [1],
      },
    );
    expect(thrown(() => bls.aggregateWarpMessage(unsigned, [all[0]!, all[0]!], set))).toMatchObject(
      {
        code: 'Duplicate',
        path: [1],
      },
    );
    expect(thrown(() => bls.aggregateWarpMessage(unsigned, [all[2]!, wrong], set))).toMatchObject({
      code: 'BadSignature',
      path: [1],
    });
    expect(thrown(() => bls.aggregatePublicKeys([]))).toMatchObject({ code: 'OutOfRange' });
    expect(thrown(() => bls.aggregateSignatures([]))).toMatchObject({ code: 'OutOfRange' });
  });
});

describe('a running node’s L1 transactions', () => {
  const txs = rpcRows('rpc-samples').flatMap(({ request, response }) => {
    const { method, params } = JSON.parse(request ?? '{}') as {
      method?: string;
      params?: { encoding?: string };
    };
    if (method !== 'platform.getTx' || params?.encoding !== 'hexnc') return [];
    const hex = /"tx":"([^"]*)"/.exec(response)![1]!;
    return [decode(Tx, parseBytes(hex, 'hexnc')).unsignedTx];
  });
  const find = <T extends (typeof txs)[number]['type']>(type: T) =>
    txs.find((tx): tx is Extract<(typeof txs)[number], { type: T }> => tx.type === type)!;
  const convert = find('platformvm.ConvertSubnetToL1Tx');
  const register = find('platformvm.RegisterL1ValidatorTx');
  const setWeight = find('platformvm.SetL1ValidatorWeightTx');
  const first = convert.validators.map(({ signer, weight }) => ({
    publicKey: signer.publicKey,
    weight,
  }));
  const payload = l1PayloadOf(decode(Message, register.message));
  if (payload.type !== 'message.RegisterL1Validator') throw new Error(payload.type);

  it('bring proofs of their keys', () => {
    expect(convert.validators.map(({ signer }) => bls.verifyPossession(signer))).toEqual([true]);
    expect(
      bls.verifyPossession({
        publicKey: payload.blsPublicKey,
        proofOfPossession: register.proofOfPossession,
      }),
    ).toBe(true);
  });

  it('bring messages that the L1’s validators signed', () => {
    bls.verifyWarpMessage(register.message, signerSetOf(first), { networkID: 12_345 });
    const both = [...first, { publicKey: payload.blsPublicKey, weight: payload.weight }];
    bls.verifyWarpMessage(setWeight.message, signerSetOf(both), { networkID: 12_345 });
    expect(quorumOf(setWeight.message, signerSetOf(both))).toEqual({
      signed: 100n,
      total: 110n,
      ok: true,
    });
  });
});
