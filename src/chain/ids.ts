import { sha256 } from '../crypto/hash.ts';
import { toBytes } from '../errors/arguments.ts';
import { AvalancheError } from '../errors/error.ts';
import { aNumber, checkArgument, objectOf, someBytes } from '../schema/check.ts';

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
  // Each step of a walk over many UTXOs does this: the full check runs only to find what is wrong.
  if (!(utxo?.txID instanceof Uint8Array) || utxo.txID.length !== 32) checkReference(utxo);
  const bytes = new Uint8Array(40);
  new DataView(bytes.buffer).setUint32(4, utxo.outputIndex);
  bytes.set(toBytes(utxo.txID), 8);
  return sha256(bytes);
}

const referenceArgument = /* @__PURE__ */ objectOf(
  { txID: someBytes, outputIndex: aNumber },
  { name: 'a UTXO' },
);

function checkReference(utxo: { readonly txID: Uint8Array; readonly outputIndex: number }): void {
  checkArgument(utxo, referenceArgument, 'utxo');
  const { length } = toBytes(utxo.txID);
  if (length !== 32)
    throw new AvalancheError('OutOfRange', `must be 32 bytes, got ${length}`, {
      value: length,
      min: 32,
      max: 32,
      unit: 'bytes',
    }).at('utxo', 'txID');
}
