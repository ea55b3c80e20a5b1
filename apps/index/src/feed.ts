/** What a node accepted, in order: from its indexes, or block by block where it has none. Nothing here is checked but the order. */
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import {
  AvalancheError,
  type ChainName,
  formatID,
  genesisSummaryOf,
  idOf,
  isError,
  type Network,
  open,
  parseHex,
} from 'avalanche-tx';
import { openContainer } from 'avalanche-tx/blocks';
import { type IndexName, isHTTPStatusError, isNodeError, type NodeClient } from 'avalanche-tx/rpc';

/** Containers in one request, and requests at the same time. */
const mostInPage = 1024;
const pagesAhead = 3;
const blocksAhead = 16;

/** A container of a node: a block, or a transaction that was in none. */
export interface Container {
  readonly index: bigint;
  /** As the node says. */
  readonly id: string;
  readonly bytes: Uint8Array;
}

/** Where containers come from: a node, or folders that were written with bytes. */
export interface Source {
  /** The feeds of a chain, in the order in which it accepted them. */
  feedsOf(chain: ChainName, signal: AbortSignal): Promise<readonly Feed[]>;
  /** Number of containers that a feed has now. */
  countOf(feed: Feed, signal: AbortSignal): Promise<bigint>;
  /** Containers `from` to `end` (exclusive), in order. */
  containersOf(
    feed: Feed,
    from: bigint,
    end: bigint,
    signal: AbortSignal,
  ): AsyncIterable<readonly Container[]>;
  containerAt(feed: Feed, index: bigint, signal: AbortSignal): Promise<Container>;
}

/** A node as a source. */
export const sourceOf = (node: NodeClient): Source => ({
  feedsOf: (chain, signal) => feedsOf(node, chain, signal),
  countOf: (feed, signal) => countOf(node, feed, signal),
  containersOf: (feed, from, end, signal) => containersOf(node, feed, from, end, signal),
  containerAt: (feed, index, signal) => containerAt(node, feed, index, signal),
});

/** A list of containers of a chain, and where it ends. */
export interface Feed {
  readonly name: IndexName;
  readonly chain: ChainName;
  /** Whether it is read from an index of the node, or by height. */
  readonly from: 'index' | 'height';
  /** Number of containers in it, if no more can come: transactions of the X-chain from before it had blocks. */
  readonly length: bigint | undefined;
}

/** Finds the feeds of a chain, in the order in which it accepted them. */
async function feedsOf(
  node: NodeClient,
  chain: ChainName,
  signal: AbortSignal,
): Promise<readonly Feed[]> {
  const name = `${chain}/block` as IndexName;
  const blocks = { name, chain, from: 'index', length: undefined } as const;
  if (!(await hasIndex(node, name, signal))) {
    if (chain === 'C')
      throw new AvalancheError(
        'Unsupported',
        'the node has no index of the C-chain: start it with --index-enabled, or leave C out: --chains P --chains X',
      );
    return [{ ...blocks, from: 'height' }];
  }
  if (chain !== 'X' || !(await hasIndex(node, 'X/tx', signal))) return [blocks];
  const length = await vertexTxs(node, signal);
  return [...(length > 0n ? [{ ...blocks, name: 'X/tx', length } as const] : []), blocks];
}

/** Whether a node has an index: others answer with status 404. */
async function hasIndex(node: NodeClient, at: IndexName, signal: AbortSignal): Promise<boolean> {
  try {
    await node.call('index.getLastAccepted', {}, { at, signal });
    return true;
  } catch (e) {
    if (isHTTPStatusError(e) && e.context.status === 404) return false;
    if (isNodeError(e)) return true; // no containers yet
    throw e;
  }
}

/** The number of transactions that the X-chain accepted before its first block: the index of the first that is in a block. */
async function vertexTxs(node: NodeClient, signal: AbortSignal): Promise<bigint> {
  const { index: last } = await node
    .call('index.getLastAccepted', {}, { at: 'X/tx', signal })
    .catch(none);
  if (last === undefined) return 0n;
  for (let index = 0n; ; index++) {
    const found = await node
      .call('index.getContainerByIndex', { index }, { at: 'X/block', signal })
      .catch(none);
    if (!('bytes' in found)) return last + 1n;
    const [tx] = openContainer(found.bytes, { chain: 'X' }).txs;
    if (!tx) continue;
    return (await node.call('index.getIndex', { id: tx.txID }, { at: 'X/tx', signal })).index;
  }
}

/** Stands for an answer of a node that has nothing yet. */
function none(e: unknown): { readonly index: undefined } {
  if (isNodeError(e)) return { index: undefined };
  throw e;
}

/** Number of containers that a feed has now. */
async function countOf(
  node: NodeClient,
  { name, chain, from, length }: Feed,
  signal: AbortSignal,
): Promise<bigint> {
  if (length !== undefined) return length;
  if (from === 'height') {
    const method = chain === 'P' ? 'platform.getHeight' : 'avm.getHeight';
    return (await node.call(method, {}, { signal })).height;
  }
  const { index } = await node.call('index.getLastAccepted', {}, { at: name, signal }).catch(none);
  return index === undefined ? 0n : index + 1n;
}

/** Reads containers `from` to `end` (exclusive) of a feed, in order and page by page. Several requests are under way at the same time. */
async function* containersOf(
  node: NodeClient,
  feed: Feed,
  from: bigint,
  end: bigint,
  signal: AbortSignal,
): AsyncGenerator<readonly Container[]> {
  const read = feed.from === 'index' ? pageOf : blockAt;
  let size = feed.from === 'index' ? mostInPage : 1;
  const ahead = feed.from === 'index' ? pagesAhead : blocksAhead;
  const waiting: { readonly from: bigint; readonly page: Promise<readonly Container[]> }[] = [];
  let next = from;
  while (next < end || waiting.length > 0) {
    while (waiting.length < ahead && next < end) {
      const count = next + BigInt(size) < end ? size : Number(end - next);
      const page = read(node, feed, next, count, signal);
      page.catch(() => {}); // awaited below, or not at all after another failure
      waiting.push({ from: next, page });
      next += BigInt(count);
    }
    const first = waiting.shift()!;
    try {
      yield await first.page;
    } catch (e) {
      if (!isError(e, 'LimitExceeded') || size === 1) throw e;
      // A reply was too long: ask for fewer from here on.
      size = Math.ceil(size / 4);
      next = first.from;
      waiting.length = 0;
    }
  }
}

async function pageOf(
  node: NodeClient,
  { name: at }: Feed,
  startIndex: bigint,
  numToFetch: number,
  signal: AbortSignal,
): Promise<readonly Container[]> {
  // Without checksums: the id is checked against the bytes.
  const params = { startIndex, numToFetch, encoding: 'hexnc' } as const;
  const { containers } = await node.call('index.getContainerRange', params, { at, signal });
  const isWhole =
    containers.length === numToFetch &&
    containers.every(({ index }, i) => index === startIndex + BigInt(i));
  if (!isWhole)
    throw new AvalancheError(
      'Inconsistent',
      `the node returned other containers than ${numToFetch} from ${startIndex} on`,
    ).at(at);
  return containers;
}

/** Asks for one container again. */
async function containerAt(
  node: NodeClient,
  feed: Feed,
  index: bigint,
  signal: AbortSignal,
): Promise<Container> {
  const read = feed.from === 'index' ? pageOf : blockAt;
  return (await read(node, feed, index, 1, signal))[0]!;
}

/** A block by its height. Its bytes have no wrapper. */
async function blockAt(
  node: NodeClient,
  { chain }: Feed,
  index: bigint,
  _: number,
  signal: AbortSignal,
): Promise<readonly Container[]> {
  const method = chain === 'P' ? 'platform.getBlockByHeight' : 'avm.getBlockByHeight';
  const { block } = await node.call(method, { height: index + 1n, encoding: 'hex' }, { signal });
  const bytes = block as Uint8Array;
  return [{ index, id: formatID(idOf(bytes)), bytes }];
}

/**
 * The genesis of a network: of mainnet and Fuji its known bytes, of a test node what it says; undefined for others.
 * @param node Without one, it is not compared: the first block of P has to follow it.
 * @throws {AvalancheError} `Mismatch`: the node's first block follows another one.
 */
export async function genesisOf(
  node: NodeClient | undefined,
  network: Network,
  given: Uint8Array | undefined,
  signal: AbortSignal,
): Promise<Uint8Array | undefined> {
  const genesis = given ?? (await usualGenesis(node, network, signal));
  if (!genesis || !node) return genesis;
  const facts = genesisSummaryOf(genesis);
  const { block } = await node.call(
    'platform.getBlockByHeight',
    { height: 0n, encoding: 'hex' },
    { signal },
  );
  const { parentID } = open(block as Uint8Array, { chain: 'P', kind: 'block' }).value as {
    readonly parentID: Uint8Array;
  };
  if (Buffer.compare(parentID, facts.genesisID) === 0) return genesis;
  throw new AvalancheError(
    'Mismatch',
    `the genesis is ${formatID(facts.genesisID)}, the first block of the node follows ${formatID(parentID)}`,
    { found: formatID(facts.genesisID), expected: formatID(parentID) },
  );
}

const unpacked = (bytes: Uint8Array): Uint8Array =>
  bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzipSync(bytes) : bytes;

/** Reads a file with a genesis: its bytes, gzip of them, or hex. */
export function readGenesis(file: string): Uint8Array {
  const bytes = readFileSync(file);
  return bytes[0] === 0x30 ? parseHex(bytes.toString().trim()) : unpacked(bytes);
}

/** Where the package has them, and where they are in a checkout. */
const places = ['./', '../../../vectors/'];

async function usualGenesis(
  node: NodeClient | undefined,
  { networkID }: Network,
  signal: AbortSignal,
): Promise<Uint8Array | undefined> {
  const known = { 1: 'mainnet', 5: 'fuji' }[networkID];
  if (known === undefined) {
    if (!node) return undefined;
    try {
      const reply = await node.send(
        '/ext/testnode',
        { method: 'testnode.getGenesis', params: {} },
        { signal, repeatable: true },
      );
      return parseHex((reply as { readonly genesis: string }).genesis);
    } catch (e) {
      // Other nodes do not have the path. One that is busy may have it.
      if (isNodeError(e) || isHTTPStatusError(e, 404)) return undefined;
      throw e;
    }
  }
  for (const place of places) {
    const path = fileURLToPath(new URL(`${place}genesis-${known}.bin.gz`, import.meta.url));
    if (existsSync(path)) return unpacked(readFileSync(path));
  }
  return undefined;
}
