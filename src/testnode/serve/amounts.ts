/** Sums as a node reports them. */
import { formatID } from '../../text/id.ts';
import type { AnyUTXO } from '../../tx/types.ts';

const max = (1n << 64n) - 1n;

/** Amounts by the CB58 of their asset. */
export type Amounts = Map<string, bigint>;

/** Adds to the amount of an asset; the largest uint64 stands for any more. */
export function addAmount(amounts: Amounts, asset: string, amount: bigint): void {
  const sum = (amounts.get(asset) ?? 0n) + amount;
  amounts.set(asset, sum > max ? max : sum);
}

/** As JSON: sorted by asset, as Go writes maps. */
export const amountsJSON = (amounts: Amounts): { readonly [asset: string]: bigint } =>
  Object.fromEntries([...amounts].sort(([a], [b]) => (a < b ? -1 : 1)));

/** A UTXO by its origin. */
export const utxoIDOf = ({ txID, outputIndex }: AnyUTXO) => ({
  txID: formatID(txID),
  outputIndex,
});
