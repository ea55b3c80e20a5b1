/**
 * Looks for better selections in large wallets: `npx tsx tools/selection/search.ts --seed 1 --count 20 --seconds 60` builds random
 * scenarios of 40 to 300 coins, searches each at random for its part of the seconds, and prints where the library burns more than 1.03 times
 * what the search found, or does not build what the search solved.
 */
import { parseArgs } from 'node:util';
import { type Random, randomOf } from '../../tools/fuzz/random.ts';
import { type Result, resultsOf, usable } from './bruteforce.ts';
import { scenarioOf } from './generate.ts';
import { solve } from './library.ts';
import { inputOf } from './problem.ts';
import type { Coin, Scenario } from './scenario.ts';

/** The better of two results: more of what comes first, then a lower burn. */
const better = (a: Result | undefined, b: Result | undefined): Result | undefined =>
  !a || (b && (b.primary > a.primary || (b.primary === a.primary && b.burned < a.burned))) ? b : a;

const bestOf = (scenario: Scenario, coins: readonly Coin[]): Result | undefined =>
  resultsOf(scenario, coins).reduce<Result | undefined>(better, undefined);

/** A random order in which coins that bring much for their weight come early. */
function randomOrder(scenario: Scenario, coins: readonly Coin[], random: Random): readonly Coin[] {
  const noise = random.pick([0.05, 0.3, 2]);
  const rank = ({ amount, ...of }: Coin) =>
    Math.log(amount / inputOf(scenario, { amount, ...of }).weight) +
    (noise * random.below(1_000)) / 1_000;
  return coins
    .map((coin) => [rank(coin), coin] as const)
    .sort(([a], [b]) => b - a)
    .map(([, coin]) => coin);
}

/** Coins that solve the scenario, chosen at random; undefined if none were found. */
function start(scenario: Scenario, coins: readonly Coin[], random: Random): Coin[] | undefined {
  const order = randomOrder(scenario, coins, random);
  let [low, high] = [1, order.length];
  // More coins hold more, until they weigh too much: the fewest that do are near the middle of nothing and too much.
  const fits = (count: number) => bestOf(scenario, order.slice(0, count)) !== undefined;
  for (let tries = 0; tries < 12 && low < high; tries++) {
    const middle = (low + high) >> 1;
    if (fits(middle)) high = middle;
    else low = middle + 1;
  }
  for (const count of [high, high + 1, high + 2]) if (fits(count)) return order.slice(0, count);
  return undefined;
}

/** The same coins but for a few. */
function neighbour(
  chosen: readonly Coin[],
  coins: readonly Coin[],
  random: Random,
): readonly Coin[] {
  const kept = chosen.filter(() => random.below(chosen.length) > random.below(3));
  const added = Array.from({ length: random.below(3) }, () => random.pick(coins));
  return [...new Set([...kept, ...added])];
}

/** The best that a random search finds in some milliseconds. */
function search(scenario: Scenario, milliseconds: number, random: Random): Result | undefined {
  const coins = usable(scenario).filter(({ asset }) => scenario.kind !== 'import' || asset === 0);
  const end = performance.now() + milliseconds;
  let best: Result | undefined;
  while (performance.now() < end) {
    let chosen: readonly Coin[] = start(scenario, coins, random) ?? [];
    let now = bestOf(scenario, chosen);
    best = better(best, now);
    for (let idle = 0; now && idle < 300 && performance.now() < end; idle++) {
      const next = neighbour(chosen, coins, random);
      const found = bestOf(scenario, next);
      if (!found || better(now, found) !== found) continue;
      [chosen, now, idle] = [next, found, 0];
      best = better(best, now);
    }
  }
  return best;
}

/** What the library does worse; undefined if nothing. */
function compare(scenario: Scenario, best: Result | undefined): string | undefined {
  const answer = solve(scenario);
  if (!best) return undefined;
  if ('error' in answer)
    return scenario.kind === 'import' || scenario.kind === 'consolidate'
      ? undefined
      : `${answer.error}: ${answer.detail}; the search burns ${best.burned}`;
  const { primary, burned } = answer.result;
  if (primary < best.primary / 1.03) return `${primary} instead of ${best.primary}`;
  if (primary <= best.primary && burned > best.burned * 1.03)
    return `burned ${burned}, the search ${best.burned}: ${(burned / best.burned).toFixed(4)}`;
  return undefined;
}

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    count: { type: 'string', default: '20' },
    seconds: { type: 'string', default: '60' },
  },
});
const many = (random: Random) => 40 + random.below(260);
const count = Number(values.count);
let bad = 0;
for (let i = 0; i < count; i++) {
  const name = `${values.seed}/${i}`;
  const scenario = scenarioOf(`large ${name}`, many);
  const best = search(
    scenario,
    (1_000 * Number(values.seconds)) / count,
    randomOf(`search ${name}`),
  );
  const found = compare(scenario, best);
  if (found) bad++;
  const { coins, ...rest } = scenario;
  console.log(
    `${name}: ${coins.length} coins, ${rest.chain} ${rest.kind}, ${best ? `burns ${best.burned}` : 'nothing found'}${found ? `\n  ${found}\n  ${JSON.stringify(rest)}` : ''}`,
  );
}
console.log(`${count} scenarios, ${bad} worse than the search`);
process.exitCode = bad > 0 ? 1 : 0;
