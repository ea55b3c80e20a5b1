/** Judges what the library makes of a scenario by the best that there is. */
import { AssertionError } from 'node:assert/strict';
import { type Best, bruteForce, usable } from './bruteforce.ts';
import { type Answer, solve, Wrong } from './library.ts';
import { inputOf, outputOn, problemOf } from './problem.ts';
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
  /** The most of what comes first over what there is: the amount of `max`, what an import brings. */
  readonly shortfall: number;
  /** Whether it burns at most 1.02 times the least, or what an input and an output cost more. */
  readonly isNear: boolean;
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
    figures: Partial<Pick<Judgement, 'ratio' | 'shortfall' | 'isNear'>> = {},
  ): Judgement => ({ scenario, verdict, ratio: 1, shortfall: 1, isNear: true, ...figures, detail });
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
  const { least } = found;
  const detail = `burned ${burned}, least ${least}; primary ${primary}, most ${found.best.primary}`;
  const { costOf } = problemOf(scenario);
  const more = costOf(inputOf(scenario, plainCoin).weight + outputOn(scenario, 1).weight);
  return say('ok', detail, {
    ratio: burned / least,
    shortfall: shortfallOf(scenario, primary, found.best.primary),
    isNear: burned <= Math.max(1.02 * least, least + more),
  });
}

const plainCoin: Coin = { amount: 1, asset: 0, owner: 0 };

/** Whether somebody may expect a transaction where there is one. */
function isAsked(scenario: Scenario, answer: Answer, found: Best | undefined): boolean {
  if (!found) return false;
  // What takes everything, of several owners, is for whom only the caller can say.
  if ('error' in answer && answer.error === 'Ambiguous' && takesAll(scenario)) return false;
  return scenario.kind !== 'import' || found.best.primary > 0;
}

/** Whether a scenario takes all that several owners have, and names nobody who gets it. */
function takesAll({ kind, coins, stake, to, change, chain }: Scenario): boolean {
  if (change !== undefined || chain === 'C') return false;
  const isMax = stake?.amount === 'max' && stake.returnTo === undefined;
  if (!isMax && !(kind === 'import' && to === undefined)) return false;
  const taken = coins.filter(
    ({ owner, lock, waits = false }) =>
      isSpendable(owners[owner]!) && lock === undefined && waits === (kind === 'import'),
  );
  return new Set(taken.map(({ owner }) => owner)).size > 1;
}

/** What is missing of what comes first; of an import as a part of all that waits, since what it brings can be nothing. */
function shortfallOf({ kind, coins }: Scenario, primary: number, most: number): number {
  // The price of each input is rounded up by itself.
  if (most - primary <= (kind === 'import' ? coins.length : 0)) return 1;
  if (kind !== 'import') return most / primary;
  const all = coins.reduce(
    (sum, { amount, asset, waits }) => (waits && asset === 0 ? sum + amount : sum),
    0,
  );
  return 1 + (most - primary) / all;
}
