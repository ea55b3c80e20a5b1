import type { Coin } from '../../builder/coins.ts';
import { OutputOwners } from '../../chain/fx/secp256k1fx.ts';
import { outputUnits } from '../../fee/complexity.ts';
import { type Tariff, weightOf } from '../../fee/tariff.ts';
import { equalBytes, formatHex } from '../../text/bytes.ts';
import { compareUint64, sumOf } from '../../text/uint64.ts';
import { lockOf, unlocked } from '../../tx/output.ts';
import { outputsOf } from '../../tx/parts.ts';
import { encode } from '../../wire/codec.ts';
import { narrowest, widthOf } from './candidates.ts';
import { type Candidate, leastCost, leastWithExcess } from './cover.ts';
import type { PProblem } from './problem.ts';

/** A way to fund a stake, with what it costs at least. */
export interface Funding {
  /** Weight of the locked inputs, and of all outputs of the stake. */
  readonly weight: bigint;
  /** Units that are staked of funds that are not locked. */
  readonly plain: bigint;
  /** Whether the stake could take what is left over, so that no change is needed. */
  readonly isFlexible: boolean;
}

/** The ways to fund the stake of a draft, at least as much of it with locked funds as `options.locked` asks for; one that costs nothing without a stake. */
export function stakeFundings(problem: PProblem): readonly Funding[] {
  const { draft, intent, options, tariff, state, coins } = problem;
  const none = [{ weight: 0n, plain: 0n, isFlexible: false }];
  const stakes = outputsOf(draft.unsignedTx).flatMap(({ role, value }) =>
    'why' in role && role.why === 'stake' ? [value] : [],
  );
  const { avaxAssetID } = state.network;
  // Tokens of elastic subnets: what they cost is left out.
  if (!stakes.every(({ assetID }) => equalBytes(assetID, avaxAssetID))) return none;
  if (stakes.length === 0) return none;
  const amounts = stakes.map(({ output }) => ({
    amount: (unlocked(output) as { readonly amount: bigint }).amount,
    isLocked: lockOf(output) !== undefined,
  }));
  const amount = sumOf(amounts.map((of) => of.amount));
  const lockedAmount = sumOf(amounts.filter(({ isLocked }) => isLocked).map((of) => of.amount));
  const returnTo =
    ('stakeReturn' in intent && intent.stakeReturn) || options.change || state.change;
  const plainOutput = weightOf(
    outputUnits(returnTo === undefined ? narrowest(coins) : widthOf(returnTo)),
    tariff,
  );
  const { locked = 'prefer' } = options.strategy === 'manual' ? { locked: 'never' } : options;
  const free = sumOf(coins.filter(({ isAVAX }) => isAVAX).map(({ value }) => value));
  const asked = locked === 'prefer' ? lockedAmount : locked === 'only' ? amount : 0n;
  const least = amount - free > asked ? amount - free : asked;
  const stakeable = problem.stakeable.filter(({ utxo }) => equalBytes(utxo.assetID, avaxAssetID));
  const isMax = 'amount' in intent && intent.amount === 'max';
  const lockable = locked === 'never' ? [] : stakeable;
  return fundingsOf(
    lockable,
    { amount, least, plainOutput, isMax, isOnly: locked === 'only' },
    tariff,
  );
}

interface Wanted {
  readonly amount: bigint;
  /** The least that locked funds must be of it. */
  readonly least: bigint;
  /** Weight of the output that stakes other funds. */
  readonly plainOutput: bigint;
  /** Whether all that there is shall be staked. */
  readonly isMax: boolean;
  /** Whether only locked funds may be staked. */
  readonly isOnly: boolean;
}

/**
 * All amounts that locked funds can be of a stake, in steps between which the same number of coins suffices: each with the least that the
 * lower end costs, and the plain stake that the upper end leaves.
 */
function fundingsOf(
  locked: readonly Coin[],
  { amount, least, plainOutput, isMax, isOnly }: Wanted,
  tariff: Tariff,
): readonly Funding[] {
  const inputs = locked.map((coin): Candidate => ({ value: coin.amount, cost: coin.weight }));
  const outputs = groupsOf(locked, tariff);
  const costOf = (staked: bigint): bigint =>
    (leastCost(inputs, staked) ?? 0n) + (leastCost(outputs, staked) ?? 0n);
  const found: Funding[] = [];
  if (least <= 0n) found.push({ weight: plainOutput, plain: amount, isFlexible: isMax });
  const sorted = locked.map((coin) => coin.amount).sort((a, b) => compareUint64(b, a));
  let reached = 0n;
  for (const held of sorted) {
    const low = reached + 1n > least ? reached + 1n : least;
    reached += held;
    const high = reached < amount ? reached : amount - 1n;
    if (low > high) continue;
    const plain = amount - high;
    found.push({ weight: costOf(low) + plainOutput, plain, isFlexible: isMax || low < high });
  }
  if (reached < amount) return found;
  const change = outputs.reduce((a, { cost }) => (cost < a ? cost : a), outputs[0]!.cost);
  const rule = { change: isMax ? 0n : change, isBurned: false };
  const weight = leastWithExcess(inputs, amount, rule)! + leastCost(outputs, amount)!;
  return [...found, { weight, plain: 0n, isFlexible: isMax && !isOnly }];
}

/** What coins of one owner and lock hold together, and what the output costs that stakes them. */
function groupsOf(coins: readonly Coin[], tariff: Tariff): readonly Candidate[] {
  const groups = new Map<string, { value: bigint; readonly cost: bigint }>();
  for (const { owner, lock, amount } of coins) {
    const key = `${lock} ${formatHex(encode(OutputOwners, owner))}`;
    const cost = weightOf(outputUnits(owner.addresses.length, true), tariff);
    const group = groups.get(key);
    if (group) group.value += amount;
    else groups.set(key, { value: amount, cost });
  }
  return [...groups.values()];
}
