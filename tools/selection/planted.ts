/** Large wallets with a solution that is known: exact matches among 1,000 coins, and witnesses just below the limits of gas and bytes. */
import { type Random, randomOf } from '../../tools/fuzz/random.ts';
import { resultsOf } from './bruteforce.ts';
import { solve } from './library.ts';
import { inputOf, outputOn, problemOf } from './problem.ts';
import { type Coin, owners, type Scenario, type Wanted } from './scenario.ts';

/** A large scenario, and coins that solve it. */
export interface Planted {
  readonly scenario: Scenario;
  readonly witness: readonly Coin[];
  /** Most that the library may burn, as a multiple of what the witness burns. */
  readonly most: number;
}

const between = (random: Random, low: number, high: number): number =>
  low + Math.floor((random.next() / 2 ** 32) * (high - low + 1));

const sumOf = (coins: readonly Coin[]): number =>
  coins.reduce((sum, { amount }) => sum + amount, 0);

const plain: Omit<Scenario, 'name' | 'coins' | 'outputs'> = {
  kind: 'send',
  chain: 'P',
  price: 1,
  cap: 1_000_000,
};

/** The amount of AVAX that exactly these coins pay for without change, less an excess. */
function targetOf(scenario: Scenario, coins: readonly Coin[], excess: number): number {
  const { base, flat, costOf } = problemOf(scenario);
  const weight = coins.reduce((sum, coin) => sum + inputOf(scenario, coin).weight, base.weight);
  return sumOf(coins.filter(({ asset }) => asset === 0)) - flat - costOf(weight) - excess;
}

const send = (amount: number, asset = 0): Wanted => ({ asset, amount, owner: 6 });

/** So many coins of AVAX or a token pay exactly; fewer cannot. @param inputs 1 to 3. */
function exactMatch(name: string, random: Random, inputs: number): Planted {
  const middle = between(random, 1, 900) * 1e9;
  const isToken = random.below(4) === 0;
  const mixed = random.below(2) === 0;
  const asset = isToken ? 1 : 0;
  const coins = Array.from(
    { length: 1_000 },
    (): Coin => ({
      amount: between(random, middle * 0.8, middle * 1.2),
      asset,
      owner: mixed && random.below(3) === 0 ? 2 : random.below(2),
    }),
  );
  const cheap = coins.filter(({ owner }) => owner < 2);
  const dear = coins.filter(({ owner }) => owner === 2);
  const first = random.below(cheap.length - 3);
  const witness = cheap.slice(first, first + inputs);
  if (dear.length > 0 && inputs > 1 && random.below(2) === 0) witness[0] = random.pick(dear);
  const draft: Scenario = { ...plain, name, coins, change: 0, outputs: [send(1)] };
  if (!isToken) {
    // Around that of the witness no coin alone would do.
    const lower =
      inputs === 1
        ? coins.map((coin) =>
            witness.includes(coin) ? coin : { ...coin, amount: Math.floor(coin.amount * 1.5) },
          )
        : coins;
    return {
      scenario: { ...draft, coins: lower, outputs: [send(targetOf(draft, witness, 0))] },
      witness,
      most: 1,
    };
  }
  const avax: Coin = { amount: 1e10, asset: 0, owner: 0 };
  const outputs = [send(sumOf(witness), 1)];
  return {
    scenario: { ...draft, coins: [...coins, avax], outputs },
    witness: [...witness, avax],
    most: 1,
  };
}

/** Coins of several owners that fill the gas, or the bytes, almost wholly. */
function nearLimit(name: string, random: Random): Planted {
  const chain = random.pick(['P', 'P', 'X'] as const);
  const maxBytes = random.below(3) === 0 ? between(random, 4_000, 40_000) : undefined;
  const kinds = random.pick([[0], [0, 2], [0, 5], [0, 2, 4], [3, 2]]);
  const around = between(random, 1, 100) * 1e6;
  const spread = random.pick([0.01, 0.1, 0.5]);
  const coins = Array.from({ length: between(random, 500, 800) }, (): Coin => {
    const owner = random.pick(kinds);
    const more = owners[owner]!.threshold > 1 ? random.pick([0, 0.02, 0.1]) : 0;
    return {
      amount: Math.floor(around * (1 + more + (spread * random.below(1_000)) / 1_000)),
      asset: 0,
      owner,
    };
  });
  const draft: Scenario = {
    ...plain,
    name,
    chain,
    price: chain === 'P' ? random.pick([1, 5]) : 0,
    coins,
    change: 0,
    ...(maxBytes && { maxBytes }),
    outputs: [send(1)],
  };
  const { base, cap, maxBytes: most } = problemOf(draft);
  const change = outputOn(draft, 1);
  let [weight, bytes] = [base.weight + change.weight, base.bytes + change.bytes];
  // The most valuable for what they weigh, almost as the best would be, or any.
  const order = [...coins].sort(
    (a, b) => b.amount / inputOf(draft, b).weight - a.amount / inputOf(draft, a).weight,
  );
  const start = random.pick([0, 0, random.below(100)]);
  const witness: Coin[] = [];
  for (const coin of order.slice(start)) {
    const size = inputOf(draft, coin);
    if (weight + size.weight > cap || bytes + size.bytes > most) continue;
    weight += size.weight;
    bytes += size.bytes;
    witness.push(coin);
  }
  const amount = targetOf(draft, witness, random.pick([0, 1, 10_000, 100_000]));
  return { scenario: { ...draft, outputs: [send(amount)] }, witness, most: 1.03 };
}

/** Locked coins of many locks or owners, as many as one transaction can stake. */
function manyLocks(name: string, random: Random): Planted {
  const count = between(random, 100, 350);
  const locks = random.pick([1, 40, 200]);
  const amount = random.pick([2e7, 1e9]);
  const locked = Array.from(
    { length: count },
    (): Coin => ({
      amount: amount + random.below(3) * 1_000,
      asset: 0,
      owner: random.pick([0, 1]),
      lock: random.below(locks),
    }),
  );
  const free: Coin = { amount: 50e9, asset: 0, owner: 0 };
  const scenario: Scenario = {
    ...plain,
    kind: 'stake',
    name,
    coins: [...locked, free],
    change: 0,
    outputs: [],
    stake: { amount: 25e9, locked: random.pick(['prefer', 'cheapest']), returnTo: 0 },
  };
  return { scenario, witness: [free], most: 1.03 };
}

/** The planted scenario of a name, which says seed and number. */
export function plantedOf(name: string): Planted {
  const random = randomOf(`planted ${name}`);
  const kind = random.below(8);
  if (kind < 5) return exactMatch(name, random, [1, 2, 2, 3, 3][kind]!);
  return kind < 7 ? nearLimit(name, random) : manyLocks(name, random);
}

/** What is wrong with what the library does; undefined if nothing is. */
export function missed({ scenario, witness, most }: Planted): string | undefined {
  const known = resultsOf(scenario, witness);
  const least = Math.min(...known.map(({ burned }) => burned));
  const answer = solve(scenario);
  if (known.length === 0) return 'the witness solves nothing';
  if ('error' in answer) return `${answer.error}: ${answer.detail}; the witness burns ${least}`;
  // Under `prefer` the witness, which stakes nothing that is locked, says only that there is a way.
  const { burned } = answer.result;
  if (scenario.stake?.locked === 'prefer' || burned <= least * most) return undefined;
  return `burned ${burned}, the witness burns ${least}: ${(burned / least).toFixed(4)}`;
}
