import { keccak_256 } from '@noble/hashes/sha3.js';
import { pointOf } from '../../crypto/secp256k1.ts';

/**
 * The account of a public key on the C-chain.
 * @param publicKey 33 bytes.
 * @returns 20 bytes: the end of the Keccak-256 of the point. Source: avalanchego `utils/crypto/secp256k1` `EthAddress`.
 * @throws {AvalancheError} `BadSignature`: not a point of the curve.
 */
export const accountOf = (publicKey: Uint8Array): Uint8Array =>
  keccak_256(pointOf(publicKey)).subarray(12);
