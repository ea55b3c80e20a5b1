import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  buildExportTx,
  buildImportTx,
  buildOperationTx,
  type DraftOf,
} from '../../src/builder/index.ts';
import { atomicFeeOf, atomicGasOf } from '../../src/fee/transactions.ts';
import { evmAddressOf, finalize, sign } from '../../src/sign/index.ts';
import { wei } from '../../src/text/amount.ts';
import {
  accounts,
  attempt,
  baseFee,
  cState,
  cWaiting,
  operationsOf,
  type owners,
  signers,
  twoOfThree,
  wishes,
} from '../support/intents.ts';
import { seeded } from '../support/seeded.ts';
import { key, utxo, xState } from '../support/state.ts';
import { trusting } from '../support/trusting.ts';

const sum = (amounts: readonly bigint[]) => amounts.reduce((a, b) => a + b, 0n);
const subsets = <T>(list: readonly T[]): readonly (readonly T[])[] =>
  Array.from({ length: 1 << list.length }, (_, set) => list.filter((_, i) => set & (1 << i)));

/** nAVAX that go in and do not come out. */
const burned = ({ unsignedTx }: DraftOf<'C'>): bigint =>
  unsignedTx.type === 'atomic.ExportTx'
    ? sum(unsignedTx.inputs.map(({ amount }) => amount)) -
      sum(unsignedTx.exportedOutputs.map(({ output }) => output.amount))
    : sum(unsignedTx.importedInputs.map(({ input }) => input.amount)) -
      sum(unsignedTx.outputs.map(({ amount }) => amount));

const exportOf = (balances: readonly bigint[], price: bigint, amount: bigint | 'max') =>
  attempt(() =>
    buildExportTx(cState(balances, [], price), {
      to: 'X',
      outputs: [{ to: key(9).shortID, amount }],
    }),
  );
const importOf = (
  coins: readonly { amount: bigint; owner: (typeof owners)[number] }[],
  price: bigint,
) =>
  attempt(() =>
    buildImportTx(cState([], coins, price), {
      from: 'P',
      to: evmAddressOf(key(9)),
    }),
  );

describe('random builds on C', () => {
  it('export for the lowest fee that any accounts could pay, and burn it exactly', () => {
    fc.assert(
      fc.property(
        accounts,
        baseFee,
        fc.bigInt({ min: 1n, max: 200_000n }),
        (balances, price, amount) => {
          const draft = exportOf(balances, price, amount);
          const fees = subsets(balances)
            .filter((set) => set.length > 0)
            .map((set) => ({
              have: sum(set),
              fee: atomicFeeOf(10_162n + 1068n * BigInt(set.length), wei(price)),
            }))
            .filter(({ have, fee }) => have >= amount + fee)
            .map(({ fee }) => fee);
          const best = fees.length === 0 ? null : fees.reduce((a, b) => (a < b ? a : b));
          expect(draft?.fee.total ?? null).toBe(best);
          if (!draft) return;
          expect(draft.fee.total).toBe(atomicFeeOf(atomicGasOf(draft.unsignedTx), wei(price)));
          expect(burned(draft)).toBe(draft.fee.total);
        },
      ),
      seeded,
    );
  });

  it('export and import as much as any choice could', () => {
    fc.assert(
      fc.property(accounts, cWaiting, baseFee, (balances, coins, price) => {
        const most = (sets: readonly { have: bigint; gas: bigint }[]) =>
          sets.reduce((best, { have, gas }) => {
            const left = have - atomicFeeOf(gas, wei(price));
            return left > best ? left : best;
          }, 0n);
        const exported = exportOf(balances, price, 'max');
        const imported = importOf(coins, price);
        const given = (draft: DraftOf<'C'> | null, have: bigint) =>
          draft ? have - draft.fee.total : 0n;
        const taken = (draft: DraftOf<'C'> | null) =>
          draft?.unsignedTx.type === 'atomic.ExportTx'
            ? sum(draft.unsignedTx.inputs.map(({ amount }) => amount))
            : draft?.unsignedTx.type === 'atomic.ImportTx'
              ? sum(draft.unsignedTx.importedInputs.map(({ input }) => input.amount))
              : 0n;
        const exports = subsets(balances).map((set) => ({
          have: sum(set),
          gas: 10_162n + 1068n * BigInt(set.length),
        }));
        const imports = subsets(coins).map((set) => ({
          have: sum(set.map(({ amount }) => amount)),
          gas: 10_142n + sum(set.map(({ owner }) => (owner === twoOfThree ? 2092n : 1088n))),
        }));
        expect(given(exported, taken(exported))).toBe(most(exports));
        // The price of each input is rounded up by itself, the fee of all of them once: a nAVAX a UTXO.
        const leastImported = most(imports) - BigInt(coins.length);
        expect(given(imported, taken(imported))).toBeGreaterThanOrEqual(leastImported);
        for (const draft of [exported, imported])
          if (draft) expect(burned(draft)).toBe(draft.fee.total);
      }),
      seeded,
    );
  });
});

describe('random operations', () => {
  it('consume each UTXO once, and take the signatures of all', () => {
    fc.assert(
      fc.property(wishes, (list) => {
        const { rights, operations } = operationsOf(list);
        const from = signers.map((k) => k.shortID);
        const state = xState([utxo(1, 5_000_000n), ...rights], { from });
        const draft = buildOperationTx(state, { operations });
        const { unsignedTx } = draft;
        if (unsignedTx.type !== 'avm.OperationTx') throw new Error(unsignedTx.type);
        const ids = unsignedTx.operations.map(
          ({ inputIDs: [id] }) => `${id!.txID} ${id!.outputIndex}`,
        );
        expect(new Set(ids).size).toBe(list.length);
        expect(finalize(sign(draft, signers, trusting)).credentials).toHaveLength(1 + list.length);
      }),
      { ...seeded, numRuns: Math.min(seeded.numRuns, 100) },
    );
  });
});
