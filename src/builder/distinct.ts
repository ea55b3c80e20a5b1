import { AvalancheError } from '../errors/error.ts';
import { equalBytes } from '../text/bytes.ts';
import { utxoKey } from '../tx/order.ts';
import type { AnyUTXO as UTXO } from '../tx/types.ts';

/**
 * Returns the UTXOs without duplicates.
 * @throws {AvalancheError} `Duplicate`, with the path: a different UTXO with the same id.
 */
export function distinct<U extends UTXO>(utxos: readonly U[]): readonly U[] {
  // Most ids differ in a cheap hash. Those that share it are compared by full keys, since an attacker could choose colliding ids.
  const places = new Uint32Array(2 ** Math.ceil(Math.log2(utxos.length + 1) + 3));
  const byKey = new Map<string, U>();
  return utxos.filter((utxo, i) => {
    const hash = hashOf(utxo) & (places.length - 1);
    const first = utxos[places[hash]! - 1];
    if (!first) {
      places[hash] = i + 1;
      return true;
    }
    const key = utxoKey(utxo);
    const known = sameID(first, utxo) ? first : byKey.get(key);
    if (!known) {
      byKey.set(key, utxo);
      return true;
    }
    if (sameValue(known, utxo)) return false;
    throw new AvalancheError('Duplicate', 'differs from the UTXO with the same ID before it').at(i);
  });
}

const hashOf = ({ txID, outputIndex }: UTXO): number =>
  (txID[0]! << 24) ^
  (txID[1]! << 16) ^
  (txID[2]! << 8) ^
  txID[3]! ^
  Math.imul(outputIndex, 0x9e37_79b1);

const sameID = (a: UTXO, b: UTXO): boolean =>
  a.outputIndex === b.outputIndex && equalBytes(a.txID, b.txID);

/** Whether two values of plain data are equal, regardless of key order. */
function sameValue(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  const [one, other] = [a, b] as readonly Readonly<Record<string, unknown>>[];
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length && keys.every((key) => sameValue(one![key], other![key]))
  );
}
