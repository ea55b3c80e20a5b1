import { expect, it } from 'vitest';
import { buildBaseTx, buildExportTx } from '../../src/builder/index.ts';
import { verifyFee } from '../../src/draft/check.ts';
import type { Draft } from '../../src/draft/draft.ts';
import { addComplexity, inputComplexityOf, outputComplexityOf } from '../../src/fee/gas.ts';
import { feeOf } from '../../src/fee/index.ts';
import { fuji } from '../../src/network/known.ts';
import { factsOfState } from '../../src/rules/index.ts';
import { evmAddressOf } from '../../src/sign/key.ts';
import { wei } from '../../src/text/amount.ts';
import { unsignedBytesOf } from '../../src/tx/bytes.ts';
import { key, pState, utxo, xState } from '../support/state.ts';
import { thrown } from '../support/thrown.ts';

const to = key(2).shortID;

/** What is said of the draft with another fee. */
const said = (draft: Draft, fee: Partial<Draft['fee']>): string => {
  const other = { ...draft, fee: { ...draft.fee, ...fee } } as Draft;
  const { length: size } = unsignedBytesOf(draft.unsignedTx);
  try {
    verifyFee(other, size);
    return 'ok';
  } catch {
    return thrown(() => verifyFee(other, size)).code;
  }
};

it('holds on P what gas costs, and at most what one more output costs to make and to spend', () => {
  const state = pState([utxo(1, 1_000_000n)], { feeState: { price: 7n } });
  const draft = buildBaseTx(state, { outputs: [{ to, amount: 5n }] });
  const { weights } = fuji.pFees;
  const more = addComplexity(outputComplexityOf(1), inputComplexityOf(1));
  const dust = 7n * more.reduce((sum, units, i) => sum + BigInt(units) * weights[i]!, 0n);
  const { fee: asked = 0n } = feeOf(draft.unsignedTx, factsOfState(state));
  expect(draft.fee.total).toBe(asked);
  const totals = [asked - 1n, asked, asked + dust, asked + dust + 1n];
  expect(totals.map((total) => said(draft, { total }))).toEqual([
    'FeeTooLow',
    'ok',
    'ok',
    'FeeTooHigh',
  ]);
  // An output alone is cheaper: a rest may be worth making and not worth spending.
  const output = outputComplexityOf(1).reduce(
    (sum, units, i) => sum + BigInt(units) * weights[i]!,
    0n,
  );
  expect(said(draft, { total: asked + 7n * output + 1n })).toBe('ok');
  expect(said(draft, { gas: draft.fee.gas! + 1n })).toBe('Mismatch');
  // Without a price nothing is asked, so nothing may be paid.
  const { price: _, ...unpriced } = draft.fee;
  const free = (total: bigint) => said({ ...draft, fee: { ...unpriced, total } } as Draft, {});
  expect([0n, 1n, draft.fee.gas!].map(free)).toEqual(['ok', 'FeeTooHigh', 'FeeTooHigh']);
});

it('is flat on X, and exact on C', () => {
  const x = buildBaseTx(xState([utxo(1, 2_000_000n)]), { outputs: [{ to, amount: 5n }] });
  const { txFee } = fuji.xFees;
  const flat = [txFee - 1n, txFee, txFee + 1n].map((total) => said(x, { total }));
  expect(flat).toEqual(['FeeTooLow', 'ok', 'FeeTooHigh']);
  const { shortID } = key(1);
  const evm = evmAddressOf(key(1));
  const c = buildExportTx(
    {
      chain: 'C',
      network: fuji,
      from: [shortID],
      time: 1_800_000_000n,
      accounts: [{ address: evm as `0x${string}`, nonce: 1n, balance: wei(10n ** 18n) }],
      baseFee: wei(25_000_000_000n),
    },
    { to: 'P', outputs: [{ to, amount: 5n }] },
  );
  const { total } = c.fee;
  const exact = [total - 1n, total, total + 1n].map((of) => said(c, { total: of }));
  expect(exact).toEqual(['FeeTooLow', 'ok', 'FeeTooHigh']);
});
