import type { Chain, Network } from '../../network/network.ts';
import type { AddressRange, DerivedAddress } from './account.ts';
import { scanBranch } from './gap.ts';

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
