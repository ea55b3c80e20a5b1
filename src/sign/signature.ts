import { recoverKey, signatureLength } from '../crypto/secp256k1.ts';
import { toBytes } from '../errors/arguments.ts';
import { AvalancheError } from '../errors/error.ts';
import { equalBytes } from '../text/bytes.ts';
import { formatHex } from '../text/hex.ts';

/** A signature made by an external signer. */
export interface ExternalSignature {
  /** The digest that was signed. */
  readonly digest: Uint8Array;
  /**
   * The signature: 65 bytes with r, s and the recovery id 0 to 3; or, together with `publicKey`, 64 bytes with r and s, or DER. A high s
   * is normalized to the low one.
   */
  readonly signature: Uint8Array;
  /** The compressed public key, 33 bytes. Required if the signature has no recovery id. */
  readonly publicKey?: Uint8Array;
}

/** Order of the curve secp256k1. */
const order = 0xffff_ffff_ffff_ffff_ffff_ffff_ffff_fffe_baae_dce6_af48_a03b_bfd2_5e8c_d036_4141n;

const bad = (detail: string): AvalancheError => new AvalancheError('BadSignature', detail);

/**
 * Normalizes a signature to the node's format, and returns it with the public key that made it.
 * @throws {AvalancheError} `BadSignature`.
 */
export function complete({ digest, signature: given, publicKey }: ExternalSignature): {
  readonly signature: Uint8Array;
  readonly publicKey: Uint8Array;
} {
  const signature = toBytes(given);
  const compact = compactOf(signature);
  const recoveryID = signature.length === signatureLength ? signature[64] : undefined;
  if (recoveryID === undefined && !publicKey)
    throw bad('has no recovery ID: give the public key too');
  const [low, flipped] = lowS(compact);
  const ids = recoveryID === undefined ? [0, 1] : [flipped ? recoveryID ^ 1 : recoveryID];
  for (const id of ids) {
    const whole = new Uint8Array(signatureLength);
    whole.set(low);
    whole[64] = id;
    const key = recoverKey(digest, whole);
    if (!publicKey || equalBytes(key, toBytes(publicKey)))
      return { signature: whole, publicKey: key };
  }
  throw bad('is not a signature of the public key');
}

/**
 * Checks that all parts are bytes, and the public key a compressed one.
 * @throws {AvalancheError} `BadArgument`
 */
export function checkExternal({ digest, signature, publicKey }: ExternalSignature): void {
  toBytes(digest, 'digest');
  toBytes(signature, 'signature');
  if (publicKey === undefined) return;
  const { length, 0: first } = toBytes(publicKey, 'publicKey');
  if (length === 33 && (first === 2 || first === 3)) return;
  const expected = 'a compressed public key: 33 bytes that start with 2 or 3';
  const found = `${length} that start with ${first}`;
  throw new AvalancheError(
    'BadArgument',
    `must be ${expected}, got ${found}${length === 65 ? ': Point.fromBytes(it).toBytes() of @noble/secp256k1 compresses it' : ''}`,
    { expected, found },
  ).at('publicKey');
}

/** Returns r and s, 32 bytes each. 64 or 65 bytes are never read as DER: a DER signature that short is too improbable to occur. */
function compactOf(signature: Uint8Array): Uint8Array {
  const { length } = signature;
  if (length === 64 || length === signatureLength) return signature.subarray(0, 64);
  if (signature[0] !== 0x30 || signature[1] !== length - 2)
    throw bad('must have 64 or 65 bytes, or be DER');
  const compact = new Uint8Array(64);
  const [r, end] = integerAt(signature, 2);
  const [s, last] = integerAt(signature, end);
  if (last !== length) throw bad('has bytes after the DER');
  compact.set(r, 32 - r.length);
  compact.set(s, 64 - s.length);
  return compact;
}

/** Reads a positive ASN.1 INTEGER with minimal encoding, and returns its bytes and its end. */
function integerAt(der: Uint8Array, start: number): readonly [Uint8Array, number] {
  const length = der[start + 1] ?? 0;
  const end = start + 2 + length;
  const digits = der.subarray(start + 2, end);
  const [first, second] = digits;
  const padded = first === 0 && second! >= 0x80;
  if (der[start] !== 2 || digits.length !== length || first === undefined || first >= 0x80)
    throw bad('must be DER of two numbers greater than 0');
  if ((first === 0 && !padded) || length > (padded ? 33 : 32))
    throw bad('has a number in DER that is too long, or not in its shortest form');
  return [padded ? digits.subarray(1) : digits, end];
}

/** Returns r with the low s, and whether s was changed. */
function lowS(compact: Uint8Array): readonly [Uint8Array, boolean] {
  const s = BigInt(formatHex(compact.subarray(32)));
  if (s <= order >> 1n || s >= order) return [compact, false];
  const low = compact.slice();
  let rest = order - s;
  for (let i = 63; i >= 32; i--, rest >>= 8n) low[i] = Number(rest & 255n);
  return [low, true];
}
