/** A transaction with text in it that does not print. */
import type { CreateAssetTx } from '../../src/chain/xchain/tx.ts';
import { encodeUTF8 } from '../../src/text/utf8.ts';
import { evil } from './invisible.ts';
import { asset, utxo } from './state.ts';
import { spend, xBase } from './tx.ts';

/** Text that a transaction can hold: UTF-8 has no halves of pairs. */
export const evilText = evil.replace(/[\ud800-\udfff]/g, '');
export const coin = utxo(1, 5_000_000n);
export const gold = utxo(2, 7n, { assetID: asset(7) });
export const created: CreateAssetTx = {
  type: 'avm.CreateAssetTx',
  ...xBase([spend(coin) as never, spend(gold) as never], []),
  networkID: 777,
  memo: encodeUTF8(evilText),
  name: evilText.slice(0, 128),
  symbol: evilText.slice(0, 4),
  denomination: 2,
  initialStates: [],
};
