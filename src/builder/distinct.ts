import { AvalancheError } from '../errors/error.ts';
import { equalBytes } from '../text/bytes.ts';
import { utxoKey } from '../tx/order.ts';
import type { AnyUTXO as UTXO } from '../tx/types.ts';

/**
 * Each UTXO once.
 * @throws {AvalancheError} `Duplicate` with the place: another UTXO of the same id.
 */
export function distinct<U extends UTXO>(utxos: readonly U[]): readonly U[] {
  // Most ids differ in their first bytes, which are a key that costs less to make. Those that share them are told apart by whole keys.
  const byHash = new Map<number, U>();
  const byKey = new Map<string, U>();
  return utxos.filter((utxo, i) => {
    const hash = hashOf(utxo);
    const first = hash === undefined ? undefined : byHash.get(hash);
    if (hash !== undefined && !first) {
      byHash.set(hash, utxo);
      return true;
    }
    const key = utxoKey(utxo);
    const known = first && sameID(first, utxo) ? first : byKey.get(key);
    if (!known) {
      byKey.set(key, utxo);
      return true;
    }
    if (sameValue(known, utxo)) return false;
    throw new AvalancheError('Duplicate', 'differs from the UTXO with the same ID before it').at(i);
  });
}

/** A hash of an ID in 30 bits, which engines keep as a plain number; undefined if it is not an ID. */
function hashOf({ txID, outputIndex }: UTXO): number | undefined {
  const isID = txID instanceof Uint8Array && txID.length === 32;
  if (!isID || typeof outputIndex !== 'number') return undefined;
  const bits = (txID[0]! << 24) ^ (txID[1]! << 16) ^ (txID[2]! << 8) ^ txID[3]!;
  return (bits ^ Math.imul(outputIndex, 0x9e37_79b1)) & 0x3fff_ffff;
}

const sameID = (a: UTXO, b: UTXO): boolean =>
  a.outputIndex === b.outputIndex && equalBytes(a.txID, b.txID);

/** Whether values of plain data say the same, in whatever order they have their keys. */
function sameValue(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  const [one, other] = [a, b] as readonly Readonly<Record<string, unknown>>[];
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length && keys.every((key) => sameValue(one![key], other![key]))
  );
}
