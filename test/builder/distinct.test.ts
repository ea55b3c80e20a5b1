/** UTXOs that a node names twice. Whoever gives them chooses their ids. */
import { expect, it } from 'vitest';
import { distinct } from '../../src/builder/coins.ts';
import { avax } from '../../src/text/amount.ts';
import { utxo } from '../support/state.ts';

/** How often the ids of so many UTXOs are read whose first 20 bytes are the same. */
function readsOf(count: number): number {
  let reads = 0;
  const utxos = Array.from({ length: count }, (_, i) => {
    const txID = new Uint8Array(32);
    new DataView(txID.buffer).setUint32(20, i);
    return Object.defineProperty({ ...utxo(0, avax('1')) }, 'txID', {
      enumerable: true,
      get() {
        reads++;
        return txID;
      },
    });
  });
  expect(distinct(utxos)).toHaveLength(count);
  return reads;
}

it('takes twice the work for twice as many ids that begin alike', () => {
  expect(readsOf(800) / readsOf(400)).toBeLessThan(2.5);
});

it('keeps the first of those that are the same, and refuses those that differ', () => {
  const [one, other] = [utxo(1, avax('1')), utxo(2, avax('1'))];
  expect(distinct([one, other, { ...one }])).toEqual([one, other]);
  expect(() => distinct([one, { ...utxo(1, avax('2')) }])).toThrow(
    expect.objectContaining({ code: 'Duplicate', path: [1] }),
  );
});
