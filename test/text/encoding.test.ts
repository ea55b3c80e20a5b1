import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatBytes, parseBytes } from '../../src/text/hex.ts';
import { seeded } from '../support/seeded.ts';
import { thrown } from '../support/thrown.ts';

const encodings = ['hex', 'hexc', 'hexnc'] as const;

describe('formatBytes', () => {
  it.each([
    ['hex', [1, 2, 3], '0x010203011cfb81'],
    ['hexc', [1, 2, 3], '0x010203011cfb81'],
    ['hexnc', [1, 2, 3], '0x010203'],
    ['hex', [], '0x7852b855'],
    ['hexnc', [], '0x'],
  ] as const)('writes %s of %j', (encoding, bytes, text) => {
    expect(formatBytes(Uint8Array.from(bytes), encoding)).toBe(text);
  });

  it('is read back', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 200 }),
        fc.constantFrom(...encodings),
        (b, encoding) => {
          expect([...parseBytes(formatBytes(b, encoding), encoding)]).toEqual([...b]);
        },
      ),
      seeded,
    );
  });
});

describe('parseBytes', () => {
  it.each(encodings)('reads no text as no bytes in %s', (encoding) => {
    expect(parseBytes('', encoding)).toEqual(new Uint8Array(0));
  });

  it.each([
    ['0x', 'BadText'],
    ['0x52b855', 'BadText'],
    ['0X7852b855', 'BadText'],
    ['7852b855', 'BadText'],
    ['0x7852b8550', 'BadText'],
    ['0x7852b856', 'BadChecksum'],
    ['0x010203011cfb80', 'BadChecksum'],
  ])('refuses %s with a checksum', (text, code) => {
    expect(thrown(() => parseBytes(text, 'hex'))).toMatchObject({ code });
    expect(thrown(() => parseBytes(text, 'hexc'))).toMatchObject({ code });
  });
});
