/**
 * Random operations on test nodes, after each of which supply and balances must be conserved:
 *
 *     npx tsx scripts/randomnode.ts 100000 7     operations and seed; 100,000 and 1 if omitted
 *
 * An error says the seed and the operation, and the same call repeats it.
 */
import { play } from '../test/support/randomnode.ts';

const [operations = '100000', seed = '1'] = process.argv.slice(2);
const { accepted, refused, unbuilt } = play(Number(seed), Number(operations));
console.log(
  `${operations} operations: ${accepted} transactions accepted, ${refused} refused, ${unbuilt} not built`,
);
