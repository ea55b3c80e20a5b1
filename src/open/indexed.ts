/** Reads the containers of the index API: wrapped blocks, old vertices and transactions, with their ids. */

import { innerBytesOf, type ProposerBlock, proposerOf } from '../blocks/proposervm.ts';
import type { ChainName } from '../chain/declared.ts';
import type { AnyTx } from '../chain/tx.ts';
import { AvalancheError, within } from '../errors/error.ts';
import type { NetworkIdentity } from '../network/identity.ts';
import { anObject, checkArgument } from '../schema/check.ts';
import type { JSONObject } from '../wire/type.ts';
import { bytesIn, containersIn, errorOfReply, readInput } from './input.ts';
import { openAccepted } from './open.ts';
import type { Opened } from './opened.ts';

/** Options for reading containers. */
export interface ContainerHint {
  /** The chain of the index; all are tried if omitted. */
  readonly chain?: ChainName;
  /** The network of the addresses in JSON; the one that a transaction names if omitted. */
  readonly network?: NetworkIdentity;
}

/** The content of a container, without its wrapper. */
export interface OpenedContainer {
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
   * The block, vertex or transaction, with the `id` used by `getBlock` or `getTx`; undefined for a block that is not of
   * the P- or X-chain or of an EVM.
   */
  readonly content?: Opened;
  /** The bytes of the content. */
  readonly bytes: Uint8Array;
  /** The signed transactions in it. */
  readonly txs: readonly AnyTx[];
}

function contained(bytes: Uint8Array, hint: ContainerHint): OpenedContainer {
  const outer = openAccepted(bytes, hint);
  if (outer.kind !== 'proposervm') return { id: outer.id!, content: outer, bytes, txs: outer.txs };
  const { value: wrapper, block } = outer;
  const inner = innerBytesOf(wrapper);
  const proposer = proposerOf(wrapper);
  return {
    id: outer.id!,
    wrapper,
    ...(proposer !== undefined && { proposer }),
    ...(block && { content: block }),
    bytes: inner,
    txs: outer.txs,
  };
}

function read(reply: JSONObject, hint: ContainerHint): OpenedContainer {
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
export function openContainers(
  input: Uint8Array | string | object,
  hint: ContainerHint = {},
): readonly OpenedContainer[] {
  checkArgument(hint, anObject, 'hint');
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
export function openContainer(
  input: Uint8Array | string | object,
  hint: ContainerHint = {},
): OpenedContainer {
  const all = openContainers(input, hint);
  if (all.length !== 1)
    throw new AvalancheError('Ambiguous', `the input has ${all.length} containers, expected one`, {
      candidates: all.map(({ id }) => id ?? ''),
    });
  return all[0]!;
}
