/** The command line that both adversaries share. */
import { parseArgs } from 'node:util';
import { command } from '../../scripts/oracle.ts';
import type { Loss, Report, RoundsOptions } from './rounds.ts';
import { codesOf, tableOf } from './tally.ts';

/** An adversary as a command. */
interface Adversary {
  /** Of the script of `npm run`. */
  readonly name: string;
  readonly columns: readonly string[];
  readonly run: (options: RoundsOptions) => Promise<Report>;
}

/** Runs an adversary with `--seed`, `--count` and `--only`, and prints what came of it. Ends with 1 if there is a loss. */
export const adversaryCommand = (url: string, { name, columns, run }: Adversary): Promise<void> =>
  command(url, async () => {
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
    const report = await run({
      seed,
      count,
      ...(values.only !== undefined && { only: Number(values.only) }),
      onProgress: (done) => showProgress(done, count, start),
    });
    if (process.stderr.isTTY) process.stderr.write('\r\x1b[K');
    for (const loss of report.losses)
      console.log(lossText(loss, `npm run ${name} -- --seed ${seed} --only ${loss.round}`));
    for (const [text, times] of countsOf(report.falseAlarms))
      console.log(`false alarm, ${times} times: ${text}`);
    for (const line of [
      ...tableOf([...report.rows, report.total], columns),
      '',
      ...tableOf(report.groups, columns),
      '',
      'Codes of the objections:',
      ...codesOf(report.rows),
    ])
      console.log(line);
    const { attacks, rounds, losses, slowest } = report;
    console.log(
      `seed ${seed}, ${attacks} attacks in ${rounds} rounds, ${losses.length} losses, ${secondsSince(start)} s, ` +
        `the slowest round ${(slowest.took / 1000).toFixed(1)} s (${slowest.round})`,
    );
    if (losses.length > 0) process.exitCode = 1;
  });

const secondsSince = (start: number): string => ((performance.now() - start) / 1000).toFixed(0);

function showProgress(done: number, count: number, start: number): void {
  const text = `${done} of ${count}, ${secondsSince(start)} s`;
  if (process.stderr.isTTY) process.stderr.write(`\r${text}`);
  else if (done % 100 === 0) process.stderr.write(`${text}\n`);
}

const lossText = ({ round, kinds, losses, intent, drafts, txs }: Loss, again: string): string =>
  [
    `round ${round}, ${kinds.join(' + ')}`,
    ...losses.map((line) => `  ${line}`),
    `  intent ${intent}`,
    ...drafts.map((draft) => `  draft ${draft}`),
    ...txs.map((tx) => `  tx ${tx}`),
    `  ${again}`,
  ].join('\n');

function countsOf(texts: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return counts;
}
