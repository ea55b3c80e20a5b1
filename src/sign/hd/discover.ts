import { AvalancheError } from '../../errors/error.ts';
import type { Chain, Network } from '../../network/network.ts';
import type { AddressRange, DerivedAddress } from './account.ts';

/** A place of a branch: an address, or each of several of a multisig wallet. */
interface BranchEntry {
  readonly index: number;
}

/** A branch after a search. */
export interface Branch<P extends BranchEntry> {
  /** Index after the last used place; 0 if none is used. */
  readonly next: number;
  /** The places before an index. */
  upTo(end: number): readonly P[];
}

/** Where a branch ends. */
export interface GapOptions {
  /** Unused places in a row after which it ends; 20 if omitted, as wallets agreed (BIP-44). */
  readonly gap?: number | undefined;
  /** Index before which all places count as used; 0 if omitted. */
  readonly next?: number | undefined;
  /** Most places to look at; 10,000 if omitted. */
  readonly limit?: number | undefined;
}

/**
 * Searches a branch until `gap` places in a row are unused.
 * @param placesAt Derives places from an index on.
 * @param usedOf Says which of some places are used.
 * @throws What the functions throw; {AvalancheError} `OutOfRange`: a gap that is not at least 1, or `next` is not an index; `TooLong`: places beyond the limit are used.
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

/** Says which of some addresses were ever used: a node’s, an indexer’s, one’s own. */
export type UsageLookup = (addresses: readonly string[]) => Promise<Iterable<string>>;

/** What is known of a wallet after it was looked for. */
export interface Discovered {
  /** All up to the last that was used, of both branches: what a state is asked of. */
  readonly addresses: readonly DerivedAddress[];
  /** For a state’s `paths`: of these, and of the first that is free in each branch. */
  readonly paths: Readonly<Record<string, string>>;
  /** Index of the first that nobody used after the last that somebody did: to receive, and for change. */
  readonly next: {
    /** Of the branch to receive with. */
    readonly receive: number;
    /** Of the branch for change. */
    readonly change: number;
  };
}

/** Something with addresses: an `Account`, or a `Multisig`, of which a place is used if one of its addresses is. */
interface Watched {
  addresses(
    chain: 'P' | 'X' | 'C' | Chain,
    network: Pick<Network, 'hrp'>,
    range: AddressRange,
  ): readonly DerivedAddress[];
}

/** Where addresses are looked for, and who says which were used. */
export interface DiscoverOptions {
  /** The chain whose addresses are derived. */
  readonly chain: 'P' | 'X' | 'C' | Chain;
  /** The network whose addresses are derived. */
  readonly network: Pick<Network, 'hrp'>;
  /** Says which addresses were used. */
  readonly isUsed: UsageLookup;
  /** Unused addresses in a row after which a branch ends; 20 by default, as wallets agreed (BIP-44). */
  readonly gap?: number;
  /** Most addresses of a branch to look at; 10,000 by default. */
  readonly limit?: number;
}

/**
 * Finds the used addresses of a wallet, branch by branch, until `gap` addresses in a row are unused.
 * @throws What `isUsed` throws; {AvalancheError} `OutOfRange`: a gap that is not at least 1; `TooLong`: addresses beyond the limit are used.
 */
export async function discoverAddresses(
  wallet: Watched,
  { chain, network, isUsed, gap, limit }: DiscoverOptions,
): Promise<Discovered> {
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
