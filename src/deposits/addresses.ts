/** The addresses that belong to customers. */

import { asBytes, badArgument } from '../errors/arguments.ts';
import { AvalancheError, within } from '../errors/error.ts';
import { parseAddress } from '../network/address.ts';
import { type Network, networkArgument } from '../network/network.ts';
import { checkArgument, isA } from '../schema/check.ts';
import type { Address } from '../state/owner.ts';
import { formatHex } from '../text/hex.ts';

/** A set of addresses, whose size does not change what a lookup costs. */
export interface AddressSet {
  /** Number of addresses. */
  readonly size: number;
  /**
   * Adds an address, also while deposits are watched. Add it before anybody can see it: outputs of blocks that were read before are
   * not found.
   * @throws {AvalancheError} As `addressSet`.
   */
  add(address: Address): void;
  /**
   * Tells whether an address is in the set.
   * @throws {AvalancheError} As `addressSet`.
   */
  has(address: Address): boolean;
}

/** Something that can be iterated, but text cannot be meant. */
const iterable = /* @__PURE__ */ isA(
  'a list of addresses',
  (value) =>
    typeof value === 'object' && value !== null && Symbol.iterator in value && !asBytes(value),
);

/**
 * Returns a set of addresses for `depositsOf` and `watchDeposits`. The same 20 bytes are one address on P, X and C: it does not matter
 * which chain a text names.
 * @throws {AvalancheError} As `parseAddress`, with the place in the list; `OutOfRange`: not 20 bytes.
 * @example
 * const set = addressSet(['P-avax1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqxpdk7q'], mainnet);
 * set.has('X-avax1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqxpdk7q'); // true
 */
export function addressSet(addresses: Iterable<Address>, network: Network): AddressSet {
  checkArgument(addresses, iterable, 'addresses');
  checkArgument(network, networkArgument, 'network');
  const found = new Set<string>();
  const keyOf = (address: Address): string => formatHex(bytesOf(address, network));
  let i = 0;
  for (const address of addresses) {
    found.add(within(['addresses', i], () => keyOf(address)));
    i++;
  }
  return {
    get size() {
      return found.size;
    },
    add: (address) => void found.add(within(['address'], () => keyOf(address))),
    has: (address) => found.has(within(['address'], () => keyOf(address))),
  };
}

function bytesOf(address: Address, network: Network): Uint8Array {
  if (typeof address === 'string') return parseAddress(address, network).bytes;
  const bytes = asBytes(address);
  if (!bytes) throw badArgument('an address as text, or 20 bytes', address);
  if (bytes.length !== 20)
    throw new AvalancheError('OutOfRange', 'must be an address as text, or 20 bytes');
  return bytes;
}
