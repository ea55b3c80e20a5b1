import type { OutputOwners } from '../chain/fx/secp256k1fx.ts';
import { equalBytes } from '../text/bytes.ts';
import { formatHex } from '../text/hex.ts';
import type { Owners } from './types.ts';

/** The owner of an output, or of whatever has one. */
export const ownerOf = ({ locktime = 0n, threshold, addresses }: Owners): OutputOwners => ({
  type: 'secp256k1fx.OutputOwners',
  locktime,
  threshold,
  addresses,
});

/** Whether the same addresses sign in the same number, from the same time on. */
export const sameOwner = (a: Owners, b: Owners): boolean =>
  (a.locktime ?? 0n) === (b.locktime ?? 0n) && sameSigners(a, b);

/** Whether the same addresses sign in the same number, whatever the time. */
export const sameSigners = (a: Owners, b: Owners): boolean =>
  a.threshold === b.threshold &&
  a.addresses.length === b.addresses.length &&
  a.addresses.every((address, i) => equalBytes(address, b.addresses[i]!));

/** A key for maps, one for each owner. */
export const ownerKey = ({ locktime = 0n, threshold, addresses }: Owners): string =>
  `${locktime} ${threshold} ${addresses.map(formatHex).join(' ')}`;

/** The owner of an account of the C-chain: its one address is the account's, which is another hash of the key. */
export const accountOwner = (address: Uint8Array): OutputOwners => ({
  type: 'secp256k1fx.OutputOwners',
  locktime: 0n,
  threshold: 1,
  addresses: [address],
});
