/**
 * Types of the client that `connect` returns: one interface per chain, and the options of its methods.
 */

import type { UTXO as CUTXO } from '../chain/cchain/tx.ts';
import type { UTXO as PUTXO } from '../chain/pchain/tx.ts';
import type { AnyTx } from '../chain/tx.ts';
import type { UTXO as XUTXO } from '../chain/xchain/tx.ts';
import type { Draft } from '../draft/draft.ts';
import type { ValidatorFeeState } from '../fee/validatorfee.ts';
import { type Chain, type Network, networkArgument } from '../network/network.ts';
import type { OpenedOfChain } from '../open/opened.ts';
import type {
  AccountFacts,
  AutoRenewedFacts,
  Facts,
  L1ValidatorFacts,
  SubnetFacts,
  ValidatorFacts,
} from '../rules/facts.ts';
import { type Argument, aFunction, optional, optionsOf, typed } from '../schema/check.ts';
import type { Evidence } from '../state/evidence.ts';
import type { Address, Owner } from '../state/owner.ts';
import type { CState, PState, XState } from '../state/state.ts';
import type { AnyUTXO as UTXO } from '../tx/types.ts';
import type { WarpValidator } from '../warp/signerset.ts';
import type { Send, SendBatch } from './ask.ts';
import type { ContainerRecord, IndexName } from './containers.ts';
import type {
  BranchedAccount,
  DeriveAddress,
  DiscoverAccountOptions,
  DiscoveredAccount,
} from './discover.ts';
import type { Addresses, PStateOptions, StateOptions, XStateOptions } from './gather.ts';
import type { healthResources, NodeHealth } from './health.ts';
import type { Issued, IssueOptions } from './issue.ts';
import type { DeprecatedMethod, MethodName, ResultOf } from './methods.ts';
import type { EvidenceOptions } from './parents.ts';
import type { CallArguments, RequestOptions } from './request.ts';
import { type CallOptions, type ServiceOptions, serviceOptions } from './service.ts';
import type { Accepted, ContainersOptions } from './tail.ts';
import type { PageOptions } from './utxos.ts';
import type { ValidatorRecord } from './validatorrecords.ts';

/** Facts by key; `null` if the chain does not have the item. */
export type Known<V> = ReadonlyMap<string, V | null>;

/**
 * Facts from a node about everything that a transaction refers to. A fact is absent if the transaction does not
 * need it.
 */
export interface GatheredFacts extends Facts {
  /** Estimated time of the next block in Unix seconds, from the local clock and the chain time. */
  readonly time: bigint;
  /** Local clock in Unix seconds. */
  readonly clock: bigint;
  /** UTXOs that the transaction consumes and that `addresses` own. UTXOs not listed here are unknown. */
  readonly utxos: readonly UTXO[];
  /** Subnets by CB58 id. */
  readonly subnets?: Known<SubnetFacts>;
  /** Validators by subnet id and node id, separated by a space. */
  readonly validators?: Known<ValidatorFacts>;
  /** Auto-renewed validators by the CB58 id of the transaction that added them. */
  readonly autoRenewed?: Known<AutoRenewedFacts>;
  /** L1 validators by the CB58 of their validation id. */
  readonly l1Validators?: Known<L1ValidatorFacts>;
  /** C-chain accounts by address. */
  readonly accounts?: Known<AccountFacts>;
}

/** Where the UTXOs and authorities of a transaction come from: the facts that `fromForeign` of `avalanche-tx/convert` needs. */
export interface Origins {
  /** The network of the node. */
  readonly network: Network;
  /** The local clock in Unix seconds. */
  readonly time: bigint;
  /** The instance of the AVM, if it was given. */
  readonly blockchain?: Chain;
  /** The transactions that made the UTXOs, as far as the node has them. */
  readonly evidence: readonly Evidence[];
  /** Owners of subnets, validations and auto-renewed validators, by CB58 id. */
  readonly authorities?: Readonly<Record<string, Owner>>;
}

/** Options for gathering facts. */
export interface FactsOptions extends CallOptions {
  /**
   * Owners of the UTXOs that the transaction consumes: a node finds UTXOs only by owner. For a draft, defaults to
   * the owners in its slots.
   */
  readonly addresses?: readonly Address[];
}

/** What `ConnectOptions` has besides the options of every service. */
const ownOptions = /* @__PURE__ */ (() =>
  optionsOf({
    /** The node's network, if known; otherwise the node is asked for it. */
    network: optional(typed<Network>(networkArgument)),
    /** Clock for the `time` of a state, in Unix milliseconds; `Date.now` if omitted. */
    now: optional(typed<() => number>(aFunction)),
  }))();
/** Options for connecting to a node. */
export interface ConnectOptions extends ServiceOptions, Argument<typeof ownOptions> {}
/** The options of `connect`. */
export const connectOptions = /* @__PURE__ */ (() =>
  optionsOf({ ...serviceOptions.parts, ...ownOptions.parts }))();

/** Selects which UTXOs to read. */
export interface UTXOsOptions extends CallOptions, PageOptions {
  /** Alias or id of the chain that exported them; if omitted, UTXOs on the chain itself. */
  readonly sourceChain?: string;
}

/** Calls methods of the method table. */
export interface NodeCall {
  /**
   * Calls a method that the node deprecates.
   * @deprecated `methods[name].deprecated` says since which version of the node, and what to use instead.
   */
  <N extends DeprecatedMethod>(name: N, ...args: NodeCallArguments<N>): Promise<ResultOf<N>>;
  /** Calls a method of the table; params and result are typed and checked. */
  <N extends MethodName>(name: N, ...args: NodeCallArguments<N>): Promise<ResultOf<N>>;
}
type NodeCallArguments<N extends MethodName> = CallArguments<N, CallOptions & RequestOptions<N>>;

/** A P- or X-chain block without its proposer VM wrapper, as returned by `open`. */
export type ChainBlock<C extends 'P' | 'X'> = Extract<
  OpenedOfChain,
  { /** The chain of the block. */ readonly chain: C; readonly kind: 'block' }
> & { /** CB58 of the block's ID. */ readonly id: string };

/** Reads from the P-chain of a node. */
export interface PChain {
  /** Reads the state needed to build a transaction, at a single height. */
  state(addresses: Addresses, options?: PStateOptions): Promise<PState>;
  /** Reads UTXOs one by one, each once. Pages are read at different times, so the result is not a snapshot. */
  utxos(addresses: Addresses, options?: UTXOsOptions): AsyncIterable<PUTXO>;
  /** Reads an accepted transaction by its id. */
  getTx(txID: string, options?: CallOptions): Promise<AnyTx & { readonly chain: 'P' }>;
  /**
   * Reads a block.
   * @param block Its id or height.
   */
  getBlock(block: string | bigint, options?: CallOptions): Promise<ChainBlock<'P'>>;
  /** Lists the validators of the primary network or of a subnet; `kind` tells which type each is. */
  validators(
    options?: CallOptions & { readonly subnetID?: string; readonly nodeIDs?: readonly string[] },
  ): Promise<readonly ValidatorRecord[]>;
  /**
   * Lists the validators that sign warp messages of a subnet, as of the P-chain height at which the messages are
   * verified.
   */
  warpValidators(
    subnetID: string,
    options?: CallOptions & { readonly height?: bigint | 'proposed' },
  ): Promise<readonly WarpValidator[]>;
  /**
   * Reads the state of the continuous fee. Nodes do not report the number of active validators, so `current` is
   * set to the target.
   */
  validatorFeeState(options?: CallOptions): Promise<ValidatorFeeState>;
  /** Reads the reward UTXOs of a staking transaction. */
  getRewardUTXOs(txID: string, options?: CallOptions): Promise<readonly PUTXO[]>;
}

/** Reads from the X-chain of a node. */
export interface XChain {
  /** Reads the state needed to build a transaction, at a single height. */
  state(addresses: Addresses, options?: XStateOptions): Promise<XState>;
  /** Reads UTXOs one by one, each once. Pages are read at different times, so the result is not a snapshot. */
  utxos(
    addresses: Addresses,
    options?: UTXOsOptions & { readonly blockchain?: Chain },
  ): AsyncIterable<XUTXO>;
  /** Reads an accepted transaction by its id. */
  getTx(
    txID: string,
    options?: CallOptions & { readonly blockchain?: Chain },
  ): Promise<AnyTx & { readonly chain: 'X' }>;
  /**
   * Reads a block.
   * @param block Its id or height.
   */
  getBlock(
    block: string | bigint,
    options?: CallOptions & { readonly blockchain?: Chain },
  ): Promise<ChainBlock<'X'>>;
}

/** Reads from the C-chain of a node. */
export interface CChain {
  /**
   * Reads the state needed to build a transaction, at a single height.
   * @param addresses Accounts (`0x…`), and addresses (`C-…` or 20 bytes) to which UTXOs were exported.
   */
  state(addresses: Addresses, options?: StateOptions<'P' | 'X'>): Promise<CState>;
  /** Reads UTXOs with pending imports, one by one. */
  utxos(
    addresses: Addresses,
    options: UTXOsOptions & { readonly sourceChain: string },
  ): AsyncIterable<CUTXO>;
  /** Reads an atomic transaction by its id. */
  getTx(txID: string, options?: CallOptions): Promise<AnyTx & { readonly chain: 'C' }>;
}

/** A client of a node, or of a server with the same API. */
export interface NodeClient {
  /** The P-chain. */
  readonly pchain: PChain;
  /** The X-chain. */
  readonly xchain: XChain;
  /** The C-chain. */
  readonly cchain: CChain;
  /** Returns the node's network; it is requested once and cached. */
  network(options?: CallOptions): Promise<Network>;
  /**
   * Lists the txIDs of parent transactions that were requested as evidence and that this node does not have. Pass
   * them to `prove` as `unavailable`: it then reports them as the reason why an owner is unproven.
   */
  unavailable(): readonly Uint8Array[];
  /**
   * Finds the used addresses of an account: those that own UTXOs on a chain or have pending imports there. Each
   * branch ends after `gap` unused addresses in a row. A node does not know addresses whose UTXOs are all spent or
   * staked: they count as unused unless `options.next` has the result of an earlier search.
   * @param account An account of `avalanche-tx/hd` (multisig accounts included), or a function that derives
   *   addresses.
   * @throws {AvalancheError} `LimitExceeded`: more UTXOs or pages than `limits` allow in one read; `TooLong`: more
   *   than `maxAddresses` addresses in a branch; `OutOfRange` at `gap`; `WrongNetwork` and other address errors
   *   for what the function returns.
   */
  discover(
    account: BranchedAccount | DeriveAddress,
    options?: DiscoverAccountOptions,
  ): Promise<DiscoveredAccount>;
  /** Calls a method of the table; params and result are typed and checked. */
  call: NodeCall;
  /** Calls a method that is not in the table and returns its result as JSON, with 64-bit numbers kept exact. */
  send: Send;
  /** Sends several calls to an EVM (`/ext/bc/C/rpc`) in one batch; other services do not support batches. */
  sendBatch: SendBatch;
  /**
   * Reads the health of the node. Returns normally even if the node is unhealthy. Public servers do not offer
   * this.
   */
  health(
    options?: CallOptions & {
      readonly check?: keyof typeof healthResources;
      readonly tags?: readonly string[];
    },
  ): Promise<NodeHealth>;
  /**
   * Gathers the facts that `checkTx` needs about everything a transaction refers to. UTXOs are found by the owners
   * in a draft's slots, or by `addresses`.
   */
  facts(
    tx: Draft | Pick<AnyTx, 'unsignedTx'>,
    options?: FactsOptions & { readonly blockchain?: Chain },
  ): Promise<GatheredFacts>;
  /**
   * Reads the transactions that made the UTXOs of a transaction, and the owners of the subnets and validators that it changes: what
   * `fromForeign` of `avalanche-tx/convert` needs beside the bytes of another tool. A UTXO of the genesis has no such transaction.
   */
  origins(
    unsignedTx: AnyTx['unsignedTx'],
    options?: EvidenceOptions & CallOptions & { readonly blockchain?: Chain },
  ): Promise<Origins>;
  /**
   * Submits a signed transaction and waits until it is accepted. It is sent once, unless `idempotent` is set. A
   * transaction that makes the same payments as an earlier one of this client that may still be accepted must
   * spend one of the same UTXOs, unless `payAgain` is set.
   * @throws {AvalancheError} `NotAccepted`: context has `status`, `reason` and `inputs`; `Duplicate`: it could pay
   *   twice.
   */
  issue(tx: AnyTx, options?: IssueOptions): Promise<Issued>;
  /**
   * Reads the containers of an index in order; with `follow`, also new ones as they arrive. The node must run with
   * `--index-enabled`.
   */
  containers(index: IndexName, options?: ContainersOptions): AsyncIterable<ContainerRecord>;
  /**
   * Reads and opens the containers of an index: blocks, old vertices or transactions, with the transactions in
   * them.
   */
  blocks(index: IndexName, options?: ContainersOptions): AsyncIterable<Accepted>;
}
