import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { parseHex } from '../../src/text/hex.ts';
import { decodeUTF8, encodeUTF8 } from '../../src/text/utf8.ts';
import { seeded } from '../support/seeded.ts';
import { thrown } from '../support/thrown.ts';
import { countedBytes, textWorkOf } from '../support/work.ts';

/** Bytes near the borders of Go's accept ranges, so that most cases are almost UTF-8. */
const nearly = fc.array(
  fc.oneof(
    fc.constantFrom(
      ...[0x00, 0x61, 0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc0, 0xc1, 0xc2, 0xdf],
      ...[0xe0, 0xe1, 0xec, 0xed, 0xee, 0xef, 0xbb, 0xf0, 0xf1, 0xf3, 0xf4, 0xf5, 0xff],
    ),
    fc.integer({ min: 0, max: 255 }),
  ),
  { maxLength: 60 },
);

const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Length of the valid character at `i`, found by asking the platform; 0 for none. */
function validAt(bytes: Uint8Array, i: number): number {
  for (let length = 1; length <= 4 && i + length <= bytes.length; length++) {
    try {
      strict.decode(bytes.subarray(i, i + length));
      return length;
    } catch {}
  }
  return 0;
}

function reference(bytes: Uint8Array): string {
  let text = '';
  for (let i = 0; i < bytes.length; ) {
    const length = validAt(bytes, i);
    text += length
      ? strict.decode(bytes.subarray(i, i + length))
      : String.fromCharCode(0xdc00 + bytes[i]!);
    i += length || 1;
  }
  return text;
}

describe('decodeUTF8', () => {
  it.each([
    ['ASCII', [0x61, 0x00, 0x7f], 'a\0\x7f'],
    ['a byte order mark', [0xef, 0xbb, 0xbf, 0x61], '\ufeffa'],
    ['four bytes', [0xf0, 0x9f, 0x98, 0x80], '😀'],
    ['the replacement character', [0xef, 0xbf, 0xbd], '\ufffd'],
    ['a continuation byte', [0x80], '\udc80'],
    ['an overlong slash', [0xc0, 0xaf], '\udcc0\udcaf'],
    ['a surrogate', [0xed, 0xa0, 0x80], '\udced\udca0\udc80'],
    ['above U+10FFFF', [0xf4, 0x90, 0x80, 0x80], '\udcf4\udc90\udc80\udc80'],
    ['a character cut short', [0xe2, 0x82, 0x61], '\udce2\udc82a'],
    ['the end of one', [0x61, 0xf0, 0x9f, 0x98], 'a\udcf0\udc9f\udc98'],
    ['valid ones around it', [0xc3, 0xa9, 0xff, 0xf0, 0x9f, 0x98, 0x80], 'é\udcff😀'],
  ])('reads %s', (_, bytes, text) => {
    expect(decodeUTF8(Uint8Array.from(bytes))).toBe(text);
    expect([...encodeUTF8(text)]).toEqual(bytes);
  });

  it('keeps every byte, one lone surrogate for each that is no UTF-8', () => {
    fc.assert(
      fc.property(nearly, (array) => {
        const bytes = Uint8Array.from(array);
        const text = decodeUTF8(bytes);
        expect(text).toBe(reference(bytes));
        expect([...encodeUTF8(text)]).toEqual(array);
      }),
      { ...seeded, numRuns: seeded.numRuns * 3 },
    );
  });

  it.each([
    ['no UTF-8 at all', [0xff, 0xff]],
    ['every other byte', [0xff, 0x61]],
    ['characters cut short', [0xe2, 0x82]],
  ])('reads and writes each byte of hostile ones a few times: %s', (_, pair) => {
    const hostile = (n: number) => Uint8Array.from({ length: n }, (_, i) => pair[i % 2]!);
    const n = 1 << 14;
    // The platform refuses a proxy, so its bytes are read as broken ones are.
    const { bytes, reads } = countedBytes(hostile(n));
    const text = decodeUTF8(bytes);
    expect(reads()).toBeLessThanOrEqual(4 * n);
    expect(textWorkOf(() => encodeUTF8(text))).toBeLessThanOrEqual(4 * n);
    const many = hostile(1 << 20);
    expect(Buffer.compare(encodeUTF8(decodeUTF8(many)), many)).toBe(0);
  });
});

describe('encodeUTF8', () => {
  it('is the platform’s on every string without lone surrogates', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect([...encodeUTF8(text)]).toEqual([...new TextEncoder().encode(text)]);
        expect(decodeUTF8(encodeUTF8(text))).toBe(text);
      }),
      seeded,
    );
  });

  it.each(['\ud800', 'a\udbffb', '\udc00', '\udc7f', '\udd00', '\udfff', '\udcff\ud83d'])(
    'refuses %j, which stands for no byte',
    (text) => {
      expect(thrown(() => encodeUTF8(text))).toMatchObject({ code: 'OutOfRange' });
    },
  );
});

it('needs no `encodeInto`, which the polyfill of React Native lacks', () => {
  const missing = vi.spyOn(TextEncoder.prototype, 'encodeInto').mockImplementation(() => {
    throw new TypeError('undefined is not a function');
  });
  expect(encodeUTF8('aé\udcff')).toEqual(new Uint8Array([0x61, 0xc3, 0xa9, 0xff]));
  expect(parseHex(`0x${'ab'.repeat(500)}`)).toEqual(new Uint8Array(500).fill(0xab));
  missing.mockRestore();
});
