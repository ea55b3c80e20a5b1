import { expect, it } from 'vitest';
import { playBatchRound } from '../../tools/wallet/batches.ts';
import { playRound } from '../../tools/wallet/round.ts';
import { addTotals, newTotals } from '../../tools/wallet/totals.ts';
import { runs, seedOr } from '../support/seeded.ts';

it('pays nothing twice and loses nothing, whatever fails', async () => {
  const totals = newTotals();
  for (let i = 0; i < runs(4); i++) {
    const round = await playRound(`${seedOr(1)} ${i}`);
    expect(round.wrong, `round ${i}`).toEqual([]);
    addTotals(totals, round);
  }
  expect(totals.ends.get('accepted')).toBeGreaterThan(0);
  expect(totals.faults.get('killed')).toBeGreaterThan(0);
});

it('pays each row of a list at most once, and reports what the chains hold', async () => {
  const totals = newTotals();
  for (let i = 0; i < runs(2); i++) {
    const round = await playBatchRound(`${seedOr(1)} ${i}`);
    expect(round.wrong, `round ${i}`).toEqual([]);
    addTotals(totals, round);
  }
  expect(totals.ends.get('accepted')).toBeGreaterThan(0);
  expect(totals.faults.get('killed')).toBeGreaterThan(0);
});
