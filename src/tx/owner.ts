import type { OutputOwners } from '../chain/fx/secp256k1fx.ts';
import { AvalancheError } from '../errors/error.ts';
import { equalBytes } from '../text/bytes.ts';
import { formatHex } from '../text/hex.ts';
import type { Owners } from './types.ts';

/** Returns the owner of an output, or of anything that has one. */
export const ownerOf = ({ locktime = 0n, threshold, addresses }: Owners): OutputOwners => ({
  type: 'secp256k1fx.OutputOwners',
  locktime,
  threshold,
  addresses,
});

/** Tests whether two owners have the same addresses, threshold and locktime. */
export const sameOwner = (a: Owners, b: Owners): boolean =>
  (a.locktime ?? 0n) === (b.locktime ?? 0n) && sameSigners(a, b);

/** Tests whether two owners have the same addresses and threshold, with any locktime. */
export const sameSigners = (a: Owners, b: Owners): boolean =>
  a.threshold === b.threshold &&
  a.addresses.length === b.addresses.length &&
  a.addresses.every((address, i) => equalBytes(address, b.addresses[i]!));

/** Returns a map key for an owner. */
export const ownerKey = ({ locktime = 0n, threshold, addresses }: Owners): string =>
  `${locktime} ${threshold} ${addresses.map(formatHex).join(' ')}`;

/** Returns the owner of an account of the C-chain. Its only address is the account's, which is a different hash of the key. */
export const accountOwner = (address: Uint8Array): OutputOwners => ({
  type: 'secp256k1fx.OutputOwners',
  locktime: 0n,
  threshold: 1,
  addresses: [address],
});

const isZero = (address: Uint8Array): boolean => address.every((byte) => byte === 0);

/**
 * Checks that what an owner receives is not burned: nobody has the key of the zero address, which an empty field often becomes.
 * @throws {AvalancheError} `OutOfRange`.
 */
export function verifyNotBurned({ threshold, addresses }: Owners): void {
  const keys = addresses.filter((address) => !isZero(address)).length;
  if (keys < threshold && keys < addresses.length)
    throw new AvalancheError(
      'OutOfRange',
      'is the zero address, of which nobody has the key: what it receives is burned',
    );
}
