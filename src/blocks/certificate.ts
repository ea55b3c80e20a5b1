import { ripemd160 } from '@noble/hashes/legacy.js';
import { sha256 } from '../crypto/hash.ts';
import { toBytes } from '../errors/arguments.ts';
import { AvalancheError } from '../errors/error.ts';
import { bigintOf } from '../text/hex.ts';
import { formatNodeID } from '../text/id.ts';

/** The public key of a node's TLS certificate, used to verify its blocks. */
export type NodePublicKey =
  | {
      readonly type: 'RSA';
      readonly modulus: bigint;
      /** Size of the modulus and of a signature, in bytes. */
      readonly size: number;
    }
  | {
      readonly type: 'P-256';
      /** Uncompressed point: 4, x, y. */
      readonly point: Uint8Array;
    };

/**
 * Maximum size of a certificate that a node accepts, in bytes. Source: avalanchego `staking/parse.go`:
 * MaxCertificateLen.
 */
export const maxCertificateSize = 2048;

const tags = { integer: 0x02, bitString: 0x03, oid: 0x06, sequence: 0x30, version: 0xa0 };
/** 1.2.840.113549.1.1.1 */
const rsaOID = '42,134,72,134,247,13,1,1,1';
/** 1.2.840.10045.2.1. The named curve after it is not read: it is always P-256. */
const ecOID = '42,134,72,206,61,2,1';

/**
 * Reads the public key of a certificate, exactly as leniently as a node: everything up to the key must be DER, the
 * rest is ignored. Source: avalanchego `staking/parse.go`.
 * @param certificate DER.
 * @throws {AvalancheError} `TooLong`, `Truncated` or `OutOfRange`, with the offset in the certificate.
 */
export function publicKeyOf(certificate: Uint8Array): NodePublicKey {
  if (certificate.length > maxCertificateSize)
    throw new AvalancheError(
      'TooLong',
      `the certificate has ${certificate.length} bytes, at most ${maxCertificateSize} are allowed`,
      { length: certificate.length, max: maxCertificateSize },
      { offset: 0 },
    );
  const signed = new DER(certificate).take(tags.sequence).take(tags.sequence);
  if (signed.next() === tags.version) signed.take(tags.version);
  signed.take(tags.integer);
  for (let i = 0; i < 4; i++) signed.take(tags.sequence);
  const info = signed.take(tags.sequence);
  const oid = info.take(tags.sequence).take(tags.oid).bytes.join();
  const bits = info.take(tags.bitString);
  const key = new DER(alignRight(bits), bits.start + 1);
  if (oid === rsaOID) return readRSA(key);
  if (oid === ecOID) return readPoint(key);
  throw bits.wrong('a key of neither RSA nor P-256');
}

/** A reader over DER bytes that knows their offset in the certificate. */
class DER {
  readonly bytes: Uint8Array;
  readonly start: number;
  #at = 0;

  constructor(bytes: Uint8Array, start = 0) {
    this.bytes = bytes;
    this.start = start;
  }

  wrong(detail: string): AvalancheError {
    return new AvalancheError('OutOfRange', detail, {}, { offset: this.start + this.#at });
  }
  next(): number | undefined {
    return this.bytes[this.#at];
  }

  /** Reads the content of the next element, whose length must be minimally encoded. */
  take(tag: number): DER {
    const { bytes } = this;
    const offset = this.#at;
    const short = (): AvalancheError =>
      new AvalancheError(
        'Truncated',
        'the certificate ends early',
        { need: 1, left: 0 },
        { offset: this.start + bytes.length },
      );
    if (bytes.length - offset < 2) throw short();
    if (bytes[offset] !== tag) throw this.wrong(`tag ${bytes[offset]}, not ${tag}`);
    let head = 2;
    let length = bytes[offset + 1]!;
    if (length >= 0x80) {
      const size = length & 0x7f;
      head += size;
      if (size === 0 || size > 4) throw this.wrong(`a length of ${size} bytes`);
      if (bytes.length - offset < head) throw short();
      length = bytes.subarray(offset + 2, offset + head).reduce((n, byte) => n * 256 + byte, 0);
      if (length < 0x80 || length < 256 ** (size - 1))
        throw this.wrong('a length in more bytes than it takes');
    }
    const end = offset + head + length;
    if (end > bytes.length) throw short();
    this.#at = end;
    return new DER(bytes.subarray(offset + head, end), this.start + offset + head);
  }

  /** Reads a minimally encoded two's complement integer. */
  integer(): bigint {
    const content = this.take(tags.integer);
    const [first, second = 0] = content.bytes;
    const { length } = content.bytes;
    if (
      first === undefined ||
      (length > 1 && (first === 0 ? second < 0x80 : first === 0xff && second >= 0x80))
    )
      throw content.wrong('an integer in other bytes than DER has');
    return BigInt.asIntN(length * 8, bigintOf(content.bytes));
  }
}

/** Shifts the bits of a bit string to the right end of its bytes. Source: Go `encoding/asn1` `RightAlign`. */
function alignRight(content: DER): Uint8Array {
  const [padding] = content.bytes;
  const bits = content.bytes.subarray(1);
  const last = bits.at(-1);
  if (
    padding === undefined ||
    padding > 7 ||
    (last === undefined ? padding !== 0 : (last & ((1 << padding) - 1)) !== 0)
  )
    throw content.wrong('a bit string with wrong padding');
  if (padding === 0) return bits;
  return bits.map((byte, i) => ((bits[i - 1] ?? 0) << (8 - padding)) | (byte >> padding));
}

function readRSA(key: DER): NodePublicKey {
  const content = key.take(tags.sequence);
  const modulus = content.integer();
  const exponent = content.integer();
  const bits = modulus > 0n ? modulus.toString(2).length : 0;
  if (bits !== 2048 && bits !== 4096) throw key.wrong(`an RSA key of ${bits} bits`);
  if (modulus % 2n === 0n) throw key.wrong('an even RSA modulus');
  if (exponent !== 65_537n) throw key.wrong('an RSA exponent other than 65537');
  return { type: 'RSA', modulus, size: bits / 8 };
}

const p = 2n ** 256n - 2n ** 224n + 2n ** 192n + 2n ** 96n - 1n;
const b = 0x5ac635d8aa3a93e7b3ebbd55769886bc651d06b0cc53b0f63bce3c3e27d2604bn;

function readPoint(key: DER): NodePublicKey {
  const point = key.bytes;
  const x = bigintOf(point.subarray(1, 33));
  const y = bigintOf(point.subarray(33));
  if (
    point.length !== 65 ||
    point[0] !== 4 ||
    x >= p ||
    y >= p ||
    (y * y - (x * x * x - 3n * x + b)) % p !== 0n
  )
    throw key.wrong('no uncompressed point of P-256');
  return { type: 'P-256', point };
}

/** Returns the node id of a certificate without checking the certificate. */
export const nodeIDOf = (certificate: Uint8Array): string =>
  formatNodeID(ripemd160(sha256(certificate)));

/**
 * Returns the node id of a TLS certificate. Source: avalanchego `ids/node_id.go` `NodeIDFromCert`.
 * @param certificate DER. It must be exactly one ASN.1 sequence; the content is not checked.
 * @throws {AvalancheError} `BadText`: PEM or other text; `TooLong`: more than `maxCertificateSize` bytes;
 *   `Truncated`, `TrailingBytes`, `OutOfRange`: not a sequence.
 * @example
 * nodeIDFromCertificate(new Uint8Array([0x30, 1, 0])); // 'NodeID-JopvcRRYxY1Guhczi2EwzqkEdRdbG17CE'
 */
export function nodeIDFromCertificate(certificate: Uint8Array): string {
  const der = toBytes(certificate);
  const { length } = der;
  if (der[0] === 0x2d)
    throw new AvalancheError(
      'BadText',
      'the certificate is PEM: pass the bytes that its base64 text encodes',
      { kind: 'certificate' },
      { offset: 0 },
    );
  if (length > maxCertificateSize)
    throw new AvalancheError(
      'TooLong',
      `the certificate has ${length} bytes, at most ${maxCertificateSize} are allowed`,
      { length, max: maxCertificateSize },
    );
  if (length < 2)
    throw new AvalancheError(
      'Truncated',
      `a certificate of ${length} bytes is too short`,
      { need: 2, left: length },
      { offset: length },
    );
  if (der[0] !== 0x30)
    throw new AvalancheError(
      'OutOfRange',
      `expected the tag of a DER sequence (48), got ${der[0]}`,
      {},
      { offset: 0 },
    );
  const [head, body] = sequenceSize(der);
  if (length !== head + body)
    throw new AvalancheError(
      length < head + body ? 'Truncated' : 'TrailingBytes',
      `a DER sequence of ${head + body} bytes in ${length} bytes`,
      length < head + body ? { need: head + body, left: length } : { left: length - head - body },
      { offset: Math.min(length, head + body) },
    );
  return nodeIDOf(der);
}

/** Returns the sizes of an ASN.1 header (tag and minimal length) and of its content. */
function sequenceSize(der: Uint8Array): readonly [head: number, body: number] {
  const first = der[1]!;
  if (first < 0x80) return [2, first];
  const size = first & 0x7f;
  const body = der.subarray(2, 2 + size).reduce((n, byte) => n * 256 + byte, 0);
  if (size === 0 || size > 2 || body < (size === 1 ? 0x80 : 0x100))
    throw new AvalancheError('OutOfRange', 'the length is not in its DER form', {}, { offset: 1 });
  return [2 + size, body];
}
