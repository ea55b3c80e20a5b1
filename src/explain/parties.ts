import { formatAddress } from '../text/address.ts';
import { formatHex } from '../text/hex.ts';
import { formatShortID } from '../text/id.ts';
import type { Owners } from '../tx/types.ts';
import type { Party } from './explanation.ts';
import type { Subject } from './subject.ts';

/** An address of a chain as people read it; bare where the network is not known. */
export const addressText = (
  bytes: Uint8Array,
  { hrp, alias }: Pick<Subject, 'hrp' | 'alias'>,
): string => (hrp === undefined ? formatShortID(bytes) : formatAddress(alias, hrp, bytes));

/** An owner as people read it. */
export const partyOf = (
  { threshold, addresses, locktime = 0n }: Owners,
  subject: Pick<Subject, 'hrp' | 'alias'>,
): Party => ({
  addresses: addresses.map((address) => addressText(address, subject)),
  threshold,
  locktime,
});

/** An account of the C-chain. */
export const accountParty = (address: Uint8Array): Party => ({
  addresses: [formatHex(address)],
  threshold: 1,
  locktime: 0n,
});

/** The same text for the same owner. */
export const partyKey = ({ threshold, locktime, addresses }: Party): string =>
  `${threshold} ${locktime} ${addresses.join(' ')}`;
