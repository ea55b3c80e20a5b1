/** Verifies the proposer's signature of a wrapped block, as a node does. */

import { p256 } from '@noble/curves/nist.js';
import { sha256 } from '../crypto/hash.ts';
import { toBytes } from '../errors/arguments.ts';
import { AvalancheError } from '../errors/error.ts';
import { checkArgument } from '../schema/check.ts';
import { bigintOf } from '../text/hex.ts';
import { encode } from '../wire/codec.ts';
import { publicKeyOf } from './certificate.ts';
import {
  outerIDOf,
  type ProposerBlock,
  ProposerHeader,
  unsignedBlockOf,
  wrapperArgument,
} from './proposervm.ts';

/** DER prefix of a SHA-256 digest in a PKCS #1 v1.5 signature (RFC 8017). */
const sha256Prefix = [48, 49, 48, 13, 6, 9, 96, 134, 72, 1, 101, 3, 4, 2, 1, 5, 0, 4, 32];

const bad = (detail: string): AvalancheError => new AvalancheError('BadSignature', detail);

/**
 * Verifies a wrapper like a node: its proposer signed it for this chain, or it has neither a proposer nor a
 * signature.
 * Source: avalanchego `vms/proposervm/block/block.go` `verify`.
 * @param chainID 32 bytes: the chain of the wrapped block.
 * @throws {AvalancheError} `BadSignature`; `OutOfRange`: the epoch of a Granite wrapper is all zeros.
 */
export function verifyProposer(block: ProposerBlock, chainID: Uint8Array): void {
  checkArgument(block, wrapperArgument, 'block');
  toBytes(chainID, 'chainID');
  if (block.type === 'proposervm.Option') return;
  if (block.type === 'proposervm.StatelessGraniteBlock') {
    const { pChainHeight, number, startTime } = block.statelessGraniteBlock.epoch;
    if (pChainHeight === 0n && number === 0n && startTime === 0n)
      throw new AvalancheError('OutOfRange', 'an epoch must not be all zeros').at(
        'statelessGraniteBlock',
        'epoch',
      );
  }
  const { certificate, parentID } = unsignedBlockOf(block)!;
  const { signature } = block;
  if (certificate.length === 0) {
    if (signature.length > 0) throw bad('a signature without a certificate').at('signature');
    return;
  }
  const header = { Chain: chainID, Parent: parentID, Body: outerIDOf(block) };
  const digest = sha256(encode(ProposerHeader, header));
  const key = publicKeyOf(certificate);
  const signed =
    key.type === 'RSA'
      ? signedByRSA(key, digest, signature)
      : signedByP256(key.point, digest, signature);
  if (!signed) throw bad('is not a signature of the proposer').at('signature');
}

/** Verifies an ECDSA signature in DER, with a low or high s. */
function signedByP256(point: Uint8Array, digest: Uint8Array, signature: Uint8Array): boolean {
  try {
    return p256.verify(signature, digest, point, { format: 'der', lowS: false, prehash: false });
  } catch {
    return false;
  }
}

/** Verifies a PKCS #1 v1.5 signature. */
function signedByRSA(
  { modulus, size }: { readonly modulus: bigint; readonly size: number },
  digest: Uint8Array,
  signature: Uint8Array,
): boolean {
  const s = bigintOf(signature);
  if (signature.length !== size || s >= modulus) return false;
  let power = s;
  // The exponent is 2^16 + 1.
  for (let i = 0; i < 16; i++) power = (power * power) % modulus;
  const expected = new Uint8Array(size).fill(0xff);
  expected.set([0, 1]);
  expected.set([0, ...sha256Prefix], size - 32 - sha256Prefix.length - 1);
  expected.set(digest, size - 32);
  return (power * s) % modulus === bigintOf(expected);
}
