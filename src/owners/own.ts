/**
 * Tells which owners are the reader's own. The reader names addresses, accounts, whole owners or wallets; a wallet's owners are
 * derived again at the paths of a draft, never believed.
 */
import type { OutputOwners } from '../chain/fx/secp256k1fx.ts';
import { asBytes, toList } from '../errors/arguments.ts';
import { AvalancheError, within } from '../errors/error.ts';
import { formatAddress, parseAddress } from '../network/address.ts';
import type { Chain, Network } from '../network/network.ts';
import type { Address, Owner } from '../state/owner.ts';
import { parseAccount } from '../text/account.ts';
import { compareBytes, equalBytes } from '../text/bytes.ts';
import { formatHex } from '../text/hex.ts';
import { ownerKey } from '../tx/owner.ts';
import type { Owners } from '../tx/types.ts';

/** A sequence of derived owners: a single account, or several with a threshold. Made by `avalanche-tx/hd`. */
export interface Wallet {
  /** Descriptor from which all owners can be derived; drafts carry it. */
  readonly descriptor: string;
  /**
   * Derives the owner at an index.
   * @param change Whether to use the change branch (1) instead of the receive branch (0).
   */
  owner(
    index: number,
    change?: boolean,
  ): { readonly threshold: number; readonly addresses: readonly Uint8Array[] };
}

/**
 * The reader's own wallets, addresses of any chain, accounts (`0x…`) and whole owners. An owner that includes addresses of others
 * counts as the reader's only if it is listed as a whole.
 */
export type Own = Wallet | readonly OneOwn[];

/** A wallet, address, account or whole owner of the reader. */
export type OneOwn = Wallet | Address | Owner;

/**
 * Tests whether an owner is the reader's.
 * @param isAccount Whether the owner is an account of the C-chain. Its 20 bytes are a different hash of the key; as the address of an
 *   output, no key matches them.
 */
export type IsOwn = (owner: OutputOwners, isAccount?: boolean) => boolean;

/** Network and chain for parsing own addresses, and the derivation paths at which a wallet finds its owners. */
export interface OwnPlace {
  readonly network?: Network | undefined;
  /** The chain of the addresses in `paths`. */
  readonly chain?: Chain | undefined;
  /** Derivation paths by address; undefined if wallets cannot be used here. */
  readonly paths?: Readonly<Record<string, string>> | undefined;
}

/** Tests for the reader's own owners, from the strictest to the most permissive. */
export interface OwnTests {
  /** Whether all addresses are the reader's, so that nobody else can spend. */
  readonly isMine: IsOwn;
  /** As `isMine`, or the whole owner is listed: the reader accepts its other signers. */
  readonly isSigner: IsOwn;
  /** As `isSigner`, or a wallet of the reader derives the owner, with its other signers. */
  readonly isOwn: IsOwn;
  /** Whether the reader listed accounts of the C-chain. Without them, no account can be recognized: it is a different hash of a key. */
  readonly namesAccounts: boolean;
  /** Returns a key of the signing party: equal for all owners of one wallet, and for an owner with any lock. */
  readonly partyOf: (owner: Owners) => string;
}

/** The tests for a reader who lists nothing. */
export const nobody: OwnTests = /* @__PURE__ */ Object.freeze({
  isMine: () => false,
  isSigner: () => false,
  isOwn: () => false,
  namesAccounts: false,
  partyOf: signersKey,
});

/** Returns a key of an owner's signers, ignoring its lock and the order of addresses. */
export function signersKey({ threshold, addresses }: Owners): string {
  return ownerKey({ locktime: 0n, threshold, addresses: [...addresses].sort(compareBytes) });
}

/**
 * Parses the reader's own addresses, owners and wallets.
 * @throws {AvalancheError} With the place: `BadText`, `BadChecksum`, `WrongNetwork`; `OutOfRange`: not 20 bytes; `Unsupported`: a wallet
 *   where there are no paths to derive by.
 */
export function ownTests(own: Own, place: OwnPlace): OwnTests {
  const all = listOfOwn(own);
  const mine = new Set<string>();
  const accounts = new Set<string>();
  const whole = new Set<string>();
  const wallets: Wallet[] = [];
  for (const [i, member] of all.entries())
    within([i], () => {
      if (isWallet(member)) wallets.push(member);
      else if (isWholeOwner(member)) whole.add(signersKey(wholeOwner(member, place.network)));
      else {
        const name = formatHex(
          isAccountName(member) ? parseAccount(member) : addressOf(member, place.network),
        );
        accounts.add(name);
        if (!isAccountName(member)) mine.add(name);
      }
    });
  if (wallets.length > 0 && !('paths' in place))
    throw new AvalancheError(
      'Unsupported',
      'a wallet is found by the paths of a draft: give its addresses for a transaction',
    );
  const walletOf = (owner: Owners): number =>
    wallets.findIndex((wallet) => ownedBy(wallet, { ...owner, locktime: 0n }, place));
  const isMyAddress = (address: Uint8Array): boolean =>
    mine.has(formatHex(address)) ||
    (wallets.length > 0 && walletOf({ threshold: 1, addresses: [address] }) >= 0);
  const isMine: IsOwn = ({ addresses }, isAccount = false) =>
    addresses.length > 0 &&
    addresses.every((address) =>
      isAccount ? accounts.has(formatHex(address)) : isMyAddress(address),
    );
  const isSigner: IsOwn = (owner, isAccount) =>
    isMine(owner, isAccount) || (whole.size > 0 && whole.has(signersKey(owner)));
  return {
    isMine,
    isSigner,
    isOwn: (owner, isAccount) =>
      isSigner(owner, isAccount) || (wallets.length > 0 && walletOf(owner) >= 0),
    namesAccounts: all.some((member) => typeof member === 'string' && member.startsWith('0x')),
    partyOf: (owner) => {
      const wallet = wallets.length > 0 ? walletOf(owner) : -1;
      return wallet < 0 ? signersKey(owner) : `wallet ${wallet}`;
    },
  };
}

/** Tests for a wallet, which has functions. */
export const isWallet = (member: unknown): member is Wallet =>
  typeof member === 'object' &&
  member !== null &&
  'owner' in member &&
  typeof member.owner === 'function';

/** Returns the reader's own as a list. */
export const listOfOwn = (own: Own): readonly OneOwn[] => (isWallet(own) ? [own] : toList(own));

/** Tests for a whole owner, which may include signers other than the reader. */
const isWholeOwner = (member: Address | Owner): member is Owner =>
  typeof member === 'object' && member !== null && 'addresses' in member;

const isAccountName = (member: Address): member is string =>
  typeof member === 'string' && member.startsWith('0x');

const wholeOwner = (
  { threshold, addresses }: Owner,
  network: Network | undefined,
): { readonly threshold: number; readonly addresses: readonly Uint8Array[] } => ({
  threshold,
  addresses: addresses.map((address, k) =>
    within(['addresses', k], () => addressOf(address, network)),
  ),
});

function addressOf(address: Address, network: Network | undefined): Uint8Array {
  if (typeof address === 'string') return parseAddress(address, network).bytes;
  const bytes = asBytes(address);
  if (bytes?.length === 20) return bytes;
  throw new AvalancheError('OutOfRange', 'must be an address as text, or 20 bytes');
}

/** Indices from here on are not accepted for change: a wallet restored without the path would not find them. */
const mostPlaces = 2 ** 20;

/**
 * Tests whether an owner is the wallet's at the given path. The owner is derived and compared: a wrong path, an index that no scan
 * would reach, or a lock is not accepted.
 */
export function ownedBy(
  wallet: Wallet,
  owner: Owners,
  { network, chain, paths }: OwnPlace,
): boolean {
  const [first] = owner.addresses;
  if (!first || !network || !chain || (owner.locktime ?? 0n) > 0n) return false;
  const place = /\/([01])\/(0|[1-9]\d{0,9})$/.exec(
    paths?.[formatAddress(first, chain, network)] ?? '',
  );
  if (!place || Number(place[2]) >= mostPlaces) return false;
  const { threshold, addresses } = wallet.owner(Number(place[2]), place[1] === '1');
  const sorted = [...addresses].sort(compareBytes);
  return (
    threshold === owner.threshold &&
    sorted.length === owner.addresses.length &&
    sorted.every((address, i) => equalBytes(address, owner.addresses[i]!))
  );
}
