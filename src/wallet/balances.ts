import type { ChainName } from '../chain/declared.ts';
import { TransferableOutput } from '../chain/pchain/components.ts';
import { formatAddress, parseAddress } from '../network/address.ts';
import type { Network } from '../network/network.ts';
import type { NodeClient } from '../rpc/client.ts';
import type { CallOptions } from '../rpc/service.ts';
import type { OwnerReply } from '../rpc/validatorrecords.ts';
import { type Balance, balancesOf } from '../state/balances.ts';
import type { State } from '../state/state.ts';
import { type NAVAX, type Wei, wei, weiPerNAVAX } from '../text/amount.ts';
import { equalBytes } from '../text/bytes.ts';
import { sumOf } from '../text/uint64.ts';
import { transferOutputOf } from '../tx/output.ts';
import type { AnyUTXO, Owners } from '../tx/types.ts';
import { decode } from '../wire/codec.ts';
import type { Account } from './account.ts';
import { signalOf } from './call.ts';
import type { Coins, Held } from './coins.ts';
import type { Nodes } from './nodes.ts';

/** What is counted besides the coins of the wallet: balances that L1 validators return to it. */
export interface BalanceOptions extends CallOptions {
  /**
   * CB58 IDs of L1s whose validators may return a balance to the wallet. Needed because a node lists validators by subnet
   * (`platform.getCurrentValidators`) or finds one by its validationID (`platform.getL1Validator`), but not by owner.
   */
  readonly l1s?: readonly string[];
}

/** Pending imports in nAVAX, by the chain that exported them. */
export type PendingFrom = { readonly [C in ChainName]?: NAVAX };

/** The balances of a wallet on one chain, in nAVAX except for `assets`. */
export interface ChainBalances {
  /** Spendable now, by a new payment. */
  readonly free: NAVAX;
  /** Held by payments that are not finished: what they spend here, and what they exported to this chain and have not imported yet. */
  readonly held: NAVAX;
  /**
   * The payments that hold it, with the ID of each and its amount; with `from` what it exported to this chain and has not imported yet.
   * `resume` goes on with one, `release` gives it up.
   */
  readonly heldBy: readonly Held[];
  /** Not spendable now: locked until some time, for staking only, or in need of co-signers. */
  readonly locked: NAVAX;
  /** Pending imports that no payment holds: exported to this chain and not imported yet. */
  readonly pending: NAVAX;
  /** Pending imports by the chain that exported them; only chains that have some. */
  readonly pendingFrom: PendingFrom;
  /** The balance of each asset, AVAX included, in smallest units. */
  readonly assets: readonly Balance[];
}

/** The balances of a wallet, by chain. */
export interface WalletBalances {
  /** On the P-chain. */
  readonly P: ChainBalances & {
    /** Staked nAVAX that return when their staking period ends, without rewards. */
    readonly staked: NAVAX;
    /** Remaining nAVAX of L1 validators, in the L1s of `l1s`, that return to the wallet. */
    readonly l1Balance: NAVAX;
  };
  /** On the X-chain. */
  readonly X: ChainBalances;
  /** On the C-chain, where accounts hold AVAX. */
  readonly C: {
    /** Balance of its accounts that no payment holds, rounded down to nAVAX. */
    readonly free: NAVAX;
    /** Held by payments that are not finished: accounts as a whole, rounded down to nAVAX, and what is exported to this chain and not imported yet. */
    readonly held: NAVAX;
    /** The payments that hold it, with the ID of each and its amount; with `from` what it exported to this chain and has not imported yet. */
    readonly heldBy: readonly Held[];
    /** Balance of all its accounts in wei, exact. */
    readonly wei: Wei;
    /** Pending imports that no payment holds, in nAVAX: exported to this chain and not imported yet. */
    readonly pending: NAVAX;
    /** Pending imports by the chain that exported them; only chains that have some. */
    readonly pendingFrom: PendingFrom;
  };
}

/** Maximum number of addresses in a call of `platform.getStake`. */
const mostAddresses = 256;
/** How often a node that is behind is asked again. */
const mostWaits = 5;

/** Reads the balances of an account on all chains. */
export async function balancesIn(
  nodes: Nodes,
  account: Account,
  network: Network,
  coins: Coins,
  { l1s = [], signal }: BalanceOptions,
): Promise<WalletBalances> {
  const callOptions = signalOf({ signal });
  const { addresses, accounts, owned } = account;
  const read = async <S extends State>(
    chain: ChainName,
    question: (node: NodeClient) => Promise<S>,
  ): Promise<S> => {
    for (let waits = 0, pause = 250; ; waits++, pause *= 2) {
      const state = await nodes.read(chain, question, callOptions);
      // A node that does not show yet what was accepted is asked again.
      if (!coins.isBehind(state)) return state;
      if (waits >= mostWaits) {
        coins.forget(chain);
        return state;
      }
      await nodes.wait(pause, signal);
    }
  };
  const [p, x, c, staked, l1] = await Promise.all([
    read('P', (node) => node.pchain.state(addresses, { ...callOptions, imports: ['X', 'C'] })),
    read('X', (node) => node.xchain.state(addresses, { ...callOptions, imports: ['P', 'C'] })),
    read('C', (node) =>
      node.cchain.state([...accounts, ...addresses], { ...callOptions, imports: ['P', 'X'] }),
    ),
    stakedBy(nodes, account, network, callOptions),
    Promise.all(l1s.map((subnetID) => l1Of(nodes, account, subnetID, callOptions))),
  ]);
  const on = (state: State & { readonly utxos: readonly AnyUTXO[] }): ChainBalances => {
    const { time } = state;
    const isAvax = ({ assetID }: { readonly assetID: Uint8Array }) =>
      equalBytes(assetID, network.avaxAssetID);
    const utxos = coins.unspent(state.utxos).filter(owned);
    const assets = balancesOf(utxos, { time, of: addresses });
    const avax = assets.find(isAvax);
    const spendable = avax?.spendable ?? 0n;
    const isFree = (utxo: AnyUTXO) =>
      isAvax(utxo) && (balancesOf([utxo], { time, of: addresses })[0]?.spendable ?? 0n) > 0n;
    const here = coins.heldIn(utxos, isFree);
    const imports = importsOf(state, account, coins);
    return {
      free: spendable - amountIn(here),
      ...heldBy([...here, ...imports.held]),
      locked: (avax?.total ?? 0n) - spendable,
      ...imports.pending,
      assets,
    };
  };
  const all = sumOf(c.accounts.map(({ balance }) => balance));
  const here = coins.heldAccounts(c.accounts);
  const imports = importsOf(c, account, coins);
  return {
    P: { ...on(p), staked, l1Balance: sumOf(l1) },
    X: on(x),
    C: {
      free: all / weiPerNAVAX - amountIn(here),
      ...heldBy([...here, ...imports.held]),
      wei: wei(all),
      ...imports.pending,
    },
  };
}

const amountIn = (held: readonly Held[]): NAVAX => sumOf(held.map(({ amount }) => amount));
const heldBy = (held: readonly Held[]) => ({ held: amountIn(held), heldBy: held });

/** Returns the pending imports of AVAX: those that payments hold, and the others. */
function importsOf(
  { time, imports = {}, network: { avaxAssetID } }: State,
  { owned, addresses }: Account,
  coins: Coins,
): {
  readonly held: readonly Held[];
  readonly pending: Pick<ChainBalances, 'pending' | 'pendingFrom'>;
} {
  const isAvax = ({ assetID }: { readonly assetID: Uint8Array }) =>
    equalBytes(assetID, avaxAssetID);
  const found = Object.entries(imports).map(
    ([from, all]: readonly [string, readonly AnyUTXO[]]) => {
      const utxos = coins.unspent(all).filter(owned);
      const held = coins.heldIn(utxos, isAvax);
      const total = balancesOf(utxos, { time, of: addresses }).find(isAvax)?.total ?? 0n;
      return {
        from: from as ChainName,
        held,
        amount: total - amountIn(held),
      };
    },
  );
  const pendingFrom = Object.fromEntries(
    found.flatMap(({ from, amount }) => (amount > 0n ? [[from, amount]] : [])),
  ) as PendingFrom;
  return {
    held: found.flatMap(({ from, held }) => held.map((one) => ({ ...one, from }))),
    pending: { pending: sumOf(Object.values(pendingFrom)), pendingFrom },
  };
}

/** Returns the nAVAX that addresses have staked. The method is deprecated, but nodes have no replacement. */
async function stakedBy(
  nodes: Nodes,
  { addresses, owned }: Account,
  network: Network,
  callOptions: CallOptions,
): Promise<NAVAX> {
  const texts = addresses.map((bytes) => formatAddress(bytes, 'P', network));
  const outputs: TransferableOutput[] = [];
  for (let i = 0; i < texts.length; i += mostAddresses) {
    const some = texts.slice(i, i + mostAddresses);
    const found = await nodes.ask((node) =>
      node.call('platform.getStake', { addresses: some }, callOptions),
    );
    // An output whose owner has addresses in two requests would be counted twice; no owner has that many addresses.
    for (const bytes of found.stakedOutputs) outputs.push(outputIn(bytes));
  }
  const { avaxAssetID } = network;
  return sumOf(
    outputs
      .filter((output) => owned(output) && equalBytes(output.assetID, avaxAssetID))
      .map((output) => transferOutputOf(output)?.amount ?? 0n),
  );
}

/** A node writes the codec version before each output. */
const outputIn = (bytes: Uint8Array): TransferableOutput =>
  decode(TransferableOutput, bytes.subarray(2));

const ownerIn = ({ addresses, ...owner }: OwnerReply): Owners => ({
  ...owner,
  addresses: addresses.map((text) => parseAddress(text).bytes),
});

/** Returns the nAVAX that the validators of an L1 would return to the wallet. */
async function l1Of(
  nodes: Nodes,
  { isMine }: Account,
  subnetID: string,
  callOptions: CallOptions,
): Promise<NAVAX> {
  const records = await nodes.ask((node) => node.pchain.validators({ ...callOptions, subnetID }));
  return sumOf(
    records.flatMap((record) =>
      record.kind === 'l1' && isMine(ownerIn(record.remainingBalanceOwner)) ? [record.balance] : [],
    ),
  );
}
