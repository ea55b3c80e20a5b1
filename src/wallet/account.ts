/**
 * The addresses, accounts and owners of a wallet. They come from its signers, from watched HD accounts, whose used addresses are
 * discovered through a node, and from addresses that the caller lists.
 */

import type { ChainName } from '../chain/declared.ts';
import { badArgument, isBytes } from '../errors/arguments.ts';
import { AvalancheError } from '../errors/error.ts';
import { formatAddress, parseAddress } from '../network/address.ts';
import type { Network } from '../network/network.ts';
import type { OneOwn } from '../owners/own.ts';
import type { CallOptions } from '../rpc/service.ts';
import {
  type Argument,
  aListOf,
  anObject,
  anything,
  aText,
  isA,
  optional,
  optionsOf,
  typed,
} from '../schema/check.ts';
import type { Signer } from '../sign/external.ts';
import type { HDAccount } from '../sign/hd/account.ts';
import type { HDWallet } from '../sign/hd/hd.ts';
import { evmAddressOf, type Key } from '../sign/key.ts';
import { type Address, type Owner, outputOwners } from '../state/owner.ts';
import { parseAccount } from '../text/account.ts';
import { compareBytes } from '../text/bytes.ts';
import { formatHex } from '../text/hex.ts';
import { type Output, unlocked } from '../tx/output.ts';
import { sameSigners } from '../tx/owner.ts';
import type { Owners } from '../tx/types.ts';
import type { Nodes } from './nodes.ts';
import { type Proven, prove, receivingIndex } from './proven.ts';

/** A signer of a wallet: a private key, an HD wallet, or an external signer: `hashSigner` (KMS, HSM), `ledgerSigner`, `walletSigner` (Core). */
export type WalletKey = Key | HDWallet | Signer;

const anIndex = /* @__PURE__ */ isA<number>(
  'an index from 0 on',
  (of) => Number.isInteger(of) && (of as number) >= 0,
);

/** What `NextIndices` has. */
const nextIndices = /* @__PURE__ */ (() =>
  optionsOf({
    /** Index of the next receiving address: the highest that `address` returned, plus 1; 0 if omitted. */
    receive: optional(anIndex),
    /** Index of the next change address; 0 if omitted. */
    change: optional(anIndex),
  }))();
/** The next address in each branch of an HD account: all before it count as used. */
export interface NextIndices extends Argument<typeof nextIndices> {}

/** What `AccountOptions` has. */
export const accountOptions = /* @__PURE__ */ (() =>
  optionsOf({
    /** One or several signers. If omitted, the wallet is watch-only: its calls return unsigned drafts. */
    signer: optional(typed<WalletKey | readonly WalletKey[]>(anything)),
    /**
     * Accounts of extended public keys (`hdAccount` of `avalanche-tx/hd`), whose used addresses the wallet discovers: for a watch-only
     * wallet, a Ledger or Core. An account with a path of `m/44'/60'` is on the C-chain. An HD wallet adds its own accounts.
     */
    account: optional(typed<HDAccount | readonly HDAccount[]>(anything)),
    /**
     * Index of the next address in each branch of the first HD account, as far as you know: all before it count as used. A node alone moves the
     * receiving address at most 20 past the last that is used by that or by what the wallet has signed, and the change not at all.
     */
    next: optional(typed<NextIndices>(nextIndices)),
    /** More addresses of any chain, and accounts of the C-chain (`0x…`), that the signer does not report itself. */
    addresses: optional(aListOf(aText)),
    /** A shared (multisig) owner. The wallet then spends only what this owner has. */
    owner: optional(typed<Owner>(anObject)),
  }))();
/** The signers and addresses of a wallet. */
export interface AccountOptions extends Argument<typeof accountOptions> {}

/** The addresses, accounts and owners of a wallet. */
export interface Account {
  /** Addresses, 20 bytes each. */
  readonly addresses: readonly Uint8Array[];
  /** Accounts on the C-chain. */
  readonly accounts: readonly `0x${string}`[];
  /**
   * Addresses of HD accounts after the next unused ones, in both branches. A payment may have used one: an address that has nothing any more
   * does not count as used.
   */
  readonly ahead: () => readonly Uint8Array[];
  /** Addresses and accounts, in hex, that the wallet's signers can sign for. */
  readonly signing: ReadonlySet<string>;
  /** The addresses and accounts, or the shared owner, as builders and reviews take them. */
  readonly own: readonly OneOwn[];
  /** Derivation paths by address text, of each chain. */
  readonly paths: { readonly [C in ChainName]: Readonly<Record<string, string>> };
  /** Receives payments, rewards and moved AVAX. */
  readonly receive: Owner;
  /** Where `receive` is in its HD account, and the index that the nodes say is next; undefined without an HD account. */
  readonly place: { readonly index: number; readonly claimed: number } | undefined;
  /** Receives the change. */
  readonly change: Owner;
  /** The shared owner, for a wallet that has one. */
  readonly shared: Owner | undefined;
  /** Whether an output belongs to the wallet. With a shared owner: only that owner's outputs; otherwise every one given. */
  readonly owned: (utxo: { readonly output: Output }) => boolean;
  /** Whether an owner consists of the wallet's addresses alone, or is its shared owner. */
  readonly isMine: (owner: Owners) => boolean;
}

export const isKey = (key: WalletKey): key is Key => 'shortID' in key && isBytes(key.shortID);
export const isHDWallet = (key: WalletKey): key is HDWallet => 'keys' in key && 'account' in key;

const listOf = <T>(value: T | readonly T[] | undefined): readonly T[] =>
  value === undefined ? [] : Array.isArray(value) ? (value as readonly T[]) : [value as T];

/**
 * Returns the signers of a wallet.
 * @throws {AvalancheError} `BadArgument`, under `signer`.
 */
export function signersOf({ signer }: AccountOptions): readonly WalletKey[] {
  const all = listOf(signer);
  for (const key of all) {
    const isOne =
      typeof key === 'object' &&
      key !== null &&
      (isKey(key) || isHDWallet(key) || ('sign' in key && typeof key.sign === 'function'));
    if (!isOne) throw badArgument('a key, an HD wallet or a signer', key).at('signer');
  }
  return all;
}

/** As many as discovery looks at after the last used one. */
const addressesAhead = 21;

const isEVMPath = (path: string): boolean => path.startsWith("m/44'/60'");

/** Collects addresses and accounts without duplicates. */
function collector() {
  const addresses = new Map<string, Uint8Array>();
  const accounts = new Set<`0x${string}`>();
  return {
    addresses,
    accounts,
    add(address: string | Uint8Array, network: Network): void {
      if (typeof address !== 'string') addresses.set(formatHex(address), address);
      else if (address.startsWith('0x'))
        accounts.add(formatHex(parseAccount(address)) as `0x${string}`);
      else {
        const { bytes } = parseAddress(address, network);
        addresses.set(formatHex(bytes), bytes);
      }
    },
  };
}

/**
 * Collects the addresses of a wallet, and discovers the used addresses of its HD accounts.
 * @param proven What is known of the first HD account to be used. It is raised.
 * @throws {AvalancheError} `MissingSigner`: the wallet has no address; as `connect().discover`.
 */
export async function accountOf(
  nodes: Nodes,
  options: AccountOptions,
  proven: Proven,
  callOptions: CallOptions,
): Promise<Account> {
  const network = await nodes.network(callOptions);
  const signers = signersOf(options);
  const all = collector();
  const paths: Record<ChainName, Record<string, string>> = { P: {}, X: {}, C: {} };
  let receive: Uint8Array | undefined;
  let change: Uint8Array | undefined;
  let place: Account['place'];
  const branches: (() => readonly Uint8Array[])[] = [];
  for (const signer of signers) {
    if (isKey(signer)) {
      all.add(signer.shortID, network);
      all.add(evmAddressOf(signer), network);
    } else if (!isHDWallet(signer) && Array.isArray(signer.own))
      for (const one of signer.own as readonly OneOwn[])
        if (typeof one === 'string' || isBytes(one)) all.add(one, network);
  }
  for (const address of options.addresses ?? []) all.add(address, network);
  const watched = [
    ...listOf(options.account),
    ...signers
      .filter(isHDWallet)
      .flatMap((wallet) => [wallet.account(), wallet.account("m/44'/60'/0'")]),
  ];
  for (const account of watched) {
    if (isEVMPath(account.path)) {
      const [first] = account.addresses('C', network, { count: 1 });
      all.add(first!.evm, network);
      paths.C[first!.evm] = first!.path;
      continue;
    }
    const isFirst = receive === undefined;
    const known = isFirst ? proven : { receive: 0, change: 0 };
    const next = { ...known };
    const found = await nodes.ask((node) => node.discover(account, { ...callOptions, next }));
    await prove(nodes, network, found, known, callOptions);
    const index = receivingIndex(found.next.receive, known);
    if (isFirst) place = { index, claimed: found.next.receive };
    for (const address of found.addresses) all.add(address, network);
    const addressAt = (from: number, change: boolean): Uint8Array => {
      const { shortID } = account.addresses('P', network, { from, count: 1, change })[0]!;
      all.add(shortID, network);
      return shortID;
    };
    const [free, rest] = [addressAt(index, false), addressAt(known.change, true)];
    receive ??= free;
    change ??= rest;
    for (const isChange of [false, true])
      branches.push(() => {
        const from = found.next[isChange ? 'change' : 'receive'];
        const range = { from, count: addressesAhead, change: isChange };
        return account.addresses('P', network, range).map(({ shortID }) => shortID);
      });
    for (const chain of ['P', 'X', 'C'] as const) Object.assign(paths[chain], found.paths[chain]);
  }
  const { owner } = options;
  const signing = new Set([...all.addresses.keys(), ...all.accounts]);
  for (const address of owner?.addresses ?? []) all.add(anyChain(address, network), network);
  const addresses = [...all.addresses.values()];
  const accounts = [...all.accounts];
  const [first] = addresses;
  if (!first)
    throw new AvalancheError(
      'MissingSigner',
      'the wallet has no address: give signer, account or addresses',
    );
  const whole =
    owner &&
    outputOwners(
      { ...owner, addresses: owner.addresses.map((address) => anyChain(address, network)) },
      network.chains.P,
      network,
    );
  let ahead: readonly Uint8Array[] | undefined;
  const alone = (address: Uint8Array): Owner => ({ addresses: [address], threshold: 1 });
  return {
    addresses,
    accounts,
    ahead: () => (ahead ??= branches.flatMap((branch) => branch())),
    signing,
    own: owner ? [owner] : [...addresses, ...accounts],
    paths,
    receive: owner ?? alone(receive ?? first),
    place: owner ? undefined : place,
    change: owner ?? alone(change ?? receive ?? first),
    shared: owner,
    owned: ({ output }) => !whole || sameSigners(unlocked(output) as unknown as Owners, whole),
    isMine: (owner) =>
      whole
        ? sameSigners(owner, whole)
        : owner.addresses.length > 0 &&
          owner.addresses.every((address) => all.addresses.has(formatHex(address))),
  };
}

/** Returns an owner with the bytes of its addresses, which are the same on each chain, in the order of the node. */
export const bytesOwner = ({ addresses, ...owner }: Owner, network: Network) => ({
  ...owner,
  addresses: addresses.map((address) => anyChain(address, network)).sort(compareBytes),
});

/** Returns the bytes of an address of any chain. */
const anyChain = (address: Address, network: Network): Uint8Array =>
  typeof address === 'string' ? parseAddress(address, network).bytes : address;

/** Returns an owner whose addresses are formatted for a chain. */
export const ownerOn = (
  { addresses, threshold, locktime }: Owner,
  chain: ChainName,
  network: Network,
): Owner => ({
  addresses: addresses.map((address) => formatAddress(anyChain(address, network), chain, network)),
  threshold,
  ...(locktime !== undefined && { locktime }),
});
