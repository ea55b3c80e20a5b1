import type { AnyTx } from '../chain/tx.ts';
import { AvalancheError } from '../errors/error.ts';
import { type Hint, openAll } from './open.ts';

/**
 * Reads the only signed transaction in an input, for `effectsOf` and `checkTx`. Use it instead of `open` to avoid
 * the union of all kinds.
 * @param input As for `openAll`: a transaction in any form, a `getTx` reply, or a block with a single transaction.
 * @throws {AvalancheError} As `openAll`; `Unsupported`: a transaction without its credentials; `Ambiguous`: no
 *   transaction, or several.
 * @example
 * openTx('0x00000000001300000000 6553f100 00000000'.replaceAll(' ', '')).unsignedTx.type; // 'platformvm.AdvanceTimeTx'
 */
export function openTx(input: Uint8Array | string | object, hint: Hint = {}): AnyTx {
  const all = openAll(input, hint);
  const txs = all.flatMap((opened) => opened.txs);
  if (txs.length === 1) return txs[0]!;
  if (all.some(({ kind }) => kind === 'unsignedTx'))
    throw new AvalancheError('Unsupported', 'the transaction has no credentials: open reads it');
  throw new AvalancheError(
    'Ambiguous',
    `the input has ${txs.length} signed transactions, expected one`,
    { candidates: txs.map(({ chain, txID }) => ({ chain, txID })) },
  );
}
