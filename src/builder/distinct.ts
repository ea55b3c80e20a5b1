import { AvalancheError } from '../errors/error.ts';
import { equalBytes } from '../text/bytes.ts';
import type { AnyUTXO as UTXO } from '../tx/types.ts';

/**
 * Each UTXO once.
 * @throws {AvalancheError} `Duplicate` with the place: another UTXO of the same id.
 */
export function distinct<U extends UTXO>(utxos: readonly U[]): readonly U[] {
  // A hash table of places: numbers, which the engine need not follow when it collects garbage.
  const mask = 2 ** (33 - Math.clz32(utxos.length)) - 1;
  const table = new Int32Array(mask + 1);
  let kept: U[] | undefined;
  for (let i = 0; i < utxos.length; i++) {
    const utxo = utxos[i]!;
    let at = hashOf(utxo) & mask;
    while (table[at] !== 0 && !sameID(utxos[table[at]! - 1]!, utxo)) at = (at + 1) & mask;
    if (table[at] === 0) {
      table[at] = i + 1;
      kept?.push(utxo);
      continue;
    }
    if (!sameValue(utxos[table[at]! - 1], utxo))
      throw new AvalancheError('Duplicate', 'differs from the UTXO with the same ID before it').at(
        i,
      );
    kept ??= utxos.slice(0, i);
  }
  return kept ?? utxos;
}

/** Bits of an id. */
const hashOf = ({ txID, outputIndex }: UTXO): number =>
  (txID[0]! << 24) ^
  (txID[1]! << 16) ^
  (txID[2]! << 8) ^
  txID[3]! ^
  Math.imul(Number(outputIndex), 0x9e37_79b1);

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
