/** What the node says now, of transactions and states that no vector has. `ORACLE_SEED=77` makes others. */
import { it } from 'vitest';
import { askPrices } from '../../scripts/prices.ts';
import { describeWithGo } from '../support/go.ts';
import { comparePrices } from '../support/prices.ts';

const seed = process.env.ORACLE_SEED ?? '20261121';
const size = Number(process.env.FC_NUM_RUNS ?? 2000) / 1000;

describeWithGo('the node', () => {
  it(`says the same of fees, fee states and L1 validator fees, seed ${seed}`, async () => {
    comparePrices(await askPrices(seed, Math.max(1, size)));
  });
});
