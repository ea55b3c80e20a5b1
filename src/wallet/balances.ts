import { TransferableOutput } from '../chain/pchain/components.ts';
import { formatAddress, parseAddress } from '../network/address.ts';
import type { Network } from '../network/network.ts';
import type { CallOptions } from '../rpc/service.ts';
import type { OwnerReply } from '../rpc/validators.ts';
import { type Balance, balancesOf } from '../state/balances.ts';
import type { State } from '../state/state.ts';
import { type NAVAX, type Wei, wei } from '../text/amount.ts';
import { equalBytes } from '../text/bytes.ts';
import { sumOf } from '../text/uint64.ts';
import { transferOutputOf } from '../tx/output.ts';
import type { AnyUTXO, Owners } from '../tx/types.ts';
import { decode } from '../wire/codec.ts';
import type { Account } from './account.ts';
import type { Nodes } from './nodes.ts';

/** What is counted besides coins. */
export interface BalanceOptions extends CallOptions {
  /** CB58 ids of L1s whose validators may return a balance to the wallet: no node lists them by owner. */
  readonly l1s?: readonly string[];
}

/** What the wallet has on a chain, in nAVAX but for `assets`. */
export interface ChainBalances {
  /** Can be sent now. */
  readonly free: NAVAX;
  /** Locked until some time, or for staking only, or also needs the signatures of others. */
  readonly locked: NAVAX;
  /** Exported to this chain by another one, and not imported yet. */
  readonly pending: NAVAX;
  /** Each asset in all its parts, AVAX as well. */
  readonly assets: readonly Balance[];
}

/** What a wallet has. */
export interface WalletBalances {
  /** On the P-chain. */
  readonly P: ChainBalances & {
    /** nAVAX that come back when their staking ends, without rewards. */
    readonly staked: NAVAX;
    /** nAVAX that validators of the L1s asked for still have, and return to the wallet. */
    readonly l1: NAVAX;
  };
  /** On the X-chain. */
  readonly X: ChainBalances;
  /** On the C-chain, where accounts hold AVAX. */
  readonly C: {
    /** Of its accounts, in whole nAVAX. */
    readonly free: NAVAX;
    /** The same, to the last wei. */
    readonly wei: Wei;
    /** nAVAX that were exported to this chain, and not imported yet. */
    readonly pending: NAVAX;
  };
}

/** Most addresses that `platform.getStake` takes. */
const mostAddresses = 256;
const weiPerNAVAX = 1_000_000_000n;

/** Reads what belongs to an account. */
export async function balancesIn(
  nodes: Nodes,
  account: Account,
  network: Network,
  { l1s = [], signal }: BalanceOptions,
): Promise<WalletBalances> {
  const of = { ...(signal && { signal }) };
  const { addresses, accounts, owned } = account;
  const [p, x, c, staked, l1] = await Promise.all([
    nodes.ask((node) => node.pchain.state(addresses, { ...of, imports: ['X', 'C'] })),
    nodes.ask((node) => node.xchain.state(addresses, { ...of, imports: ['P', 'C'] })),
    nodes.ask((node) =>
      node.cchain.state([...accounts, ...addresses], { ...of, imports: ['P', 'X'] }),
    ),
    stakedBy(nodes, account, network, of),
    Promise.all(l1s.map((subnetID) => l1Of(nodes, account, subnetID, of))),
  ]);
  const on = (state: State & { readonly utxos: readonly AnyUTXO[] }): ChainBalances => {
    const { time } = state;
    const assets = balancesOf(state.utxos.filter(owned), { time, of: addresses });
    const avax = assets.find(({ assetID }) => equalBytes(assetID, network.avaxAssetID));
    const free = avax?.spendable ?? 0n;
    return { free, locked: (avax?.total ?? 0n) - free, pending: pendingIn(state, account), assets };
  };
  const all = sumOf(c.accounts.map(({ balance }) => balance));
  return {
    P: { ...on(p), staked, l1: sumOf(l1) },
    X: on(x),
    C: { free: all / weiPerNAVAX, wei: wei(all), pending: pendingIn(c, account) },
  };
}

const pendingIn = (state: State, { owned, addresses }: Account): NAVAX => {
  const waiting = Object.values(state.imports ?? {}).flat() as readonly AnyUTXO[];
  const { avaxAssetID } = state.network;
  const assets = balancesOf(waiting.filter(owned), { time: state.time, of: addresses });
  return assets.find(({ assetID }) => equalBytes(assetID, avaxAssetID))?.total ?? 0n;
};

/** What addresses have staked: deprecated by nodes, which have nothing in its place. */
async function stakedBy(
  nodes: Nodes,
  { addresses, owned }: Account,
  network: Network,
  of: CallOptions,
): Promise<NAVAX> {
  const texts = addresses.map((bytes) => formatAddress('P', bytes, network));
  const outputs: TransferableOutput[] = [];
  for (let i = 0; i < texts.length; i += mostAddresses) {
    const some = texts.slice(i, i + mostAddresses);
    const found = await nodes.ask((node) =>
      node.call('platform.getStake', { addresses: some }, of),
    );
    // One of addresses in two requests would be listed twice; no wallet has so many in one owner.
    for (const bytes of found.stakedOutputs) outputs.push(outputIn(bytes));
  }
  const { avaxAssetID } = network;
  return sumOf(
    outputs
      .filter((of) => owned(of) && equalBytes(of.assetID, avaxAssetID))
      .map((of) => transferOutputOf(of)?.amount ?? 0n),
  );
}

/** A node writes the codec version before each output. */
const outputIn = (bytes: Uint8Array): TransferableOutput =>
  decode(TransferableOutput, bytes.subarray(2));

const ownerIn = ({ addresses, ...owner }: OwnerReply): Owners => ({
  ...owner,
  addresses: addresses.map((text) => parseAddress(text).bytes),
});

/** What the validators of an L1 return to the wallet. */
async function l1Of(
  nodes: Nodes,
  { isMine }: Account,
  subnetID: string,
  of: CallOptions,
): Promise<NAVAX> {
  const records = await nodes.ask((node) => node.pchain.validators({ ...of, subnetID }));
  return sumOf(
    records.flatMap((record) =>
      record.kind === 'l1' && isMine(ownerIn(record.remainingBalanceOwner)) ? [record.balance] : [],
    ),
  );
}
