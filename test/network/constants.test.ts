import { describe, expect, it } from 'vitest';
import { fuji, local, mainnet } from '../../src/network/known.ts';

/** All objects in a value. */
const objectsIn = (value: unknown): object[] =>
  typeof value === 'object' && value !== null && !(value instanceof Uint8Array)
    ? [value, ...Object.values(value).flatMap(objectsIn)]
    : [];

describe.each([mainnet, fuji, local])('the constants of $name', (network) => {
  it('are frozen to the last field', () => {
    const objects = objectsIn(network);
    expect(objects).toHaveLength(1 + 4 + 5 + 1);
    expect(objects.filter((of) => !Object.isFrozen(of))).toEqual([]);
    expect(() => {
      (network.xFees as { txFee: bigint }).txFee = 0n;
    }).toThrow(TypeError);
  });

  it('have bytes that nobody can change for others', () => {
    const before = structuredClone(network);
    network.avaxAssetID.fill(0);
    for (const chain of Object.values(network.chains)) chain.blockchainID.fill(1);
    expect(structuredClone(network)).toEqual(before);
    expect(() => {
      (network as { avaxAssetID: Uint8Array }).avaxAssetID = new Uint8Array(32);
    }).toThrow(TypeError);
  });

  it('are copied with their bytes', () => {
    expect({ ...network }).toEqual(network);
    expect({ ...network }.avaxAssetID).toBeInstanceOf(Uint8Array);
  });
});
