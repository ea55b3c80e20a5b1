import { equalBytes, formatHex } from '../text/bytes.ts';
import { formatID } from '../text/id.ts';
import type { Draft } from './draft.ts';

/** What of an asset goes elsewhere, is staked or named as burned. */
export interface Spent {
  readonly assetID: Uint8Array;
  /** CB58, or `AVAX`. */
  readonly name: string;
  readonly amount: bigint;
}

/** By asset what a draft consumes, less its change and its fee; nothing where it is all the same. */
export function spentBy(draft: Draft): readonly Spent[] {
  const { avaxAssetID } = draft.network;
  const sums = new Map<string, { readonly assetID: Uint8Array; amount: bigint }>();
  const add = (assetID: Uint8Array, amount: bigint): void => {
    const key = formatHex(assetID);
    const sum = sums.get(key) ?? { assetID, amount: 0n };
    sum.amount += amount;
    sums.set(key, sum);
  };
  for (const slot of draft.slots) {
    if (slot.kind !== 'input') continue;
    const { assetID, output } = slot.utxo;
    const inner = output.type === 'stakeable.LockOut' ? output.output : output;
    if (inner.type === 'secp256k1fx.TransferOutput') add(assetID, inner.amount);
  }
  if (draft.unsignedTx.type === 'atomic.ExportTx')
    for (const { assetID, amount } of draft.unsignedTx.inputs) add(assetID, amount);
  for (const { assetID, output } of draft.change) add(assetID, -output.amount);
  add(avaxAssetID, -draft.fee.total);
  return [...sums.values()]
    .filter(({ amount }) => amount > 0n)
    .map((sum) => ({
      ...sum,
      name: equalBytes(sum.assetID, avaxAssetID) ? 'AVAX' : formatID(sum.assetID),
    }));
}
