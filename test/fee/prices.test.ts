/** Fees, gas, fee states and L1 validators' fees, as the node has said them. */
import { it } from 'vitest';
import { rows } from '../support/vectors.ts';
import { comparePrices } from './prices.ts';

it('costs what the node says, of every recorded transaction and state', () => {
  comparePrices(rows('prices'));
});
