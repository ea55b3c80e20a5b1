import { describe, expect, it } from 'vitest';
import { Tx as PTx, UnsignedTx } from '../../src/chain/pchain/tx.ts';
import { Tx as XTx } from '../../src/chain/xchain/tx.ts';
import { addComplexity, inputComplexity, outputComplexity } from '../../src/fee/complexity.ts';
import { complexityOf, intrinsic } from '../../src/fee/table.ts';
import { feeOf, pTariff, tariffOf, weightOf, xTariff } from '../../src/fee/tariff.ts';
import { fuji, mainnet } from '../../src/network/known.ts';
import { parseHex } from '../../src/text/bytes.ts';
import { decode } from '../../src/wire/codec.ts';
import { pState, xState } from '../support/state.ts';
import { thrown } from '../support/thrown.ts';
import { rows } from '../support/vectors.ts';

const atPrice1 = pTariff(mainnet, 1n);

describe('complexityOf', () => {
  const priced = rows('p-public').filter(({ type }) => `platformvm.${type}` in intrinsic);

  it('has rows of each type', () => {
    expect(new Set(priced.map((row) => row.type))).toEqual(
      new Set(['BaseTx', 'ImportTx', 'ExportTx']),
    );
  });

  it.each(priced.map((row) => [row.type, row.id, row] as const))(
    '%s %s: what the node says, and as many bytes as are signed',
    (_, __, row) => {
      const bytes = parseHex(row.hex);
      const tx = decode(UnsignedTx, parseHex(row.unsignedHex));
      const complexity = complexityOf(tx);
      expect(complexity).toEqual(row.complexity);
      const gas = weightOf(complexity, atPrice1);
      expect(String(gas)).toBe(row.gas);
      expect(String(feeOf(gas, atPrice1))).toBe(row.feeAtPrice1);
      // The law holds where credentials have as many signatures as inputs have indices.
      const { credentials } = decode(PTx, bytes);
      const inputs = 'inputs' in tx ? [...tx.inputs] : [];
      if ('importedInputs' in tx) inputs.push(...tx.importedInputs);
      const matches =
        credentials.length === inputs.length &&
        credentials.every((credential, i) => {
          const { input } = inputs[i]!;
          const { signatureIndices } = 'input' in input ? input.input : input;
          return (
            'signatures' in credential && credential.signatures.length === signatureIndices.length
          );
        });
      if (matches) expect(complexity[0]).toBe(bytes.length);
    },
  );

  it('knows the bytes of signed X-chain transfers', () => {
    let checked = 0;
    for (const row of rows('x-public')) {
      const bytes = parseHex(row.hex);
      const { unsignedTx, credentials } = decode(XTx, bytes);
      if (!(unsignedTx.type in intrinsic)) continue;
      const given = credentials.reduce(
        (sum, { credential: c }) => sum + 8 + 65 * ('signatures' in c ? c.signatures.length : 0),
        4,
      );
      const inputs = [...unsignedTx.inputs];
      if ('importedInputs' in unsignedTx) inputs.push(...unsignedTx.importedInputs);
      const asked = inputs.reduce(
        (sum, { input }) => sum + 8 + 65 * input.signatureIndices.length,
        4,
      );
      expect(complexityOf(unsignedTx)[0]).toBe(bytes.length - given + asked);
      checked++;
    }
    expect(checked).toBeGreaterThan(20);
  });

  it('refuses a type that nobody can issue, or that is not priced yet', () => {
    const row = rows('p-public').find(({ type }) => type === 'RewardValidatorTx')!;
    const tx = decode(UnsignedTx, parseHex(row.unsignedHex));
    expect(thrown(() => complexityOf(tx))).toMatchObject({ code: 'Unsupported' });
  });

  // spec/build.md 5.1: gas of inputs with 0 to 3 signatures, of outputs with 0 to 2 addresses.
  it('prices inputs and outputs as the node', () => {
    const gas = (c: ReturnType<typeof inputComplexity>) => weightOf(c, atPrice1);
    expect([0, 1, 2, 3].map((n) => gas(inputComplexity(n)))).toEqual([2092n, 2961n, 3830n, 4699n]);
    expect([0, 1, 2].map((n) => gas(outputComplexity(n)))).toEqual([1060n, 1080n, 1100n]);
    expect(gas(inputComplexity(1, true))).toBe(2973n);
    expect(gas(outputComplexity(1, true))).toBe(1092n);
    expect(addComplexity(inputComplexity(1), outputComplexity(1))).toEqual([241, 1, 2, 200]);
  });
});

describe('tariffs', () => {
  it('price the gas of a whole P-chain transaction', () => {
    expect(feeOf(5179n, pTariff(mainnet, 10n))).toBe(51_790n);
  });

  it('ask the same of every X-chain transfer', () => {
    expect([feeOf(218n, xTariff(fuji)), feeOf(65_536n, xTariff(fuji))]).toEqual([
      1_000_000n,
      1_000_000n,
    ]);
  });

  it('refuse a fee that is no uint64', () => {
    const tariff = pTariff(mainnet, 1n << 60n);
    expect(feeOf(15n, tariff)).toBe(15n << 60n);
    expect(thrown(() => feeOf(16n, tariff))).toMatchObject({ code: 'OutOfRange' });
  });

  it('cap gas by the capacity, if the node knows it', () => {
    const cap = (capacity?: bigint) =>
      tariffOf(pState([], { feeState: { price: 1n, ...(capacity !== undefined && { capacity }) } }))
        .cap;
    expect([cap(), cap(0n), cap(5000n), cap(2_000_000n)]).toEqual([
      1_000_000n,
      1_000_000n,
      5000n,
      1_000_000n,
    ]);
    expect(tariffOf(xState([])).cap).toBe(65_536n);
  });

  it.each([0n, -1n, 1n << 64n, 1 as never])('refuse a gas price of %s', (price) => {
    expect(thrown(() => tariffOf(pState([], { feeState: { price } })))).toMatchObject({
      code: 'OutOfRange',
      path: ['feeState', 'price'],
    });
  });
});
