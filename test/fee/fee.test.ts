import { describe, expect, it } from 'vitest';
import { type UnsignedTx as PUnsignedTx, UnsignedTx } from '../../src/chain/pchain/tx.ts';
import { Tx as XTx } from '../../src/chain/xchain/tx.ts';
import { addComplexity, inputComplexityOf, outputComplexityOf } from '../../src/fee/gas.ts';
import {
  complexityOf,
  feeOfWeight,
  gasOf,
  pTariff,
  tariffOf,
  txFeeOf,
  weightOf,
  xTariff,
} from '../../src/fee/transactions.ts';
import { fuji, local, mainnet } from '../../src/network/known.ts';
import { parseHex } from '../../src/text/hex.ts';
import { maxUint64 } from '../../src/text/uint64.ts';
import { decode } from '../../src/wire/codec.ts';
import { pState, xState } from '../support/state.ts';
import { thrown } from '../support/thrown.ts';
import { rows } from '../support/vectors.ts';

const atPrice1 = pTariff(mainnet, 1n);

/** Bytes of the credentials that a transaction asks for, with their count. */
function credentialBytes(tx: PUnsignedTx): number {
  const inputs = 'inputs' in tx ? [...tx.inputs] : [];
  if ('importedInputs' in tx) inputs.push(...tx.importedInputs);
  const signing: { readonly signatureIndices?: readonly number[] }[] = inputs.map(({ input }) =>
    input.type === 'stakeable.LockIn' ? input.input : input,
  );
  if ('subnetAuthorization' in tx) signing.push(tx.subnetAuthorization as never);
  if ('disableAuthorization' in tx) signing.push(tx.disableAuthorization as never);
  if ('auth' in tx) signing.push(tx.auth as never);
  return signing.reduce((sum, { signatureIndices }) => sum + 8 + 65 * signatureIndices!.length, 4);
}

describe('complexityOf', () => {
  const all = rows('p-public');

  it.each(all.map((row) => [row.type, row.id, row] as const))(
    '%s %s: what the node says',
    (_, __, row) => {
      const unsigned = parseHex(row.unsignedHex);
      const tx = decode(UnsignedTx, unsigned);
      if (!row.complexity) {
        expect(row.complexityError).toBe('unsupported transaction type');
        expect(thrown(() => complexityOf(tx))).toMatchObject({ code: 'Unsupported', path: [] });
        return;
      }
      expect(complexityOf(tx)).toEqual(row.complexity);
      expect(String(gasOf(tx, mainnet))).toBe(row.gas);
      expect(String(txFeeOf(tx, mainnet, 1n))).toBe(row.feeAtPrice1);
      expect(row.complexity[0]).toBe(unsigned.length + credentialBytes(tx));
    },
  );

  it('counts 20 bytes for a nodeID of any length, as the node does', () => {
    const row = all.find(({ type }) => type === 'AddAutoRenewedValidatorTx')!;
    const tx = decode(UnsignedTx, parseHex(row.unsignedHex));
    const short = { ...tx, nodeID: new Uint8Array(1) } as PUnsignedTx;
    expect(complexityOf(short)).toEqual(row.complexity);
  });

  it('knows the bytes of signed X-chain transactions', () => {
    const types = new Map<string, number>();
    for (const row of rows('x-public')) {
      const bytes = parseHex(row.hex);
      const { unsignedTx: tx, credentials } = decode(XTx, bytes);
      const given = credentials.reduce(
        (sum, { credential: c }) => sum + 8 + 65 * ('signatures' in c ? c.signatures.length : 0),
        4,
      );
      const signing: { readonly signatureIndices: readonly number[] }[] = [
        ...tx.inputs,
        ...('importedInputs' in tx ? tx.importedInputs : []),
      ].map(({ input }) => input);
      if ('operations' in tx)
        for (const { operation: op } of tx.operations)
          signing.push('mintInput' in op ? op.mintInput : 'input' in op ? op.input : op);
      const asked = signing.reduce((sum, { signatureIndices: s }) => sum + 8 + 65 * s.length, 4);
      expect(complexityOf(tx)[0]).toBe(bytes.length - given + asked);
      types.set(tx.type, (types.get(tx.type) ?? 0) + 1);
    }
    expect(types.size).toBe(5);
    expect(Math.min(...types.values())).toBeGreaterThan(20);
  });

  // docs/rules.md, "Complexity and gas": gas of inputs with 0 to 3 signatures, of outputs with 0 to 2 addresses.
  it('prices inputs and outputs as the node', () => {
    const gas = (c: ReturnType<typeof inputComplexityOf>) => weightOf(c, atPrice1);
    expect([0, 1, 2, 3].map((n) => gas(inputComplexityOf(n)))).toEqual([
      2092n,
      2961n,
      3830n,
      4699n,
    ]);
    expect([0, 1, 2].map((n) => gas(outputComplexityOf(n)))).toEqual([1060n, 1080n, 1100n]);
    expect(gas(inputComplexityOf(1, true))).toBe(2973n);
    expect(gas(outputComplexityOf(1, true))).toBe(1092n);
    expect(addComplexity(inputComplexityOf(1), outputComplexityOf(1))).toEqual([241, 1, 2, 200]);
  });
});

describe('tariffs', () => {
  it('price the gas of a whole P-chain transaction', () => {
    expect(feeOfWeight(5179n, pTariff(mainnet, 10n))).toBe(51_790n);
    const dear = pTariff(mainnet, maxUint64);
    expect(feeOfWeight(1n, dear)).toBe(maxUint64);
    expect(thrown(() => feeOfWeight(2n, dear))).toMatchObject({ code: 'OutOfRange' });
  });

  it('ask the same of every X-chain transfer', () => {
    expect([feeOfWeight(218n, xTariff(fuji)), feeOfWeight(65_536n, xTariff(fuji))]).toEqual([
      1_000_000n,
      1_000_000n,
    ]);
  });

  it('ask more of a new X-chain asset, but on a local network', () => {
    // docs/rules.md, "Parameters of fees"
    const type = 'avm.CreateAssetTx';
    expect([mainnet, fuji, local].map((network) => xTariff(network, type).flat)).toEqual([
      10_000_000n,
      10_000_000n,
      1_000_000n,
    ]);
    for (const row of rows('x-public').slice(0, 20)) {
      const { unsignedTx: tx } = decode(XTx, parseHex(row.hex));
      expect(txFeeOf(tx, mainnet)).toBe(tx.type === type ? 10_000_000n : 1_000_000n);
    }
  });

  it('refuse a fee that is no uint64', () => {
    const tariff = pTariff(mainnet, 1n << 60n);
    expect(feeOfWeight(15n, tariff)).toBe(15n << 60n);
    expect(thrown(() => feeOfWeight(16n, tariff))).toMatchObject({ code: 'OutOfRange' });
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

  it.each([-1n, 5 as never, '5' as never])('refuse a capacity of %s', (capacity) => {
    expect(thrown(() => tariffOf(pState([], { feeState: { price: 1n, capacity } })))).toMatchObject(
      { code: 'OutOfRange', path: ['feeState', 'capacity'] },
    );
  });

  it.each([0n, -1n, 1n << 64n, 1 as never])('refuse a gas price of %s', (price) => {
    expect(thrown(() => tariffOf(pState([], { feeState: { price } })))).toMatchObject({
      code: 'OutOfRange',
      path: ['feeState', 'price'],
    });
  });
});
