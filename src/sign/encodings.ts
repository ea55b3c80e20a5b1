/** The encodings in which a KMS, an HSM or an MPC service gives public keys and signatures. */

import { DER } from '@noble/curves/abstract/der.js';
import { Point } from '@noble/secp256k1';
import { signatureLength } from '../crypto/secp256k1.ts';
import { asBytes, badArgument } from '../errors/arguments.ts';
import { AvalancheError } from '../errors/error.ts';
import { parseBase64 } from '../text/base64.ts';
import { concatBytes, equalBytes } from '../text/bytes.ts';
import { bigintOf, parseHex } from '../text/hex.ts';

const pem = /^-----BEGIN PUBLIC KEY-----([\s\S]+)-----END PUBLIC KEY-----$/;

/**
 * Returns bytes, or the bytes of text: hex with or without `0x`, base64, or the PEM of a public key.
 * @throws {AvalancheError} `BadArgument`: neither bytes nor text; `BadText`.
 */
function bytesOf(given: Uint8Array | string): Uint8Array {
  if (typeof given !== 'string') {
    const bytes = asBytes(given);
    if (bytes) return bytes.slice();
    throw badArgument('bytes, hex or base64', given);
  }
  const text = given.trim();
  const digits = text.replace(/^0x/i, '');
  if (digits.length < text.length || /^[0-9a-f]*$/i.test(digits)) return parseHex(`0x${digits}`);
  try {
    return parseBase64((pem.exec(text)?.[1] ?? text).replace(/\s+/g, ''));
  } catch {
    throw new AvalancheError('BadText', 'must be hex, with or without 0x, or base64', {
      kind: 'hex',
    });
  }
}

/** SubjectPublicKeyInfo up to the point: id-ecPublicKey, secp256k1, and a BIT STRING. Source: RFC 5480. */
const spki = {
  uncompressed: /* @__PURE__ */ parseHex('0x3056301006072a8648ce3d020106052b8104000a034200'),
  compressed: /* @__PURE__ */ parseHex('0x3036301006072a8648ce3d020106052b8104000a032200'),
};

/** Returns the bytes after a prefix; undefined if the bytes do not start with it. */
const after = (bytes: Uint8Array, prefix: Uint8Array): Uint8Array | undefined =>
  equalBytes(bytes.subarray(0, prefix.length), prefix) ? bytes.subarray(prefix.length) : undefined;

/**
 * Returns the compressed public key, 33 bytes.
 * @param given A secp256k1 public key: 33 or 65 bytes, or SPKI in DER; as bytes, hex, base64 or PEM.
 * @throws {AvalancheError} `BadArgument`: anything else, a key of another curve, or not a point of the curve; `BadText`.
 */
export function publicKeyFrom(given: Uint8Array | string): Uint8Array {
  const bytes = bytesOf(given);
  const point = after(bytes, spki.uncompressed) ?? after(bytes, spki.compressed) ?? bytes;
  try {
    return Point.fromBytes(point).toBytes();
  } catch {
    const expected = 'a public key of secp256k1: 33 or 65 bytes, or SPKI (DER or PEM)';
    const isOther = bytes[0] === 0x30 && bytes.length > 65;
    const found = isOther ? 'SPKI of another kind of key' : `${bytes.length} bytes`;
    const isPoint = point.length === (point[0] === 4 ? 65 : 33);
    const detail = isPoint && !isOther ? ' that are not a point of the curve' : '';
    throw new AvalancheError('BadArgument', `must be ${expected}, got ${found}${detail}`, {
      expected,
      found,
    });
  }
}

const bad = (detail: string): AvalancheError => new AvalancheError('BadSignature', detail);

/** Longest INTEGER of a signature: 32 bytes and a zero in front. */
const maxInteger = 33;

/** A signature in parts. */
export interface SignatureParts {
  /** r and s, 32 bytes each. s may be the higher of two. */
  readonly compact: Uint8Array;
  /** 0 to 3; undefined if the signature has none. */
  readonly recoveryID: number | undefined;
}

/**
 * Splits a signature: 64 bytes, 65 with a recovery id of 0 to 3 or 27 to 30, or DER; as bytes, hex or base64. 64 or 65 bytes are never
 * read as DER: a DER signature that short is too improbable to occur.
 * @throws {AvalancheError} `BadArgument`, `BadText`, `BadSignature`.
 */
export function signatureFrom(given: Uint8Array | string): SignatureParts {
  const bytes = bytesOf(given);
  const { length } = bytes;
  if (length === 64) return { compact: bytes, recoveryID: undefined };
  if (length === signatureLength) {
    const v = bytes[64]!;
    // Ethereum adds 27.
    const recoveryID = v >= 27 ? v - 27 : v;
    if (recoveryID > 3) throw bad(`has the recovery ID ${v}: expected 0 to 3, or 27 to 30`);
    return { compact: bytes.subarray(0, 64), recoveryID };
  }
  if (bytes[0] !== 0x30) throw bad(`must have 64 or 65 bytes, or be DER, got ${length} bytes`);
  let numbers: ReturnType<typeof DER.toSig>;
  try {
    numbers = DER.toSig(bytes, maxInteger);
  } catch {
    throw bad('is not DER of two numbers in their shortest form');
  }
  return { compact: concatBytes(word(numbers.r), word(numbers.s)), recoveryID: undefined };
}

/** A number of at most 32 bytes, big-endian. */
function word(n: bigint): Uint8Array {
  const hex = n.toString(16).padStart(64, '0');
  if (hex.length > 64) throw bad('has a number of more than 32 bytes');
  return parseHex(`0x${hex}`);
}

/** Returns the signature with the lower of two s, which the node requires. */
export function withLowS({ compact, recoveryID }: SignatureParts): SignatureParts {
  const s = bigintOf(compact.subarray(32));
  const order = Point.CURVE().n;
  if (s <= order >> 1n || s >= order) return { compact, recoveryID };
  return {
    compact: concatBytes(compact.subarray(0, 32), word(order - s)),
    recoveryID: recoveryID === undefined ? undefined : recoveryID ^ 1,
  };
}
