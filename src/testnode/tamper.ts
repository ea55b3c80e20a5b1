/** Control functions that make the node deviate from its rules. */
import type { ChainName } from '../chain/declared.ts';
import { checkShape } from '../errors/arguments.ts';
import { AvalancheError } from '../errors/error.ts';
import { type Address, addressBytes } from '../state/owner.ts';
import { parseAccount } from '../text/account.ts';
import { formatHex } from '../text/hex.ts';
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
  const { times = 1 } = checkShape(filter, 'an object', 'filter');
  if (!(Number.isSafeInteger(times) && times > 0))
    throw new AvalancheError('OutOfRange', `must be a number greater than 0, got ${times}`, {
      value: times,
      min: 1,
    }).at('times');
  const id = tampering.nextTrap++;
  setEntry(journal, tampering.traps, id, { id, filter, does, left: times });
  return id;
}

/** Removes a trap. */
export function removeTrap({ tampering, journal }: World, id: number): void {
  setEntry(journal, tampering.traps, id, undefined);
}

/**
 * Accepts transactions without the signatures of an address; 65 zero bytes stand for each. Signatures of others
 * are still required. Transactions that were refused before are checked again.
 * @param address An address of the P- or X-chain, which applies to both, or a C-chain account.
 * @param isOn `false` stops it.
 */
export function impersonate(world: World, address: Address, isOn = true): void {
  const key = formatHex(bytesOfAny(world, address));
  // Transactions that were refused for a missing signature are checked again.
  for (const chain of [world.P, world.X]) chain.dropped = [];
  setEntry(world.journal, world.tampering.impersonated, key, isOn ? true : undefined);
}

function bytesOfAny({ network }: World, address: Address): Uint8Array {
  if (typeof address === 'string' && address.startsWith('0x')) return parseAccount(address);
  const isX = typeof address === 'string' && address.startsWith(`${network.chains.X.alias}-`);
  return addressBytes(address, network.chains[isX ? 'X' : 'P'], network);
}

/**
 * Sets the gas price of the next block of the P- or C-chain, from which it then moves as usual.
 * @param price nAVAX per unit of gas on the P-chain, wei on the C-chain; at least the network's minimum. It is
 *   rounded up to a price that the chain can have.
 * @throws {AvalancheError} `Unsupported`: the X-chain, whose fees are fixed.
 */
export function setFeeRate(world: World, chain: ChainName, price: bigint): void {
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
