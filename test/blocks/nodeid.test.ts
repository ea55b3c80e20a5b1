import { describe, expect, it } from 'vitest';
import { parseHex } from '../../src/text/hex.ts';
import { nodeIDFromCertificate } from '../../src/warp/index.ts';
import { thrown } from '../support/thrown.ts';
import { rows } from '../support/vectors.ts';

const known = new Map(
  rows('x-blocks').flatMap(({ fields }) => {
    const { certificateHex: der, proposer } = (fields ?? {}) as Record<string, string>;
    return der && der !== '0x' ? [[der, proposer!]] : [];
  }),
);

describe('nodeIDFromCertificate', () => {
  it('gives the node that the blocks say proposed them, by ECDSA and RSA certificates', () => {
    expect(known.size).toBeGreaterThanOrEqual(3);
    for (const [der, proposer] of known)
      expect(nodeIDFromCertificate(parseHex(der))).toBe(proposer);
  });

  const der = parseHex([...known.keys()][0]!);
  it.each([
    ['no bytes', new Uint8Array(0), 'Truncated'],
    ['one byte', der.subarray(0, 1), 'Truncated'],
    ['a cut certificate', der.subarray(0, -1), 'Truncated'],
    ['a byte more', Uint8Array.of(...der, 0), 'TrailingBytes'],
    ['another tag', Uint8Array.of(0x31, 0), 'OutOfRange'],
    ['a length of any size', Uint8Array.of(0x30, 0x80, 0, 0), 'OutOfRange'],
    ['a length in more bytes than it takes', Uint8Array.of(0x30, 0x81, 1, 0), 'OutOfRange'],
    ['a length in too many bytes', Uint8Array.of(0x30, 0x83, 1, 0, 0), 'OutOfRange'],
    ['more than a node takes', new Uint8Array(2049).fill(0x30), 'TooLong'],
    ['PEM', new TextEncoder().encode('-----BEGIN CERTIFICATE-----'), 'BadText'],
  ])('refuses %s', (_, bytes, code) => {
    expect(thrown(() => nodeIDFromCertificate(bytes))).toMatchObject({ code });
  });
});
