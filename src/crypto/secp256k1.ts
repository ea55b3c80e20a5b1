import { ripemd160 } from '@noble/hashes/legacy.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { getPublicKey, hashes, Point, recoverPublicKey, Signature, sign } from '@noble/secp256k1';
import { toBytes } from '../errors/arguments.ts';
import { AvalancheError } from '../errors/error.ts';
import { sha256 } from './hash.ts';
import { hmacSha256 } from './sha256/platform.ts';

/** Bytes of a signature: r, s and the recovery id, 0 to 3. */
export const signatureLength = 65;

/** x and y of a public key, 64 bytes. */
const pointOf = (publicKey: Uint8Array): Uint8Array =>
  Point.fromBytes(publicKey).toBytes(false).subarray(1);

/** The 20 bytes of the C-chain account of a public key. */
export const accountOf = (publicKey: Uint8Array): Uint8Array =>
  keccak_256(pointOf(publicKey)).subarray(12);

/**
 * The compressed public key that signed. Source: avalanchego `utils/crypto/secp256k1/secp256k1.go`.
 * @throws {AvalancheError} `BadSignature`: not 65 bytes, a recovery id above 3, the higher s, or no point of the curve.
 */
export const recoverKey = (digest: Uint8Array, signature: Uint8Array): Uint8Array =>
  recoverKeyWith(() => undefined, digest, signature);

/**
 * As `recoverKey`, with another implementation of the curve. It gets 32 bytes and a signature whose form, s and range were checked before.
 * What it does not answer is computed by `@noble/secp256k1`, so that refusals are the same.
 */
export function recoverKeyWith(
  recover: (digest: Uint8Array, signature: Uint8Array) => Uint8Array | undefined,
  digest: Uint8Array,
  signature: Uint8Array,
): Uint8Array {
  const compact = toBytes(signature);
  const recoveryID = compact[signatureLength - 1]!;
  if (compact.length !== signatureLength || recoveryID > 3)
    throw new AvalancheError('BadSignature', 'must be r, s and a recovery id from 0 to 3');
  const hash = toBytes(digest);
  const recovered = new Uint8Array(signatureLength);
  recovered[0] = recoveryID;
  recovered.set(compact.subarray(0, -1), 1);
  let isHigh = false;
  try {
    isHigh = Signature.fromBytes(recovered, 'recovered').hasHighS();
    if (!isHigh)
      return recover(hash, compact) ?? recoverPublicKey(recovered, hash, { prehash: false });
  } catch {
    // It is refused below.
  }
  const detail = isHigh ? 'must have the lower of two s' : 'is not a signature of any key';
  throw new AvalancheError('BadSignature', detail);
}

/**
 * The 20 bytes of the X- and P-chain address of a compressed secp256k1 key: ripemd160(sha256(key)).
 * @param publicKey 33 bytes, starting with 2 or 3; whether it is a point of the curve is not checked.
 * @throws {AvalancheError} `OutOfRange`: not 33 bytes, or not compressed.
 */
export function shortIDOfPublicKey(publicKey: Uint8Array): Uint8Array {
  if (publicKey.length !== 33 || (publicKey[0] !== 2 && publicKey[0] !== 3)) {
    throw new AvalancheError(
      'OutOfRange',
      `must be a compressed public key: 33 bytes that start with 2 or 3, got ${publicKey.length} that start with ${publicKey[0]}`,
      { value: publicKey.length, min: 33, max: 33, unit: 'bytes' },
    );
  }
  return ripemd160(sha256(publicKey));
}

/** Compressed public key, 33 bytes. */
export const compressedKey = (secret: Uint8Array): Uint8Array => getPublicKey(secret, true);

/**
 * The deterministic signature (RFC 6979) with the lower s, as the node encodes it: r, s and the recovery id.
 * @param digest 32 bytes.
 */
export function signDigest(digest: Uint8Array, secret: Uint8Array): Uint8Array {
  const recovered = withHMAC(() =>
    sign(digest, secret, {
      prehash: false,
      lowS: true,
      format: 'recovered',
      extraEntropy: false,
    }),
  );
  const signature = new Uint8Array(signatureLength);
  signature.set(recovered.subarray(1));
  signature[signatureLength - 1] = recovered[0]!;
  return signature;
}

/**
 * Signing is the one operation of `@noble/secp256k1` that takes a hash from a variable of its module, which the application
 * may use as well: ours is there for the time of the call only.
 */
function withHMAC<T>(f: () => T): T {
  const before = hashes.hmacSha256;
  hashes.hmacSha256 = hmacSha256;
  try {
    return f();
  } finally {
    hashes.hmacSha256 = before;
  }
}
