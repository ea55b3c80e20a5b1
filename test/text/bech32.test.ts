import { bech32, bech32m } from 'bech32';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fromGroups, parseBech32, toGroups } from '../../src/text/bech32.ts';
import { seeded } from '../support/seeded.ts';

const groups = fc.array(fc.nat(31), { maxLength: 60 });
const hrp = fc.constantFrom('avax', 'fuji', 'a', '!~1x');

describe('parseBech32', () => {
  it('reads what the bech32 package writes, in both encodings', () => {
    fc.assert(
      fc.property(hrp, groups, fc.boolean(), (prefix, words, isM) => {
        const text = (isM ? bech32m : bech32).encode(prefix, words, 200);
        expect(parseBech32(prefix, text.slice(prefix.length + 1))).toEqual({
          groups: words,
          encoding: isM ? 'bech32m' : 'bech32',
        });
      }),
      seeded,
    );
  });

  it('sees every change of one character', () => {
    fc.assert(
      fc.property(groups, fc.nat(), fc.integer({ min: 1, max: 31 }), (words, at, by) => {
        const text = bech32.encode('avax', words, 200).slice(5);
        const i = at % text.length;
        const alphabet = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';
        const other = alphabet[(alphabet.indexOf(text[i]!) + by) % 32]!;
        expect(
          parseBech32('avax', text.slice(0, i) + other + text.slice(i + 1))?.encoding,
        ).not.toBe('bech32');
      }),
      seeded,
    );
  });
});

describe('groups of five bits', () => {
  it('are those of the bech32 package', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 80 }), groups, (bytes, any) => {
        expect(toGroups(bytes)).toEqual(bech32.toWords(bytes));
        expect(fromGroups(toGroups(bytes))).toEqual(bytes);
        const theirs = bech32.fromWordsUnsafe(any);
        expect(fromGroups(any)).toEqual(theirs && Uint8Array.from(theirs));
      }),
      seeded,
    );
  });
});
