/**
 * Compares what `avalanche-index` writes with the node that it read: a script issues random transactions of every type, on all chains and
 * between them, and asks the node at 100 moments what its addresses have. Then `avalanche-index` reads the node over HTTP. Its transactions, with all
 * that they make and spend, must be those that were issued, in this order; its outputs less what was spent must be the funds that the node had
 * at every moment, and so must be the ledgers of `history`.
 *
 *     npx tsx tools/indexing/run.ts --seed 1 --count 5000 [--node localnode]      # after npm run build
 *
 * `--count` is the number of containers; `localnode` is avalanchego's own P- and X-chain (needs Go). `--keep FILE` writes the containers of the
 * test node to a file, which `benchmarks/indexing.ts` reads. Ends with 1 if there is a difference.
 */
import { parseArgs } from 'node:util';
import { command } from '../../scripts/oracle.ts';
import { runComparison } from './play.ts';

await command(import.meta.url, async () => {
  const { values } = parseArgs({
    options: {
      seed: { type: 'string', default: '1' },
      count: { type: 'string', default: '5000' },
      node: { type: 'string', default: 'testnode' },
      keep: { type: 'string' },
    },
  });
  const [seed, count] = [Number(values.seed), Number(values.count)];
  if (!(Number.isSafeInteger(count) && count >= 100 && Number.isSafeInteger(seed)))
    throw new Error('--count must be an integer of at least 100 and --seed an integer');
  if (values.node !== 'testnode' && values.node !== 'localnode')
    throw new Error('--node must be testnode or localnode');
  const { counts, wrong } = await runComparison({
    seed,
    count,
    node: values.node,
    keep: values.keep,
  });
  for (const [what, times] of [...counts].sort()) console.log(`${what.padEnd(34)} ${times}`);
  for (const line of wrong.slice(0, 20)) console.log(line);
  console.log(`seed ${seed}, ${values.node}: ${wrong.length} differences`);
  if (wrong.length > 0) process.exitCode = 1;
});
