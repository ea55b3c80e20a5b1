import type { Told } from '../review/deeds.ts';
import { assetNamed, type ExplainedTx } from './explained.ts';
import { amountText, nameText } from './format.ts';

/** Formats a deed or an expected deed for display: an amount or item, and its recipient. */
export function toldText(
  { text, amount = 0n, asset, item }: Told,
  explained: Pick<ExplainedTx, 'network' | 'tx' | 'txID' | 'context'>,
): string {
  const isItem = item !== undefined && !item.startsWith('secp256k1fx.');
  const units = asset && amount > 0n ? amountText(amount, assetNamed(asset, explained)) : undefined;
  const what = isItem ? item : units;
  const value = nameText(text);
  if (what === undefined) return item !== undefined && text === '' ? item : value;
  return text === '' ? what : `${what} → ${value}`;
}
