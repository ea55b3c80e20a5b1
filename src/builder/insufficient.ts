import type { LockedAmount } from '../errors/contexts.ts';
import { AvalancheError } from '../errors/error.ts';
import type { Network } from '../network/network.ts';
import { equalBytes } from '../text/bytes.ts';
import { formatID } from '../text/id.ts';
import { sumOf } from '../text/uint64.ts';
import { transferOutputOf } from '../tx/output.ts';
import { ownerOf } from '../tx/owner.ts';
import type { Obstacle, SpendableSet } from './coins.ts';

/**
 * An `Insufficient` that says what there is of an asset and why the rest does not help.
 * @param importFrom The chain that the sets are to be imported from, if they are.
 */
export function insufficient(
  { avaxAssetID }: Network,
  assetID: Uint8Array,
  needed: bigint,
  sets: readonly SpendableSet[],
  importFrom?: string,
): AvalancheError {
  const coins = sets
    .flatMap((funds) => funds.eligible)
    .filter(({ utxo }) => equalBytes(utxo.assetID, assetID));
  const excludedFor = (why: Obstacle) =>
    sets
      .flatMap((funds) => funds.excluded)
      .filter((b) => b.why === why && equalBytes(b.utxo.assetID, assetID));
  const sumExcluded = (why: Obstacle) => sumOf(excludedFor(why).map(({ amount }) => amount));
  const spendable = sumOf(coins.filter((c) => c.value > 0n).map((c) => c.amount));
  const id = formatID(assetID);
  return new AvalancheError('Insufficient', `needs ${needed} of ${id}, ${spendable} can be spent`, {
    assetID: id,
    ...(equalBytes(assetID, avaxAssetID) && { symbol: 'AVAX', denomination: 9 }),
    needed,
    spendable,
    ...(importFrom !== undefined && { importFrom }),
    stakeable: lockedAmounts(excludedFor('locked')),
    timelocked: lockedAmounts(excludedFor('timelocked')),
    foreign: sumExcluded('foreign'),
    excluded: sumExcluded('excluded'),
    uneconomic: sumOf(coins.filter((c) => c.value <= 0n).map((c) => c.amount)),
  });
}

/** Amounts by the time at which their lock ends, the first to end first. */
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
