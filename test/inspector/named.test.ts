import { describe, expect, it } from 'vitest';
import { readNamed } from '../../apps/inspector/model/named.ts';
import { input, read, show } from '../../apps/inspector/model/session.ts';
import { readSubject } from '../../apps/inspector/model/subject.ts';
import { fuji } from '../../src/network/known.ts';
import { evmAddressOf } from '../../src/sign/key.ts';
import { formatHex } from '../../src/text/hex.ts';
import { formatID, formatShortID } from '../../src/text/id.ts';
import { key } from '../support/state.ts';

const of = key(1);
const id = formatID(new Uint8Array(32).fill(7));
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

  it.each([
    ['a page of an explorer', `https://explorer.example/p/tx/${id}?tab=1`, 'ID'],
    ['a page of an address', `https://explorer.example/${of.address('P', fuji)}`, 'Address'],
    ['a signature', '11'.repeat(65), 'Signature'],
    ['a BLS signature', `0x8${'1'.repeat(191)}`, 'BLS signature'],
    ['a BLS key', `0x8${'1'.repeat(95)}`, 'BLS public key'],
    ['an extended public key', `xpub${'6'.repeat(107)}`, 'Extended public key'],
  ])('shows %s', (_, text, title) => {
    const read = readSubject(text, 'test');
    expect('subject' in read && read.subject).toMatchObject({ kind: 'named', title });
  });

  it.each([
    ['the words of a wallet', 'test '.repeat(11).concat('junk'), /wallet’s words/],
    ['an extended private key', `xprv${'9'.repeat(107)}`, /extended private key/],
    ['a private key', `PrivateKey-${'2'.repeat(40)}`, /this is a private key/],
    ['a file with a key', '{"mnemonic":"test test"}', /has a private key inside/],
  ])('keeps nothing of %s, and says what to do', (_, text, what) => {
    show('pasted', text);
    const result = read.value!;
    if (!('error' in result)) throw new Error('it is shown');
    expect(result.error.detail).toMatch(what);
    expect(result.error.detail).toMatch(/move the funds.*This page keeps nothing of it$/);
    expect(input.value!.content).toBe('');
  });
});
