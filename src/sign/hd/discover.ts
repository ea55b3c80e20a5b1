import { AvalancheError } from '../../errors/error.ts';
import type { Chain, Network } from '../../network/network.ts';
import {
  aFunction,
  aNumber,
  anything,
  aText,
  checkArgument,
  objectOf,
  optional,
  optionsOf,
} from '../../schema/check.ts';
import type { AddressRange, DerivedAddress } from './account.ts';

/** An entry of a branch: one address, or the addresses of a multisig wallet at one index. */
interface BranchEntry {
  readonly index: number;
}

/** The result of scanning a branch. */
export interface Branch<P extends BranchEntry> {
  /** Index after the last used entry; 0 if none is used. */
  readonly next: number;
  /** Returns the entries before an index. */
  upTo(end: number): readonly P[];
}

/** When a scan of a branch ends. */
export interface GapOptions {
  /** Gap limit: number of consecutive unused entries that end the scan; 20 if omitted (BIP-44). */
  readonly gap?: number | undefined;
  /** Index before which all entries count as used; 0 if omitted. */
  readonly next?: number | undefined;
  /** Maximum number of entries to check; 10,000 if omitted. */
  readonly limit?: number | undefined;
}

/**
 * Scans a branch until `gap` consecutive entries are unused.
 * @param placesAt Derives entries from an index on.
 * @param usedOf Returns which of some entries are used.
 * @throws What the functions throw; {AvalancheError} `OutOfRange`: `gap` is less than 1, or `next` is not an index; `TooLong`: entries
 *   beyond the limit are used.
 */
export async function scanBranch<P extends BranchEntry>(
  placesAt: (from: number, count: number) => readonly P[] | Promise<readonly P[]>,
  usedOf: (places: readonly P[]) => Promise<(place: P) => boolean>,
  { gap = 20, limit = 10_000, next: start = 0 }: GapOptions,
): Promise<Branch<P>> {
  if (!Number.isInteger(gap) || gap < 1)
    throw new AvalancheError('OutOfRange', `must be at least 1, got ${gap}`, {
      value: gap,
      min: 1,
    }).at('gap');
  if (!Number.isInteger(start) || start < 0)
    throw new AvalancheError('OutOfRange', `must be at least 0, got ${start}`, {
      value: start,
      min: 0,
    }).at('next');
  const seen: P[] = [];
  let next = start;
  for (let from = 0; from < next + gap; from += gap) {
    if (from >= limit)
      throw new AvalancheError('TooLong', `addresses beyond the first ${limit} are used`, {
        max: limit,
      });
    const found = await placesAt(from, gap);
    seen.push(...found);
    const isUsed = await usedOf(found);
    for (const place of found)
      if (place.index < next + gap && isUsed(place)) next = Math.max(next, place.index + 1);
  }
  return { next, upTo: (end) => seen.filter(({ index }) => index < end) };
}

/** Returns which of the addresses were ever used, according to a node, an indexer or your own database. */
export type UsageLookup = (addresses: readonly string[]) => Promise<Iterable<string>>;

/** The result of `discoverAddresses`. */
export interface Discovered {
  /** All addresses of both branches up to the last used one. Pass them to read a state. */
  readonly addresses: readonly DerivedAddress[];
  /** Derivation paths by address, for `paths` of a state: of these addresses and of the next unused one in each branch. */
  readonly paths: Readonly<Record<string, string>>;
  /** The next unused address index in each branch: the one after the last used index. */
  readonly next: {
    /** Index in the receiving branch. */
    readonly receive: number;
    /** Index in the change branch. */
    readonly change: number;
  };
}

/** A wallet whose addresses can be derived: an `HDAccount`, or a `Multisig`, where an index is used if one of its addresses is. */
export interface WatchedWallet {
  addresses(
    chain: 'P' | 'X' | 'C' | Chain,
    network: Pick<Network, 'hrp'>,
    range: AddressRange,
  ): readonly DerivedAddress[];
}

/** Options of `discoverAddresses`. */
export interface DiscoverOptions {
  /** The chain whose addresses are derived. */
  readonly chain: 'P' | 'X' | 'C' | Chain;
  /** The network whose addresses are derived. */
  readonly network: Pick<Network, 'hrp'>;
  /** Returns which addresses were used. */
  readonly isUsed: UsageLookup;
  /** Gap limit: number of consecutive unused addresses that end the scan of a branch; 20 if omitted (BIP-44). */
  readonly gap?: number;
  /** Maximum number of addresses to check in a branch; 10,000 if omitted. */
  readonly limit?: number;
}

const watchedArgument = /* @__PURE__ */ objectOf({ addresses: aFunction }, { name: 'a wallet' });
const discoverOptions = /* @__PURE__ */ (() =>
  optionsOf({
    chain: anything,
    network: objectOf({ hrp: aText }, { name: 'a network' }),
    isUsed: aFunction,
    gap: optional(aNumber),
    limit: optional(aNumber),
  }))();

/**
 * Finds the used addresses of a wallet. Each branch is scanned until `gap` consecutive addresses are unused.
 * @throws What `isUsed` throws; {AvalancheError} `OutOfRange`: `gap` is less than 1; `TooLong`: addresses beyond the limit are used.
 */
export async function discoverAddresses(
  wallet: WatchedWallet,
  options: DiscoverOptions,
): Promise<Discovered> {
  checkArgument(wallet, watchedArgument, 'wallet');
  checkArgument(options, discoverOptions, 'options');
  const { chain, network, isUsed, gap, limit } = options;
  const scan = (change: boolean) =>
    scanBranch(
      (from, count) => wallet.addresses(chain, network, { from, count, change }),
      async (places) => {
        const used = new Set(await isUsed(places.map(({ address }) => address)));
        return ({ address }) => used.has(address);
      },
      { gap, limit },
    );
  const [receive, change] = [await scan(false), await scan(true)];
  const free = [receive, change].flatMap((branch) => branch.upTo(branch.next + 1));
  return {
    addresses: [receive, change].flatMap((branch) => branch.upTo(branch.next)),
    paths: Object.fromEntries(free.map(({ address, path }) => [address, path])),
    next: { receive: receive.next, change: change.next },
  };
}
