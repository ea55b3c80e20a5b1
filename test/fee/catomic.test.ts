import { describe, expect, it } from 'vitest';
import { type ExportTx, type ImportTx, UnsignedTx } from '../../src/chain/cchain/tx.ts';
import { atomicFeeOf, atomicGasOf } from '../../src/fee/transactions.ts';
import { wei } from '../../src/text/amount.ts';
import { parseHex } from '../../src/text/hex.ts';
import { decode } from '../../src/wire/codec.ts';
import { thrown } from '../support/thrown.ts';
import { rows } from '../support/vectors.ts';

const id = new Uint8Array(32);
const address = new Uint8Array(20);
const networks = { networkID: 1, blockchainID: id };

const importTx = (inputs: number, signatures = 1, outputs = 1): ImportTx => ({
  type: 'atomic.ImportTx',
  ...networks,
  sourceChain: id,
  importedInputs: Array.from({ length: inputs }, (_, outputIndex) => ({
    txID: id,
    outputIndex,
    assetID: id,
    input: {
      type: 'secp256k1fx.TransferInput',
      amount: 1n,
      signatureIndices: Array.from({ length: signatures }, (_, i) => i),
    },
  })),
  outputs: Array.from({ length: outputs }, () => ({ address, amount: 1n, assetID: id })),
});
const exportTx = (inputs: number): ExportTx => ({
  type: 'atomic.ExportTx',
  ...networks,
  destinationChain: id,
  inputs: Array.from({ length: inputs }, () => ({ address, amount: 1n, assetID: id, nonce: 0n })),
  exportedOutputs: [
    {
      assetID: id,
      output: {
        type: 'secp256k1fx.TransferOutput',
        amount: 1n,
        locktime: 0n,
        threshold: 1,
        addresses: [address],
      },
    },
  ],
});

describe('atomicGas', () => {
  // docs/rules.md, "Fees of atomic transactions on C"
  it('of imports and exports', () => {
    expect([1, 2, 10, 82].map((n) => atomicGasOf(importTx(n)))).toEqual([
      11_230n,
      12_318n,
      21_022n,
      99_358n,
    ]);
    expect([1, 2, 3].map((n) => atomicGasOf(exportTx(n)))).toEqual([11_230n, 12_298n, 13_366n]);
    expect(atomicGasOf(importTx(1, 1, 2))).toBe(11_290n);
    expect(atomicGasOf(importTx(1, 3))).toBe(11_230n + 2n * 1_004n);
  });

  it('is what the node says of each vector, and its fee the least that is enough', () => {
    let checked = 0;
    for (const { unsignedHex, gasUsed, gasFeeCap } of rows('c-public')) {
      if (gasUsed === undefined || gasFeeCap === undefined) continue;
      const gas = atomicGasOf(decode(UnsignedTx, parseHex(unsignedHex)));
      expect(String(gas)).toBe(gasUsed);
      // The cap is floor(burned · 1e9 / gas): it asks for all that was burned, or a little less.
      const cap = BigInt(gasFeeCap);
      const least = atomicFeeOf(gas, wei(cap));
      expect((least * 1_000_000_000n) / gas).toBeGreaterThanOrEqual(cap);
      if (least > 0n) expect(((least - 1n) * 1_000_000_000n) / gas).toBeLessThan(cap);
      checked++;
    }
    expect(checked).toBeGreaterThan(20);
  });
});

describe('atomicFee', () => {
  it.each([
    [0n, 0n],
    [1n, 1n],
    [1_000_000n, 12n],
    [1_000_000_000n, 11_230n],
    [25_000_000_000n, 280_750n],
    [25_000_000_001n, 280_751n],
  ])('of 11,230 gas at %s wei is %s', (baseFee, fee) => {
    expect(atomicFeeOf(11_230n, wei(baseFee))).toBe(fee);
  });

  it('is a uint64', () => {
    const most = ((1n << 64n) - 1n) * 1_000_000_000n;
    expect(atomicFeeOf(1n, wei(most))).toBe((1n << 64n) - 1n);
    expect(thrown(() => atomicFeeOf(1n, wei(most + 1n)))).toMatchObject({ code: 'OutOfRange' });
    expect(thrown(() => atomicFeeOf(-1n, wei(1n)))).toMatchObject({ path: ['gas'] });
    expect(thrown(() => atomicFeeOf(1n, -1n as never))).toMatchObject({ path: ['baseFee'] });
    expect(thrown(() => atomicFeeOf(1n, 1 as never))).toMatchObject({
      code: 'OutOfRange',
      path: ['baseFee'],
    });
  });
});
