/** Reads the state of a chain from a node: UTXOs, fee state and authorities, all at one height. */

import type { UTXO } from '../chain/cchain/tx.ts';
import type { UTXO as PUTXO } from '../chain/pchain/tx.ts';
import { decodeTx } from '../chain/tx.ts';
import type { UTXO as XUTXO } from '../chain/xchain/tx.ts';
import { asBytes, toList } from '../errors/arguments.ts';
import { AvalancheError, within } from '../errors/error.ts';
import { currentFeeState } from '../fee/gas.ts';
import { formatAddress, parseAddress } from '../network/address.ts';
import type { Chain, Network } from '../network/network.ts';
import { aListOf, anObject, aText, checkArgument } from '../schema/check.ts';
import { quantity } from '../schema/number.ts';
import type { Instant } from '../schema/time.ts';
import { type Address, addressBytes, type Owner } from '../state/owner.ts';
import {
  blockchainOf,
  type CState,
  type EVMAccount,
  type PState,
  type XState,
} from '../state/state.ts';
import { parseAccount } from '../text/account.ts';
import { wei } from '../text/amount.ts';
import { formatHex } from '../text/hex.ts';
import { formatNodeID } from '../text/id.ts';
import type { JSONValue } from '../text/json.ts';
import { compareUTXOIDs, type UTXOID } from '../tx/order.ts';
import type { Ask, ReadContext } from './ask.ts';
import { bytesAnswered } from './common.ts';
import { isNodeError } from './errors.ts';
import type { RPCCall } from './jsonrpc.ts';
import type { EvidenceOptions } from './parents.ts';
import type { CallOptions } from './service.ts';
import { type PageOptions, utxosOf } from './utxos.ts';

const importsArgument = /* @__PURE__ */ aListOf(aText);

/** Options for reading a state at a single height. */
export interface SteadyOptions {
  /**
   * Maximum number of reads until no new block arrives during one; then `Inconsistent` is thrown. 4 if omitted. 0
   * reads once without checking the height: for addresses with many UTXOs, a block may arrive during every
   * attempt.
   */
  readonly attempts?: number;
}

/** Repeats `read` until the chain's height is the same before and after, and returns its result. */
export async function steady<T>(
  heightOf: () => Promise<bigint>,
  read: () => Promise<T>,
  { attempts = 4 }: SteadyOptions,
): Promise<T> {
  if (attempts === 0) return read();
  let before = await heightOf();
  for (let attempt = 0; attempt < attempts; attempt++) {
    const value = await read();
    const after = await heightOf();
    if (after === before) return value;
    before = after;
  }
  throw new AvalancheError('Inconsistent', `a new block arrived ${attempts} times while reading`);
}

interface OwnerRecord {
  readonly addresses: readonly string[];
  readonly threshold: number;
  readonly locktime: bigint;
}

/**
 * Returns the current owner behind an id: the owner of a subnet, the deactivation owner of an L1 validation, or
 * the authority of an auto-renewed validator.
 * @throws {AvalancheError} `MissingState`: the id belongs to none of them.
 */
async function authorityOf(
  ask: Ask,
  id: string,
  network: Network,
  options: CallOptions,
): Promise<Owner> {
  const ownerOf = ({ addresses, threshold, locktime }: OwnerRecord): Owner => ({
    addresses: addresses.map((text) => parseAddress(text, network).bytes),
    threshold,
    locktime,
  });
  const missing = (what: string) =>
    new AvalancheError('MissingState', `${id} is not a ${what}`, { what, id });
  const tx = await orUndefined(ask('platform.getTx', { txID: id }, options));
  if (!tx) {
    const validator = await orUndefined(
      ask('platform.getL1Validator', { validationID: id }, options),
    );
    if (validator) return ownerOf(validator.deactivationOwner);
    throw missing('transaction and no validation');
  }
  const { unsignedTx } = within(['platform.getTx', 'tx'], () =>
    decodeTx(bytesAnswered(tx.tx), 'P'),
  );
  switch (unsignedTx.type) {
    case 'platformvm.CreateSubnetTx': {
      const { controlKeys, threshold, locktime } = await ask(
        'platform.getSubnet',
        { subnetID: id },
        options,
      );
      return ownerOf({ addresses: controlKeys, threshold, locktime });
    }
    case 'platformvm.AddAutoRenewedValidatorTx': {
      const nodeIDs = [formatNodeID(unsignedTx.nodeID)];
      const { validators } = await ask('platform.getCurrentValidators', { nodeIDs }, options);
      for (const validator of validators)
        if (
          validator.kind === 'permissionless' &&
          validator.txID === id &&
          validator.validatorAuthority
        )
          return ownerOf(validator.validatorAuthority);
      throw missing('auto-renewed validator any more');
    }
    default:
      throw missing(`subnet or auto-renewed validator, but a ${unsignedTx.type}`);
  }
}

/** Returns the node's answer, or undefined if the node reports "not found". */
async function orUndefined<T>(asked: Promise<T>): Promise<T | undefined> {
  try {
    return await asked;
  } catch (e) {
    if (isNodeError(e) && /not found/.test(e.context.message)) return undefined;
    throw e;
  }
}

/** Options for reading a state. */
export interface StateOptions<From extends 'P' | 'X' | 'C'>
  extends CallOptions,
    PageOptions,
    SteadyOptions {
  /** Chains whose exports to this chain are read as pending imports; none if omitted. */
  readonly imports?: readonly From[];
  /** Derivation paths by address, for hardware wallets. */
  readonly paths?: Readonly<Record<string, string>>;
  /**
   * How many parent transactions are read as evidence for authorities and UTXOs whose owner has several addresses,
   * or addresses other than those given. `false` reads none.
   */
  readonly evidence?: EvidenceOptions | false;
}

/** Options for reading a state of the P-chain. */
export interface PStateOptions extends StateOptions<'X' | 'C'> {
  /** Ids of subnets, L1 validations and auto-renewed validators to be changed; their current owners are read. */
  readonly authorities?: readonly string[];
  /** Receives the change. */
  readonly change?: Owner;
}

/** Options for reading a state of the X-chain. */
export interface XStateOptions extends StateOptions<'P' | 'C'> {
  /** Another instance of the AVM. */
  readonly blockchain?: Chain;
  /** Receives the change. */
  readonly change?: Owner;
}

/** The wall clock, in Unix seconds. */
export type Clock = () => bigint;

/** Converts an instant to Unix seconds, rounded down. */
const secondsOf = ({ unixNanos }: Instant): bigint => unixNanos / 1_000_000_000n;

/** Reads the UTXOs of addresses from several sources and reports their total count. */
function collecting(
  reader: ReadContext,
  chain: Chain,
  network: Network,
  from: readonly Uint8Array[],
  { limit, onProgress, signal }: PageOptions & CallOptions,
) {
  const addresses = from.map((bytes) => formatAddress(bytes, chain, network));
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
    // A node returns them in a different order each time.
    return utxos.sort(compareUTXOIDs);
  };
  return {
    here: <T extends UTXOID>() => all<T>(),
    async imports<K extends string, T extends UTXOID>(
      names: readonly K[] = [],
    ): Promise<{ readonly imports?: { readonly [P in K]?: readonly T[] } }> {
      checkArgument(names, importsArgument, 'options', 'imports');
      if (names.length === 0) return {};
      const lists = await Promise.all(names.map(async (name) => [name, await all<T>(name)]));
      return { imports: Object.fromEntries(lists) as { [P in K]?: readonly T[] } };
    },
  };
}

/** One address, or a list of them. */
export type Addresses = Address | readonly Address[];

const addressList = (addresses: Addresses): readonly Address[] =>
  typeof addresses === 'string' || asBytes(addresses)
    ? [addresses as Address]
    : toList(addresses as readonly Address[], 'addresses');

/**
 * Returns the 20 bytes of each address of the chain, without duplicates; `skip` excludes addresses of another
 * kind.
 */
export function bytesOf(
  addresses: Addresses,
  chain: Chain,
  network: Network,
  skip: (address: Address) => boolean = () => false,
): readonly Uint8Array[] {
  const bytes = addressList(addresses).flatMap((address, i) =>
    skip(address) ? [] : [within(['addresses', i], () => addressBytes(address, chain, network))],
  );
  return [...new Map(bytes.map((address) => [formatHex(address), address])).values()];
}

/** The clock and the time of the last block. If the clock is behind the chain, the chain time is used. */
const timesOf = (clock: Clock, chainTime: bigint) => {
  const now = clock();
  return { time: now > chainTime ? now : chainTime, chainTime };
};

/** Reads the state needed to build on the P-chain. */
export async function gatherP(
  newReader: () => ReadContext,
  clock: Clock,
  network: Network,
  addresses: Addresses,
  options: PStateOptions,
): Promise<PState> {
  checkArgument(options, anObject, 'options');
  const { authorities, change, paths, signal } = options;
  const chain = network.chains.P;
  const from = bytesOf(addresses, chain, network);
  const callOptions = { ...(signal && { signal }) };
  return steady(
    async () => (await newReader().ask('platform.getHeight', {}, callOptions)).height,
    async () => {
      const reader = newReader();
      const { ask } = reader;
      const collect = collecting(reader, chain, network, from, options);
      const [fees, utxos, imports, owners] = await Promise.all([
        ask('platform.getFeeState', {}, callOptions),
        collect.here<PUTXO>(),
        collect.imports<'X' | 'C', PUTXO>(options.imports),
        Promise.all(
          (authorities ?? []).map(async (id) => [
            id,
            await authorityOf(ask, id, network, callOptions),
          ]),
        ),
      ]);
      const feeState = { price: fees.price, capacity: fees.capacity, excess: fees.excess };
      const times = timesOf(clock, secondsOf(fees.timestamp));
      // The price actually paid follows from the excess after time has passed.
      within(['platform.getFeeState', 'result'], () =>
        currentFeeState({ network, ...times, feeState }),
      );
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

/** Reads the state needed to build on the X-chain or another AVM instance. */
export async function gatherX(
  newReader: () => ReadContext,
  clock: Clock,
  network: Network,
  addresses: Addresses,
  options: XStateOptions,
): Promise<XState> {
  checkArgument(options, anObject, 'options');
  const { blockchain, change, paths, signal } = options;
  const chain = blockchainOf({ chain: 'X', network, ...(blockchain && { blockchain }) });
  const from = bytesOf(addresses, chain, network);
  const callOptions = { ...(signal && { signal }) };
  return steady(
    async () =>
      (await newReader().ask('avm.getHeight', {}, { ...callOptions, at: chain.alias })).height,
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

const path = '/ext/bc/C/rpc';
/** Maximum number of calls in a batch that public nodes accept. */
const mostCalls = 40;

/**
 * Reads the state needed to build on the C-chain.
 * @param addresses Accounts (`0x…`) that pay or are paid, addresses (`C-…` or 20 bytes) to which UTXOs were
 *   exported.
 */
export async function gatherC(
  newReader: () => ReadContext,
  clock: Clock,
  network: Network,
  addresses: Addresses,
  options: StateOptions<'P' | 'X'>,
): Promise<CState> {
  checkArgument(options, anObject, 'options');
  const { paths, signal } = options;
  const callOptions = { ...(signal && { signal }) };
  const isAccount = (text: Address) => typeof text === 'string' && text.startsWith('0x');
  const names = addressList(addresses).flatMap((text, i) =>
    isAccount(text)
      ? [within(['addresses', i], () => formatHex(parseAccount(text as string)) as `0x${string}`)]
      : [],
  );
  const accounts = [...new Set(names)];
  const from = bytesOf(addresses, network.chains.C, network, isAccount);
  /** Calls EVM methods that return quantities. */
  const quantities = async (
    { sendBatch }: ReadContext,
    calls: readonly RPCCall[],
  ): Promise<readonly bigint[]> => {
    const found: bigint[] = [];
    for (let i = 0; i < calls.length; i += mostCalls) {
      const some = calls.slice(i, i + mostCalls);
      const replies = await sendBatch(path, some, { ...callOptions, repeatable: true });
      replies.forEach((reply, k) => {
        if (reply instanceof Error) throw reply;
        found.push(within([some[k]!.method, 'result'], () => quantity.parse(reply as JSONValue)));
      });
    }
    return found;
  };
  return steady(
    async () => (await quantities(newReader(), [{ method: 'eth_blockNumber', params: [] }]))[0]!,
    async () => {
      const reader = newReader();
      const collect = collecting(reader, network.chains.C, network, from, options);
      const [[baseFee, ...told], imports] = await Promise.all([
        quantities(reader, [
          { method: 'eth_baseFee', params: [] },
          ...accounts.flatMap((address) => [
            { method: 'eth_getTransactionCount', params: [address, 'latest'] },
            { method: 'eth_getBalance', params: [address, 'latest'] },
          ]),
        ]),
        collect.imports<'P' | 'X', UTXO>(options.imports),
      ]);
      return {
        chain: 'C' as const,
        network,
        from,
        own: [...from, ...accounts],
        time: clock(),
        baseFee: wei(baseFee!),
        ...(paths && { paths }),
        accounts: accounts.map(
          (address, i): EVMAccount => ({
            address,
            nonce: told[2 * i]!,
            balance: wei(told[2 * i + 1]!),
          }),
        ),
        ...imports,
      };
    },
    options,
  );
}
