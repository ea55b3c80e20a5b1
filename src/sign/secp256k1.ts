import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import * as secp from '@noble/secp256k1';
import { CodecError } from '../errors.ts';

/** Bytes of a signature: r, s and the recovery id, 0 to 3. */
const signatureLength = 65;

/** Compressed public key, 33 bytes. */
export const compressedKey = (secret: Uint8Array): Uint8Array => secp.getPublicKey(secret, true);

/** x and y of a public key, 64 bytes. */
export const pointOf = (publicKey: Uint8Array): Uint8Array =>
  secp.Point.fromBytes(publicKey).toBytes(false).subarray(1);

/** Whether 32 bytes are above zero and below the order of the curve. */
export const isSecret = (secret: Uint8Array): boolean => secp.utils.isValidSecretKey(secret);

/**
 * The node’s form of the deterministic signature (RFC 6979) with the lower s.
 * @param digest 32 bytes.
 */
export function signDigest(digest: Uint8Array, secret: Uint8Array): Uint8Array {
  const recovered = withHashes(() =>
    secp.sign(digest, secret, {
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
 * The compressed public key that signed.
 * @throws {CodecError} `BadSignature`: not 65 bytes, a recovery id above 3, the higher s, or no point of the curve.
 */
export function recoverKey(digest: Uint8Array, signature: Uint8Array): Uint8Array {
  const recoveryID = signature[signatureLength - 1]!;
  if (signature.length !== signatureLength || recoveryID > 3)
    throw new CodecError('BadSignature', 'not r, s and a recovery id from 0 to 3');
  const recovered = new Uint8Array(signatureLength);
  recovered[0] = recoveryID;
  recovered.set(signature.subarray(0, -1), 1);
  let key: Uint8Array;
  try {
    if (secp.Signature.fromBytes(recovered, 'recovered').hasHighS()) throw new Error('high s');
    key = withHashes(() => secp.recoverPublicKey(recovered, digest, { prehash: false }));
  } catch {
    throw new CodecError('BadSignature', 'no key gives such a signature');
  }
  return key;
}

/** Lends noble its hashes for one call, so that nothing of the process changes. */
function withHashes<T>(f: () => T): T {
  const { hashes } = secp;
  const { sha256: before, hmacSha256 } = hashes;
  hashes.sha256 = sha256;
  hashes.hmacSha256 = (key, message) => hmac(sha256, key, message);
  try {
    return f();
  } finally {
    hashes.sha256 = before;
    hashes.hmacSha256 = hmacSha256;
  }
}
