import { describe, expect, it } from 'vitest';
import { hrpOf, networkIDOf } from '../../src/network/identity.ts';
import { thrown } from '../support/thrown.ts';

describe('hrpOf', () => {
  it.each([
    [1, 'avax'],
    [2, 'cascade'],
    [3, 'denali'],
    [4, 'everest'],
    [5, 'fuji'],
    [10, 'testing'],
    [12345, 'local'],
    [0, 'custom'],
    [6, 'custom'],
    [4294967295, 'custom'],
  ])('of %i is %s', (networkID, hrp) => {
    expect(hrpOf(networkID)).toBe(hrp);
  });
});

describe('networkIDOf', () => {
  it.each([
    ['mainnet', 1],
    ['fuji', 5],
    ['local', 12345],
    [0, 0],
    [4294967295, 4294967295],
  ])('of %s is %i', (network, networkID) => {
    expect(networkIDOf(network)).toBe(networkID);
  });

  it.each(['', 'Mainnet', 'avax', '5', 'constructor', -1, 1.5, 4294967296, Number.NaN])(
    'refuses %j',
    (network) => {
      expect(thrown(() => networkIDOf(network))).toMatchObject({
        code: typeof network === 'string' ? 'BadText' : 'OutOfRange',
      });
    },
  );
});
