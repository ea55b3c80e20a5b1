import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { avax, formatAmount, formatAvax, parseAmount, wei } from '../../src/text/amount.ts';
import { days, unix } from '../../src/text/time.ts';
import { seeded } from '../support/seeded.ts';
import { thrown } from '../support/thrown.ts';

const uint64 = fc.bigInt({ min: 0n, max: (1n << 64n) - 1n });

describe('avax', () => {
  it.each([
    ['0', 0n],
    ['1', 1_000_000_000n],
    ['1.5', 1_500_000_000n],
    ['0.000000001', 1n],
    ['1.500000000', 1_500_000_000n],
    ['18446744073.709551615', 18_446_744_073_709_551_615n],
  ])('reads %s', (text, nAVAX) => {
    expect(avax(text)).toBe(nAVAX);
  });

  it.each([
    ['', 'BadText'],
    ['.5', 'BadText'],
    ['5.', 'BadText'],
    ['01', 'BadText'],
    ['+1', 'BadText'],
    ['-1', 'BadText'],
    [' 1', 'BadText'],
    ['1 ', 'BadText'],
    ['1\n', 'BadText'],
    ['1_000', 'BadText'],
    ['1,5', 'BadText'],
    ['1e9', 'BadText'],
    ['0x1', 'BadText'],
    ['1n', 'BadText'],
    ['١', 'BadText'],
    ['NaN', 'BadText'],
    ['0.0000000001', 'OutOfRange'],
    ['1.0000000000', 'OutOfRange'],
    ['18446744073.709551616', 'OutOfRange'],
    ['9'.repeat(1_000_000), 'OutOfRange'],
  ])('refuses %.30j', (text, code) => {
    expect(thrown(() => avax(text))).toMatchObject({ code });
  });
});

describe('amount', () => {
  it.each([
    ['7', 0, 7n],
    ['2.50', 2, 250n],
    ['0.00000000000000000000000000000001', 32, 1n],
  ])('reads %s with denomination %i', (text, denomination, units) => {
    expect(parseAmount(text, denomination)).toBe(units);
  });

  it.each([
    ['1.0', 0],
    ['1', -1],
    ['1', 33],
    ['1', 1.5],
    ['1', Number.NaN],
    ['1', 20],
  ])('refuses %s with denomination %d', (text, denomination) => {
    expect(thrown(() => parseAmount(text, denomination))).toMatchObject({ code: 'OutOfRange' });
  });
});

describe('formatAmount', () => {
  it('writes what amount reads back, without trailing zeros', () => {
    fc.assert(
      fc.property(uint64, fc.integer({ min: 0, max: 32 }), (units, denomination) => {
        const text = formatAmount(units, denomination);
        expect(text).toMatch(/^(0|[1-9]\d*)(\.\d*[1-9])?$/);
        expect(parseAmount(text, denomination)).toBe(units);
      }),
      seeded,
    );
  });

  it.each([
    [0n, 9, '0'],
    [-1_500_000_000n, 9, '-1.5'],
    [100n, 0, '100'],
    [1n << 100n, 18, '1267650600228.229401496703205376'],
  ])('writes %s with denomination %i', (units, denomination, text) => {
    expect(formatAmount(units, denomination)).toBe(text);
  });

  it('refuses a denomination that no asset has', () => {
    expect(thrown(() => formatAmount(1n, 33))).toMatchObject({ code: 'OutOfRange' });
  });
});

describe('formatAvax', () => {
  it('writes what avax reads back', () => {
    expect(formatAvax(1_500_000_000n)).toBe('1.5');
    fc.assert(
      fc.property(uint64, (nAVAX) => avax(formatAvax(nAVAX)) === nAVAX),
      seeded,
    );
  });
});

describe('wei', () => {
  it('reads AVAX with 18 decimals, and marks a bigint', () => {
    expect(wei('1.000000000000000001')).toBe(1_000_000_000_000_000_001n);
    expect(wei(25_000_000_000n)).toBe(25_000_000_000n);
  });

  it.each([-1n, 1n << 256n, '0.0000000000000000001', '9'.repeat(78)])('refuses %s', (value) => {
    expect(thrown(() => wei(value))).toMatchObject({ code: 'OutOfRange' });
  });
});

describe('unix', () => {
  it.each([
    ['1970-01-01T00:00:00Z', 0n],
    ['2027-01-31T00:00:00Z', 1_801_353_600n],
    ['2027-01-31T00:00Z', 1_801_353_600n],
    ['2027-01-31T05:30:00+05:30', 1_801_353_600n],
    ['2027-01-30T20:00:00-04:00', 1_801_353_600n],
    ['2027-01-31T00:00:00.999999999Z', 1_801_353_600n],
    ['2024-02-29T23:59:59Z', 1_709_251_199n],
    ['9999-12-01T00:00:00Z', 253_399_622_400n],
    [new Date(1_801_353_600_999), 1_801_353_600n],
  ])('reads %s', (time, seconds) => {
    expect(unix(time)).toBe(seconds);
  });

  it.each([
    ['2027-01-31', 'BadText'],
    ['2027-01-31T00:00:00', 'BadText'],
    ['2027-01-31 00:00:00Z', 'BadText'],
    ['2027-01-31T00:00:00 Z', 'BadText'],
    ['2027-01-31T00:00:00+0530', 'BadText'],
    ['2027-01-31T00:00:00+24:00', 'BadText'],
    ['31 Jan 2027', 'BadText'],
    ['1801353600', 'BadText'],
    ['2027-02-29T00:00:00Z', 'OutOfRange'],
    ['2027-04-31T00:00:00Z', 'OutOfRange'],
    ['2027-13-01T00:00:00Z', 'OutOfRange'],
    ['2027-01-31T24:00:00Z', 'OutOfRange'],
    ['2027-01-31T00:60:00Z', 'OutOfRange'],
    ['1969-12-31T23:59:59Z', 'OutOfRange'],
    ['1970-01-01T00:00:00+01:00', 'OutOfRange'],
    [new Date(-1), 'OutOfRange'],
    [new Date(Number.NaN), 'OutOfRange'],
  ])('refuses %s', (time, code) => {
    expect(thrown(() => unix(time))).toMatchObject({ code });
  });
});

describe('days', () => {
  it.each([
    [14, 1_209_600n],
    [0, 0n],
    [0.5, 43_200n],
  ])('is the seconds of %d days', (count, seconds) => {
    expect(days(count)).toBe(seconds);
  });

  it.each([-1, Number.NaN, Number.POSITIVE_INFINITY, 0.000001, 1e300])('refuses %d', (count) => {
    expect(thrown(() => days(count))).toMatchObject({ code: 'OutOfRange' });
  });
});
