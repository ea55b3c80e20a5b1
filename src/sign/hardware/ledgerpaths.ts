import { nameIn } from '../../draft/check.ts';
import type { Draft, Slot } from '../../draft/draft.ts';
import { formatAddress } from '../../network/address.ts';
import { ownedBy, type Wallet } from '../../owners/own.ts';
import { blockchainOf } from '../../state/state.ts';
import { equalBytes } from '../../text/bytes.ts';
import { placeIn } from '../hd/path.ts';

/** Whose keys a device has: an `HDAccount` of `avalanche-tx/hd`. */
export interface LedgerAccount {
  /** `m/44'/9000'/0'` */
  readonly path: string;
  /** Derives the owner at a place. Without it the draft's paths are believed, and no output counts as the signer's own. */
  readonly owner?: Wallet['owner'];
}

/** An address of the draft whose key is in an account, and its path in it. */
export interface OwnAddress {
  readonly address: Uint8Array;
  /** `0/5` */
  readonly suffix: string;
}

/** The addresses that must still sign and are of the account. */
export function signingAddresses(draft: Draft, account: LedgerAccount): readonly OwnAddress[] {
  return draft.slots.flatMap((slot) =>
    slot.signatures.flatMap((signature, i) => {
      const address = slot.owner.addresses[slot.signatureIndices[i]!]!;
      return signature ? [] : ownAddress(draft, account, address, slot);
    }),
  );
}

/** The addresses of change that goes to a single address of the account. */
export const changeAddresses = (draft: Draft, account: LedgerAccount): readonly OwnAddress[] =>
  draft.change.flatMap(({ output: { addresses } }) =>
    addresses.length === 1 ? ownAddress(draft, account, addresses[0]!) : [],
  );

/** Paths, each once. */
export const suffixesOf = (own: readonly OwnAddress[]): string[] => [
  ...new Set(own.map(({ suffix }) => suffix)),
];

function ownAddress(
  draft: Draft,
  { path: account, owner }: LedgerAccount,
  address: Uint8Array,
  slot?: Slot,
): readonly OwnAddress[] {
  const name = slot
    ? nameIn(draft, slot, address)
    : formatAddress(blockchainOf(draft), address, draft.network);
  const path = draft.paths?.[name];
  const place = path === undefined ? undefined : placeIn(account, path);
  if (!place) return [];
  const isDerived =
    !owner ||
    slot?.kind === 'account' ||
    place.branch > 1 ||
    owner(place.index, place.branch === 1).addresses.some((own) => equalBytes(own, address));
  return isDerived ? [{ address, suffix: `${place.branch}/${place.index}` }] : [];
}

/** Whether an owner is the account's: derived anew, not believed. */
export const isOwnOwner = (
  draft: Draft,
  account: LedgerAccount | undefined,
  owner: {
    readonly locktime?: bigint;
    readonly threshold: number;
    readonly addresses: readonly Uint8Array[];
  },
): boolean =>
  account?.owner !== undefined &&
  ownedBy(
    { descriptor: '', owner: account.owner },
    {
      locktime: owner.locktime ?? 0n,
      threshold: owner.threshold,
      addresses: owner.addresses,
    },
    { network: draft.network, chain: blockchainOf(draft), paths: draft.paths },
  );
