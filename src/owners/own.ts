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

/**
 * Who the reader is: wallets, addresses of any chain, accounts (`0x…`), and whole owners. An owner with addresses of others is the reader's
 * only if it is listed as a whole.
 */
export type Own = Wallet | readonly OneOwn[];

/** One of them. */
export type OneOwn = Wallet | Address | Owner;

/**
 * Whether an owner is the reader's.
 * @param isAccount Whether it is an account of the C-chain. Its 20 bytes are another hash of the key: as an address of an output,
 *   nobody has the key of them.
 */
export type IsOwn = (owner: OutputOwners, isAccount?: boolean) => boolean;

/** Where addresses of own ones are read, and the derivation paths by which a wallet finds its owners. */
export interface OwnPlace {
  readonly network?: Network | undefined;
  /** The chain of the addresses in `paths`. */
  readonly chain?: Chain | undefined;
  /** By address. Undefined: no wallet can be asked. */
  readonly paths?: Readonly<Record<string, string>> | undefined;
}

/** What the reader says of itself, by what it is asked for. */
export interface OwnTests {
  /** All addresses are the reader's: nobody else can spend. */
  readonly isMine: IsOwn;
  /** The same, or the whole owner is listed: the reader says that others may sign. */
  readonly isSigner: IsOwn;
  /** The same, or a wallet of the reader derives it, with its other signers. */
  readonly isOwn: IsOwn;
  /** Whether accounts of the C-chain are among them: an account is another hash of a key, so nobody else can tell. */
  readonly namesAccounts: boolean;
  /** Who signs: the same for all owners of one wallet, and for one owner whatever its lock. */
  readonly partyOf: (owner: Owners) => string;
}

/** The tests of a reader who does not say who it is. */
export const nobody: OwnTests = /* @__PURE__ */ Object.freeze({
  isMine: () => false,
  isSigner: () => false,
  isOwn: () => false,
  namesAccounts: false,
  partyOf: signersKey,
});

/** A key of those who sign for an owner, whatever its lock and the order of its addresses. */
export function signersKey({ threshold, addresses }: Owners): string {
  return ownerKey({ locktime: 0n, threshold, addresses: [...addresses].sort(compareBytes) });
}

/**
 * Reads what the reader says of itself.
 * @throws {AvalancheError} With the place: `BadText`, `BadChecksum`, `WrongNetwork`; `OutOfRange`: not 20 bytes; `Unsupported`: a wallet
 *   where there are no paths to derive by.
 */
export function ownTests(own: Own, place: OwnPlace): OwnTests {
  const all: readonly OneOwn[] = isAlone(own) ? [own] : toList(own);
  const mine = new Set<string>();
  const accounts = new Set<string>();
  const whole = new Set<string>();
  const wallets: Wallet[] = [];
  for (const [i, of] of all.entries())
    within([i], () => {
      if (isWallet(of)) wallets.push(of);
      else if (isWholeOwner(of)) whole.add(signersKey(wholeOwner(of, place.network)));
      else {
        const name = formatHex(isAccountName(of) ? parseAccount(of) : addressOf(of, place.network));
        accounts.add(name);
        if (!isAccountName(of)) mine.add(name);
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
    namesAccounts: all.some((of) => typeof of === 'string' && of.startsWith('0x')),
    partyOf: (owner) => {
      const wallet = wallets.length > 0 ? walletOf(owner) : -1;
      return wallet < 0 ? signersKey(owner) : `wallet ${wallet}`;
    },
  };
}

const isWallet = (of: OneOwn): of is Wallet =>
  typeof of === 'object' && of !== null && 'owner' in of;

const isAlone = (own: Own): own is Wallet => !Array.isArray(own) && isWallet(own as OneOwn);

/** Whether somebody says that a whole owner is the reader's, signers who are not the reader included. */
const isWholeOwner = (of: Address | Owner): of is Owner =>
  typeof of === 'object' && of !== null && 'addresses' in of;

const isAccountName = (of: Address): of is string => typeof of === 'string' && of.startsWith('0x');

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

/** Places above are no place to return change to: nobody who has lost the path would find it again. */
const mostPlaces = 2 ** 20;

/**
 * Whether an owner is the wallet’s at the place that a path says. It is derived, not believed: a wrong path is no, a place that nobody
 * would look at is no, and a lock is no.
 */
export function ownedBy(
  wallet: Wallet,
  owner: Owners,
  { network, chain, paths }: OwnPlace,
): boolean {
  const [first] = owner.addresses;
  if (!first || !network || !chain || (owner.locktime ?? 0n) > 0n) return false;
  const place = /\/([01])\/(0|[1-9]\d{0,9})$/.exec(
    paths?.[formatAddress(chain, first, network)] ?? '',
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
