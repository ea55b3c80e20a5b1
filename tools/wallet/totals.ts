/** Counts of all rounds. */
import type { Round } from './round.ts';

/** Sums over rounds. */
interface Totals {
  calls: number;
  rebuilt: number;
  resumed: number;
  transactions: number;
  wrong: number;
  readonly ends: Map<string, number>;
  readonly faults: Map<string, number>;
}

export const newTotals = (): Totals => ({
  calls: 0,
  rebuilt: 0,
  resumed: 0,
  transactions: 0,
  wrong: 0,
  ends: new Map(),
  faults: new Map(),
});

export function addTotals(totals: Totals, round: Round): void {
  totals.calls += round.calls;
  totals.rebuilt += round.rebuilt;
  totals.resumed += round.resumed;
  totals.transactions += round.transactions;
  totals.wrong += round.wrong.length;
  for (const name of ['ends', 'faults'] as const)
    for (const [key, times] of round[name])
      totals[name].set(key, (totals[name].get(key) ?? 0) + times);
}

/** The counts as text. */
export function linesOf(
  { calls, ends, faults, rebuilt, resumed, transactions }: Totals,
  what: 'calls' | 'rows' = 'calls',
): readonly string[] {
  const row = ([name, times]: readonly [string, number]) => `| ${name} | ${times} |`;
  return [
    `| ${what} | |`,
    '| --- | ---: |',
    row(['all', calls]),
    ...[...ends].sort().map(row),
    row(['transactions accepted', transactions]),
    ...(what === 'rows'
      ? []
      : [
          row(['transactions signed again', rebuilt]),
          row(['gone on with from a record', resumed]),
        ]),
    '',
    '| faults | |',
    '| --- | ---: |',
    ...[...faults].sort().map(row),
    '',
  ];
}
