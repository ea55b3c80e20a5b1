/**
 * Judges the selection of coins: `npx tsx tools/selection/run.ts --seed 1 --count 10000` solves random scenarios with the library
 * and by trying everything, and prints how far the two are apart, with the worst scenarios. `--only 1/7` prints one of them.
 */
import { parseArgs } from 'node:util';
import { scenarioOf } from './generate.ts';
import { type Judgement, judge } from './judge.ts';
import { owners, type Scenario } from './scenario.ts';

const groupOf = ({ kind, chain, stake, outputs }: Scenario): string => {
  const isMax = outputs.some(({ amount }) => amount === 'max') || stake?.amount === 'max';
  return `${chain} ${kind}${stake ? ` ${stake.locked}` : ''}${isMax ? ' max' : ''}`;
};

/** A scenario as a person reads it. */
function show({ coins, name: _, ...rest }: Scenario): string {
  const lines = coins.map(({ amount, asset, owner, lock, waits }) => {
    const { keys, threshold } = owners[owner]!;
    const more = `${lock === undefined ? '' : ` lock ${lock}`}${waits ? ' waits' : ''}`;
    return `      ${amount} ${asset === 0 ? 'AVAX' : `asset ${asset}`} ${threshold}of${keys.length}#${owner}${more}`;
  });
  return [`    ${JSON.stringify(rest)}`, ...lines].join('\n');
}

const tell = (of: Judgement): string =>
  `  ${of.scenario.name} ${groupOf(of.scenario)}: ${of.verdict}, ${of.ratio.toFixed(4)}; ${of.detail}\n${show(of.scenario)}`;

const verdicts = ['ok', 'unsolvable', 'refused', 'wrong', 'judge'] as const;

function rowOf(name: string, some: readonly Judgement[]): string {
  const solved = some.filter(({ verdict }) => verdict === 'ok');
  const sorted = (of: (one: Judgement) => number) => solved.map(of).sort((a, b) => a - b);
  const ratios = sorted(({ ratio }) => ratio);
  const counts = verdicts.map((verdict) => some.filter((of) => of.verdict === verdict).length);
  return [
    name.padEnd(22),
    ...[some.length, ...counts, solved.filter(({ isNear }) => !isNear).length].map((n) =>
      String(n).padStart(7),
    ),
    ...[
      ratios[ratios.length >> 1] ?? 1,
      ratios.at(-1) ?? 1,
      sorted(({ shortfall }) => shortfall).at(-1) ?? 1,
    ].map((n) => n.toFixed(4).padStart(8)),
  ].join(' ');
}

const header = `${'scenarios'.padEnd(22)}   count      ok  unsolv refused   wrong   judge   above   median      max  missing`;

/** How bad it is. */
const rank = ({ verdict, ratio, shortfall, isNear }: Judgement): number => {
  if (verdict === 'ok' || verdict === 'unsolvable')
    return Math.max(isNear ? Math.min(ratio, 1.001) : ratio, shortfall);
  return verdict === 'refused' ? 1e5 : 1e6;
};

function report(judged: readonly Judgement[], worst: number): string {
  const groups = new Map<string, Judgement[]>();
  for (const one of judged) {
    const name = groupOf(one.scenario);
    groups.set(name, [...(groups.get(name) ?? []), one]);
  }
  const rows = [...groups]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, some]) => rowOf(name, some));
  const bad = judged
    .filter((of) => rank(of) > 1.000_001)
    .sort((a, b) => rank(b) - rank(a))
    .slice(0, worst);
  return [header, ...rows, rowOf('all', judged), '', ...bad.map(tell)].join('\n');
}

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    count: { type: 'string', default: '500' },
    worst: { type: 'string', default: '5' },
    only: { type: 'string' },
  },
});
const names = values.only
  ? [values.only]
  : Array.from({ length: Number(values.count) }, (_, i) => `${values.seed}/${i}`);
const judged = names.map((name) => judge(scenarioOf(name)));
console.log(values.only ? judged.map(tell).join('\n') : report(judged, Number(values.worst)));
process.exitCode = judged.some((of) => rank(of) > 1.001) ? 1 : 0;
