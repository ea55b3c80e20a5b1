/** BLS12-381 as Avalanche uses it: keys of validators, proofs of possession, signatures of warp messages. */

import { bls12_381 } from '@noble/curves/bls12-381.js';
import type { ProofOfPossession } from '../chain/pchain/components.ts';
import { asBytes, toBytes, toList } from '../errors/arguments.ts';
import { AvalancheError, isError, within } from '../errors/error.ts';
import {
  aListOf,
  aNumber,
  anObject,
  checkArgument,
  objectOf,
  optional,
  someBytes,
} from '../schema/check.ts';
import { equalBytes } from '../text/bytes.ts';
import { decode, encode } from '../wire/codec.ts';
import { encodeSigners, Message, UnsignedMessage, unsignedMessageBytesOf } from './message.ts';
import {
  checkedQuorum,
  type Fraction,
  pChainQuorum,
  type SignerSet,
  setArgument,
  signersOfMessage,
} from './signerset.ts';

export type { Fraction, SignerSet } from './signerset.ts';

// Source: avalanchego `utils/crypto/bls/ciphersuite.go`.
const messageSuite = 'BLS_SIG_BLS12381G2_XMD:SHA-256_SSWU_RO_POP_';
const possessionSuite = 'BLS_POP_BLS12381G2_XMD:SHA-256_SSWU_RO_POP_';

// Read when they are needed: the library computes its curve then, or is loaded only then.
const scheme = () => bls12_381.longSignatures;
type G1Point = InstanceType<typeof bls12_381.G1.Point>;
type G2Point = InstanceType<typeof bls12_381.G2.Point>;

/** Runs a computation and converts any error of the BLS library into an `AvalancheError`. */
function orThrow<T>(compute: () => T, detail: string): T {
  try {
    return compute();
  } catch {
    throw new AvalancheError('OutOfRange', detail);
  }
}

/** Parses a public key of 48 bytes; infinity is not valid. Source: avalanchego `utils/crypto/bls/public.go`. */
function publicPoint(publicKey: Uint8Array): G1Point {
  return orThrow(() => {
    const point = bls12_381.G1.Point.fromBytes(toBytes(publicKey));
    point.assertValidity();
    if (point.is0()) throw new RangeError('infinity');
    return point;
  }, 'must be a BLS public key');
}

/** Parses a signature of 96 bytes; infinity is valid. Source: avalanchego `utils/crypto/bls/signature.go`. */
function signaturePoint(signature: Uint8Array): G2Point {
  return orThrow(() => {
    const point = bls12_381.G2.Point.fromBytes(toBytes(signature));
    point.assertValidity();
    return point;
  }, 'must be a BLS signature');
}

/** Throws if a secret key is not below the order of the group, as a node does; the BLS library would reduce it. */
function checkSecretKey(given: Uint8Array): Uint8Array {
  const secretKey = asBytes(given);
  const order = bls12_381.fields.Fr.ORDER;
  const inRange = (n: bigint): boolean => n > 0n && n < order;
  if (
    secretKey?.length !== 32 ||
    !inRange(secretKey.reduce((n, byte) => (n << 8n) | BigInt(byte), 0n))
  )
    throw new AvalancheError(
      'OutOfRange',
      'must be a BLS secret key: 32 bytes, greater than 0 and below the order of the group',
    );
  return secretKey;
}

const signWith = (suite: string, message: Uint8Array, secretKey: Uint8Array): Uint8Array =>
  scheme()
    .sign(scheme().hash(toBytes(message), suite), checkSecretKey(secretKey))
    .toBytes(true);

/** Tells whether a signature is valid. Infinity as a key or signature is not valid, as in the node. */
const holds = (suite: string, key: G1Point, signature: G2Point, message: Uint8Array): boolean =>
  !key.is0() &&
  !signature.is0() &&
  scheme().verify(signature, scheme().hash(toBytes(message), suite), key);

function verifyWith(
  suite: string,
  publicKey: Uint8Array,
  signature: Uint8Array,
  message: Uint8Array,
): boolean {
  try {
    return holds(suite, publicPoint(publicKey), signaturePoint(signature), message);
  } catch (e) {
    if (isError(e)) return false;
    throw e;
  }
}

/**
 * Returns the public key of a secret key: 48 bytes.
 * @param secretKey 32 bytes, big-endian, as in a node's `signer.key`.
 * @throws {AvalancheError} `OutOfRange`: not 32 bytes, zero, or not below the order of the group.
 * @example
 * const secretKey = new Uint8Array(32).fill(1);
 * verifyBLS(new Uint8Array(3), signBLS(new Uint8Array(3), secretKey), publicKeyOf(secretKey)); // true
 */
export function publicKeyOf(secretKey: Uint8Array): Uint8Array {
  return scheme().getPublicKey(checkSecretKey(secretKey)).toBytes(true);
}

/**
 * Signs bytes as a validator signs a warp message. Returns 96 bytes.
 * @param message The unsigned bytes of a warp message.
 * @throws {AvalancheError} `OutOfRange`: not a valid secret key.
 */
export function signBLS(message: Uint8Array, secretKey: Uint8Array): Uint8Array {
  return signWith(messageSuite, message, secretKey);
}

/**
 * Tells whether a signature of a message is valid. Also false if the key or the signature is not a point of its
 * group.
 */
export function verifyBLS(
  message: Uint8Array,
  signature: Uint8Array,
  publicKey: Uint8Array,
): boolean {
  return verifyWith(messageSuite, publicKey, signature, message);
}

/**
 * Returns the public key of a secret key with a proof of possession: the `signer` of a validator transaction.
 * @throws {AvalancheError} `OutOfRange`: not a valid secret key.
 * @example
 * verifyPossession(provePossession(new Uint8Array(32).fill(1))); // true
 */
export function provePossession(secretKey: Uint8Array): ProofOfPossession {
  const publicKey = publicKeyOf(secretKey);
  return {
    type: 'signer.ProofOfPossession',
    publicKey,
    proofOfPossession: signWith(possessionSuite, publicKey, secretKey),
  };
}

const proofArgument = /* @__PURE__ */ objectOf(
  { publicKey: someBytes, proofOfPossession: someBytes },
  { name: 'a proof of possession' },
);

/**
 * Tells whether a proof of possession is valid for its public key. Nodes check it in every transaction that has
 * one.
 */
export function verifyPossession(
  proof: Pick<ProofOfPossession, 'publicKey' | 'proofOfPossession'>,
): boolean {
  checkArgument(proof, proofArgument, 'proof');
  const { publicKey, proofOfPossession } = proof;
  return verifyWith(possessionSuite, publicKey, proofOfPossession, publicKey);
}

const notNone = <T>(list: readonly T[], what: string): readonly T[] => {
  if (list.length > 0) return list;
  throw new AvalancheError('OutOfRange', `at least one is needed: ${what}`);
};
const sumOfKeys = (keys: readonly Uint8Array[]): G1Point =>
  notNone(keys, 'public keys')
    .map((key, i) => within([i], () => publicPoint(key)))
    .reduce((sum, point) => sum.add(point));
/** Keys can sum to infinity, which is not a valid key, as in the node. */
const notInfinity = (point: G1Point): G1Point => {
  if (!point.is0()) return point;
  throw new AvalancheError('OutOfRange', 'the public keys cancel each other out');
};
const sumOfSignatures = (signatures: readonly Uint8Array[]): G2Point =>
  notNone(signatures, 'signatures')
    .map((signature, i) => within([i], () => signaturePoint(signature)))
    .reduce((sum, point) => sum.add(point));

/**
 * Adds public keys. The sum verifies the sum of their signatures of the same message.
 * @throws {AvalancheError} `OutOfRange`: an empty list, an invalid key, or keys that cancel each other out.
 */
export function aggregatePublicKeys(publicKeys: readonly Uint8Array[]): Uint8Array {
  return notInfinity(sumOfKeys(toList(publicKeys, 'publicKeys'))).toBytes(true);
}

/**
 * Adds signatures.
 * @throws {AvalancheError} `OutOfRange`: an empty list, or an invalid signature.
 */
export function aggregateSignatures(signatures: readonly Uint8Array[]): Uint8Array {
  return sumOfSignatures(toList(signatures, 'signatures')).toBytes(true);
}

const verifyingArgument = /* @__PURE__ */ (() =>
  objectOf({ networkID: aNumber, quorum: optional(anObject) }))();
const signaturesArgument = /* @__PURE__ */ (() =>
  aListOf(objectOf({ publicKey: someBytes, signature: someBytes })))();

/**
 * Verifies a signed message like a node, against the validator set of the source chain.
 * @param options The network of the verifier, and the part of the weight that must have signed (default 67/100, as
 *   on the P-chain).
 * @throws {AvalancheError} In the node's order: as `decode`; `WrongNetwork`; `OutOfRange`: signers that are padded
 *   or not in the set, a quorum that is not more than 0 and at most 1; `MissingSigner`: not enough weight, `context` has `have` and `need`; `BadSignature`.
 */
export function verifyWarpMessage(
  signed: Uint8Array,
  set: SignerSet,
  options: { readonly networkID: number; readonly quorum?: Fraction },
): void {
  checkArgument(set, setArgument, 'set');
  checkArgument(options, verifyingArgument, 'options');
  const { networkID, quorum = pChainQuorum } = options;
  const { numerator, denominator } = checkedQuorum(quorum);
  const message = decode(Message, signed);
  if (message.NetworkID !== networkID)
    throw new AvalancheError('WrongNetwork', `is ${message.NetworkID}, expected ${networkID}`, {
      have: String(message.NetworkID),
      need: String(networkID),
    }).at('NetworkID');
  const signers = signersOfMessage(message, set);
  const have = signers.reduce((sum, { weight }) => sum + weight, 0n);
  if (numerator * set.totalWeight > denominator * have)
    throw new AvalancheError(
      'MissingSigner',
      `the signers have a weight of ${have}, ${numerator}/${denominator} of ${set.totalWeight} is needed`,
      { have, need: (numerator * set.totalWeight + denominator - 1n) / denominator },
    ).at('Signature');
  const bad = (detail: string) =>
    new AvalancheError('BadSignature', detail).at('Signature', 'Signature');
  let sum: G2Point;
  try {
    sum = signaturePoint(message.Signature.Signature);
  } catch {
    throw bad('is not a point of the group');
  }
  if (
    !holds(
      messageSuite,
      sumOfKeys(signers.map((s) => s.publicKey)),
      sum,
      unsignedMessageBytesOf(message),
    )
  )
    throw bad('is not a signature of these signers and this message');
}

/**
 * Combines signatures of a validator set into a signed message, in the form that transactions contain.
 * @param unsigned The unsigned bytes of the message.
 * @param signatures One for each public key, in any order.
 * @throws {AvalancheError} `MissingSigner`: no signature; `Duplicate`: two of the same key; `BadSignature`: the
 *   key is not in the set, or the signature is not of this message; as `decode`.
 */
export function aggregateWarpMessage(
  unsigned: Uint8Array,
  signatures: readonly { readonly publicKey: Uint8Array; readonly signature: Uint8Array }[],
  set: SignerSet,
): Uint8Array {
  checkArgument(signatures, signaturesArgument, 'signatures');
  checkArgument(set, setArgument, 'set');
  const message = decode(UnsignedMessage, unsigned);
  if (signatures.length === 0)
    throw new AvalancheError('MissingSigner', 'the message has no signers');
  const indices = signatures.map(({ publicKey }, i) => {
    const index = set.signers.findIndex((signer) =>
      equalBytes(signer.publicKey, toBytes(publicKey)),
    );
    if (index < 0) throw new AvalancheError('BadSignature', 'its key is not in the set').at(i);
    return index;
  });
  const Signers = encodeSigners(indices);
  const sum = sumOfSignatures(signatures.map(({ signature }) => signature));
  const keys = signatures.map(({ publicKey }) => publicKey);
  if (!holds(messageSuite, sumOfKeys(keys), sum, unsigned)) {
    const wrong = signatures.findIndex((s) => !verifyBLS(unsigned, s.signature, s.publicKey));
    if (wrong < 0)
      throw new AvalancheError('BadSignature', 'the keys sum to the point at infinity');
    throw new AvalancheError('BadSignature', 'is not a signature of this key and message').at(
      wrong,
    );
  }
  return encode(Message, {
    ...message,
    Signature: { type: 'warp.BitSetSignature', Signers, Signature: sum.toBytes(true) },
  });
}
