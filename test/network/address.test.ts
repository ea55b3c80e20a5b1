import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AvalancheError, isError } from '../../src/errors/error.ts';
import { formatAddress, parseAddress } from '../../src/network/address.ts';
import { jsonContext } from '../../src/network/context.ts';
import { avmChain } from '../../src/network/custom.ts';
import { fuji, local, mainnet } from '../../src/network/known.ts';
import { parseHex } from '../../src/text/hex.ts';
import { seeded } from '../support/seeded.ts';
import { thrown } from '../support/thrown.ts';

const ewoq = parseHex('0x3cb7d3842e8cee6a0ebd09f1fe884f6861e1b29c');
const id = '2eNy1mUFdmaxXNj1eQHUe7Np4gju9sJsEtWQ4MX3ToiNKuADed';

describe('formatAddress', () => {
  it.each([
    ['X', mainnet, 'X-avax18jma8ppw3nhx5r4ap8clazz0dps7rv5ukulre5'],
    ['P', fuji, 'P-fuji18jma8ppw3nhx5r4ap8clazz0dps7rv5u6wmu4t'],
    ['C', local, 'C-local18jma8ppw3nhx5r4ap8clazz0dps7rv5u00z96u'],
    [fuji.chains.P, fuji, 'P-fuji18jma8ppw3nhx5r4ap8clazz0dps7rv5u6wmu4t'],
    [
      avmChain(local.chains.X.blockchainID),
      { hrp: 'custom' },
      `${id}-custom18jma8ppw3nhx5r4ap8clazz0dps7rv5u9xde7p`,
    ],
  ] as const)('writes row %#, and parseAddress reads it', (chain, network, text) => {
    expect(formatAddress(ewoq, chain, network)).toBe(text);
    const alias = typeof chain === 'string' ? chain : chain.alias;
    expect(parseAddress(text, network)).toEqual({ chain: alias, bytes: ewoq });
    expect(parseAddress(text)).toEqual({ chain: alias, bytes: ewoq });
  });
});

describe('contextOf', () => {
  const { parseAddress: read } = jsonContext('P', fuji);
  const outcome = (parse: () => Uint8Array): unknown => {
    try {
      return parse();
    } catch (e) {
      if (isError(e)) return e.code;
      throw e;
    }
  };

  it('reads addresses as parseAddress does, and refuses every changed one with its code', () => {
    const change = fc.tuple(fc.nat({ max: 48 }), fc.constantFrom('', 'q', 'p', 'Q', '1', 'b', ' '));
    fc.assert(
      fc.property(
        fc.uint8Array({ minLength: 20, maxLength: 20 }),
        fc.array(change, { maxLength: 2 }),
        (bytes, changes) => {
          const text = changes.reduce(
            (of, [at, put]) => of.slice(0, at) + put + of.slice(at + 1),
            formatAddress(bytes, 'P', fuji),
          );
          const plain = (): Uint8Array => {
            const { chain, bytes: found } = parseAddress(text, fuji);
            if (chain !== 'P') throw new AvalancheError('WrongChain', '', { have: '', need: '' });
            return found;
          };
          if (text.includes('-')) expect(outcome(() => read(text))).toEqual(outcome(plain));
          if (changes.length === 0) expect(read(text)).toEqual(bytes);
        },
      ),
      seeded,
    );
  });

  it('gives bytes that are the caller’s', () => {
    const text = formatAddress(ewoq, 'P', fuji);
    for (let i = 0; i < 3; i++) {
      const bytes = read(text);
      expect(bytes).toEqual(ewoq);
      bytes.fill(0);
    }
  });
});

describe('parseAddress', () => {
  it('says in words that a network has the prefix of many', () => {
    const other = { hrp: 'custom' };
    expect(thrown(() => parseAddress(formatAddress(ewoq, 'P', other), fuji)).detail).toBe(
      'is an address of a custom network (custom1…), not of fuji',
    );
    expect(thrown(() => parseAddress(formatAddress(ewoq, 'P', fuji), other)).detail).toBe(
      'is an address of fuji, not of a custom network (custom1…)',
    );
  });

  it('refuses another network’s address', () => {
    const text = formatAddress(ewoq, 'P', fuji);
    expect(thrown(() => parseAddress(text, mainnet))).toMatchObject({
      code: 'WrongNetwork',
      detail: 'is an address of fuji, not of mainnet',
      context: { have: 'fuji', need: 'mainnet' },
    });
  });

  it.each([
    ['fuji18jma8ppw3nhx5r4ap8clazz0dps7rv5u6wmu4t', 'BadText'],
    ['-fuji18jma8ppw3nhx5r4ap8clazz0dps7rv5u6wmu4t', 'BadText'],
    ['P-FUJI18JMA8PPW3NHX5R4AP8CLAZZ0DPS7RV5U6WMU4T', 'BadText'],
    ['P-fuji18jma8ppw3nhx5r4ap8clazz0dps7rv5u6wmu4q', 'BadChecksum'],
  ])('refuses %s', (text, code) => {
    expect(thrown(() => parseAddress(text, fuji))).toMatchObject({ code });
  });
});
