/** Control functions that make the node deviate from its rules. */

import type { ChainName } from '../chain/declared.ts';
import { AvalancheError } from '../errors/error.ts';
import { anObject, checkArgument } from '../schema/check.ts';
import { uint64 } from '../text/uint64.ts';
import { cExcessFor, excessFor } from './cchain.ts';
import { record, setEntry } from './journal.ts';
import type { Fate, TxFilter, World } from './world.ts';

/**
 * Sets what happens to the next transactions that match a filter.
 * @returns An id for `removeTrap`.
 */
export function setTrap(world: World, filter: TxFilter, does: Fate): number {
  const { tampering, journal } = world;
  const { times = 1 } = checkArgument(filter, anObject, 'filter');
  if (!(Number.isSafeInteger(times) && times > 0))
    throw new AvalancheError('OutOfRange', `must be a number greater than 0, got ${times}`, {
      value: times,
      min: 1,
    }).at('times');
  const id = tampering.nextTrap++;
  setEntry(journal, tampering.traps, id, { id, filter, does, left: times });
  return id;
}

export function removeTrap({ tampering, journal }: World, id: number): void {
  setEntry(journal, tampering.traps, id, undefined);
}

/**
 * Sets the gas price of the next block of the P- or C-chain, from which it then moves as usual.
 * @param price nAVAX per unit of gas on the P-chain, wei on the C-chain; at least the network's minimum. It is
 *   rounded up to a price that the chain can have.
 * @throws {AvalancheError} `Unsupported`: the X-chain, whose fees are fixed.
 */
export function setGasPrice(world: World, chain: ChainName, price: bigint): void {
  uint64(price, 'price');
  const { network, P, C, clock, journal } = world;
  if (chain === 'X')
    throw new AvalancheError('Unsupported', 'the fees of the X-chain are fixed').at('chain');
  if (chain === 'C') {
    const { fee } = C;
    C.fee = { ...fee, excess: cExcessFor(world, price) };
    record(journal, () => {
      C.fee = fee;
    });
    return;
  }
  const { ledger } = P;
  const { feeState } = ledger;
  // Until the next block, the excess falls each second.
  const seconds = clock > ledger.time ? clock - ledger.time : 0n;
  const fallen = seconds * network.pFees.targetPerSecond;
  const excess = excessFor(price, network.pFees);
  ledger.feeState = { ...feeState, excess: excess === 0n ? 0n : excess + fallen };
  record(journal, () => {
    ledger.feeState = feeState;
  });
}
