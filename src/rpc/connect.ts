import type { UTXO as CUTXO } from '../chain/cchain/tx.ts';
import { UTXO as PUTXO } from '../chain/pchain/utxo.ts';
import { type AnyTx, txFromBytes } from '../chain/tx.ts';
import type { UTXO as XUTXO } from '../chain/xchain/utxo.ts';
import type { Draft, DraftOf } from '../draft/draft.ts';
import { guarded } from '../errors/arguments.ts';
import { AvalancheError, within } from '../errors/error.ts';
import type { ValidatorFeeState } from '../fee/validator.ts';
import { formatAddress } from '../network/address.ts';
import type { Chain, Network } from '../network/network.ts';
import type { ForeignBlock } from '../open/indexed.ts';
import { open } from '../open/open.ts';
import type { OpenedOfChain } from '../open/opened.ts';
import type { JSONObject } from '../schema/schema.ts';
import type { Address } from '../state/owner.ts';
import type { CState, PState, XState } from '../state/state.ts';
import type { WarpValidator } from '../warp/signerset.ts';
import { decode } from '../wire/codec.ts';
import {
  type AskOptions,
  asking,
  type Send,
  type SendBatch,
  sending,
  sendingBatch,
} from './ask.ts';
import { gatherC } from './cgather.ts';
import { bytesAnswered } from './common.ts';
import type { ContainerRecord, IndexName } from './containers.ts';
import { type FactsOptions, type GatheredFacts, gatherFacts } from './facts.ts';
import {
  bytesOf,
  gatherP,
  gatherX,
  type PStateOptions,
  type StateOptions,
  type XStateOptions,
} from './gather.ts';
import type { NodeHealth } from './health.ts';
import { type Issued, type IssueOptions, issue } from './issue.ts';
import type { DeprecatedMethod, MethodName, ResultOf } from './methods.ts';
import { networkOf } from './network.ts';
import { healthResources } from './nodehealth.ts';
import type { CallArguments, RequestOptions } from './request.ts';
import { formatTarget, readResource } from './resource.ts';
import { sleep } from './retry.ts';
import { type CallOptions, type ServiceOptions, service } from './service.ts';
import { utxosOf } from './source.ts';
import {
  type Accepted,
  type BlocksOptions,
  blocksOf,
  type ContainersOptions,
  containersOf,
} from './tail.ts';
import type { PageOptions } from './utxos.ts';
import type { ValidatorRecord } from './validators.ts';

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
interface NodeCall {
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
  { readonly chain: C; readonly kind: 'block' }
> & { readonly id: string };

/** The P-chain of a node. */
export interface PChain {
  /** All that a build needs, read between two blocks. */
  state(addresses: readonly Address[], options?: PStateOptions): Promise<PState>;
  /** UTXOs one by one, each once; they come from no single moment. */
  utxos(addresses: readonly Address[], options?: UTXOsOptions): AsyncIterable<PUTXO>;
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
  getTx(txID: string, options?: CallOptions): Promise<AnyTx & { readonly chain: 'C' }>;
}

/** A node, or a server that answers like one. */
export interface NodeClient {
  readonly pchain: PChain;
  readonly xchain: XChain;
  readonly cchain: CChain;
  /** Its network, asked for once. */
  network(options?: CallOptions): Promise<Network>;
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
   * Sends a signed transaction, and waits until it is accepted. It is sent once, unless `idempotent` is set.
   * @throws {AvalancheError} `NotAccepted`: context has `status` and `reason`.
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

/**
 * A node by its URL, without `/ext/…`. Nothing is sent before something is asked. Reads are asked again where no reply came,
 * or one that says to come later; what changes something is sent once.
 * @throws {AvalancheError} `BadText`: no URL, or headers that HTTP does not take. Later, from each call: under `params`, what does
 *   not fit; `NodeError`, `HTTPStatus`, `Transport`; the codes of texts with the path of what does not fit in the reply;
 *   `Inconsistent`: what changes faster than it can be read.
 */
export const connect = /* @__PURE__ */ guarded(function connect(
  url: string,
  options: ConnectOptions = {},
): NodeClient {
  const at = service(url, options);
  const ask = asking(at);
  const send = sending(at);
  const sendBatch = sendingBatch(at);
  const wait = options.retry?.sleep ?? sleep;
  const { now = Date.now } = options;
  const clock = () => BigInt(Math.floor(now() / 1000));
  let known = options.network;
  const network = async (of: CallOptions = {}): Promise<Network> => {
    known ??= await networkOf(ask, send, of);
    return known;
  };
  async function* utxos<T>(
    addresses: readonly Address[],
    chainOf: (network: Network) => Chain,
    of: UTXOsOptions,
  ) {
    const here = await network(of);
    const chain = chainOf(here);
    const texts = bytesOf(addresses, chain, here).map((of) => formatAddress(chain, of, here));
    for await (const utxo of utxosOf(ask, texts, { ...of, chain })) yield utxo as T;
  }
  const node: NodeClient = {
    pchain: {
      state: async (addresses, of = {}) => gatherP(ask, clock, await network(of), addresses, of),
      utxos: (addresses, of = {}) => utxos<PUTXO>(addresses, ({ chains }) => chains.P, of),
      getTx: async (txID, of) => txOf('P', txID, await ask('platform.getTx', { txID }, of)),
      getBlock: async (block, of) =>
        blockOf(
          'P',
          block,
          typeof block === 'bigint'
            ? await ask('platform.getBlockByHeight', { height: block }, of)
            : await ask('platform.getBlock', { blockID: block }, of),
          await network(of),
        ),
      validators: async ({ signal, ...params } = {}) =>
        (await ask('platform.getCurrentValidators', params, { ...(signal && { signal }) }))
          .validators,
      async warpValidators(subnetID, { height = 'proposed', ...of } = {}) {
        const found = await ask('platform.getValidatorsAt', { height, subnetID }, of);
        return Object.values(found).map(({ publicKey = null, weight }) => ({ publicKey, weight }));
      },
      async validatorFeeState(of) {
        const [{ excess }, { target }] = await Promise.all([
          ask('platform.getValidatorFeeState', {}, of),
          ask('platform.getValidatorFeeConfig', {}, of),
        ]);
        return { current: target, excess };
      },
      async getRewardUTXOs(txID, of) {
        const { utxos } = await ask('platform.getRewardUTXOs', { txID }, of);
        return utxos.map((bytes, i) => within(['utxos', i], () => decode(PUTXO, bytes)));
      },
    },
    xchain: {
      state: async (addresses, of = {}) => gatherX(ask, clock, await network(of), addresses, of),
      utxos: (addresses, { blockchain, ...of } = {}) =>
        utxos<XUTXO>(addresses, ({ chains }) => blockchain ?? chains.X, of),
      getTx: async (txID, { blockchain, ...of } = {}) =>
        txOf(
          'X',
          txID,
          await ask('avm.getTx', { txID }, { ...of, ...(blockchain && { at: blockchain.alias }) }),
        ),
      async getBlock(block, { blockchain, ...of } = {}) {
        const at = { ...of, ...(blockchain && { at: blockchain.alias }) };
        const found =
          typeof block === 'bigint'
            ? await ask('avm.getBlockByHeight', { height: block }, at)
            : await ask('avm.getBlock', { blockID: block }, at);
        return blockOf('X', block, found, await network(of));
      },
    },
    cchain: {
      state: async (addresses, of = {}) =>
        gatherC(ask, sendBatch, clock, await network(of), addresses, of),
      utxos: (addresses, of) => utxos<CUTXO>(addresses, ({ chains }) => chains.C, of),
      getTx: async (txID, of) => txOf('C', txID, await ask('avax.getAtomicTx', { txID }, of)),
    },
    network,
    call: ((name: MethodName, params?: object, of?: AskOptions) =>
      ask(name, (params ?? {}) as never, of)) as NodeCall,
    send,
    sendBatch,
    health: ({ check = 'all', tags, signal } = {}) => {
      const resource = healthResources[check];
      const target = formatTarget(resource, tags ? { tag: tags } : {});
      return at({ target, repeatable: false, ...(signal && { signal }) }, (reply) =>
        readResource(resource, reply),
      );
    },
    facts: (subject, { blockchain = instanceOf(subject), ...of } = {}) =>
      gatherFacts(node, subject.unsignedTx, blockchain, { ...ownersOf(subject), ...of }),
    issue: (tx, of = {}) => issue(ask, wait, tx, of),
    containers: (index, of = {}) => containersOf(ask, index, of, wait),
    async *blocks(index, { evm, ...of } = {}) {
      const hint = { network: await network(of), ...(evm && { evm }) };
      yield* blocksOf(containersOf(ask, index, of, wait), index, hint);
    },
  };
  return node;
});

/** The instance of the AVM that a draft is of. */
const instanceOf = (subject: object): Chain | undefined =>
  'blockchain' in subject ? (subject as DraftOf<'X'>).blockchain : undefined;

/** Who owns what a draft consumes, as its slots say. */
const ownersOf = (subject: object): Pick<FactsOptions, 'addresses'> =>
  'slots' in subject
    ? {
        addresses: (subject as Draft).slots.flatMap(({ kind, owner }) =>
          kind === 'input' || kind === 'operation' ? owner.addresses : [],
        ),
      }
    : {};

/** The transaction of a reply, which must be the one that was asked for. */
function txOf<C extends AnyTx['chain']>(
  chain: C,
  txID: string,
  { tx: content }: { readonly tx: Uint8Array | JSONObject },
): AnyTx & { readonly chain: C } {
  const tx = within(['tx'], () => txFromBytes(chain, bytesAnswered(content)));
  if (tx.txID === txID) return tx as AnyTx & { readonly chain: C };
  throw new AvalancheError('Mismatch', `the node returned ${tx.txID}, asked for ${txID}`, {
    found: tx.txID,
    expected: txID,
  }).at('tx');
}

/** The block of a reply, which must be the one that was asked for. */
function blockOf<C extends 'P' | 'X'>(
  chain: C,
  asked: string | bigint,
  { block: content }: { readonly block: Uint8Array | JSONObject },
  network: Network,
): ChainBlock<C> {
  const block = within(['block'], () =>
    open(bytesAnswered(content), { chain, kind: 'block', network }),
  ) as ChainBlock<C>;
  const { height } = block.value;
  if (asked === block.id || asked === height) return block;
  throw new AvalancheError(
    'Mismatch',
    `the node returned ${block.id} of height ${height}, asked for ${asked}`,
    { found: String(block.id), expected: String(asked) },
  ).at('block');
}
