import { nameIn } from '../../draft/check.ts';
import type { Draft, Slot } from '../../draft/draft.ts';
import { formatAddress } from '../../network/address.ts';
import { ownedBy, type Wallet } from '../../owners/own.ts';
import { blockchainOf } from '../../state/state.ts';
import { equalBytes } from '../../text/bytes.ts';
import { placeIn } from '../hd/path.ts';

/** The account whose keys a device has: an `HDAccount` of `avalanche-tx/hd`. */
export interface LedgerAccount {
  /** Derivation path of the account, such as `m/44'/9000'/0'`. */
  readonly path: string;
  /** Derives the owner at a branch and index. Without it, the draft's paths are trusted and no output counts as the signer's own. */
  readonly owner?: Wallet['owner'];
}

/** An address of a draft whose key is in the account, with its path. */
export interface OwnAddress {
  readonly address: Uint8Array;
  /** Path below the account, such as `0/5`. */
  readonly suffix: string;
}

/** Returns the addresses of the account that must still sign. */
export function signingAddresses(draft: Draft, account: LedgerAccount): readonly OwnAddress[] {
  return draft.slots.flatMap((slot) =>
    slot.signatures.flatMap((signature, i) => {
      const address = slot.owner.addresses[slot.signatureIndices[i]!]!;
      return signature ? [] : ownAddress(draft, account, address, slot);
    }),
  );
}

/** Returns the change addresses of the account, for change to a single address. */
export const changeAddresses = (draft: Draft, account: LedgerAccount): readonly OwnAddress[] =>
  draft.change.flatMap(({ output: { addresses } }) =>
    addresses.length === 1 ? ownAddress(draft, account, addresses[0]!) : [],
  );

/** Returns the paths without duplicates. */
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
    : formatAddress(address, blockchainOf(draft), draft.network);
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

/** Whether an owner belongs to the account. It is derived again; the draft is not trusted. */
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
