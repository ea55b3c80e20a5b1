import { describe, expect, it } from 'vitest';
import { formatAddress, parseAddress } from '../../src/network/address.ts';
import { avmChain } from '../../src/network/custom.ts';
import { fuji, local, mainnet } from '../../src/network/known.ts';
import { parseHex } from '../../src/text/bytes.ts';
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
      avmChain(undefined, local.chains.X.blockchainID),
      { hrp: 'custom' },
      `${id}-custom18jma8ppw3nhx5r4ap8clazz0dps7rv5u9xde7p`,
    ],
  ] as const)('writes row %#, and parseAddress reads it', (chain, network, text) => {
    expect(formatAddress(chain, ewoq, network)).toBe(text);
    const alias = typeof chain === 'string' ? chain : chain.alias;
    expect(parseAddress(text, network)).toEqual({ chain: alias, bytes: ewoq });
    expect(parseAddress(text)).toEqual({ chain: alias, bytes: ewoq });
  });
});

describe('parseAddress', () => {
  it('refuses another network’s address', () => {
    const text = formatAddress('P', ewoq, fuji);
    expect(thrown(() => parseAddress(text, mainnet))).toMatchObject({
      code: 'WrongNetwork',
      detail: 'is an address of fuji, avax is needed',
      context: { have: 'fuji', need: 'avax' },
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
