import { describe, expect, it } from 'vitest';
import { readNamed } from '../../apps/inspector/model/named.ts';
import { fuji } from '../../src/network/known.ts';
import { evmAddressOf } from '../../src/sign/key.ts';
import { formatHex } from '../../src/text/hex.ts';
import { formatShortID } from '../../src/text/id.ts';
import { key } from '../support/state.ts';

const of = key(1);
const textsOf = (given: string) => readNamed(given)!.rows.map(([, text]) => text);
/** An address on a chain, as it is copied from a row. */
const address = /^[PXC]-[a-z]+1/;

describe('what a text names', () => {
  it.each([
    evmAddressOf(of),
    evmAddressOf(of).slice(2),
    evmAddressOf(of).toUpperCase().replace('X', 'x'),
    '0x1A642F0e3c3aF545E7AcBD38b07251B3990914F1',
  ])('has no addresses where it may be an account, and says where they come from: %s', (text) => {
    expect(textsOf(text).filter((row) => address.test(row))).toEqual([]);
    expect(readNamed(text)!.about).toContain('public key');
  });

  it('has those of a public key, and its account', () => {
    const texts = textsOf(formatHex(of.publicKey));
    for (const wanted of [of.address('P', fuji), of.address('X', fuji), evmAddressOf(of)])
      expect(texts).toContain(wanted);
  });

  it('has those of an address, however it is written', () => {
    for (const text of [of.address('X', fuji), formatShortID(of.shortID)])
      expect(textsOf(text)).toContain(of.address('P', fuji));
  });
});
