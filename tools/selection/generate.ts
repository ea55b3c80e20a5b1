/** Makes small problems of coin selection from a seed. Amounts are safe integers. */
import { type Random, randomOf } from '../../tools/fuzz/random.ts';
import { inputOf, outputOf, problemOf } from './problem.ts';
import { type Coin, isSpendable, owners, type Scenario, type Wanted } from './scenario.ts';

const mostGas = 1_000_000;
const nAVAX = 1_000_000_000;

/** The scenario of a name, which says seed and number. */
export function scenarioOf(name: string): Scenario {
  const random = randomOf(`selection ${name}`);
  const kind = random.pick([
    'send',
    'send',
    'send',
    'max',
    'stake',
    'stake',
    'import',
    'consolidate',
  ]);
  switch (kind) {
    case 'stake':
      return stakeOf(name, random, few(random));
    case 'import':
      return importOf(name, random, few(random));
    case 'consolidate':
      return consolidationOf(name, random, few(random));
    default:
      return sendOf(name, random, few(random), kind === 'max');
  }
}

const chance = (random: Random, percent: number): boolean => random.below(100) < percent;

const between = (random: Random, low: number, high: number): number =>
  low + Math.floor((random.next() / 2 ** 32) * (high - low + 1));

/** How many coins a scenario has: few enough to try all sets of them. */
const few = (random: Random): number =>
  random.pick([1 + random.below(6), 1 + random.below(16), 10 + random.below(7)]);

/** How the owners of a wallet are mixed. */
function pickOwners(random: Random): () => number {
  const some = random.pick([
    [0],
    [0],
    [0, 1],
    [0, 2],
    [0, 3],
    [2],
    [0, 1, 2],
    [0, 2, 4],
    [0, 1, 2, 3, 4, 5],
  ]);
  return () => (chance(random, 3) ? random.pick([6, 7, 8]) : random.pick(some));
}

/** How the amounts of a wallet are spread. @param unit What an input costs, or what stands for it. */
function pickAmounts(random: Random, unit: number): () => number {
  const around = unit * between(random, 3, 400);
  return random.pick([
    () => around + between(random, -unit, unit),
    () => around + between(random, 0, 20) * Math.ceil(unit / 7),
    () => Math.ceil(unit * 2 ** (random.below(1600) / 100)),
    () => between(random, Math.ceil(unit / 3), unit * 6),
    () => nAVAX * random.pick([1, 2, 5, 10]),
  ]);
}

/** A limit so low that some of the coins fit, now and then. */
function pickLimits(random: Random, chain: Scenario['chain']): Pick<Scenario, 'cap' | 'maxBytes'> {
  return {
    cap: chain === 'P' && chance(random, 15) ? between(random, 9_000, 45_000) : mostGas,
    ...(chance(random, 8) && { maxBytes: between(random, 450, 2_200) }),
  };
}

const pickPrice = (random: Random, chain: Scenario['chain']): number =>
  chain === 'X'
    ? 0
    : random.pick(chain === 'P' ? [1, 1, 3, 10, 250] : [1, 25 * nAVAX, 100 * nAVAX, 3_333_333]);

/** What an input costs about, or an amount that matters where it costs nothing. */
const unitOf = ({ chain, price }: Pick<Scenario, 'chain' | 'price'>): number =>
  chain === 'X'
    ? 300_000
    : chain === 'P'
      ? 2_961 * price
      : Math.max(1, Math.ceil((1_088 * price) / nAVAX));

/** The sum of some of the coins. */
const someOf = (random: Random, coins: readonly Coin[]): readonly Coin[] => {
  const some = coins.filter(() => chance(random, 45));
  return some.length > 0 ? some : coins.slice(0, 1);
};

const sumOf = (coins: readonly Coin[]): number =>
  coins.reduce((sum, { amount }) => sum + amount, 0);

const spendable = (coins: readonly Coin[], asset: number): readonly Coin[] =>
  coins.filter(
    (c) => c.asset === asset && c.lock === undefined && !c.waits && isSpendable(owners[c.owner]!),
  );

/** An excess around those at which a selection decides otherwise. */
function pickExcess(random: Random, unit: number): number {
  const change = Math.ceil((unit * 1_080) / 2_961);
  return random.pick([
    0,
    0,
    1,
    between(random, 0, change),
    change,
    change + 1,
    between(random, 0, 40 * unit),
  ]);
}

/**
 * An amount of AVAX that some of the coins would pay for with an excess.
 * @param scenario All of it but that amount.
 * @param more What else is paid for.
 */
function pickTarget(random: Random, scenario: Scenario, more: number): number {
  const coins = spendable(scenario.coins, 0);
  const all = sumOf(coins);
  if (chance(random, 4)) return Math.max(1, all - between(random, 0, 3) * unitOf(scenario));
  if (chance(random, 15)) return between(random, 1, Math.max(1, all));
  const problem = problemOf(scenario);
  const some = someOf(random, coins);
  const weight =
    problem.base.weight + some.reduce((sum, coin) => sum + inputOf(scenario, coin).weight, more);
  const fee = problem.flat + problem.costOf(weight);
  return Math.max(1, sumOf(some) - fee - pickExcess(random, unitOf(scenario)));
}

function pickTokens(random: Random, count: number, assets: number, owner: () => number): Coin[] {
  const around = between(random, 1, 1_000);
  return Array.from({ length: count }, () => ({
    amount: chance(random, 50) ? around : between(random, 1, 2_000),
    asset: 1 + random.below(assets),
    owner: owner(),
  }));
}

function sendOf(name: string, random: Random, count: number, isMax: boolean): Scenario {
  const chain = chance(random, 15) ? 'X' : 'P';
  const price = pickPrice(random, chain);
  const owner = pickOwners(random);
  const amount = pickAmounts(random, unitOf({ chain, price }));
  const assets = random.pick([0, 0, 0, 1, 2]);
  const tokens = assets > 0 ? Math.min(count - 1, 1 + random.below(9)) : 0;
  const avax = Array.from({ length: count - tokens }, () => ({
    amount: amount(),
    asset: 0,
    owner: owner(),
  }));
  const coins = [...avax, ...pickTokens(random, tokens, assets, owner)];
  const wanted = [...new Set(coins.map(({ asset }) => asset))].filter(
    (asset) => asset > 0 || chance(random, 85),
  );
  const max = isMax ? (wanted.includes(0) && chance(random, 60) ? 0 : (wanted[0] ?? 0)) : -1;
  const outputs = wanted.flatMap((asset): Wanted[] => {
    const to = random.pick([6, 6, 7, 0]);
    if (asset === max) return [{ asset, amount: 'max', owner: to }];
    const some = sumOf(someOf(random, spendable(coins, asset)));
    return some > 0
      ? [{ asset, amount: chance(random, 50) ? some : between(random, 1, some), owner: to }]
      : [];
  });
  const draft: Scenario = {
    name,
    kind: 'send',
    chain,
    price,
    ...pickLimits(random, chain),
    coins,
    ...(chance(random, 50) && { change: random.pick([0, 1, 2]) }),
    outputs: outputs.length > 0 ? outputs : [{ asset: 0, amount: isMax ? 'max' : 1, owner: 6 }],
  };
  const target = pickTarget(random, draft, 0);
  return {
    ...draft,
    outputs: draft.outputs.map((of) =>
      of.asset === 0 && of.amount !== 'max' ? { ...of, amount: target } : of,
    ),
  };
}

/** A stake in AVAX of whole units, out of locked and other funds. */
function stakeOf(name: string, random: Random, most: number): Scenario {
  const price = pickPrice(random, 'P');
  const owner = pickOwners(random);
  const count = Math.max(2, most);
  const locked = Math.min(count - 1, random.pick([0, 1, 2, 4, 8, 12]));
  const unit = unitOf({ chain: 'P', price });
  const around = nAVAX * random.pick([1, 1, 2, 5]);
  const amount = random.pick([
    () => around + between(random, 0, 10) * unit,
    () => Math.ceil((nAVAX / 4) * 2 ** (random.below(600) / 100)),
    () => around,
  ]);
  const locks = random.pick([1, 2, 12]);
  const free = pickAmounts(random, unit);
  const isPoor = chance(random, 30);
  const coins = Array.from({ length: count }, (_, i): Coin => {
    if (i < locked)
      return { amount: amount(), asset: 0, owner: owner(), lock: random.below(locks) };
    return { amount: isPoor ? free() : amount(), asset: 0, owner: owner() };
  });
  const draft: Scenario = {
    name,
    kind: 'stake',
    chain: 'P',
    price,
    ...pickLimits(random, 'P'),
    coins,
    ...(chance(random, 60) && { change: random.pick([0, 1, 2]) }),
    outputs: [],
    stake: {
      amount: nAVAX,
      locked: random.pick(['prefer', 'prefer', 'prefer', 'cheapest', 'cheapest', 'never', 'only']),
      ...(chance(random, 50) && { returnTo: random.pick([0, 2]) }),
    },
  };
  const lockedSum = sumOf(
    someOf(
      random,
      coins.filter(({ lock }) => lock !== undefined),
    ),
  );
  const target = random.pick([
    nAVAX * between(random, 1, Math.max(1, Math.floor(sumOf(coins) / nAVAX))),
    lockedSum,
    lockedSum + between(random, -5, 5) * unit,
    pickTarget(random, draft, outputOf(1).weight),
  ]);
  const isAll = chance(random, 12) && draft.cap === mostGas && !draft.maxBytes;
  return { ...draft, stake: { ...draft.stake!, amount: isAll ? 'max' : Math.max(nAVAX, target) } };
}

function importOf(name: string, random: Random, count: number): Scenario {
  const chain = random.pick(['P', 'P', 'X', 'C'] as const);
  const price = pickPrice(random, chain);
  const owner = pickOwners(random);
  const amount = pickAmounts(random, unitOf({ chain, price }));
  const waiting = chain === 'C' ? count : random.pick([count, 1 + random.below(count)]);
  const tokens = chance(random, 25) ? Math.min(waiting - 1, 1 + random.below(6)) : 0;
  const avax = Array.from(
    { length: count - tokens },
    (_, i): Coin => ({
      amount: amount(),
      asset: 0,
      owner: owner(),
      ...(i < waiting - tokens && { waits: true as const }),
    }),
  );
  const junk = pickTokens(random, tokens, 2, owner).map((coin): Coin => ({ ...coin, waits: true }));
  return {
    name,
    kind: 'import',
    chain,
    price,
    ...pickLimits(random, chain),
    coins: [...avax, ...junk],
    ...(chain !== 'C' && chance(random, 50) && { change: random.pick([0, 1, 2]) }),
    ...(chain !== 'C' && chance(random, 60) && { to: random.pick([0, 2]) }),
    outputs: [],
  };
}

function consolidationOf(name: string, random: Random, count: number): Scenario {
  const chain = chance(random, 20) ? 'X' : 'P';
  const price = pickPrice(random, chain);
  const owner = pickOwners(random);
  const amount = pickAmounts(random, unitOf({ chain, price }));
  const coins = Array.from({ length: count }, () => ({
    amount: amount(),
    asset: 0,
    owner: owner(),
  }));
  return {
    name,
    kind: 'consolidate',
    chain,
    price,
    ...pickLimits(random, chain),
    coins,
    to: random.pick([0, 2]),
    outputs: [],
  };
}
