import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildBaseTx, type DraftOf } from '../../src/builder/index.ts';
import { isError } from '../../src/errors/error.ts';
import { complexityOf } from '../../src/fee/transactions.ts';
import { fuji } from '../../src/network/known.ts';
import { finalize, sign } from '../../src/sign/index.ts';
import { seeded } from '../support/seeded.ts';
import { asset, key, pState, utxo, xState } from '../support/state.ts';
import { burnedBy } from '../support/transfer.ts';
import { trusting } from '../support/trusting.ts';

const you = key(2).shortID;

/** Fewest of the amounts that cover what is sent and a fee that grows with their number; Infinity if all do not. */
function fewest(amounts: readonly bigint[], needed: (inputs: number) => bigint): number {
  let best = Number.POSITIVE_INFINITY;
  for (let set = 1; set < 1 << amounts.length; set++) {
    const chosen = amounts.filter((_, i) => set & (1 << i));
    if (chosen.reduce((a, b) => a + b, 0n) >= needed(chosen.length))
      best = Math.min(best, chosen.length);
  }
  return best;
}

/** The draft, or null where the UTXOs do not suffice. */
function attempt(build: () => DraftOf<'P' | 'X'>): DraftOf<'P' | 'X'> | null {
  try {
    return build();
  } catch (e) {
    if (isError(e, 'Insufficient')) return null;
    throw e;
  }
}

const amountOf = fc.oneof(
  fc.bigInt({ min: 1n, max: 20_000n }),
  fc.bigInt({ min: 2900n, max: 8000n }),
);

describe('selection', () => {
  it('takes the fewest inputs that suffice on P, and balances to the nAVAX', () => {
    fc.assert(
      fc.property(
        fc.array(amountOf, { maxLength: 7 }),
        fc.bigInt({ min: 1n, max: 40_000n }),
        fc.bigInt({ min: 1n, max: 3n }),
        (amounts, amount, price) => {
          const state = pState(
            amounts.map((a, i) => utxo(i, a)),
            { feeState: { price } },
          );
          const draft = attempt(() => buildBaseTx(state, { outputs: [{ to: you, amount }] }));
          const best = fewest(amounts, (n) => amount + price * (58n + 1080n + 2961n * BigInt(n)));
          expect(draft?.slots.length ?? Number.POSITIVE_INFINITY).toBe(best);
          if (!draft) return;
          const { gas, total } = draft.fee;
          expect(burnedBy(draft.unsignedTx)).toEqual([
            { assetID: fuji.avaxAssetID, amount: total },
          ]);
          const dust = total - gas! * price;
          expect(dust >= 0n && dust <= 1080n * price).toBe(true);
          expect(dust > 0n).toBe(draft.warnings.length === 1);
        },
      ),
      seeded,
    );
  });

  it('takes what leaves no change of another asset, where that burns less on P', () => {
    const gold = { assetID: asset(7) };
    const utxos = [utxo(0, 100_000n), ...[4n, 3n, 2n].map((n, i) => utxo(1 + i, n, gold))];
    const outputs = [{ to: you, amount: 5n, ...gold }];
    const draft = buildBaseTx(pState(utxos), { outputs }, { change: key(1).shortID });
    expect(draft.change.map(({ output }) => output.amount)).toEqual([100_000n - draft.fee.total]);
    expect(draft.slots).toHaveLength(3);
  });

  it('takes the fewest inputs that suffice on X, and burns the fee', () => {
    fc.assert(
      fc.property(
        fc.array(fc.bigInt({ min: 1n, max: 2_000_000n }), { maxLength: 7 }),
        fc.array(fc.bigInt({ min: 1n, max: 20n }), { maxLength: 5 }),
        fc.bigInt({ min: 1n, max: 4_000_000n }),
        fc.bigInt({ min: 1n, max: 40n }),
        (avax, gold, amount, golden) => {
          const state = xState([
            ...avax.map((a, i) => utxo(i, a)),
            ...gold.map((a, i) => utxo(100 + i, a, { assetID: asset(7) })),
          ]);
          const draft = attempt(() =>
            buildBaseTx(state, {
              outputs: [
                { to: you, amount },
                { to: you, amount: golden, assetID: asset(7) },
              ],
            }),
          );
          const best = fewest(avax, () => amount + 1_000_000n) + fewest(gold, () => golden);
          expect(draft?.slots.length ?? Number.POSITIVE_INFINITY).toBe(best);
          if (draft)
            expect(burnedBy(draft.unsignedTx)).toEqual([
              { assetID: fuji.avaxAssetID, amount: 1_000_000n },
            ]);
        },
      ),
      seeded,
    );
  });

  it('signs to as many bytes as the complexity says, whoever the owners are', () => {
    const trio = [1, 2, 3].map(key);
    fc.assert(
      fc.property(
        fc.array(
          fc.tuple(fc.bigInt({ min: 5000n, max: 50_000n }), fc.integer({ min: 1, max: 3 })),
          {
            minLength: 1,
            maxLength: 6,
          },
        ),
        (coins) => {
          const addresses = trio.map((k) => k.shortID);
          const state = pState(
            coins.map(([amount, threshold], i) =>
              utxo(i, amount, { owner: { addresses, threshold } }),
            ),
            { from: addresses },
          );
          const draft = attempt(() =>
            buildBaseTx(state, { outputs: [{ to: you, amount: 20_000n }] }, { change: you }),
          );
          if (!draft) return;
          const tx = finalize(sign(draft, trio, trusting));
          expect(tx.bytes.length).toBe(complexityOf(draft.unsignedTx)[0]);
        },
      ),
      { ...seeded, numRuns: 30 },
    );
  });
});
