import type { TransferableOutput } from '../chain/pchain/components.ts';
import { type AvalancheError, isError } from '../errors/error.ts';
import type { Tariff } from '../fee/tariff.ts';
import { equalBytes } from '../text/bytes.ts';
import type { PlainOutput } from '../tx/types.ts';
import type { Coin } from './coins.ts';
import type { Options } from './intent.ts';
import { type LockedChoices, lockedChoicesOf } from './lockedchoice.ts';
import type { Plan } from './plan.ts';
import { amountOfStake, type LockedStake, nothingLocked, type Stake } from './stake.ts';

/** A stake and the plan that pays for it. */
export interface StakePlan {
  readonly locked: LockedStake;
  /** Outputs that are staked, without those that the plan makes. */
  readonly staked: readonly TransferableOutput[];
  readonly plan: Plan;
  /** How many of the coins that are all to be staked do not fit. */
  readonly left: number;
}

/** How a stake is planned. */
interface Planning {
  readonly planWith: (locked: LockedStake) => StakePlan;
  readonly insufficientFunds: (assetID: Uint8Array, needed: bigint) => AvalancheError;
}

/** Most plans that are made to compare locked funds. */
const mostPlans = 300;

/** Halvings of the room for locked funds, where not all fit. */
const halvings = 12;

/**
 * The best of the stakes that locked funds allow: with as much of them as possible, and of those the one that burns the least; or the one
 * that burns the least of all.
 * @throws {AvalancheError} What `planWith` throws of the first choice; what `insufficientFunds` gives: only locked funds may be staked, and do
 *   not suffice.
 */
export function bestStake(
  stake: Stake | undefined,
  stakeable: readonly Coin[],
  { locked: choice = 'prefer', strategy }: Options,
  tariff: Tariff,
  { planWith, insufficientFunds }: Planning,
): StakePlan {
  if (!stake || choice === 'never' || strategy === 'manual') return planWith(nothingLocked);
  const all = lockedChoicesOf(stakeable, stake, tariff);
  const { amount } = stake;
  const planner = plannerOf(planWith, tariff);
  if (amount === 'max') return mostStaked(all, stake.assetID, planner, tariff);
  if (choice === 'cheapest') return cheapest(all.choices, planner, tariff);
  if (choice === 'only') {
    const enough = all.choices.filter((of) => of.amount === amount);
    if (enough.length === 0) throw insufficientFunds(stake.assetID, amount);
    return mostLocked({ ...all, choices: enough }, planner, tariff, false);
  }
  return mostLocked(all, planner, tariff, true);
}

/** Plans, or says why there is none. */
interface Planner {
  readonly attempt: (locked: LockedStake) => StakePlan | undefined;
  /** What the first attempt that failed came to. */
  readonly failed: () => StakePlan;
}

function plannerOf(planWith: Planning['planWith'], { cap, maxBytes }: Tariff): Planner {
  let first: (() => StakePlan) | undefined;
  return {
    attempt: (locked) => {
      try {
        const planned = planWith(locked);
        const { weight, bytes } = planned.plan;
        if (weight <= cap && (maxBytes === undefined || bytes <= maxBytes)) return planned;
        first ??= () => planned;
      } catch (error) {
        if (!isError(error, 'Insufficient') && !isError(error, 'Ambiguous')) throw error;
        first ??= () => {
          throw error;
        };
      }
      return undefined;
    },
    failed: () => first!(),
  };
}

/** As much locked stake as possible; of each amount only the lightest way has to be tried, for the others need more of everything. */
function mostLocked(
  { choices, within }: LockedChoices,
  { attempt, failed }: Planner,
  tariff: Tariff,
  isLessAllowed: boolean,
): StakePlan {
  const byAmount = new Map<bigint, LockedStake>();
  for (const of of choices) if (!byAmount.has(of.amount)) byAmount.set(of.amount, of);
  const order = [...byAmount.values()].sort((a, b) => (a.amount > b.amount ? -1 : 1));
  const most = attempt(order[0]!);
  if (most || !isLessAllowed) return most ?? failed();
  const rooms = bisected(within, attempt, tariff);
  let plans = mostPlans;
  for (const of of order.slice(1)) {
    if (rooms && of.amount <= rooms.locked.amount) return rooms;
    const planned = plans-- > 0 ? attempt(of) : undefined;
    if (planned) return planned;
  }
  return rooms ?? failed();
}

/** The most locked funds for which there is a plan, by bisection of their room. */
function bisected(
  within: LockedChoices['within'],
  attempt: Planner['attempt'],
  { cap, maxBytes = Number.POSITIVE_INFINITY }: Tariff,
): StakePlan | undefined {
  let best: StakePlan | undefined;
  let low = 0;
  let high = 2 ** halvings;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    const part = middle / 2 ** halvings;
    const planned = attempt(
      within({ weight: Math.floor(Number(cap) * part), bytes: maxBytes * part }),
    );
    if (planned) [best, low] = [planned, middle];
    else high = middle;
  }
  return best;
}

/** What burns the least. No plan burns less than its locked funds weigh. */
function cheapest(
  choices: readonly LockedStake[],
  { attempt, failed }: Planner,
  { price }: Tariff,
): StakePlan {
  let best: StakePlan | undefined;
  let plans = mostPlans;
  for (const of of choices) {
    if (best && (of.weight * price >= best.plan.fee || plans-- <= 0)) break;
    const planned = attempt(of);
    if (planned && (!best || planned.plan.fee < best.plan.fee)) best = planned;
  }
  return best ?? failed();
}

/** The largest stake: with all locked funds, or with as many as leave the most room for others. */
function mostStaked(
  { choices, within }: LockedChoices,
  assetID: Uint8Array,
  { attempt, failed }: Planner,
  tariff: Tariff,
): StakePlan {
  const isStake = (of: PlainOutput) => equalBytes(of.assetID, assetID);
  const whole = { weight: Number(tariff.cap), bytes: tariff.maxBytes ?? Number.POSITIVE_INFINITY };
  const amountOf = ({ staked, plan }: StakePlan) =>
    amountOfStake([...staked, ...plan.changeOutputs.filter(isStake)]);
  const all = attempt(choices.at(-1)!);
  if (all?.left === 0) return all;
  const eighths = Array.from({ length: 9 }, (_, i) =>
    attempt(within({ weight: (whole.weight * i) / 8, bytes: (whole.bytes * i) / 8 })),
  );
  const plans = [all, ...eighths].filter((of) => of !== undefined);
  if (plans.length === 0) return failed();
  return plans.reduce((best, of) => (amountOf(of) > amountOf(best) ? of : best));
}
