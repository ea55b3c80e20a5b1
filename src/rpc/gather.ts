import type { UTXO as PUTXO } from '../chain/pchain/tx.ts';
import type { UTXO as XUTXO } from '../chain/xchain/tx.ts';
import { AvalancheError, within } from '../errors/error.ts';
import { feeStateNow } from '../fee/gas.ts';
import { formatAddress } from '../network/address.ts';
import type { Chain, Network } from '../network/network.ts';
import type { Instant } from '../schema/time.ts';
import { type Address, addressBytes, type Owner } from '../state/owner.ts';
import { blockchainOf, type PState, type XState } from '../state/state.ts';
import { formatHex } from '../text/hex.ts';
import { compareUTXOIDs, type UTXOID } from '../tx/order.ts';
import type { Reader } from './ask.ts';
import { authorityOf } from './authority.ts';
import type { EvidenceOptions } from './parents.ts';
import type { CallOptions } from './service.ts';
import { utxosOf } from './source.ts';
import { type SteadyOptions, steady } from './steady.ts';
import type { PageOptions } from './utxos.ts';

/** How a state is gathered. */
export interface StateOptions<From extends 'P' | 'X' | 'C'>
  extends CallOptions,
    PageOptions,
    SteadyOptions {
  /** Chains from which UTXOs wait to be imported; none if not given. */
  readonly imports?: readonly From[];
  /** Derivation paths by address, for hardware. */
  readonly paths?: Readonly<Record<string, string>>;
  /**
   * How much evidence is read of authorities, and of UTXOs, whose owners have other addresses than those given, or several: the
   * transactions that made them. With `false` none is.
   */
  readonly evidence?: EvidenceOptions | false;
  /** nAVAX for a unit of gas on P and C, 10,000 if not given: a price above it is an error. X has fixed fees. */
  readonly maxPrice?: bigint;
}

/** nAVAX: at this price the smallest transaction costs a tenth of the fee that builders allow. */
const usualMaxPrice = 10_000n;

/**
 * Refuses a price that nobody meant to pay.
 * @param price nAVAX for a unit of gas.
 * @throws {AvalancheError} `OutOfRange`
 */
export function checkPrice(price: bigint, max: bigint = usualMaxPrice): void {
  if (price > max)
    throw new AvalancheError(
      'OutOfRange',
      `the node asks ${price} nAVAX for a unit of gas, above ${max}: the option maxPrice sets another limit`,
      { value: price, max, unit: 'nAVAX' },
    );
}

/** How a state of the P-chain is gathered. */
export interface PStateOptions extends StateOptions<'X' | 'C'> {
  /** Ids of subnets, L1 validations and auto-renewed validators that are to be changed: who must agree is asked. */
  readonly authorities?: readonly string[];
  /** Gets what is left over. */
  readonly change?: Owner;
}

/** How a state of the X-chain is gathered. */
export interface XStateOptions extends StateOptions<'P' | 'C'> {
  /** Another instance of its VM. */
  readonly blockchain?: Chain;
  /** Gets what is left over. */
  readonly change?: Owner;
}

/** The wall clock, in Unix seconds. */
export type Clock = () => bigint;

/** Unix seconds, rounded down. */
const secondsOf = ({ unixNanos }: Instant): bigint => unixNanos / 1_000_000_000n;

/** Asks for the UTXOs of addresses from each of some places, and tells how many there are in all. */
export function collecting(
  reader: Reader,
  chain: Chain,
  network: Network,
  from: readonly Uint8Array[],
  { limit, onProgress, signal }: PageOptions & CallOptions,
) {
  const addresses = from.map((bytes) => formatAddress(chain, bytes, network));
  const counts = new Map<string, number>();
  const all = async <T extends UTXOID>(sourceChain?: string): Promise<readonly T[]> => {
    const utxos: T[] = [];
    const source = {
      chain,
      sourceChain,
      ...(limit !== undefined && { limit }),
      ...(signal && { signal }),
      onProgress(found: number) {
        counts.set(sourceChain ?? '', found);
        onProgress?.([...counts.values()].reduce((sum, count) => sum + count, 0));
      },
    };
    for await (const utxo of utxosOf(reader, addresses, source))
      utxos.push(utxo as T & typeof utxo);
    // A node lists them in another order each time.
    return utxos.sort(compareUTXOIDs);
  };
  return {
    here: <T extends UTXOID>() => all<T>(),
    async imports<K extends string, T extends UTXOID>(
      names: readonly K[] = [],
    ): Promise<{ readonly imports?: { readonly [P in K]?: readonly T[] } }> {
      if (names.length === 0) return {};
      const lists = await Promise.all(names.map(async (name) => [name, await all<T>(name)]));
      return { imports: Object.fromEntries(lists) as { [P in K]?: readonly T[] } };
    },
  };
}

/** 20 bytes of each address that is one of the chain, once; `skip` says which are of another kind. */
export function bytesOf(
  addresses: readonly Address[],
  chain: Chain,
  network: Network,
  skip: (address: Address) => boolean = () => false,
): readonly Uint8Array[] {
  const bytes = addresses.flatMap((address, i) =>
    skip(address) ? [] : [within(['addresses', i], () => addressBytes(address, chain, network))],
  );
  return [...new Map(bytes.map((of) => [formatHex(of), of])).values()];
}

/** The clock and the time of the last block. A clock that is late for the chain is set by it. */
const timesOf = (clock: Clock, chainTime: bigint) => {
  const now = clock();
  return { time: now > chainTime ? now : chainTime, chainTime };
};

/** What a build on the P-chain needs. */
export async function gatherP(
  newReader: () => Reader,
  clock: Clock,
  network: Network,
  addresses: readonly Address[],
  options: PStateOptions,
): Promise<PState> {
  const { authorities, change, paths, signal } = options;
  const chain = network.chains.P;
  const from = bytesOf(addresses, chain, network);
  const of = { ...(signal && { signal }) };
  return steady(
    async () => (await newReader().ask('platform.getHeight', {}, of)).height,
    async () => {
      const reader = newReader();
      const { ask } = reader;
      const collect = collecting(reader, chain, network, from, options);
      const [fees, utxos, imports, owners] = await Promise.all([
        ask('platform.getFeeState', {}, of),
        collect.here<PUTXO>(),
        collect.imports<'X' | 'C', PUTXO>(options.imports),
        Promise.all(
          (authorities ?? []).map(async (id) => [id, await authorityOf(ask, id, network, of)]),
        ),
      ]);
      const feeState = { price: fees.price, capacity: fees.capacity, excess: fees.excess };
      const times = timesOf(clock, secondsOf(fees.timestamp));
      within(['feeState', 'price'], () => {
        // The price that is paid follows from the excess, once time has passed.
        for (const price of [fees.price, feeStateNow({ network, ...times, feeState }).price])
          checkPrice(price, options.maxPrice);
      });
      return {
        chain: 'P' as const,
        network,
        from,
        own: from,
        ...times,
        feeState,
        ...(authorities && { authorities: Object.fromEntries(owners) as Record<string, Owner> }),
        ...(change && { change }),
        ...(paths && { paths }),
        utxos,
        ...imports,
      };
    },
    options,
  );
}

/** What a build on the X-chain, or another instance of its VM, needs. */
export async function gatherX(
  newReader: () => Reader,
  clock: Clock,
  network: Network,
  addresses: readonly Address[],
  options: XStateOptions,
): Promise<XState> {
  const { blockchain, change, paths, signal } = options;
  const chain = blockchainOf({ chain: 'X', network, ...(blockchain && { blockchain }) });
  const from = bytesOf(addresses, chain, network);
  const of = { ...(signal && { signal }) };
  return steady(
    async () => (await newReader().ask('avm.getHeight', {}, { ...of, at: chain.alias })).height,
    async () => {
      const reader = newReader();
      const collect = collecting(reader, chain, network, from, options);
      const [utxos, imports] = await Promise.all([
        collect.here<XUTXO>(),
        collect.imports<'P' | 'C', XUTXO>(options.imports),
      ]);
      return {
        chain: 'X' as const,
        network,
        ...(blockchain && { blockchain }),
        from,
        own: from,
        time: clock(),
        ...(change && { change }),
        ...(paths && { paths }),
        utxos,
        ...imports,
      };
    },
    options,
  );
}
