/**
 * Judges the selection in large wallets: `npx tsx tools/selection/large.ts --seed 1 --count 100` plants exact matches of one to three
 * inputs among 1,000 coins, and witnesses just below the limits of gas and bytes, and prints what the library misses or refuses.
 */
import { parseArgs } from 'node:util';
import { missed, plantedOf } from './planted.ts';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    count: { type: 'string', default: '100' },
    only: { type: 'string' },
  },
});
const names = values.only
  ? [values.only]
  : Array.from({ length: Number(values.count) }, (_, i) => `${values.seed}/${i}`);
let bad = 0;
for (const name of names) {
  const planted = plantedOf(name);
  const { coins, ...rest } = planted.scenario;
  const found = missed(planted);
  if (!found && !values.only) continue;
  if (found) bad++;
  console.log(
    `${name}: ${coins.length} coins, ${planted.witness.length} in the witness, ${JSON.stringify(rest)}\n  ${found ?? 'found'}`,
  );
}
console.log(`${names.length} planted, ${bad} missed`);
process.exitCode = bad > 0 ? 1 : 0;
