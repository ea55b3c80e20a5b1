import { inputIDOf } from '../chain/ids.ts';
import { AvalancheError } from '../errors/error.ts';
import { formatHex } from '../text/hex.ts';
import { consumedIDsOf } from '../tx/parts.ts';
import type { AnyUnsignedTx } from '../tx/types.ts';
import type { Facts } from './facts.ts';

/** What a transaction uses up: UTXOs, and nonces of accounts. */
function consumedBy(tx: AnyUnsignedTx): readonly string[] {
  if (tx.type === 'atomic.ExportTx')
    return tx.inputs.map(({ address, nonce }) => `${formatHex(address)} ${nonce}`);
  return consumedIDsOf(tx).map((id) => formatHex(inputIDOf(id)));
}

/** The waiting transactions that use up something that this one does. */
export function conflictsOf(tx: AnyUnsignedTx, { pool }: Facts): readonly AnyUnsignedTx[] {
  if (!pool) return [];
  const own = new Set(consumedBy(tx));
  return pool.txs
    .map(({ unsignedTx }) => unsignedTx)
    .filter((other) => consumedBy(other).some((input) => own.has(input)));
}

/** @throws {AvalancheError} `Duplicate`: a waiting transaction spends the same. */
export function verifyNoConflict(tx: AnyUnsignedTx, facts: Facts): void {
  if (conflictsOf(tx, facts).length > 0)
    throw new AvalancheError('Duplicate', 'a waiting transaction spends the same');
}
