/**
 * Judges the selection of coins: `npx tsx benchmarks/selection/judge.ts --seed 1 --count 10000` solves random scenarios with the library
 * and by trying everything, and prints how far the two are apart, with the worst scenarios.
 */
import { AssertionError } from 'node:assert/strict';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { type Best, bruteForce, usable } from './bruteforce.ts';
import { scenarioOf } from './generate.ts';
import { type Answer, solve, Wrong } from './library.ts';
import { inputOf, problemOf } from './problem.ts';
import { type Coin, isSpendable, owners, type Scenario } from './scenario.ts';

/** What is said of one scenario. */
export interface Judgement {
  readonly scenario: Scenario;
  /**
   * `ok`: solved; `unsolvable`: refused, and nothing solves it; `refused`: something solves it; `wrong`: not what was asked for, not
   * valid, or dependent on the order; `judge`: the library did better than everything that was tried.
   */
  readonly verdict: 'ok' | 'unsolvable' | 'refused' | 'wrong' | 'judge';
  /** Burned over the least possible with as much of what comes first. */
  readonly ratio: number;
  /** The most of what comes first over what there is: the locked stake, the amount of `max`, what an import brings. */
  readonly shortfall: number;
  readonly detail: string;
}

const isToken = ({ asset }: Coin): boolean => asset > 0;

/**
 * The coins that are tried. What tokens are worth nobody knows, so that those that an import takes are given, and the others left.
 * A consolidation is of what holds more than it costs.
 * @param spent What the library spends, if it solves it.
 */
function tried(scenario: Scenario, spent: readonly Coin[]): readonly Coin[] {
  const coins = usable(scenario);
  const { costOf } = problemOf(scenario);
  switch (scenario.kind) {
    case 'import':
      return coins.filter((coin) => !isToken(coin) || spent.includes(coin));
    case 'consolidate':
      return coins.filter((coin) => coin.amount > costOf(inputOf(scenario, coin).weight));
    default:
      return coins;
  }
}

/** Judges the library on a scenario. */
export function judge(scenario: Scenario): Judgement {
  const say = (
    verdict: Judgement['verdict'],
    detail = '',
    ratio = 1,
    shortfall = 1,
  ): Judgement => ({
    scenario,
    verdict,
    ratio,
    shortfall,
    detail,
  });
  let answer: Answer;
  try {
    answer = solve(scenario);
  } catch (e) {
    if (e instanceof Wrong || e instanceof AssertionError) return say('wrong', e.message);
    return say('wrong', (e as Error).stack);
  }
  const asked = 'error' in answer ? Number.NEGATIVE_INFINITY : answer.result.primary;
  const spent = 'error' in answer ? [] : answer.spent;
  const found = bruteForce(
    scenario,
    tried(scenario, spent),
    asked,
    (coin) => scenario.kind === 'import' && isToken(coin),
  );
  if ('error' in answer || answer.drafts.length === 0) {
    const detail = 'error' in answer ? `${answer.error}: ${answer.detail}` : 'no draft';
    if (!isAsked(scenario, answer, found)) return say('unsolvable', detail);
    return say(
      'refused',
      `${detail}; possible with ${found!.best.burned} burned, primary ${found!.best.primary}`,
    );
  }
  const { primary, burned } = answer.result;
  if (!found || found.least > burned || found.best.primary < primary)
    return say('judge', `burned ${burned}, primary ${primary}; tried: ${JSON.stringify(found)}`);
  const detail = `burned ${burned}, least ${found.least}; primary ${primary}, most ${found.best.primary}`;
  return say(
    'ok',
    detail,
    burned / found.least,
    shortfallOf(scenario, primary, found.best.primary),
  );
}

/** Whether somebody may expect a transaction where there is one. */
function isAsked(
  { kind, coins, chain, to, change }: Scenario,
  answer: Answer,
  found: Best | undefined,
): boolean {
  if (!found) return false;
  if (kind !== 'import') return true;
  if (
    'error' in answer &&
    answer.error === 'Ambiguous' &&
    (to ?? change) === undefined &&
    chain !== 'C'
  ) {
    // An import is of all that waits: nobody but the caller can say who gets the coins of several owners.
    const from = new Set(
      coins
        .filter(({ waits, owner }) => waits && isSpendable(owners[owner]!))
        .map(({ owner }) => owner),
    );
    if (from.size > 1) return false;
  }
  return found.best.primary > 0;
}

/** What is missing of what comes first; of an import as a part of all that waits, since what it brings can be nothing. */
function shortfallOf({ kind, coins }: Scenario, primary: number, most: number): number {
  if (most === primary) return 1;
  if (kind !== 'import') return most / primary;
  const all = coins.reduce(
    (sum, { amount, asset, waits }) => (waits && asset === 0 ? sum + amount : sum),
    0,
  );
  return 1 + (most - primary) / all;
}

/** The seeds of scenarios. */
export const names = (seed: string, count: number): readonly string[] =>
  Array.from({ length: count }, (_, i) => `${seed}/${i}`);

const groupOf = ({ kind, chain, stake, outputs }: Scenario): string =>
  `${chain} ${kind}${stake ? ` ${stake.locked}` : ''}${outputs.some(({ amount }) => amount === 'max') || stake?.amount === 'max' ? ' max' : ''}`;

/** A scenario as a person reads it. */
export function show({ coins, outputs, stake, name, ...rest }: Scenario): string {
  const ownerText = (i: number) => `${owners[i]!.threshold}of${owners[i]!.keys.length}#${i}`;
  const lines = coins.map(
    ({ amount, asset, owner, lock, waits }) =>
      `      ${amount} ${asset === 0 ? 'AVAX' : `asset ${asset}`} ${ownerText(owner)}${lock === undefined ? '' : ` lock ${lock}`}${waits ? ' waits' : ''}`,
  );
  return [`    ${JSON.stringify({ ...rest, outputs, stake })}`, ...lines].join('\n');
}

const quantile = (sorted: readonly number[], q: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(q * sorted.length))] ?? 1;

/** The table and the worst of some judgements. */
export function report(judged: readonly Judgement[], worst: number): string {
  const groups = new Map<string, Judgement[]>();
  for (const one of judged) {
    for (const key of [groupOf(one.scenario), 'all'])
      groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  const rows = [...groups]
    .sort(([a], [b]) => (a === 'all' ? 1 : b === 'all' ? -1 : a < b ? -1 : 1))
    .map(([name, some]) => {
      const count = (verdict: Judgement['verdict']) =>
        some.filter((of) => of.verdict === verdict).length;
      const solved = some.filter(({ verdict }) => verdict === 'ok');
      const ratios = solved.map(({ ratio }) => ratio).sort((a, b) => a - b);
      const shortfalls = solved.map(({ shortfall }) => shortfall).sort((a, b) => a - b);
      const cells = [
        quantile(ratios, 0.5),
        quantile(ratios, 0.99),
        ratios.at(-1) ?? 1,
        shortfalls.at(-1) ?? 1,
      ];
      return [
        name.padEnd(22),
        ...[
          some.length,
          solved.length,
          count('unsolvable'),
          count('refused'),
          count('wrong'),
          count('judge'),
          ratios.filter((r) => r > 1.005).length,
        ].map((n) => String(n).padStart(7)),
        ...cells.map((n) => n.toFixed(4).padStart(8)),
      ].join(' ');
    });
  const header = `${'scenarios'.padEnd(22)}   count      ok  unsolv refused   wrong   judge  >1.005   median      99%      max  missing`;
  const rank = ({ verdict, ratio, shortfall }: Judgement) =>
    verdict === 'wrong' || verdict === 'judge'
      ? 1e6
      : verdict === 'refused'
        ? 1e5
        : Math.max(ratio, shortfall);
  const bad = [...judged]
    .filter((of) => rank(of) > 1)
    .sort((a, b) => rank(b) - rank(a))
    .slice(0, worst);
  const lines = bad.map(
    (of) =>
      `  ${of.scenario.name} ${groupOf(of.scenario)}: ${of.verdict}, ${of.ratio.toFixed(4)}; ${of.detail}\n${show(of.scenario)}`,
  );
  return [header, ...rows, ...(lines.length > 0 ? ['', 'worst:', ...lines] : [])].join('\n');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { values } = parseArgs({
    options: {
      seed: { type: 'string', default: '1' },
      count: { type: 'string', default: '500' },
      worst: { type: 'string', default: '5' },
      only: { type: 'string' },
    },
  });
  const some = values.only ? [values.only] : names(values.seed, Number(values.count));
  const judged = some.map((name) => judge(scenarioOf(name)));
  console.log(
    values.only
      ? judged
          .map(
            (of) => `${of.verdict} ${of.ratio} ${of.shortfall} ${of.detail}\n${show(of.scenario)}`,
          )
          .join('\n')
      : report(judged, Number(values.worst)),
  );
  const bad = judged.filter(
    ({ verdict, ratio }) => !['ok', 'unsolvable'].includes(verdict) || ratio > 1.005,
  );
  process.exitCode = bad.length > 0 ? 1 : 0;
}
