import { createHash } from 'node:crypto';
import bs58 from 'bs58';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  formatCB58,
  maxCB58Bytes,
  maxCB58Characters,
  parseBase58,
  parseCB58,
} from '../../src/text/cb58.ts';
import { seeded } from '../support/seeded.ts';
import { thrown } from '../support/thrown.ts';

const withChecksum = (bytes: Uint8Array): Uint8Array =>
  Buffer.concat([bytes, createHash('sha256').update(bytes).digest().subarray(-4)]);

/** Often with leading zeros, which base58 writes apart. */
const bytes = fc
  .tuple(fc.integer({ min: 0, max: 36 }), fc.uint8Array({ maxLength: 80 }))
  .map(([zeros, rest]) => Uint8Array.from([...new Uint8Array(zeros), ...rest]));

describe('formatCB58', () => {
  it('writes no text that parseCB58 refuses for its length', () => {
    const most = new Uint8Array(maxCB58Bytes).fill(0xff);
    expect(parseCB58(formatCB58(most))).toEqual(most);
    expect(thrown(() => formatCB58(new Uint8Array(maxCB58Bytes + 1)))).toMatchObject({
      code: 'TooLong',
      context: { length: maxCB58Bytes + 1, max: maxCB58Bytes },
    });
  });

  it('is base58 of the bytes and their checksum, and is read back', () => {
    fc.assert(
      fc.property(bytes, (b) => {
        const text = formatCB58(b);
        expect(text).toBe(bs58.encode(withChecksum(b)));
        expect([...parseCB58(text)]).toEqual([...b]);
        expect([...parseCB58(text, b.length)]).toEqual([...b]);
      }),
      seeded,
    );
  });

  it.each([
    [0, '45PJLL'],
    [20, '111111111111111111116DBWJs'],
    [32, '11111111111111111111111111111111LpoYY'],
  ])('writes %i zeros', (length, text) => {
    expect(formatCB58(new Uint8Array(length))).toBe(text);
  });
});

describe('parseBase58', () => {
  it('gives the bytes of the library, of any digits and length', () => {
    const digits = fc.constantFrom(...'1129ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz');
    fc.assert(
      fc.property(fc.string({ unit: digits, maxLength: 300 }), (text) => {
        expect(parseBase58(text)).toEqual(new Uint8Array(bs58.decode(text)));
      }),
      seeded,
    );
  });

  it.each(['0', '1O', 'zI', 'l2', '2é', ' 2', '2\u2028'])('refuses %j', (text) => {
    expect(parseBase58(text)).toBeUndefined();
  });
});

describe('parseCB58', () => {
  it.each([
    ['', 'BadText', 'CB58 text is empty'],
    ['0', 'BadText', '"0" at 0 is not a base58 digit'],
    ['45PJLL ', 'BadText', '" " at 6 is not a base58 digit'],
    ['45PJLé', 'BadText', '"é" at 5 is not a base58 digit'],
    ['2', 'BadText', 'CB58 of 1 bytes is shorter than its checksum of 4'],
    ['111', 'BadText', 'CB58 of 3 bytes is shorter than its checksum of 4'],
    ['145PJLL', 'BadChecksum', 'the CB58 checksum is wrong'],
    ['45PJLM', 'BadChecksum', 'the CB58 checksum is wrong'],
  ])('refuses %j', (text, code, detail) => {
    expect(thrown(() => parseCB58(text))).toMatchObject({ code, detail });
  });

  it('refuses another number of bytes than asked for', () => {
    const text = formatCB58(new Uint8Array(32).fill(255));
    expect(thrown(() => parseCB58(text, 33))).toMatchObject({
      code: 'OutOfRange',
      detail: 'CB58 of 32 bytes, 33 are needed',
    });
    expect(thrown(() => parseCB58(text, 20))).toMatchObject({
      code: 'OutOfRange',
      detail: '50 characters are too many for 20 bytes of CB58',
    });
  });

  it('reads the longest text of every length', () => {
    for (let length = 0; length < 300; length++) {
      const checked = withChecksum(new Uint8Array(length).fill(255));
      expect(parseCB58(bs58.encode(checked), length)).toHaveLength(length);
    }
  });

  it('refuses long texts before it decodes them', () => {
    const long = 'z'.repeat(maxCB58Characters + 1);
    expect(thrown(() => parseCB58(long))).toMatchObject({ code: 'TooLong' });
    expect(thrown(() => parseCB58('z'.repeat(10_000_000), 32))).toMatchObject({
      code: 'OutOfRange',
    });
  });
});
