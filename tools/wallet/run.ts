/**
 * Random runs of wallets (keys, HD wallets, multisig) against the test node, with faults at every step: lost requests and replies, refusals,
 * old replies, clocks that are wrong, stores that fail, second processes, equal payments, dropped and delayed
 * transactions, price jumps, coins that another program spends, processes that are killed between any two steps, lying UTXOs, calls that are
 * stopped. Afterwards what the chains hold is counted without the wallet's code: no payment made twice, none lost.
 *
 *     npx tsx tools/wallet/run.ts [--seed 7] [--count 2000] [--only ROUND]
 *
 * Ends with 1 if anything is wrong.
 */
import { parseArgs } from 'node:util';
import { command } from '../../scripts/oracle.ts';
import { playRound } from './round.ts';
import { addTotals, linesOf, newTotals } from './totals.ts';

await command(import.meta.url, async () => {
  const { values } = parseArgs({
    options: {
      seed: { type: 'string', default: '1' },
      count: { type: 'string', default: '2000' },
      only: { type: 'string' },
    },
  });
  const [seed, count] = [Number(values.seed), Number(values.count)];
  if (!(Number.isSafeInteger(count) && count > 0 && Number.isSafeInteger(seed)))
    throw new Error('--count must be a positive integer and --seed an integer');
  const start = performance.now();
  const rounds =
    values.only === undefined ? Array.from({ length: count }, (_, i) => i) : [Number(values.only)];
  const totals = newTotals();
  for (const i of rounds) {
    const round = await playRound(`${seed} ${i}`);
    addTotals(totals, round);
    for (const line of round.wrong)
      console.log(`round ${i}: ${line}\n  npx tsx tools/wallet/run.ts --seed ${seed} --only ${i}`);
    if (i % 100 === 99) process.stderr.write(`${i + 1} of ${count}\n`);
  }
  for (const line of linesOf(totals)) console.log(line);
  const seconds = ((performance.now() - start) / 1000).toFixed(0);
  console.log(`seed ${seed}, ${rounds.length} rounds, ${totals.wrong} wrong, ${seconds} s`);
  if (totals.wrong > 0) process.exitCode = 1;
});
