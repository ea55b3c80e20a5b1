import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatBase64, parseBase64 } from '../../src/text/base64.ts';
import { compareBytes, concatBytes, equalBytes } from '../../src/text/bytes.ts';
import { formatHex, parseHex } from '../../src/text/hex.ts';
import { seeded } from '../support/seeded.ts';
import { thrown } from '../support/thrown.ts';

const bytes = fc.uint8Array({ maxLength: 300 });

describe('formatHex', () => {
  it('is what Node’s Buffer writes', () => {
    fc.assert(
      fc.property(bytes, (b) => formatHex(b) === `0x${Buffer.from(b).toString('hex')}`),
      seeded,
    );
  });

  it.each([0, 127, 128, 129, 4_194_304])('writes and reads %i bytes', (length) => {
    const all = Uint8Array.from({ length }, (_, i) => (i * 7) & 0xff);
    expect(equalBytes(parseHex(formatHex(all)), all)).toBe(true);
  });
});

describe('parseHex', () => {
  it('reads both cases, and 0x as no bytes', () => {
    expect(parseHex('0xaBCDef09')).toEqual(new Uint8Array([0xab, 0xcd, 0xef, 0x09]));
    expect(parseHex('0x')).toEqual(new Uint8Array(0));
  });

  it.each([
    ['', 'hex must start with 0x'],
    ['00', 'hex must start with 0x'],
    ['0X00', 'hex must start with 0x'],
    [' 0x00', 'hex must start with 0x'],
    ['0x0', 'hex must have an even number of digits, got 1'],
    ['0x0g', '"g" at 3 is not a hex digit'],
    ['0xg0', '"g" at 2 is not a hex digit'],
    ['0x00 0', '" " at 4 is not a hex digit'],
    ['0x0\u0130', '"\u0130" at 3 is not a hex digit'],
    ['0x00\n\n', '"\\n" at 4 is not a hex digit'],
  ])('refuses %j', (text, detail) => {
    expect(thrown(() => parseHex(text))).toMatchObject({ code: 'BadText', detail });
  });

  it('reads what Node reads, in texts of any length', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 10_000, size: 'max' }),
        fc.boolean(),
        (bytes, upper) => {
          const digits = Buffer.from(bytes).toString('hex');
          const read = parseHex(`0x${upper ? digits.toUpperCase() : digits}`);
          expect(equalBytes(read, bytes)).toBe(true);
        },
      ),
      seeded,
    );
  });

  it.each(['g', '/', ':', '@', '`', '\u007f', '\u0080', 'é', '\u0130', '\ud800', '\uffff'])(
    'refuses the character %j wherever it stands in a long text',
    (character) => {
      for (const at of [2, 3, 129, 8192, 8193, 8194, 16_386, 20_001]) {
        const digits = 'a'.repeat(at - 2) + character + 'b'.repeat(20_001 - at);
        expect(thrown(() => parseHex(`0x${digits}`))).toMatchObject({
          code: 'BadText',
          detail: expect.stringContaining(` at ${at} is not a hex digit`),
        });
      }
    },
  );
});

describe('formatBase64', () => {
  it('is what Node’s Buffer writes, and is read back', () => {
    fc.assert(
      fc.property(bytes, (b) => {
        const text = formatBase64(b);
        return text === Buffer.from(b).toString('base64') && equalBytes(parseBase64(text), b);
      }),
      seeded,
    );
  });
});

describe('parseBase64', () => {
  it.each([
    ['A', 'base64 must have a multiple of 4 characters, got 1'],
    ['AQI', 'base64 must have a multiple of 4 characters, got 3'],
    ['AQI=\n', 'base64 must have a multiple of 4 characters, got 5'],
    ['AQ\r\n', '"\\r" at 2 is not a base64 digit'],
    ['AQ-_', '"-" at 2 is not a base64 digit'],
    ['A===', '"=" at 1 is not a base64 digit'],
    ['====', '"=" at 0 is not a base64 digit'],
    ['AQ==AQ==', '"=" at 2 is not a base64 digit'],
    ['AR==', 'base64 has stray bits in its last digit'],
    ['AQJ=', 'base64 has stray bits in its last digit'],
  ])('refuses %j', (text, detail) => {
    expect(thrown(() => parseBase64(text))).toMatchObject({ code: 'BadText', detail });
  });
});

describe('equalBytes', () => {
  it('compares length and content', () => {
    const a = new Uint8Array([1, 2]);
    expect(equalBytes(a, new Uint8Array([1, 2]))).toBe(true);
    expect(equalBytes(a, new Uint8Array([1, 3]))).toBe(false);
    expect(equalBytes(a, new Uint8Array([1, 2, 0]))).toBe(false);
  });
});

describe('compareBytes', () => {
  it('orders as Buffer.compare', () => {
    const short = fc.uint8Array({ maxLength: 4, max: 2 });
    fc.assert(
      fc.property(
        short,
        short,
        (a, b) => Math.sign(compareBytes(a, b)) === Buffer.compare(Buffer.from(a), Buffer.from(b)),
      ),
      seeded,
    );
  });
});

describe('concatBytes', () => {
  it('copies its parts in order', () => {
    const part = new Uint8Array([1, 2]);
    const all = concatBytes(part, new Uint8Array(0), part.subarray(1));
    part[0] = 9;
    expect(all).toEqual(new Uint8Array([1, 2, 2]));
    expect(concatBytes()).toEqual(new Uint8Array(0));
  });
});
