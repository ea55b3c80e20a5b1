import type { Told } from '../review/deeds.ts';
import { created } from '../review/receivers.ts';
import { formatID } from '../text/id.ts';
import type { AssetText } from './explanation.ts';
import { amountText, nameText } from './format.ts';
import type { Subject } from './subject.ts';

/** An asset by its CB58, as people read it. */
function assetNamed(
  id: string,
  {
    network,
    tx,
    txID,
    context: { assets = {} },
  }: Pick<Subject, 'network' | 'tx' | 'txID' | 'context'>,
): AssetText {
  if (network && id === formatID(network.avaxAssetID))
    return { id, native: true, symbol: 'AVAX', denomination: 9 };
  if (id === created || id === txID)
    return {
      id: txID,
      native: false,
      denomination: 0,
      ...('symbol' in tx &&
        tx.denomination <= 32 && { symbol: tx.symbol, denomination: tx.denomination }),
    };
  const said = Object.hasOwn(assets, id) ? assets[id]! : undefined;
  return said && said.denomination <= 32
    ? { id, native: false, symbol: said.symbol, denomination: said.denomination }
    : { id, native: false, denomination: 0 };
}

/** What is done or meant, as people read it: an amount or an item, and who gets it. */
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
