import type { ChainName } from '../chain/declared.ts';
import { asBytes, badArgument } from '../errors/arguments.ts';
import { AvalancheError, within } from '../errors/error.ts';
import { formatAddress, otherNetwork } from '../network/address.ts';
import type { Network } from '../network/network.ts';
import type { AddressRange, DerivedAddress } from '../sign/hd/account.ts';
import { scanBranch } from '../sign/hd/discover.ts';
import { readAddress } from '../text/address.ts';
import { formatHex } from '../text/hex.ts';
import { unlocked } from '../tx/output.ts';
import type { ReadContext } from './ask.ts';
import type { CallOptions } from './service.ts';
import { utxosOf } from './utxos.ts';

/**
 * An account that derives addresses by branch: an `HDAccount` of `avalanche-tx/hd`, such as `parseAccount(xpub,
 * path)` returns.
 */
export interface BranchedAccount {
  /** Returns addresses of a branch in index order. */
  addresses(
    chain: ChainName,
    network: Network,
    range: AddressRange,
  ): readonly Pick<DerivedAddress, 'index' | 'shortID' | 'path'>[];
}

/**
 * Derives an address by its index, for keys held elsewhere. Returns 20 bytes, or an address of any chain as text.
 * @param change Whether the address belongs to the change branch.
 */
export type DeriveAddress = (
  index: number,
  change: boolean,
) => string | Uint8Array | Promise<string | Uint8Array>;

/** Options for finding the used addresses of an account. */
export interface DiscoverAccountOptions extends CallOptions {
  /** Chains on which to look for use; `P`, `X` and `C` if omitted. */
  readonly chains?: readonly ChainName[];
  /** Unused addresses in a row after which a branch ends; 20 if omitted, as in BIP-44. */
  readonly gap?: number;
  /**
   * `next` of an earlier search, or of the wallet itself: all addresses below it count as used, whatever they own
   * now.
   */
  readonly next?: DiscoveredAccount['next'];
  /** Maximum number of addresses searched per branch; 10,000 if omitted. */
  readonly maxAddresses?: number;
}

/** The addresses of an account in both branches, up to the last used one. */
export interface DiscoveredAccount {
  /**
   * Addresses of 20 bytes each: first the receive branch, then the change branch. Pass them to `state` of any
   * chain.
   */
  readonly addresses: readonly Uint8Array[];
  /**
   * Derivation paths by address and chain, for the `paths` option of a state. They cover `addresses` and the next
   * unused address of each branch. Empty if the account is a function.
   */
  readonly paths: { readonly [C in ChainName]: Readonly<Record<string, string>> };
  /** The index after the last used address of each branch; 0 if none is used. */
  readonly next: {
    /** Next index in the receive branch. */
    readonly receive: number;
    /** Next index in the change branch. */
    readonly change: number;
  };
}

const chainNames: readonly ChainName[] = ['P', 'X', 'C'];

/** An address of an account, before its chain is known. */
interface AccountAddress {
  readonly shortID: Uint8Array;
  readonly index: number;
  readonly path?: string;
}

/** Derives a range of addresses in a branch. */
type PlacesAt = (range: Required<AddressRange>) => Promise<readonly AccountAddress[]>;

function placesOf(account: BranchedAccount | DeriveAddress, network: Network): PlacesAt {
  if (typeof account !== 'function') return async (range) => account.addresses('P', network, range);
  return ({ from, count, change }) =>
    Promise.all(
      Array.from({ length: count }, async (_, i) => {
        const index = from + i;
        const address = await account(index, change);
        return { index, shortID: within(['account', index], () => shortIDOf(address, network)) };
      }),
    );
}

/**
 * Returns the 20 bytes of an address of any chain.
 * @throws {AvalancheError} `WrongNetwork`; as `readAddress`; `OutOfRange`: not 20 bytes.
 */
function shortIDOf(address: string | Uint8Array, { hrp }: Network): Uint8Array {
  if (typeof address !== 'string') {
    const bytes = asBytes(address);
    if (!bytes) throw badArgument('an address as text, or 20 bytes', address);
    if (bytes.length === 20) return bytes.slice();
    throw new AvalancheError('OutOfRange', 'must be an address as text, or 20 bytes');
  }
  const read = readAddress(address);
  if (read.hrp === hrp) return read.bytes;
  throw otherNetwork(read.hrp, hrp);
}

/** Returns, as hex, which of the addresses own UTXOs on the chains or have pending imports there. */
async function ownersAmong(
  reader: ReadContext,
  network: Network,
  chains: readonly ChainName[],
  shortIDs: readonly Uint8Array[],
  options: CallOptions,
): Promise<ReadonlySet<string>> {
  const owners = new Set<string>();
  const read = async (name: ChainName, sourceChain?: ChainName): Promise<void> => {
    const chain = network.chains[name];
    const texts = shortIDs.map((bytes) => formatAddress(bytes, chain, network));
    for await (const { output } of utxosOf(reader, texts, { chain, sourceChain, ...options }))
      for (const address of unlocked(output).addresses) owners.add(formatHex(address));
  };
  await Promise.all(
    chains.flatMap((name) => [
      // The C-chain has UTXOs only until they are imported.
      ...(name === 'C' ? [] : [read(name)]),
      ...chainNames.filter((other) => other !== name).map((other) => read(name, other)),
    ]),
  );
  return owners;
}

/** Searches an account branch by branch, within one budget. */
export async function discoverAccount(
  reader: ReadContext,
  network: Network,
  account: BranchedAccount | DeriveAddress,
  { chains = chainNames, next, gap, maxAddresses, signal }: DiscoverAccountOptions,
): Promise<DiscoveredAccount> {
  const placesAt = placesOf(account, network);
  const scan = (change: boolean) =>
    scanBranch(
      (from, count) => placesAt({ from, count, change }),
      async (places) => {
        const shortIDs = places.map(({ shortID }) => shortID);
        const owners = await ownersAmong(reader, network, chains, shortIDs, {
          ...(signal && { signal }),
        });
        return ({ shortID }) => owners.has(formatHex(shortID));
      },
      { gap, limit: maxAddresses, next: next?.[change ? 'change' : 'receive'] },
    );
  const branches = [await scan(false), await scan(true)] as const;
  const [receive, change] = branches;
  const free = branches.flatMap((branch) => branch.upTo(branch.next + 1));
  const pathsOn = (name: ChainName) =>
    Object.fromEntries(
      free.flatMap(({ shortID, path }) =>
        path === undefined ? [] : [[formatAddress(shortID, network.chains[name], network), path]],
      ),
    );
  return {
    addresses: branches.flatMap((branch) => branch.upTo(branch.next).map(({ shortID }) => shortID)),
    paths: { P: pathsOn('P'), X: pathsOn('X'), C: pathsOn('C') },
    next: { receive: receive.next, change: change.next },
  };
}
