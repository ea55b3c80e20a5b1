import { describe, expect, it } from 'vitest';
import { formatPrivateKey, parsePrivateKey } from '../../src/sign/key.ts';
import { formatCB58 } from '../../src/text/cb58.ts';
import { formatHex, parseHex } from '../../src/text/hex.ts';
import { thrown } from '../support/thrown.ts';

const order = '0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141';
const ewoq = '0x56289e99c94b6912bfc12adc093c9b51124f0dc54ac7a766b2bc5ccf558d8027';
const ewoqText = 'PrivateKey-ewoqjP7PxY4yr3iLTpLisriqt94hdyDFNgchSxGGztUrTXtNN';

describe('parsePrivateKey', () => {
  it('reads the well-known key of local networks', () => {
    expect(formatHex(parsePrivateKey(ewoqText))).toBe(ewoq);
    expect(formatPrivateKey(parseHex(ewoq))).toBe(ewoqText);
  });

  it.each([
    ['0x0000000000000000000000000000000000000000000000000000000000000001', true],
    [`${order.slice(0, -1)}0`, true],
    ['0x0000000000000000000000000000000000000000000000000000000000000000', false],
    [order, false],
    [`0x${'ff'.repeat(32)}`, false],
  ])('takes %s strictly: %s', (hex, ok) => {
    const text = formatPrivateKey(parseHex(hex));
    expect(formatHex(parsePrivateKey(text, { lenient: true }))).toBe(hex);
    if (ok) expect(formatHex(parsePrivateKey(text))).toBe(hex);
    else expect(thrown(() => parsePrivateKey(text))).toMatchObject({ code: 'OutOfRange' });
  });

  it.each([
    [ewoqText.slice('PrivateKey-'.length), 'BadText'],
    [ewoqText.toLowerCase(), 'BadText'],
    [`${ewoqText}0`, 'BadText'],
    [ewoqText.replace('jP7', 'j07'), 'BadText'],
    ['PrivateKey-', 'BadText'],
    ['PrivateKey-2', 'BadText'],
    [`${ewoqText}z`, 'BadChecksum'],
    [ewoqText.replace('jP7', 'jP8'), 'BadChecksum'],
    [`PrivateKey-${formatCB58(new Uint8Array(31).fill(7))}`, 'OutOfRange'],
    [`PrivateKey-${formatCB58(new Uint8Array(33).fill(7))}`, 'OutOfRange'],
    [`${ewoqText}${ewoqText.slice(11)}`, 'OutOfRange'],
  ])('refuses row %#, saying nothing of the key', (text, code) => {
    const error = thrown(() => parsePrivateKey(text));
    expect(error).toMatchObject({ code, context: {}, path: [] });
    expect(`${error.message} ${error.detail}`.replaceAll(/PrivateKey-|CB58/g, '')).not.toMatch(
      /["0-9]{4}|"/,
    );
    expect(error.message).not.toContain('ewoq');
    expect(error.cause).toBeUndefined();
  });
});

describe('formatPrivateKey', () => {
  it.each([31, 33])('refuses %i bytes', (length) => {
    expect(thrown(() => formatPrivateKey(new Uint8Array(length)))).toMatchObject({
      code: 'OutOfRange',
    });
  });
});
