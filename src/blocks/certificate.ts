import { AvalancheError } from '../errors/error.ts';
import { bigintOf } from '../text/hex.ts';

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
    const at = this.#at;
    const short = (): AvalancheError =>
      new AvalancheError(
        'Truncated',
        'the certificate ends early',
        { need: 1, left: 0 },
        { offset: this.start + bytes.length },
      );
    if (bytes.length - at < 2) throw short();
    if (bytes[at] !== tag) throw this.wrong(`tag ${bytes[at]}, not ${tag}`);
    let head = 2;
    let length = bytes[at + 1]!;
    if (length >= 0x80) {
      const size = length & 0x7f;
      head += size;
      if (size === 0 || size > 4) throw this.wrong(`a length of ${size} bytes`);
      if (bytes.length - at < head) throw short();
      length = bytes.subarray(at + 2, at + head).reduce((n, byte) => n * 256 + byte, 0);
      if (length < 0x80 || length < 256 ** (size - 1))
        throw this.wrong('a length in more bytes than it takes');
    }
    const end = at + head + length;
    if (end > bytes.length) throw short();
    this.#at = end;
    return new DER(bytes.subarray(at + head, end), this.start + at + head);
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
