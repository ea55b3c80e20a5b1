/** What control functions decided about a transaction before it was submitted. */
import type { AnyTx } from '../chain/tx.ts';
import { setEntry } from './journal.ts';
import type { Fate, TxFilter } from './tampering.ts';
import type { World } from './world.ts';

const means = ({ txID, chain, type, where }: TxFilter, tx: AnyTx): boolean =>
  (txID === undefined || txID === tx.txID) &&
  (chain === undefined || chain === tx.chain) &&
  (type === undefined || type === tx.unsignedTx.type) &&
  (where === undefined || where(tx));

/** The fate of a transaction by the first trap that means it, which then has one transaction less to wait for. */
export function fateOf({ tampering, journal }: World, tx: AnyTx): Fate | undefined {
  if (tampering.traps.size === 0) return undefined;
  for (const trap of [...tampering.traps.values()].sort((a, b) => a.id - b.id)) {
    if (!means(trap.filter, tx)) continue;
    const left = trap.left - 1;
    setEntry(journal, tampering.traps, trap.id, left > 0 ? { ...trap, left } : undefined);
    return trap.does;
  }
  return undefined;
}
