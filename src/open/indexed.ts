/** Reads the containers of the index API: wrapped blocks, old vertices and transactions, with their ids. */

import { innerBytesOf, type ProposerBlock, proposerOf } from '../blocks/proposervm.ts';
import type { ChainName } from '../chain/declared.ts';
import type { AnyTx } from '../chain/tx.ts';
import { AvalancheError, isError, within } from '../errors/error.ts';
import type { NetworkIdentity } from '../network/identity.ts';
import type { JSONObject } from '../wire/type.ts';
import { openAccepted } from './open.ts';
import type { Opened } from './opened.ts';
import { bytesIn, containersIn, errorOfReply, readInput } from './reply.ts';

/** A block of another chain, as returned by `decodeBlock` of `avalanche-tx/blocks`. */
export interface ForeignBlock {
  /** CB58 of the block's id. */
  readonly id: string;
  /** The atomic transactions in it. */
  readonly txs: readonly AnyTx[];
}

/** Options for reading containers. */
export interface ContainerHint<B extends ForeignBlock = never> {
  /** The chain of the index; P and X are tried if omitted. */
  readonly chain?: ChainName;
  /** The network of the addresses in JSON; the one that a transaction names if omitted. */
  readonly network?: NetworkIdentity;
  /** Decoder for C-chain blocks: `decodeBlock` of `avalanche-tx/blocks`. */
  readonly evm?: (bytes: Uint8Array) => B;
}

/** The content of a container, without its wrapper. */
export interface OpenedContainer<B extends ForeignBlock = never> {
  /** CB58 of the id in consensus and the index: the wrapper's for a wrapped block. */
  readonly id: string;
  /** Index of the container, if the reply has it. */
  readonly index?: bigint;
  /** When the node accepted it, in RFC 3339, if the reply has it. */
  readonly timestamp?: string;
  /** The wrapper of a wrapped block. */
  readonly wrapper?: ProposerBlock;
  /** The node id of the proposer, if the wrapper names one. */
  readonly proposer?: string;
  /**
   * The block, vertex or transaction, with the `id` used by `getBlock` or `getTx`; undefined if no decoder for the
   * chain's blocks was given.
   */
  readonly content?: Opened | B;
  /** The bytes of the content. */
  readonly bytes: Uint8Array;
  /** The signed transactions in it. */
  readonly txs: readonly AnyTx[];
}

function contained<B extends ForeignBlock>(
  bytes: Uint8Array,
  { evm, ...hint }: ContainerHint<B>,
): OpenedContainer<B> {
  const outer = acceptedOf(bytes, hint, evm);
  if (!('kind' in outer)) return { id: outer.id, content: outer, bytes, txs: outer.txs };
  if (outer.kind !== 'proposervm') return { id: outer.id!, content: outer, bytes, txs: outer.txs };
  const { value: wrapper, block } = outer;
  const inner = innerBytesOf(wrapper);
  const content = block ?? evm?.(inner);
  const proposer = proposerOf(wrapper);
  return {
    id: outer.id!,
    wrapper,
    ...(proposer !== undefined && { proposer }),
    ...(content && { content }),
    bytes: inner,
    txs: content?.txs ?? [],
  };
}

/** Opens accepted bytes, with or without a wrapper. */
function acceptedOf<B extends ForeignBlock>(
  bytes: Uint8Array,
  hint: Omit<ContainerHint, 'evm'>,
  evm: ((bytes: Uint8Array) => B) | undefined,
): Opened | B {
  try {
    return openAccepted(bytes, hint);
  } catch (e) {
    // RLP of a block starts with 0xf8 or above, a wrapper with 0.
    if (!isError(e) || !evm || bytes[0] === 0) throw e;
    return evm(bytes);
  }
}

function read<B extends ForeignBlock>(
  reply: JSONObject,
  hint: ContainerHint<B>,
): OpenedContainer<B> {
  const { id, index, timestamp } = reply;
  const found = within(['bytes'], () => contained(bytesIn(reply.bytes ?? null, reply), hint));
  if (id !== undefined && id !== found.id)
    throw new AvalancheError(
      'Mismatch',
      `the reply says ${String(id)}, its bytes give ${found.id}`,
      { found: String(id), expected: String(found.id) },
    ).at('id');
  return {
    ...found,
    ...(typeof index === 'string' && /^\d{1,20}$/.test(index) && { index: BigInt(index) }),
    ...(typeof timestamp === 'string' && { timestamp }),
  };
}

/**
 * Reads all containers in a reply of the index API, in order, with their ids and without their wrappers.
 * @param input A reply of `getContainerRange`, `getContainerByIndex`, `getContainerByID` or `getLastAccepted`, or
 *   its result; or the `bytes` of one container, with or without checksum.
 * @throws {AvalancheError} As `open`; `Mismatch`: the id in the reply is not that of its bytes.
 */
export function openContainers<B extends ForeignBlock = never>(
  input: Uint8Array | string | object,
  hint: ContainerHint<B> = {},
): readonly OpenedContainer<B>[] {
  const given = readInput(input);
  if (given instanceof Uint8Array) return [contained(given, hint)];
  const { error = null, result = given } = given;
  if (error !== null) throw errorOfReply(error);
  const containers = containersIn(result);
  if (!containers) throw new AvalancheError('BadJSON', 'the reply has no containers');
  return containers.map(({ path, container }) => within(path, () => read(container, hint)));
}

/**
 * Reads one container of the index API: a block, vertex or transaction.
 * @throws {AvalancheError} As `openContainers`; `Ambiguous`: several containers, or none.
 * @example
 * openContainer('0x000000000001c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c1c10000000' + '3010203', { chain: 'C' }).id; // '23jnvswg8bPMmbFkZRzQUE1BGHQZNkhLENZ6Ms2yFddEdyKm87'
 */
export function openContainer<B extends ForeignBlock = never>(
  input: Uint8Array | string | object,
  hint: ContainerHint<B> = {},
): OpenedContainer<B> {
  const all = openContainers(input, hint);
  if (all.length !== 1)
    throw new AvalancheError('Ambiguous', `the input has ${all.length} containers, expected one`, {
      candidates: all.map(({ id }) => id ?? ''),
    });
  return all[0]!;
}
