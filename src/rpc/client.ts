import type { UTXO as CUTXO } from '../chain/cchain/tx.ts';
import type { UTXO as PUTXO } from '../chain/pchain/tx.ts';
import type { AnyTx } from '../chain/tx.ts';
import type { UTXO as XUTXO } from '../chain/xchain/tx.ts';
import type { Draft } from '../draft/draft.ts';
import type { ValidatorFeeState } from '../fee/validators.ts';
import type { Chain, Network } from '../network/network.ts';
import type { ForeignBlock } from '../open/indexed.ts';
import type { OpenedOfChain } from '../open/opened.ts';
import type {
  AccountFacts,
  AutoRenewedFacts,
  Facts,
  L1ValidatorFacts,
  SubnetFacts,
  ValidatorFacts,
} from '../rules/facts.ts';
import type { Address } from '../state/owner.ts';
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
import type { PStateOptions, StateOptions, XStateOptions } from './gather.ts';
import type { healthResources, NodeHealth } from './health.ts';
import type { Issued, IssueOptions } from './issue.ts';
import type { DeprecatedMethod, MethodName, ResultOf } from './methods.ts';
import type { CallArguments, RequestOptions } from './request.ts';
import type { CallOptions, ServiceOptions } from './service.ts';
import type { Accepted, BlocksOptions, ContainersOptions } from './tail.ts';
import type { PageOptions } from './utxos.ts';
import type { ValidatorRecord } from './validators.ts';

/** `null`: the chain does not have it. */
export type Known<V> = ReadonlyMap<string, V | null>;

/** What a node knows about what a transaction names. A fact is absent if the transaction names nothing of it. */
export interface GatheredFacts extends Facts {
  /** Unix seconds of the next block, as far as the clock tells it. */
  readonly time: bigint;
  /** Unix seconds of the clock. */
  readonly clock: bigint;
  /** Those that the transaction consumes and the addresses own. One that is not listed is not known. */
  readonly utxos: readonly UTXO[];
  /** Subnets, by CB58. */
  readonly subnets?: Known<SubnetFacts>;
  /** Validators, by subnet and node. */
  readonly validators?: Known<ValidatorFacts>;
  /** Auto-renewed validators, by the CB58 of their transaction. */
  readonly autoRenewed?: Known<AutoRenewedFacts>;
  /** Validators of L1s, by the CB58 of their validation. */
  readonly l1Validators?: Known<L1ValidatorFacts>;
  /** Accounts of the C-chain, by address. */
  readonly accounts?: Known<AccountFacts>;
}

/** Which facts are gathered. */
export interface FactsOptions extends CallOptions {
  /** Who owns what the transaction consumes: a node finds UTXOs by their owners only. Those of a draft's slots, if it is a draft. */
  readonly addresses?: readonly Address[];
}

/** How a node is asked. */
export interface ConnectOptions extends ServiceOptions {
  /** Its network, if it is known: then the node is not asked for it. */
  readonly network?: Network;
  /** The clock that the `time` of a state is taken from, in Unix milliseconds; `Date.now` if not given. */
  readonly now?: () => number;
}

/** Which UTXOs to give. */
export interface UTXOsOptions extends CallOptions, PageOptions {
  /** Alias or id of the chain that exported them; those on the chain itself if not given. */
  readonly sourceChain?: string;
}

/** Calls methods of the table. */
export interface NodeCall {
  /**
   * Calls a method that the node deprecates.
   * @deprecated `methods[name].deprecated` says since which version of the node, and what to use instead.
   */
  <N extends DeprecatedMethod>(name: N, ...of: NodeCallArguments<N>): Promise<ResultOf<N>>;
  /** Calls a method of the table, its params and result typed and checked. */
  <N extends MethodName>(name: N, ...of: NodeCallArguments<N>): Promise<ResultOf<N>>;
}
type NodeCallArguments<N extends MethodName> = CallArguments<N, CallOptions & RequestOptions<N>>;

/** A block out of its wrapper, as `open` gives it. */
export type ChainBlock<C extends 'P' | 'X'> = Extract<
  OpenedOfChain,
  { /** The chain of the block. */ readonly chain: C; readonly kind: 'block' }
> & { /** CB58 of the block's ID. */ readonly id: string };

/** The P-chain of a node. */
export interface PChain {
  /** All that a build needs, read between two blocks. */
  state(addresses: readonly Address[], options?: PStateOptions): Promise<PState>;
  /** UTXOs one by one, each once; they come from no single moment. */
  utxos(addresses: readonly Address[], options?: UTXOsOptions): AsyncIterable<PUTXO>;
  /** Reads an accepted transaction by its ID. */
  getTx(txID: string, options?: CallOptions): Promise<AnyTx & { readonly chain: 'P' }>;
  /** @param block Its id or height. */
  getBlock(block: string | bigint, options?: CallOptions): Promise<ChainBlock<'P'>>;
  /** Validators of the primary network or of a subnet; `kind` tells what each is. */
  validators(
    options?: CallOptions & { readonly subnetID?: string; readonly nodeIDs?: readonly string[] },
  ): Promise<readonly ValidatorRecord[]>;
  /** Who signs warp messages for a subnet, as those who check them at a height of the P-chain know them. */
  warpValidators(
    subnetID: string,
    options?: CallOptions & { readonly height?: bigint | 'proposed' },
  ): Promise<readonly WarpValidator[]>;
  /** What the continuous fee starts from. No node says how many validators are active: it is as if as many as the target. */
  validatorFeeState(options?: CallOptions): Promise<ValidatorFeeState>;
  /** What was paid for staking. */
  getRewardUTXOs(txID: string, options?: CallOptions): Promise<readonly PUTXO[]>;
}

/** The X-chain of a node. */
export interface XChain {
  /** All that a build needs, read between two blocks. */
  state(addresses: readonly Address[], options?: XStateOptions): Promise<XState>;
  /** UTXOs one by one, each once; they come from no single moment. */
  utxos(
    addresses: readonly Address[],
    options?: UTXOsOptions & { readonly blockchain?: Chain },
  ): AsyncIterable<XUTXO>;
  /** Reads an accepted transaction by its ID. */
  getTx(
    txID: string,
    options?: CallOptions & { readonly blockchain?: Chain },
  ): Promise<AnyTx & { readonly chain: 'X' }>;
  /** @param block Its id or height. */
  getBlock(
    block: string | bigint,
    options?: CallOptions & { readonly blockchain?: Chain },
  ): Promise<ChainBlock<'X'>>;
}

/** The C-chain of a node. */
export interface CChain {
  /**
   * All that a build needs, read between two blocks.
   * @param addresses Accounts (`0x…`), and addresses (`C-…` or 20 bytes) to which UTXOs were exported.
   */
  state(addresses: readonly Address[], options?: StateOptions<'P' | 'X'>): Promise<CState>;
  /** UTXOs that wait to be imported, one by one. */
  utxos(
    addresses: readonly Address[],
    options: UTXOsOptions & { readonly sourceChain: string },
  ): AsyncIterable<CUTXO>;
  /** Reads an atomic transaction by its ID. */
  getTx(txID: string, options?: CallOptions): Promise<AnyTx & { readonly chain: 'C' }>;
}

/** A node, or a server that answers like one. */
export interface NodeClient {
  /** The P-chain. */
  readonly pchain: PChain;
  /** The X-chain. */
  readonly xchain: XChain;
  /** The C-chain. */
  readonly cchain: CChain;
  /** Its network, asked for once. */
  network(options?: CallOptions): Promise<Network>;
  /**
   * The txIDs of parents that were read for evidence and that this node does not have: `prove` takes them as `unavailable`, and gives that
   * as the reason why an owner is only claimed.
   */
  unavailable(): readonly Uint8Array[];
  /**
   * Finds the used addresses of an account: those that own UTXOs on a chain, or UTXOs that wait to be imported there. Each branch ends after
   * `gap` unused addresses in a row. A node does not know addresses whose UTXOs are all spent or staked: they count as unused unless
   * `options.next` has the result of an earlier search.
   * @param account An account of `avalanche-tx/hd`, also of several signers, or a function that derives addresses.
   * @throws {AvalancheError} `LimitExceeded`: more UTXOs or pages than `limits` allow in one read; `TooLong`: more than `maxAddresses`
   *   addresses of a branch; `OutOfRange` at `gap`; `WrongNetwork` and others of what the function returns.
   */
  discover(
    account: BranchedAccount | DeriveAddress,
    options?: DiscoverAccountOptions,
  ): Promise<DiscoveredAccount>;
  /** Calls a method of the table, its params and result typed and checked. */
  call: NodeCall;
  /** Calls a method that is not in the table; its result is JSON with every digit. */
  send: Send;
  /** Calls several methods of an EVM (`/ext/bc/C/rpc`) at once; other services take no batches. */
  sendBatch: SendBatch;
  /** What the node says of its health; unhealthy is an answer too. Public servers do not say it. */
  health(
    options?: CallOptions & {
      readonly check?: keyof typeof healthResources;
      readonly tags?: readonly string[];
    },
  ): Promise<NodeHealth>;
  /**
   * Gathers what the node knows about what a transaction names: facts for `checkTx`, and nothing else. UTXOs are found by the owners in a
   * draft's slots, or by `addresses`.
   */
  facts(
    subject: Draft | Pick<AnyTx, 'unsignedTx'>,
    options?: FactsOptions & { readonly blockchain?: Chain },
  ): Promise<GatheredFacts>;
  /**
   * Sends a signed transaction, and waits until it is accepted. It is sent once, unless `idempotent` is set. One that makes the same
   * payments as another that this client sent and that may still be accepted must spend one of the same UTXOs, unless `payAgain` is set.
   * @throws {AvalancheError} `NotAccepted`: context has `status`, `reason` and `inputs`; `Duplicate`: it could pay twice.
   */
  issue(tx: AnyTx, options?: IssueOptions): Promise<Issued>;
  /** What an index has, in its order, and if asked to what comes. The node must run with `--index-enabled`. */
  containers(index: IndexName, options?: ContainersOptions): AsyncIterable<ContainerRecord>;
  /** What is in those containers: blocks, old vertices or transactions, and the transactions in them. */
  blocks<B extends ForeignBlock = never>(
    index: IndexName,
    options?: BlocksOptions<B>,
  ): AsyncIterable<Accepted<B>>;
}
