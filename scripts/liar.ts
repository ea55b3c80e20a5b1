/**
 * A node that lies: random lies of every kind between `connect` and a real node, default options, honest intents of every type. What is
 * signed all the same is issued to the real node, and an account of its own says whether anything is lost beyond the intent and the ceiling
 * (needs Go). Prints a table of what objected, and every loss with what is needed to see it again.
 *
 *     npm run liar -- --seed 7 [--count 2000] [--only ROUND]
 *
 * Ends with 1 if there is a loss.
 */
import { parseArgs } from 'node:util';
import { liarColumns, runLiar } from './adversary/liar.ts';
import { tableOf } from './adversary/tally.ts';
import { command } from './oracle.ts';

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
  const { rows, losses, rounds } = await runLiar({
    seed,
    count,
    ...(values.only !== undefined && { only: Number(values.only) }),
    onProgress(done) {
      if (process.stderr.isTTY) process.stderr.write(`\r${done} of ${count}`);
      else if (done % 100 === 0) process.stderr.write(`${done} of ${count}\n`);
    },
  });
  if (process.stderr.isTTY) process.stderr.write('\r\x1b[K');
  for (const { round, kinds, losses: lost, intent, draft, tx } of losses)
    console.log(
      [
        `round ${round}, ${kinds.join(' + ')}`,
        ...lost.map((line) => `  ${line}`),
        `  intent ${intent}`,
        `  draft ${draft}`,
        `  tx ${tx}`,
        `  npm run liar -- --seed ${seed} --only ${round}`,
      ].join('\n'),
    );
  for (const line of tableOf(rows, liarColumns)) console.log(line);
  const seconds = ((performance.now() - start) / 1000).toFixed(0);
  console.log(`seed ${seed}, ${rounds} rounds, ${losses.length} losses, ${seconds} s`);
  if (losses.length > 0) process.exitCode = 1;
});
