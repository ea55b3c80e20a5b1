/**
 * Implements the client of a node. Each chain's client is a thin layer over typed calls; all requests of one read
 * share a budget.
 */

import type { UTXO as CUTXO } from '../chain/cchain/tx.ts';
import { UTXO as PUTXO } from '../chain/pchain/tx.ts';
import { type AnyTx, txFromBytes } from '../chain/tx.ts';
import type { UTXO as XUTXO } from '../chain/xchain/tx.ts';
import type { Draft, DraftOf } from '../draft/draft.ts';
import { checkKeys, checkShape } from '../errors/arguments.ts';
import { AvalancheError, within } from '../errors/error.ts';
import { formatAddress } from '../network/address.ts';
import { type Chain, type Network, networkShape } from '../network/network.ts';
import { open } from '../open/open.ts';
import type { JSONObject } from '../schema/schema.ts';
import type { State } from '../state/state.ts';
import { decode } from '../wire/codec.ts';
import { type AskOptions, asking, type ReadContext, sending, sendingBatch } from './ask.ts';
import type {
  CChain,
  ChainBlock,
  ConnectOptions,
  FactsOptions,
  NodeCall,
  NodeClient,
  PChain,
  UTXOsOptions,
  XChain,
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
import { type CallOptions, service } from './service.ts';
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
    of: Pick<StateOptions<never>, 'evidence' | 'signal'>,
    state: S,
  ) => Promise<S>;
  readonly network: (of?: CallOptions) => Promise<Network>;
}

/** Reads the UTXOs of a chain, page by page. */
type UTXOsOf = <T>(
  addresses: Addresses,
  chainOf: (network: Network) => Chain,
  of: UTXOsOptions,
) => AsyncGenerator<T>;

/** All options; the compiler demands that none is left out. */
const isOption: { readonly [K in keyof Required<ConnectOptions>]: true } = {
  transport: true,
  retry: true,
  headers: true,
  limits: true,
  allowPlainHTTP: true,
  strict: true,
  network: true,
  now: true,
};

/** Options of the transport, which are often given to `connect`. */
const ofTransport: readonly string[] = ['fetch', 'timeout'];

/** Refuses options that do not exist, and a network that is not one. A test node, which has more members, can be given as it is. */
function checkOptions(options: ConnectOptions): void {
  checkShape(options, { network: { '?': networkShape }, retry: { '?': 'an object' } }, 'options');
  if ('transport' in options && 'fund' in options) return;
  const wrong = ofTransport.find((key) => key in options);
  if (wrong !== undefined)
    throw new AvalancheError(
      'Unsupported',
      `is an option of the transport: { transport: fetchTransport({ ${wrong} }) }`,
    ).at('options', wrong);
  within(['options'], () => checkKeys(options, Object.keys(isOption)));
}

/**
 * Returns a client of the node at a URL, without `/ext/…`. No request is sent until a method is called. Reads are
 * retried if no reply came or the reply says to retry later; calls that change something are sent once.
 * @throws {AvalancheError} `BadText`: not the URL of a node, or headers that HTTP does not allow; `Unsupported`: an option that does not
 *   exist; `BadArgument`: an option of the wrong kind. Later, from each call:
 *   the codes of invalid params, under `params`; `NodeError`, `HTTPStatus`, `Transport`; the codes of invalid
 *   replies, with the path in the reply; `Inconsistent`: the data changes faster than it can be read;
 *   `LimitExceeded`: more than `options.limits` allow.
 */
export function connect(url: string, options: ConnectOptions = {}): NodeClient {
  checkOptions(options);
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
  const newReader = (): ReadContext => {
    const budget = budgetOf(at.limits);
    return { ask: asking(at, budget), sendBatch: sendingBatch(at, budget), budget };
  };
  const read = parents(newReader);
  const proven: Asked['proven'] = async ({ evidence = {}, signal }, state) =>
    evidence === false ? state : read.prove(state, { ...evidence, ...(signal && { signal }) });
  const asked: Asked = { ask, newReader, clock, network, proven };
  async function* utxos<T>(
    addresses: Addresses,
    chainOf: (network: Network) => Chain,
    of: UTXOsOptions,
  ) {
    const here = await network(of);
    const chain = chainOf(here);
    const texts = bytesOf(addresses, chain, here).map((of) => formatAddress(chain, of, here));
    for await (const utxo of utxosOf(newReader(), texts, { ...of, chain })) yield utxo as T;
  }
  const issuer = { ask, wait, hide: at.hide, attempts: attempts() };
  const node: NodeClient = {
    pchain: pchainOf(asked, utxos),
    xchain: xchainOf(asked, utxos),
    cchain: cchainOf(asked, utxos),
    network,
    unavailable: read.unavailable,
    discover: async (account, of = {}) =>
      discoverAccount(newReader(), await network(of), account, of),
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
    facts: (tx, { blockchain = instanceOf(tx), ...of } = {}) =>
      gatherFacts(node, tx.unsignedTx, blockchain, { ...ownersOf(tx), ...of }),
    origins: (unsignedTx, of = {}) => readOrigins(node, read.read, clock, unsignedTx, of),
    issue: async (tx, of = {}) => issue(issuer, checkSigned(tx), of),
    containers: (index, of = {}) => containersOf(ask, index, of, wait, at.limits),
    async *blocks(index, of = {}) {
      const here = await network(of);
      yield* blocksOf(containersOf(ask, index, of, wait, at.limits), index, here);
    },
  };
  return node;
}

/** Builds the P-chain client of a node. */
const pchainOf = ({ ask, newReader, clock, network, proven }: Asked, utxos: UTXOsOf): PChain => ({
  state: async (addresses, of = {}) =>
    proven(of, await gatherP(newReader, clock, await network(of), addresses, of)),
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
    (await ask('platform.getCurrentValidators', params, { ...(signal && { signal }) })).validators,
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
});

/** Builds the X-chain client of a node. */
const xchainOf = ({ ask, newReader, clock, network, proven }: Asked, utxos: UTXOsOf): XChain => ({
  state: async (addresses, of = {}) =>
    proven(of, await gatherX(newReader, clock, await network(of), addresses, of)),
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
});

/** Builds the C-chain client of a node. */
const cchainOf = ({ ask, newReader, clock, network, proven }: Asked, utxos: UTXOsOf): CChain => ({
  state: async (addresses, of = {}) =>
    proven(of, await gatherC(newReader, clock, await network(of), addresses, of)),
  utxos: (addresses, of) => utxos<CUTXO>(addresses, ({ chains }) => chains.C, of),
  getTx: async (txID, of) => txOf('C', txID, await ask('avax.getAtomicTx', { txID }, of)),
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
  const tx = within(['tx'], () => txFromBytes(chain, bytesAnswered(content)));
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
