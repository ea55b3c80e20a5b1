import { getPublicKey, hashes, sign } from '@noble/secp256k1';
import { signatureLength } from './secp256k1.ts';
import { hmacSha256 } from './sha256/platform.ts';

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
