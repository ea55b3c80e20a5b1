/**
 * Implements the client of a node. Each chain's client is a thin layer over typed calls; all requests of one read
 * share a budget.
 */

import type { UTXO as CUTXO } from '../chain/cchain/tx.ts';
import { unsignedTxArgument } from '../chain/declared.ts';
import { UTXO as PUTXO } from '../chain/pchain/tx.ts';
import { type AnyTx, decodeTx } from '../chain/tx.ts';
import type { UTXO as XUTXO } from '../chain/xchain/tx.ts';
import type { Draft, DraftOf } from '../draft/draft.ts';
import { isSomeBytes } from '../errors/arguments.ts';
import { AvalancheError, within } from '../errors/error.ts';
import { formatAddress } from '../network/address.ts';
import type { Chain, Network } from '../network/network.ts';
import { blockchainArgument } from '../network/network.ts';
import { open } from '../open/open.ts';
import {
  aFunction,
  aListOf,
  anObject,
  aText,
  checkArgument,
  either,
  isA,
  objectOf,
  optional,
} from '../schema/check.ts';
import type { JSONObject } from '../schema/schema.ts';
import type { State } from '../state/state.ts';
import { decode } from '../wire/codec.ts';
import { type AskOptions, asking, type ReadContext, sending, sendingBatch } from './ask.ts';
import {
  type CChain,
  type ChainBlock,
  type ConnectOptions,
  connectOptions,
  type FactsOptions,
  type NodeCall,
  type NodeClient,
  type PChain,
  type UTXOsOptions,
  type XChain,
} from './client.ts';
import { bytesAnswered } from './common.ts';
import { discoverAccount } from './discover.ts';
import { type Addresses, bytesOf, gatherC, gatherP, gatherX, type StateOptions } from './gather.ts';
import { gatherFacts } from './gatherfacts.ts';
import { healthResources } from './health.ts';
import { attempts, checkSigned, issue } from './issue.ts';
import { budgetOf } from './limits.ts';
import type { MethodName } from './methods.ts';
import { networkOf } from './network.ts';
import { readOrigins } from './origins.ts';
import { parents } from './parents.ts';
import { formatTarget, readResource } from './resource.ts';
import { sleep } from './retry.ts';
import { type CallOptions, callOptions, service } from './service.ts';
import { blocksOf, containersOf } from './tail.ts';
import { utxosOf } from './utxos.ts';

/** Everything that the chain clients need to query a node. */
interface Asked {
  readonly ask: ReturnType<typeof asking>;
  /** Starts another read with its own budget. */
  readonly newReader: () => ReadContext;
  readonly clock: () => bigint;
  /** Adds the evidence that the options ask for to a state. */
  readonly proven: <S extends State>(
    options: Pick<StateOptions<never>, 'evidence' | 'signal'>,
    state: S,
  ) => Promise<S>;
  readonly network: (options?: CallOptions) => Promise<Network>;
}

/** Reads the UTXOs of a chain, page by page. */
type UTXOsOf = <T>(
  addresses: Addresses,
  chainOf: (network: Network) => Chain,
  options: UTXOsOptions,
) => AsyncGenerator<T>;

/** Options of the transport, which are often given to `connect`. */
const ofTransport: readonly string[] = ['fetch', 'timeout'];

/** Refuses options that do not exist, and a network that is not one. A test node, which has more members, can be given as it is. */
function checkOptions(options: ConnectOptions): void {
  checkArgument<object>(options, anObject, 'options');
  const isTestnode = 'transport' in options && 'fund' in options;
  const wrong = isTestnode ? undefined : ofTransport.find((key) => key in options);
  if (wrong !== undefined)
    throw new AvalancheError(
      'BadArgument',
      `is an option of the transport: { transport: fetchTransport({ ${wrong} }) }`,
    ).at('options', wrong);
  checkArgument(options, isTestnode ? objectOf(connectOptions.parts) : connectOptions, 'options');
}

/**
 * Returns a client of the node at a URL, without `/ext/…`. No request is sent until a method is called. Reads are
 * retried if no reply came or the reply says to retry later; calls that change something are sent once.
 * @throws {AvalancheError} `BadText`: not the URL of a node, or headers that HTTP does not allow; `BadArgument`: an option that does not
 *   exist, or one of the wrong kind. Later, from each call:
 *   the codes of invalid params, under `params`; `NodeError`, `HTTPStatus`, `Transport`; the codes of invalid
 *   replies, with the path in the reply; `Inconsistent`: the data changes faster than it can be read;
 *   `LimitExceeded`: more than `options.limits` allow.
 */
export function connect(url: string, options: ConnectOptions = {}): NodeClient {
  checkOptions(options);
  const endpoint = service(url, options);
  const ask = asking(endpoint);
  const send = sending(endpoint);
  const sendBatch = sendingBatch(endpoint);
  const wait = options.retry?.sleep ?? sleep;
  const { now = Date.now } = options;
  const clock = () => BigInt(Math.floor(now() / 1000));
  let known = options.network;
  const network = async (options: CallOptions = {}): Promise<Network> => {
    known ??= await networkOf(ask, send, options);
    return known;
  };
  const newReader = (): ReadContext => {
    const budget = budgetOf(endpoint.limits);
    return { ask: asking(endpoint, budget), sendBatch: sendingBatch(endpoint, budget), budget };
  };
  const read = parents(newReader);
  const proven: Asked['proven'] = async ({ evidence = {}, signal }, state) =>
    evidence === false ? state : read.prove(state, { ...evidence, ...(signal && { signal }) });
  const asked: Asked = { ask, newReader, clock, network, proven };
  async function* utxos<T>(
    addresses: Addresses,
    chainOf: (network: Network) => Chain,
    options: UTXOsOptions,
  ) {
    checkArgument(options, callOptions, 'options');
    const here = await network(options);
    const chain = chainOf(here);
    const texts = bytesOf(addresses, chain, here).map((address) =>
      formatAddress(address, chain, here),
    );
    for await (const utxo of utxosOf(newReader(), texts, { ...options, chain })) yield utxo as T;
  }
  const issuer = { ask, wait, hide: endpoint.hide, attempts: attempts() };
  const node: NodeClient = {
    pchain: pchainOf(asked, utxos),
    xchain: xchainOf(asked, utxos),
    cchain: cchainOf(asked, utxos),
    network,
    unavailable: read.unavailable,
    discover: async (account, options = {}) => {
      checkArgument(account, accountArgument, 'account');
      checkArgument(options, callOptions, 'options');
      return discoverAccount(newReader(), await network(options), account, options);
    },
    call: ((name: MethodName, params?: object, options?: AskOptions) =>
      ask(name, (params ?? {}) as never, options)) as NodeCall,
    send,
    sendBatch,
    health: async (options = {}) => {
      checkArgument(options, healthOptions, 'options');
      const { check = 'all', tags, signal } = options;
      const resource = healthResources[check];
      const target = formatTarget(resource, tags ? { tag: tags } : {});
      return endpoint({ target, repeatable: false, ...(signal && { signal }) }, (reply) =>
        readResource(resource, reply),
      );
    },
    facts: async (tx, given = {}) => {
      checkArgument(tx, unsignedArgument, 'tx');
      checkArgument(given, callOptions, 'options');
      const { blockchain = instanceOf(tx), ...options } = given;
      return gatherFacts(node, tx.unsignedTx, blockchain, { ...ownersOf(tx), ...options });
    },
    origins: async (unsignedTx, options = {}) => {
      checkArgument(unsignedTx, unsignedTxArgument, 'unsignedTx');
      checkArgument(options, callOptions, 'options');
      return readOrigins(node, read.read, clock, unsignedTx, options);
    },
    issue: async (tx, options = {}) =>
      issue(issuer, checkSigned(tx), checkArgument(options, callOptions, 'options')),
    containers: (index, options = {}) => {
      checkArgument(index, aText, 'index');
      checkArgument(options, callOptions, 'options');
      return containersOf(ask, index, options, wait, endpoint.limits);
    },
    async *blocks(index, options = {}) {
      checkArgument(index, aText, 'index');
      checkArgument(options, callOptions, 'options');
      const here = await network(options);
      yield* blocksOf(containersOf(ask, index, options, wait, endpoint.limits), index, here);
    },
  };
  return node;
}

const instanceOptions = /* @__PURE__ */ (() => objectOf({ blockchain: blockchainArgument }))();
/** A draft or a signed transaction, as an argument. */
const unsignedArgument = /* @__PURE__ */ objectOf(
  { unsignedTx: unsignedTxArgument },
  { name: 'a signed transaction or a draft' },
);
const accountArgument = /* @__PURE__ */ (() =>
  either(
    (value) => typeof value === 'function',
    aFunction,
    objectOf({ addresses: aFunction }, { name: 'an account' }),
  ))();
const healthOptions = /* @__PURE__ */ (() =>
  objectOf({
    check: optional(isA('a health check', (name) => Object.hasOwn(healthResources, String(name)))),
    tags: optional(aListOf(aText)),
  }))();

/** A height, or the ID of a block. */
const blockArgument = /* @__PURE__ */ isA<string | bigint>(
  'a height such as 1n, or an ID of a block',
  (block) => typeof block === 'bigint' || typeof block === 'string' || isSomeBytes(block),
);

/** Builds the P-chain client of a node. */
const pchainOf = ({ ask, newReader, clock, network, proven }: Asked, utxos: UTXOsOf): PChain => ({
  state: async (addresses, options = {}) =>
    proven(options, await gatherP(newReader, clock, await network(options), addresses, options)),
  utxos: (addresses, options = {}) => utxos<PUTXO>(addresses, ({ chains }) => chains.P, options),
  async getTx(txID, options) {
    const found = await ask('platform.getTx', { txID }, options);
    return within(['platform.getTx'], () => txOf('P', txID, found));
  },
  async getBlock(block, options) {
    checkArgument(block, blockArgument, 'block');
    const isHeight = typeof block === 'bigint';
    const found = isHeight
      ? await ask('platform.getBlockByHeight', { height: block }, options)
      : await ask('platform.getBlock', { blockID: block }, options);
    const here = await network(options);
    const method = isHeight ? 'platform.getBlockByHeight' : 'platform.getBlock';
    return within([method], () => blockOf('P', block, found, here));
  },
  async validators(options = {}) {
    checkArgument(options, callOptions, 'options');
    const { signal, ...params } = options;
    return (await ask('platform.getCurrentValidators', params, { ...(signal && { signal }) }))
      .validators;
  },
  async warpValidators(subnetID, given = {}) {
    checkArgument(given, callOptions, 'options');
    const { height = 'proposed', ...options } = given;
    const found = await ask('platform.getValidatorsAt', { height, subnetID }, options);
    return Object.values(found).map(({ publicKey = null, weight }) => ({ publicKey, weight }));
  },
  async validatorFeeState(options) {
    const [{ excess }, { target }] = await Promise.all([
      ask('platform.getValidatorFeeState', {}, options),
      ask('platform.getValidatorFeeConfig', {}, options),
    ]);
    return { current: target, excess };
  },
  async getRewardUTXOs(txID, options) {
    const { utxos } = await ask('platform.getRewardUTXOs', { txID }, options);
    return utxos.map((bytes, i) =>
      within(['platform.getRewardUTXOs', 'utxos', i], () => decode(PUTXO, bytes)),
    );
  },
});

/** Builds the X-chain client of a node. */
const xchainOf = ({ ask, newReader, clock, network, proven }: Asked, utxos: UTXOsOf): XChain => ({
  state: async (addresses, options = {}) =>
    proven(options, await gatherX(newReader, clock, await network(options), addresses, options)),
  utxos(addresses, given = {}) {
    const { blockchain, ...options } = checkArgument(given, instanceOptions, 'options');
    return utxos<XUTXO>(addresses, ({ chains }) => blockchain ?? chains.X, options);
  },
  async getTx(txID, given = {}) {
    const { blockchain, ...options } = checkArgument(given, instanceOptions, 'options');
    const request = { ...options, ...(blockchain && { at: blockchain.alias }) };
    const found = await ask('avm.getTx', { txID }, request);
    return within(['avm.getTx'], () => txOf('X', txID, found));
  },
  async getBlock(block, given = {}) {
    checkArgument(block, blockArgument, 'block');
    const { blockchain, ...options } = checkArgument(given, instanceOptions, 'options');
    const request = { ...options, ...(blockchain && { at: blockchain.alias }) };
    const isHeight = typeof block === 'bigint';
    const found = isHeight
      ? await ask('avm.getBlockByHeight', { height: block }, request)
      : await ask('avm.getBlock', { blockID: block }, request);
    const here = await network(options);
    const method = isHeight ? 'avm.getBlockByHeight' : 'avm.getBlock';
    return within([method], () => blockOf('X', block, found, here));
  },
});

/** Builds the C-chain client of a node. */
const cchainOf = ({ ask, newReader, clock, network, proven }: Asked, utxos: UTXOsOf): CChain => ({
  state: async (addresses, options = {}) =>
    proven(options, await gatherC(newReader, clock, await network(options), addresses, options)),
  utxos: (addresses, options) => utxos<CUTXO>(addresses, ({ chains }) => chains.C, options),
  async getTx(txID, options) {
    const found = await ask('avax.getAtomicTx', { txID }, options);
    return within(['avax.getAtomicTx'], () => txOf('C', txID, found));
  },
});

/** The AVM instance of a draft, if it names one. */
const instanceOf = (tx: object): Chain | undefined =>
  'blockchain' in tx ? (tx as DraftOf<'X'>).blockchain : undefined;

/** The owners of the UTXOs that a draft consumes, from its slots. */
const ownersOf = (tx: object): Pick<FactsOptions, 'addresses'> =>
  'slots' in tx
    ? {
        addresses: (tx as Draft).slots.flatMap(({ kind, owner }) =>
          kind === 'input' || kind === 'operation' ? owner.addresses : [],
        ),
      }
    : {};

/** Returns the transaction of a reply and checks that it is the requested one. */
function txOf<C extends AnyTx['chain']>(
  chain: C,
  txID: string,
  { tx: content }: { readonly tx: Uint8Array | JSONObject },
): AnyTx & { readonly chain: C } {
  const tx = within(['tx'], () => decodeTx(bytesAnswered(content), chain));
  if (tx.txID === txID) return tx as AnyTx & { readonly chain: C };
  throw new AvalancheError('Mismatch', `the node returned ${tx.txID}, asked for ${txID}`, {
    found: tx.txID,
    expected: txID,
  }).at('tx');
}

/** Returns the block of a reply and checks that it is the requested one. */
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
