/** Where the coins are that a payment lacks: held by other payments, waiting to be imported, or on another chain. */
import type { ChainName } from '../chain/declared.ts';
import type { InsufficientContext } from '../errors/contexts.ts';
import { AvalancheError, isError } from '../errors/error.ts';
import { amountWithUnit } from '../network/amount.ts';
import type { Network } from '../network/network.ts';
import type { State } from '../state/state.ts';
import { equalBytes } from '../text/bytes.ts';
import { parseID } from '../text/id.ts';
import type { AnyUTXO } from '../tx/types.ts';
import { type Account, ownerOn } from './account.ts';
import { balancesIn, type ChainBalances } from './balances.ts';
import type { WalletCall } from './call.ts';
import type { Coins } from './coins.ts';
import type { Nodes } from './nodes.ts';

type HeldThere = NonNullable<InsufficientContext['heldBy']>;
type Elsewhere = NonNullable<InsufficientContext['elsewhere']>;

/** Who lacks coins. */
interface Lacking {
  readonly shared: { readonly nodes: Nodes; readonly coins: Coins };
  readonly account: Account;
  readonly network: Network;
  readonly call: Pick<WalletCall, 'signal'>;
  /** ID of the payment; undefined for a preview. */
  readonly id?: string;
}

/**
 * Adds to an error where else the wallet has some of what it lacks, and what to do.
 * @param state The state from which it was built, with what other payments hold.
 */
export async function explained(
  of: Lacking,
  e: AvalancheError<'Insufficient'>,
  here: ChainName,
  state: State | undefined,
): Promise<AvalancheError> {
  const { network } = of;
  const assetID = parseID(e.context.assetID);
  const there = await elsewhereThan(of, here, assetID);
  const held = [...(state ? heldOf(of, state, assetID) : []), ...there.held];
  const { elsewhere } = there;
  const addresses = addressesOn(here, of);
  const text = (units: bigint) => amountWithUnit(units, assetID, network);
  const texts = [
    ...held.map(({ id, amount, chain, from }) =>
      from === undefined
        ? `${text(amount)} is held by the payment ${id}: resume(${JSON.stringify(id)}), or release it`
        : `${text(amount)} waits on ${chain} for its import from ${from} by the payment ${id}: resume(${JSON.stringify(id)})`,
    ),
    ...elsewhere.map(({ chain, amount, from }) =>
      from === undefined
        ? `${text(amount)} is on ${chain}: move it to ${here}`
        : `${text(amount)} waits on ${chain} to be imported from ${from}: run an ImportTx there`,
    ),
  ];
  const context = { ...e.context, here, addresses, heldBy: held, elsewhere };
  const detail = `on ${here}, ${whoText(addresses, of.account)}: ${e.detail}`;
  return new AvalancheError('Insufficient', [detail, ...texts].join('; '), context, {
    cause: e,
  }).at(...e.path);
}

/** Returns the addresses whose coins a wallet spends on a chain; on C its accounts, if it has any. */
function addressesOn(
  chain: ChainName,
  { account: { shared, addresses, accounts }, network }: Lacking,
): readonly string[] {
  if (chain === 'C' && accounts.length > 0) return accounts;
  const owner = shared ?? { addresses, threshold: 1 };
  return ownerOn(owner, chain, network).addresses.map((address) => String(address));
}

/** Names who lacks coins: one address, a shared owner, or the first of several addresses. */
function whoText([first, ...others]: readonly string[], { shared }: Account): string {
  if (first === undefined) return 'the wallet';
  if (shared) return `${shared.threshold} of ${[first, ...others].join(', ')}`;
  if (others.length === 0) return first;
  return `${first} and ${others.length} other address${others.length === 1 ? '' : 'es'}`;
}

/** Returns what of an asset other payments hold. */
function heldOf(
  { shared: { coins }, account, network, id }: Lacking,
  state: State,
  assetID: Uint8Array,
): HeldThere {
  const { chain } = state;
  const isAvax = equalBytes(assetID, network.avaxAssetID);
  const utxos: readonly AnyUTXO[] = 'utxos' in state ? state.utxos : [];
  return [
    ...coins.heldIn(utxos, (utxo) => account.owned(utxo) && equalBytes(utxo.assetID, assetID)),
    ...(isAvax && state.chain === 'C' ? coins.heldAccounts(state.accounts) : []),
  ].flatMap((held) => (held.id === id ? [] : [{ ...held, chain }]));
}

/** Returns what of an asset is on other chains, and what waits to be imported: what other payments hold of that, and the rest. */
async function elsewhereThan(
  { shared: { nodes, coins }, account, network, call: { signal }, id }: Lacking,
  here: ChainName,
  assetID: Uint8Array,
): Promise<{ readonly held: HeldThere; readonly elsewhere: Elsewhere }> {
  const isAvax = equalBytes(assetID, network.avaxAssetID);
  try {
    const balances = await balancesIn(nodes, account, network, coins, signal ? { signal } : {});
    const held = isAvax
      ? chains.flatMap((chain) =>
          balances[chain].heldBy.flatMap((one) =>
            one.from === undefined || one.id === id ? [] : [{ ...one, chain }],
          ),
        )
      : [];
    const elsewhere = chains.flatMap((chain): Elsewhere => {
      const { free, pendingFrom } = balances[chain];
      const amount = isAvax ? free : spendableOf(balances[chain], assetID);
      return [
        ...(isAvax ? Object.entries(pendingFrom) : []).map(([from, pending]) => ({
          chain,
          amount: pending,
          isPending: true,
          from,
        })),
        ...(amount > 0n && chain !== here ? [{ chain, amount, isPending: false }] : []),
      ];
    });
    return { held, elsewhere };
  } catch (e) {
    // The lack itself is known all the same.
    if (!isError(e)) throw e;
    return { held: [], elsewhere: [] };
  }
}

const chains = ['P', 'X', 'C'] as const;

const spendableOf = (balances: object, assetID: Uint8Array): bigint =>
  'assets' in balances
    ? ((balances as ChainBalances).assets.find((of) => equalBytes(of.assetID, assetID))
        ?.spendable ?? 0n)
    : 0n;
