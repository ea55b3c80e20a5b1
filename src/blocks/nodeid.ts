import { ripemd160 } from '@noble/hashes/legacy.js';
import { sha256 } from '../crypto/hash.ts';
import { toBytes } from '../errors/arguments.ts';
import { AvalancheError } from '../errors/error.ts';
import { formatNodeID } from '../text/id.ts';
import { maxCertificateSize } from './certificate.ts';

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
