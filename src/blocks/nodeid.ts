import { ripemd160 } from '@noble/hashes/legacy.js';
import { sha256 } from '../crypto/hash.ts';
import { AvalancheError } from '../errors/error.ts';
import { formatNodeID } from '../text/id.ts';
import { maxCertificateSize } from './certificate.ts';

/** The id of the node that has a certificate, whatever that is. */
export const nodeIDOf = (certificate: Uint8Array): string =>
  formatNodeID(ripemd160(sha256(certificate)));

/**
 * The id of the node that has this TLS certificate. Source: avalanchego `ids/node_id.go` `NodeIDFromCert`.
 * @param certificate DER. Checked: that it is one ASN.1 sequence to its last byte; its content is not.
 * @throws {AvalancheError} `BadText`: PEM or other text; `TooLong`: more than `maxCertificateSize` bytes;
 *   `Truncated`, `TrailingBytes`, `OutOfRange`: no sequence.
 * @example
 * nodeIDFromCertificate(new Uint8Array([0x30, 1, 0])); // 'NodeID-JopvcRRYxY1Guhczi2EwzqkEdRdbG17CE'
 */
export function nodeIDFromCertificate(certificate: Uint8Array): string {
  const { length } = certificate;
  if (certificate[0] === 0x2d)
    throw new AvalancheError(
      'BadText',
      'a certificate in PEM: give the bytes that its base64 holds',
      0,
    );
  if (length > maxCertificateSize)
    throw new AvalancheError('TooLong', `${length} bytes, at most ${maxCertificateSize}`);
  if (length < 2) throw new AvalancheError('Truncated', `a certificate of ${length} bytes`, length);
  if (certificate[0] !== 0x30)
    throw new AvalancheError('OutOfRange', `tag ${certificate[0]} is no sequence`, 0);
  const [head, body] = sequenceSize(certificate);
  if (length !== head + body)
    throw new AvalancheError(
      length < head + body ? 'Truncated' : 'TrailingBytes',
      `a sequence of ${head + body} bytes in ${length}`,
      Math.min(length, head + body),
    );
  return nodeIDOf(certificate);
}

/** Bytes of an ASN.1 head (tag and length in as few bytes as it takes), and of what follows. */
function sequenceSize(der: Uint8Array): readonly [head: number, body: number] {
  const first = der[1]!;
  if (first < 0x80) return [2, first];
  const size = first & 0x7f;
  const body = der.subarray(2, 2 + size).reduce((n, byte) => n * 256 + byte, 0);
  if (size === 0 || size > 2 || body < (size === 1 ? 0x80 : 0x100))
    throw new AvalancheError('OutOfRange', 'a length in another form than DER has', 1);
  return [2 + size, body];
}
