import type { TransferableOutput } from '../chain/pchain/components.ts';
import { type AvalancheError, isError } from '../errors/error.ts';
import { outputUnits } from '../fee/complexity.ts';
import { type Tariff, weightOf } from '../fee/tariff.ts';
import { equalBytes } from '../text/bytes.ts';
import type { PlainOutput } from '../tx/types.ts';
import type { Coin } from './coins.ts';
import type { Options } from './intent.ts';
import { type LockedChoices, lockedChoicesOf } from './lockedchoice.ts';
import type { Plan } from './plan.ts';
import {
  amountOfStake,
  type LockedStake,
  nothingLocked,
  type Stake,
  stakeLocked,
} from './stake.ts';

/** A stake and the plan that pays for it. */
export interface StakePlan {
  readonly locked: LockedStake;
  /** Outputs that are staked, without those that the plan makes. */
  readonly staked: readonly TransferableOutput[];
  readonly plan: Plan;
  /** How many of the coins that are all to be staked do not fit. */
  readonly left: number;
}

/**
 * Which coins that are not locked a plan spends: those that cost the least; those that would if any owner could get their change; or
 * exactly these.
 */
export type Free = 'cheapest' | 'anyChange' | readonly Coin[];

/** How a stake is planned. */
interface Planning {
  readonly planWith: (locked: LockedStake, free?: Free) => StakePlan;
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
  if (choice === 'cheapest')
    return cheapest(all.choices, planner, tariff, (of) =>
      withoutChange(of, { ...stake, amount }, tariff, planner),
    );
  if (choice === 'only') {
    const enough = all.choices.filter((of) => of.amount === amount);
    if (enough.length === 0) throw insufficientFunds(stake.assetID, amount);
    return mostLocked({ ...all, choices: enough }, planner, tariff, false) ?? planner.failed();
  }
  return mostLocked(all, planner, tariff, true) ?? planner.failed();
}

/** Plans, or says why there is none. */
interface Planner {
  readonly attempt: (locked: LockedStake, free?: Free) => StakePlan | undefined;
  /** What the first attempt that failed came to. */
  readonly failed: () => StakePlan;
}

function plannerOf(planWith: Planning['planWith'], { cap, maxBytes }: Tariff): Planner {
  let first: (() => StakePlan) | undefined;
  return {
    attempt: (locked, free) => {
      try {
        const planned = planWith(locked, free);
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
  { attempt }: Planner,
  tariff: Tariff,
  isLessAllowed: boolean,
): StakePlan | undefined {
  const byAmount = new Map<bigint, LockedStake>();
  for (const of of choices) if (!byAmount.has(of.amount)) byAmount.set(of.amount, of);
  const order = [...byAmount.values()].sort((a, b) => (a.amount > b.amount ? -1 : 1));
  const most = attempt(order[0]!);
  if (most || !isLessAllowed) return most;
  const rooms = bisected(within, attempt, tariff);
  let plans = mostPlans;
  for (const of of order.slice(1)) {
    if (rooms && of.amount <= rooms.locked.amount) return rooms;
    const planned = plans-- > 0 ? attempt(of) : undefined;
    if (planned) return planned;
  }
  return rooms;
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
  variant: (of: LockedStake) => StakePlan | undefined,
): StakePlan {
  let best: StakePlan | undefined;
  let plans = mostPlans;
  for (const of of choices) {
    if (best && (of.weight * price >= best.plan.fee || plans-- <= 0)) break;
    for (const planned of [attempt(of), variant(of)])
      if (planned && (!best || planned.plan.fee < best.plan.fee)) best = planned;
  }
  return best ?? failed();
}

/**
 * Stakes what the other funds would leave over in the place of a part of the locked ones, which stays locked: then the others need no
 * change, nor an owner for it.
 */
function withoutChange(
  of: LockedStake,
  stake: Stake & { readonly amount: bigint },
  tariff: Tariff,
  { attempt }: Planner,
): StakePlan | undefined {
  const { assetID, amount, returnTo } = stake;
  if (of === nothingLocked) return undefined;
  const planned = attempt(of, 'anyChange');
  const change = planned?.plan.changeOutputs.find((rest) => equalBytes(rest.assetID, assetID));
  if (!planned || !change) return undefined;
  const weightTo = (width = 1) => weightOf(outputUnits(width), tariff);
  const stakedLess = (less: bigint) => stakeLocked(assetID, of.inputs, of.amount - less, tariff);
  const more =
    stakedLess(1n).weight -
    of.weight +
    (of.amount < amount ? 0n : weightTo(returnTo?.addresses.length));
  const { output } = change;
  const excess = output.amount + (weightTo(output.addresses.length) - more) * tariff.price;
  if (excess < 1n || excess >= of.amount) return undefined;
  return attempt(stakedLess(excess), planned.plan.spent);
}

/** The largest stake: with all locked funds, or with as many as leave the most room for others. */
function mostStaked(
  { choices, within }: LockedChoices,
  assetID: Uint8Array,
  planner: Planner,
  tariff: Tariff,
): StakePlan {
  const { attempt, failed } = planner;
  const isStake = (of: PlainOutput) => equalBytes(of.assetID, assetID);
  const whole = { weight: Number(tariff.cap), bytes: tariff.maxBytes ?? Number.POSITIVE_INFINITY };
  const amountOf = ({ staked, plan }: StakePlan) =>
    amountOfStake([...staked, ...plan.changeOutputs.filter(isStake)]);
  const all = attempt(choices.at(-1)!);
  if (all?.left === 0) return all;
  const eighths = Array.from({ length: 9 }, (_, i) =>
    attempt(within({ weight: (whole.weight * i) / 8, bytes: (whole.bytes * i) / 8 })),
  );
  const fewer = all ? undefined : mostLocked({ choices, within }, planner, tariff, true);
  const plans = [all, fewer, ...eighths].filter((of) => of !== undefined);
  if (plans.length === 0) return failed();
  return plans.reduce((best, of) => (amountOf(of) > amountOf(best) ? of : best));
}
