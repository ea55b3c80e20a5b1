import { formatAddress } from '../text/address.ts';
import { formatHex } from '../text/hex.ts';
import { formatShortID } from '../text/id.ts';
import type { Owners } from '../tx/types.ts';
import type { ExplainedTx } from './explained.ts';
import type { Party } from './explanation.ts';

/** Formats an address with chain and network prefix, or as a short id if the network is unknown. */
export const addressText = (
  bytes: Uint8Array,
  { hrp, alias }: Pick<ExplainedTx, 'hrp' | 'alias'>,
): string => (hrp === undefined ? formatShortID(bytes) : formatAddress(alias, hrp, bytes));

/** Converts an owner for display. */
export const partyOf = (
  { threshold, addresses, locktime = 0n }: Owners,
  explained: Pick<ExplainedTx, 'hrp' | 'alias'>,
): Party => ({
  addresses: addresses.map((address) => addressText(address, explained)),
  threshold,
  locktime,
});

/** Converts an account of the C-chain for display. */
export const accountParty = (address: Uint8Array): Party => ({
  addresses: [formatHex(address)],
  threshold: 1,
  locktime: 0n,
});

/** Returns a key that is equal for equal owners. */
export const partyKey = ({ threshold, locktime, addresses }: Party): string =>
  `${threshold} ${locktime} ${addresses.join(' ')}`;
