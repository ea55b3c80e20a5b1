import { getPublicKey, sign } from '@noble/secp256k1';
import { signatureLength, withHashes } from './secp256k1.ts';

/** Compressed public key, 33 bytes. */
export const compressedKey = (secret: Uint8Array): Uint8Array => getPublicKey(secret, true);

/**
 * The node’s form of the deterministic signature (RFC 6979) with the lower s.
 * @param digest 32 bytes.
 */
export function signDigest(digest: Uint8Array, secret: Uint8Array): Uint8Array {
  const recovered = withHashes(() =>
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
