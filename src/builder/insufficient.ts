import type { LockedAmount } from '../errors/contexts.ts';
import { AvalancheError } from '../errors/error.ts';
import { amountWithUnit } from '../network/amount.ts';
import { type Network, nativeSymbolOf } from '../network/network.ts';
import { equalBytes } from '../text/bytes.ts';
import { formatID } from '../text/id.ts';
import { sumOf } from '../text/uint64.ts';
import { transferOutputOf } from '../tx/output.ts';
import { ownerOf } from '../tx/owner.ts';
import type { Obstacle, SpendableSet } from './coins.ts';

/** Additional details of an `Insufficient` error. */
interface More {
  /** The chain from which the funds would be imported. */
  readonly importFrom?: string;
  /** The text of the error, if it is not the needed and the available amount. */
  readonly detail?: string;
}

/**
 * Returns an `Insufficient` error that says how much of an asset can be spent, and why the rest cannot.
 * @param needed The minimum total that would suffice: outputs, stakes and balances, plus the fee of spending all spendable coins.
 */
export function insufficient(
  network: Network,
  assetID: Uint8Array,
  needed: bigint,
  sets: readonly SpendableSet[],
  { importFrom, detail }: More = {},
): AvalancheError {
  const { avaxAssetID } = network;
  const coins = sets
    .flatMap((funds) => funds.eligible)
    .filter(({ utxo }) => equalBytes(utxo.assetID, assetID));
  const excludedFor = (obstacle: Obstacle) =>
    sets
      .flatMap((funds) => funds.excluded)
      .filter((b) => b.why === obstacle && equalBytes(b.utxo.assetID, assetID));
  const sumExcluded = (obstacle: Obstacle) =>
    sumOf(excludedFor(obstacle).map(({ amount }) => amount));
  const spendable = sumOf(coins.filter((c) => c.value > 0n).map((c) => c.amount));
  const id = formatID(assetID);
  const stakeable = lockedAmounts(excludedFor('locked'));
  const timelocked = lockedAmounts(excludedFor('timelocked'));
  const text = (units: bigint): string => amountWithUnit(units, assetID, network);
  const [foreign, excluded] = [sumExcluded('foreign'), sumExcluded('excluded')];
  const uneconomic = sumOf(coins.filter((c) => c.value <= 0n).map((c) => c.amount));
  const more = (units: bigint, why: string) => (units > 0n ? [`${text(units)} ${why}`] : []);
  const imports = importFrom === undefined ? '' : ` of the pending imports from ${importFrom}`;
  const said = [
    `${detail ? `${detail}, ` : ''}needs ${text(needed)}, ${text(spendable)}${imports} can be spent`,
    ...more(sumOf(stakeable.map(amountOf)), `can only be staked${untilText(stakeable)}`),
    ...more(sumOf(timelocked.map(amountOf)), `is locked${untilText(timelocked)}`),
    ...more(foreign, 'needs other signers'),
    ...more(excluded, 'is left out by the option exclude'),
    ...more(uneconomic, 'costs more to spend than it is worth'),
  ];
  return new AvalancheError('Insufficient', said.join('; '), {
    assetID: id,
    ...(equalBytes(assetID, avaxAssetID) && {
      symbol: nativeSymbolOf(network),
      denomination: 9,
    }),
    needed,
    spendable,
    ...(importFrom !== undefined && { importFrom }),
    stakeable,
    timelocked,
    foreign,
    excluded,
    uneconomic,
  });
}

/** Sums locked amounts by the end of their lock, earliest first. */
function lockedAmounts(excluded: SpendableSet['excluded']): readonly LockedAmount[] {
  const byTime = new Map<bigint, bigint>();
  for (const { utxo, amount } of excluded) {
    const { locktime } = ownerOf(transferOutputOf(utxo)!);
    const stakeable = utxo.output.type === 'stakeable.LockOut' ? utxo.output.locktime : 0n;
    const until = stakeable > locktime ? stakeable : locktime;
    byTime.set(until, (byTime.get(until) ?? 0n) + amount);
  }
  return [...byTime]
    .map(([until, amount]) => ({ amount, until }))
    .sort((a, b) => (a.until < b.until ? -1 : 1));
}

const amountOf = ({ amount }: LockedAmount): bigint => amount;

/** Says when locks end: one day, or the first and the last. */
function untilText(locks: readonly LockedAmount[]): string {
  if (locks.length === 0) return '';
  const days = [...new Set([locks[0]!, locks.at(-1)!].map(({ until }) => dayText(until)))];
  return ` until ${days.join(' to ')}`;
}

/** Maximum time of a `Date`, in Unix seconds. */
const lastSecond = 8_640_000_000_000n;

const dayText = (seconds: bigint): string =>
  seconds <= lastSecond
    ? new Date(Number(seconds) * 1000).toISOString().slice(0, 10)
    : `second ${seconds}`;
