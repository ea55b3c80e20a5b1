/**
 * Random runs of wallets (keys, HD wallets, multisig) against the test node, with faults at every step: lost requests and replies, refusals,
 * old replies, clocks that are wrong, stores that fail, second processes, equal payments, dropped and delayed
 * transactions, price jumps, coins that another program spends, processes that are killed between any two steps, lying UTXOs, calls that are
 * stopped. Afterwards what the chains hold is counted without the wallet's code: no payment made twice, none lost. Then the same with lists
 * of rows (`sendMany`), which overlap, until there were as many rows as asked for: each paid at most once, the report equal to the chains.
 *
 *     npx tsx tools/wallet/run.ts [--seed 7] [--count 2000] [--rows 5000] [--only ROUND]
 *
 * Ends with 1 if anything is wrong.
 */
import { parseArgs } from 'node:util';
import { command } from '../../scripts/oracle.ts';
import { playBatchRound } from './batches.ts';
import { playRound } from './round.ts';
import { addTotals, linesOf, newTotals } from './totals.ts';

await command(import.meta.url, async () => {
  const { values } = parseArgs({
    options: {
      seed: { type: 'string', default: '1' },
      count: { type: 'string', default: '2000' },
      rows: { type: 'string', default: '5000' },
      only: { type: 'string' },
    },
  });
  const [seed, count, rows] = [Number(values.seed), Number(values.count), Number(values.rows)];
  if (![seed, count, rows].every((value) => Number.isSafeInteger(value) && value >= 0))
    throw new Error('--seed, --count and --rows must be whole numbers');
  const start = performance.now();
  const rounds =
    values.only === undefined || count === 0
      ? Array.from({ length: count }, (_, i) => i)
      : [Number(values.only)];
  const totals = newTotals();
  for (const i of rounds) {
    const round = await playRound(`${seed} ${i}`);
    addTotals(totals, round);
    for (const line of round.wrong)
      console.log(`round ${i}: ${line}\n  npx tsx tools/wallet/run.ts --seed ${seed} --only ${i}`);
    if (i % 100 === 99) process.stderr.write(`${i + 1} of ${count}\n`);
  }
  if (rounds.length > 0) {
    for (const line of linesOf(totals)) console.log(line);
    const seconds = ((performance.now() - start) / 1000).toFixed(0);
    console.log(`seed ${seed}, ${rounds.length} rounds, ${totals.wrong} wrong, ${seconds} s`);
  }
  if (totals.wrong > 0) process.exitCode = 1;
  if (rows === 0 || (values.only !== undefined && count > 0)) return;
  const startOfRows = performance.now();
  const batches = newTotals();
  let played = 0;
  const isOver = () => (values.only === undefined ? batches.calls >= rows : played > 0);
  for (let i = Number(values.only ?? 0); !isOver(); i++) {
    const round = await playBatchRound(`${seed} ${i}`);
    addTotals(batches, round);
    played++;
    for (const line of round.wrong)
      console.log(
        `round ${i} of rows: ${line}\n  npx tsx tools/wallet/run.ts --seed ${seed} --count 0 --only ${i}`,
      );
  }
  for (const line of linesOf(batches, 'rows')) console.log(line);
  const secondsOfRows = ((performance.now() - startOfRows) / 1000).toFixed(0);
  console.log(
    `seed ${seed}, ${batches.calls} rows in ${played} rounds, ${batches.wrong} wrong, ${secondsOfRows} s`,
  );
  if (batches.wrong > 0) process.exitCode = 1;
});
