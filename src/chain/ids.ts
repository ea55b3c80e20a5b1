import { sha256 } from '../crypto/hash.ts';

/**
 * Returns the id of a transaction, block or chain genesis: the sha256 of its bytes. Source: avalanchego
 * `vms/platformvm/txs/tx.go`.
 */
export function idOf(bytes: Uint8Array): Uint8Array {
  return sha256(bytes);
}

/**
 * Returns the inputID of a UTXO, by which an input spends it: the sha256 of the output index as a uint64 and the
 * txID.
 * Source: avalanchego `ids/id.go` `Prefix`.
 */
export function inputIDOf(utxo: {
  readonly txID: Uint8Array;
  readonly outputIndex: number;
}): Uint8Array {
  const bytes = new Uint8Array(40);
  new DataView(bytes.buffer).setUint32(4, utxo.outputIndex);
  bytes.set(utxo.txID, 8);
  return sha256(bytes);
}
