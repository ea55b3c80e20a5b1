/** Several builds over one wallet: drafts reserve what they spend. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildBaseTx, buildExportTx } from '../../src/builder/index.ts';
import type { Draft } from '../../src/draft/draft.ts';
import { isError } from '../../src/errors/error.ts';
import { avax } from '../../src/index.ts';
import { evmAddressOf, finalize, sign } from '../../src/sign/index.ts';
import { applyTxs } from '../../src/state/index.ts';
import { utxoKey } from '../../src/tx/order.ts';
import { consumedIDsOf } from '../../src/tx/parts.ts';
import { seeded } from '../support/seeded.ts';
import { cState, frozen, key, pState, utxo, xState } from '../support/state.ts';
import { thrown } from '../support/thrown.ts';

const me = key(1);
const to = key(2).shortID;
const spentBy = ({ unsignedTx }: Draft): readonly string[] =>
  consumedIDsOf(unsignedTx).map(utxoKey);
const pay = (amount: bigint) => ({ outputs: [{ to, amount }] });
const signed = (draft: Draft) => finalize(sign(draft, [me]));

describe('a draft that is applied', () => {
  it('reserves its UTXOs: later builds spend others, until none are left', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 12 }),
        fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 2, maxLength: 8 }),
        (coins, amounts) => {
          const utxos = coins.map((n, i) => utxo(i + 1, avax(String(n))));
          for (let state of [frozen(pState(utxos)), frozen(xState(utxos))]) {
            const spent: string[] = [];
            for (const amount of amounts) {
              let draft: Draft;
              try {
                draft = buildBaseTx(state, pay(avax(String(amount)))) as Draft;
              } catch (e) {
                expect(isError(e, 'Insufficient')).toBe(true);
                continue;
              }
              spent.push(...spentBy(draft));
              state = applyTxs(state, draft);
            }
            expect(new Set(spent).size).toBe(spent.length);
            expect(state.utxos.length).toBe(utxos.length - spent.length);
          }
        },
      ),
      { ...seeded, numRuns: 20 },
    );
  });

  it('has no change before it is signed; the signed transaction takes its place', () => {
    const state = pState([utxo(1, avax('10'))]);
    const first = buildBaseTx(state, pay(avax('1')));
    expect(thrown(() => buildBaseTx(applyTxs(state, first), pay(avax('1'))))).toMatchObject({
      code: 'Insufficient',
      context: { spendable: 0n },
    });
    const tx = signed(first);
    const second = buildBaseTx(applyTxs(state, tx), pay(avax('1')));
    expect(consumedIDsOf(second.unsignedTx)).toMatchObject([{ outputIndex: 1 }]);
    expect(applyTxs(state, tx, second).utxos).toEqual([]);
  });

  it('takes the nonce and the balance of an account', () => {
    const account = { address: evmAddressOf(me), nonce: 7n, balance: 5n * 10n ** 18n } as never;
    const state = cState({ accounts: [account] });
    const draft = () => buildExportTx(state, { to: 'P', ...pay(avax('1')) });
    const after = applyTxs(state, draft());
    expect(after.accounts[0]!.nonce).toBe(8n);
    expect(after.accounts[0]!.balance).toBeLessThan(4n * 10n ** 18n);
    expect(thrown(() => applyTxs(after, draft()))).toMatchObject({ code: 'Duplicate', path: [0] });
  });

  it('cannot be reserved twice, and leaves the state before as it was', () => {
    const state = frozen(pState([utxo(1, avax('10'))]));
    const draft = buildBaseTx(state, pay(avax('1')));
    expect(thrown(() => applyTxs(state, draft, draft))).toMatchObject({
      code: 'MissingState',
      path: [1],
    });
    expect(state.utxos).toEqual([utxo(1, avax('10'))]);
  });
});
