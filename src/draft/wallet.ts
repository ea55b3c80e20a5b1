import type { OutputOwners } from '../chain/fx/secp256k1fx.ts';
import { formatAddress } from '../network/address.ts';
import { blockchainOf, type State } from '../state/state.ts';
import { compareBytes, equalBytes } from '../text/bytes.ts';
import type { Draft } from './draft.ts';

/** Owners that are derived one after the other: an account, or several with a threshold. `avalanche-tx/hd` makes them. */
export interface Wallet {
  /** All that the owners follow from, as text: a draft carries it. */
  readonly descriptor: string;
  /**
   * The owner at a place.
   * @param change Whether of the branch for change, 1, and not of that for others, 0.
   */
  owner(
    index: number,
    change?: boolean,
  ): { readonly threshold: number; readonly addresses: readonly Uint8Array[] };
}

/** Places above are no place to return change to: nobody who has lost the path would find it again. */
const mostPlaces = 2 ** 20;

/**
 * Whether an owner is the wallet’s at the place that the draft’s paths say. It is derived, not believed: a wrong path is no, a
 * place that nobody would look at is no, and a lock is no.
 */
export function ownedBy(wallet: Wallet, owner: OutputOwners, draft: Draft | State): boolean {
  const [first] = owner.addresses;
  if (!first || owner.locktime > 0n) return false;
  const path = draft.paths?.[formatAddress(blockchainOf(draft), first, draft.network)];
  const place = /\/([01])\/(0|[1-9]\d{0,9})$/.exec(path ?? '');
  if (!place || Number(place[2]) >= mostPlaces) return false;
  const { threshold, addresses } = wallet.owner(Number(place[2]), place[1] === '1');
  const sorted = [...addresses].sort(compareBytes);
  return (
    threshold === owner.threshold &&
    sorted.length === owner.addresses.length &&
    sorted.every((address, i) => equalBytes(address, owner.addresses[i]!))
  );
}
