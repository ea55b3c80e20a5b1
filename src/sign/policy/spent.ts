import type { Draft } from '../../draft/draft.ts';
import { equalBytes } from '../../text/bytes.ts';
import { formatID } from '../../text/id.ts';
import { movementsOf, Sums } from '../../tx/flows.ts';
import { transferOutputOf } from '../../tx/output.ts';

/** What of an asset goes elsewhere, is staked, burned, or paid as fee. */
export interface Spent {
  readonly assetID: Uint8Array;
  /** CB58, or `AVAX`. */
  readonly name: string;
  readonly amount: bigint;
}

/** By asset what a draft consumes, less its change; nothing where it is all the same. */
export function spentBy({ network, slots, unsignedTx, change }: Draft): readonly Spent[] {
  const { avaxAssetID } = network;
  const sums = new Sums();
  for (const slot of slots)
    if (slot.kind === 'input') sums.add(slot.utxo.assetID, transferOutputOf(slot.utxo)!.amount);
  for (const { why, assetID, amount } of movementsOf(unsignedTx))
    if (why === 'debit') sums.add(assetID!, amount);
  for (const { assetID, output } of change) sums.add(assetID, -output.amount);
  return sums.list
    .filter(({ amount }) => amount > 0n)
    .map((sum) => ({
      ...sum,
      name: equalBytes(sum.assetID, avaxAssetID) ? 'AVAX' : formatID(sum.assetID),
    }));
}
