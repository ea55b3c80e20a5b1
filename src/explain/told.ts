import type { Told } from '../review/deeds.ts';
import { amountText, nameText } from './format.ts';
import { assetNamed, type Subject } from './subject.ts';

/** Formats a deed or an expected deed for display: an amount or item, and its recipient. */
export function toldText(
  { text, amount = 0n, asset, item }: Told,
  subject: Pick<Subject, 'network' | 'tx' | 'txID' | 'context'>,
): string {
  const isItem = item !== undefined && !item.startsWith('secp256k1fx.');
  const units = asset && amount > 0n ? amountText(amount, assetNamed(asset, subject)) : undefined;
  const what = isItem ? item : units;
  const value = nameText(text);
  if (what === undefined) return item !== undefined && text === '' ? item : value;
  return text === '' ? what : `${what} → ${value}`;
}
