import { describe, expect, it } from 'vitest';
import { parseAccount } from '../../src/text/account.ts';
import { formatHex } from '../../src/text/hex.ts';
import { thrown } from '../support/thrown.ts';

describe('parseAccount', () => {
  it.each([
    // EIP-55's own.
    '0x52908400098527886E0F7030069857D2E4169EE7',
    '0xde709f2102306220921060314715629080e2fb77',
    '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
    '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
    '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb',
    '0x0000000000000000000000000000000000000000',
  ])('reads %s, and in lower case', (text) => {
    expect(formatHex(parseAccount(text))).toBe(text.toLowerCase());
    expect(parseAccount(text.toLowerCase())).toEqual(parseAccount(text));
  });

  it.each([
    ['one case wrong', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD', 'BadChecksum'],
    ['one digit wrong', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAec', 'BadChecksum'],
    ['a digit less', '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beae', 'BadText'],
    ['no prefix', '5aaeb6053f3e94c9b9a09f33669435e7ef1beaed', 'BadText'],
    ['an upper-case prefix', '0X5AAEB6053F3E94C9B9A09F33669435E7EF1BEAED', 'BadText'],
    ['no digit', '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaeg', 'BadText'],
  ])('refuses %s', (_, text, code) => {
    expect(thrown(() => parseAccount(text))).toMatchObject({ code });
  });
});
