import { bech32, bech32m } from 'bech32';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatAddress, readAddress } from '../../src/text/address.ts';
import { parseHex } from '../../src/text/hex.ts';
import { seeded } from '../support/seeded.ts';
import { thrown } from '../support/thrown.ts';

const ewoq = parseHex('0x3cb7d3842e8cee6a0ebd09f1fe884f6861e1b29c');
const text = 'X-avax18jma8ppw3nhx5r4ap8clazz0dps7rv5ukulre5';
const words = bech32.toWords(ewoq);

describe('formatAddress', () => {
  it.each([
    ['X', 'avax', text],
    ['P', 'fuji', 'P-fuji18jma8ppw3nhx5r4ap8clazz0dps7rv5u6wmu4t'],
    ['C', 'local', 'C-local18jma8ppw3nhx5r4ap8clazz0dps7rv5u00z96u'],
    ['', 'custom', '-custom18jma8ppw3nhx5r4ap8clazz0dps7rv5u9xde7p'],
  ])('writes %j of %s', (alias, hrp, expected) => {
    expect(formatAddress(alias, hrp, ewoq)).toBe(expected);
  });

  it('writes each anew or as before, under each name, whatever becomes of the bytes', () => {
    const bytes = new Uint8Array(20);
    for (let i = 0; i < 2000; i++) {
      bytes[i % 3] = (i >> 3) % 5;
      for (const [alias, hrp] of [
        ['P', 'fuji'],
        ['X', 'fuji'],
        ['P', 'avax'],
      ] as const)
        expect(formatAddress(alias, hrp, bytes)).toBe(
          `${alias}-${bech32.encode(hrp, bech32.toWords(bytes))}`,
        );
    }
  });

  it.each([
    ['avax', 19, 'OutOfRange'],
    ['avax', 21, 'OutOfRange'],
    ['', 20, 'BadText'],
    ['AVAX', 20, 'BadText'],
    ['a b', 20, 'BadText'],
    ['é', 20, 'BadText'],
    ['a'.repeat(52), 20, 'BadText'],
  ])('refuses hrp %j with %i bytes', (hrp, length, code) => {
    expect(thrown(() => formatAddress('X', hrp, new Uint8Array(length)))).toMatchObject({ code });
  });
});

describe('readAddress', () => {
  it('reads back what is written', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('P', 'X', 'C', '2oYMBNV4eNHyqk2fjjV5nVQLDbtmNJzq5s3qs3Lo6ftnC6FByM'),
        fc.stringMatching(/^[!-@[-~]{1,51}$/),
        fc.uint8Array({ minLength: 20, maxLength: 20 }),
        (alias, hrp, bytes) => {
          const written = formatAddress(alias, hrp, bytes);
          expect(written).toBe(`${alias}-${bech32.encode(hrp, bech32.toWords(bytes))}`);
          expect(readAddress(written)).toEqual({ alias, hrp, bytes });
          expect(readAddress(written, { lenient: true })).toEqual({ alias, hrp, bytes });
        },
      ),
      seeded,
    );
  });

  it.each([
    ['an empty alias', text.slice(1), 'BadText', ''],
    ['an alias with a space', ` ${text}`, 'BadText', ' X'],
    ['upper case', `X-${text.slice(2).toUpperCase()}`, 'BadText', 'X'],
    ['bech32m', `X-${bech32m.encode('avax', words)}`, 'BadChecksum', 'X'],
  ])('takes %s only leniently', (_, odd, code, alias) => {
    expect(thrown(() => readAddress(odd))).toMatchObject({ code });
    expect(readAddress(odd, { lenient: true })).toEqual({ alias, hrp: 'avax', bytes: ewoq });
  });

  it('fills up 31 groups only leniently', () => {
    const odd = `X-${bech32.encode('avax', words.slice(0, 31))}`;
    const bytes = Uint8Array.from([...ewoq.subarray(0, 19), ewoq[19]! & 0xe0]);
    expect(thrown(() => readAddress(odd))).toMatchObject({ code: 'OutOfRange' });
    expect(readAddress(odd, { lenient: true })).toEqual({ alias: 'X', hrp: 'avax', bytes });
  });

  it.each([
    ['', 'BadText'],
    ['avax18jma8ppw3nhx5r4ap8clazz0dps7rv5ukulre5', 'BadText'],
    [text.replace('avax', 'Avax'), 'BadText'],
    [text.replace('avax1', 'avax'), 'BadText'],
    ['X-1qqqqqqq', 'BadText'],
    ['X-a1qqqqq', 'BadText'],
    [`${text} `, 'BadText'],
    [text.replace('8jma', '8bma'), 'BadText'],
    [text.replace('8jma', '8jmq'), 'BadChecksum'],
    [text.replace('avax', 'fuji'), 'BadChecksum'],
    [`X-${bech32.encode('avax', words.slice(0, 30))}`, 'OutOfRange'],
    [`X-${bech32.encode('avax', [...words, 0])}`, 'OutOfRange'],
    [`X-${bech32.encode('avax', [])}`, 'OutOfRange'],
    [`X-${bech32.encode('a'.repeat(52), words, 100)}`, 'BadText'],
    [`X-${text.slice(2).toUpperCase().replace('K', '\u212a')}`, 'BadText'],
    [`P-${text}`, 'BadText'],
  ])('refuses %j in both readings', (bad, code) => {
    expect(thrown(() => readAddress(bad))).toMatchObject({ code });
    expect(thrown(() => readAddress(bad, { lenient: true }))).toMatchObject({ code });
  });
});
