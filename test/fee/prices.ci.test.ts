/** What the node says now, of transactions and states that no vector has. `SEED=77` makes others. */
import { it } from 'vitest';
import { askPrices } from '../../scripts/prices.ts';
import { describeWithGo } from '../support/go.ts';
import { runs, seedOr } from '../support/seeded.ts';
import { comparePrices } from './prices.ts';

const seed = String(seedOr(20261121));
const size = runs(1);

describeWithGo('the node', () => {
  it(`says the same of fees, fee states and L1 validator fees, seed ${seed}`, async () => {
    comparePrices(await askPrices(seed, size));
  });
});
