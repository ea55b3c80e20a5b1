import { guarded } from '../../errors/arguments.ts';
import { AvalancheError } from '../../errors/error.ts';
import type { Chain, Network } from '../../network/network.ts';
import type { AddressRange, DerivedAddress } from './account.ts';

/** Says which of some addresses were ever used: a node’s, an indexer’s, one’s own. */
export type UsageLookup = (addresses: readonly string[]) => Promise<Iterable<string>>;

/** What is known of a wallet after it was looked for. */
export interface Discovered {
  /** All up to the last that was used, of both branches: what a state is asked of. */
  readonly addresses: readonly DerivedAddress[];
  /** For a state’s `paths`: of these, and of the first that is free in each branch. */
  readonly paths: Readonly<Record<string, string>>;
  /** Index of the first that nobody used after the last that somebody did: to receive, and for change. */
  readonly next: { readonly receive: number; readonly change: number };
}

/** Something with addresses: an `Account`, or a `Multisig`, of which a place is used if one of its addresses is. */
interface Watched {
  addresses(
    chain: 'P' | 'X' | 'C' | Chain,
    network: Pick<Network, 'hrp'>,
    range: AddressRange,
  ): readonly DerivedAddress[];
}

/**
 * Finds the addresses of a wallet that were used, branch by branch, until `gap` places in a row were not.
 * @param options.gap 20 if not given, as wallets agreed (BIP-44).
 * @param options.limit Places of a branch to look at; 10,000 if not given.
 * @throws What the lookup throws; {AvalancheError} `OutOfRange`: a gap that is no number above zero; `TooLong`: used beyond the limit.
 */
export const discoverAddresses = /* @__PURE__ */ guarded(async function discoverAddresses(
  wallet: Watched,
  chain: 'P' | 'X' | 'C' | Chain,
  network: Pick<Network, 'hrp'>,
  isUsed: UsageLookup,
  options: { readonly gap?: number; readonly limit?: number } = {},
): Promise<Discovered> {
  const { gap = 20, limit = 10_000 } = options;
  if (!Number.isInteger(gap) || gap < 1)
    throw new AvalancheError('OutOfRange', `must be at least 1, got ${gap}`, {
      value: gap,
      min: 1,
    }).at('gap');
  const scan = async (change: boolean): Promise<Branch> => {
    const seen: DerivedAddress[] = [];
    let next = 0;
    for (let from = 0; from < next + gap; from += gap) {
      if (from >= limit)
        throw new AvalancheError('TooLong', `addresses beyond the first ${limit} are used`, {
          max: limit,
        });
      const found = wallet.addresses(chain, network, { from, count: gap, change });
      seen.push(...found);
      const used = new Set(await isUsed(found.map(({ address }) => address)));
      for (const { address, index } of found)
        if (index < next + gap && used.has(address)) next = Math.max(next, index + 1);
    }
    return { next, upTo: (end: number) => seen.filter(({ index }) => index < end) };
  };
  const [receive, change] = [await scan(false), await scan(true)];
  const free = [receive, change].flatMap((branch) => branch.upTo(branch.next + 1));
  return {
    addresses: [receive, change].flatMap((branch) => branch.upTo(branch.next)),
    paths: Object.fromEntries(free.map(({ address, path }) => [address, path])),
    next: { receive: receive.next, change: change.next },
  };
});

interface Branch {
  readonly next: number;
  upTo(end: number): readonly DerivedAddress[];
}
