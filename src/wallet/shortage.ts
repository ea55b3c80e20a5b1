/** Where the coins are that a payment lacks: held by other payments, waiting to be imported, or on another chain. */
import type { ChainName } from '../chain/declared.ts';
import type { InsufficientContext } from '../errors/contexts.ts';
import { AvalancheError, isError } from '../errors/error.ts';
import { amountWithUnit } from '../network/amount.ts';
import type { Network } from '../network/network.ts';
import { allUTXOsOf, type State } from '../state/state.ts';
import { equalBytes } from '../text/bytes.ts';
import { parseID } from '../text/id.ts';
import type { Account } from './account.ts';
import { balancesIn, type ChainBalances } from './balances.ts';
import type { WalletCall } from './call.ts';
import type { Coins, Held } from './coins.ts';
import type { Nodes } from './nodes.ts';

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
  const held = state ? heldOf(of, state, assetID) : [];
  const elsewhere = await elsewhereThan(of, here, assetID);
  if (held.length === 0 && elsewhere.length === 0) return e;
  const text = (units: bigint) => amountWithUnit(units, assetID, network);
  const texts = [
    ...held.map(
      ({ id, amount }) =>
        `${text(amount)} is held by the payment ${id}: resume(${JSON.stringify(id)}), or release it`,
    ),
    ...elsewhere.map(({ chain, amount, from }) =>
      from === undefined
        ? `${text(amount)} is on ${chain}: move it to ${here}`
        : `${text(amount)} waits on ${chain} to be imported from ${from}: run an ImportTx there`,
    ),
  ];
  const context = { ...e.context, here, held, elsewhere };
  return new AvalancheError('Insufficient', [e.detail, ...texts].join('; '), context, {
    cause: e,
  }).at(...e.path);
}

/** Returns what of an asset other payments hold. */
function heldOf(
  { shared: { coins }, account, network, id }: Lacking,
  state: State,
  assetID: Uint8Array,
): readonly Held[] {
  const isAvax = equalBytes(assetID, network.avaxAssetID);
  return [
    ...coins.heldIn(
      allUTXOsOf(state),
      (utxo) => account.owned(utxo) && equalBytes(utxo.assetID, assetID),
    ),
    ...(isAvax && state.chain === 'C' ? coins.heldAccounts(state.accounts) : []),
  ].filter((held) => held.id !== id);
}

/** Returns what of an asset is on other chains, and what waits to be imported. */
async function elsewhereThan(
  { shared: { nodes, coins }, account, network, call: { signal } }: Lacking,
  here: ChainName,
  assetID: Uint8Array,
): Promise<Elsewhere> {
  const isAvax = equalBytes(assetID, network.avaxAssetID);
  try {
    const balances = await balancesIn(nodes, account, network, coins, signal ? { signal } : {});
    return (['P', 'X', 'C'] as const).flatMap((chain): Elsewhere => {
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
  } catch (e) {
    // The lack itself is known all the same.
    if (!isError(e)) throw e;
    return [];
  }
}

const spendableOf = (balances: object, assetID: Uint8Array): bigint =>
  'assets' in balances
    ? ((balances as ChainBalances).assets.find((of) => equalBytes(of.assetID, assetID))
        ?.spendable ?? 0n)
    : 0n;
