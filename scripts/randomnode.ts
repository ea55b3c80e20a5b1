/**
 * Random operations on test nodes, after each of which supply and balances must be conserved:
 *
 *     npx tsx scripts/randomnode.ts 100000 7     operations and first seed; 100,000 and 1 if omitted
 *
 * The operations are those of scripts of 5,000, each with a node of its own and the next seed. An error says the seed and the
 * operation, and the same call repeats it.
 */
import { play } from '../test/testnode/randomnode.ts';

const [operations = '100000', first = '1'] = process.argv.slice(2);
const sum = { accepted: 0, refused: 0, unbuilt: 0 };
let seed = Number(first);
for (let left = Number(operations); left > 0; left -= 5000) {
  const { accepted, refused, unbuilt } = play(seed++, Math.min(left, 5000));
  sum.accepted += accepted;
  sum.refused += refused;
  sum.unbuilt += unbuilt;
  const { user, system } = process.cpuUsage();
  console.error(
    `seed ${seed - 1}: ${accepted} accepted, ${refused} refused, ${((user + system) / 1e6).toFixed(0)} s of one core so far`,
  );
}
console.log(
  `${operations} operations, seeds ${first} to ${seed - 1}: ${sum.accepted} transactions accepted, ${sum.refused} refused, ${sum.unbuilt} not built`,
);
