import { asBytes, badArgument } from '../errors/arguments.ts';
import { AvalancheError } from '../errors/error.ts';
import { parseHex } from './hex.ts';
import { parseID, parseNodeID } from './id.ts';

/** Bytes, or hex text with the prefix `0x`. A `Buffer` is a `Uint8Array`. */
export type BytesLike = string | Uint8Array | ArrayBuffer;
/** An id: CB58 text or 32 bytes. */
export type IDLike = string | Uint8Array | ArrayBuffer;
/** A node id: `NodeID-…` or 20 bytes. */
export type NodeIDLike = string | Uint8Array | ArrayBuffer;

function read(
  value: unknown,
  expected: string,
  length: number | undefined,
  parse: (text: string) => Uint8Array,
): Uint8Array {
  const given = typeof value === 'string' ? parse(value) : asBytes(value);
  if (!given) throw badArgument(expected, value);
  // Not `slice`, which does not copy for a `Buffer`.
  const bytes = new Uint8Array(given);
  if (length === undefined || bytes.length === length) return bytes;
  throw new AvalancheError('OutOfRange', `must have ${length} bytes, got ${bytes.length}`, {
    value: bytes.length,
    min: length,
    max: length,
    unit: 'bytes',
  });
}

/**
 * Returns the bytes of an argument that may be bytes or hex text. The result shares no memory with the argument.
 * @param length Required number of bytes; any number if omitted.
 * @throws {AvalancheError} `BadText`: text that is not hex with the prefix `0x`; `BadArgument`: neither text nor
 *   bytes; `OutOfRange`: another number of bytes.
 * @example
 * bytesOf('0x01AB'); // new Uint8Array([1, 171])
 */
export const bytesOf = (value: BytesLike, length?: number): Uint8Array =>
  read(value, 'hex text or bytes', length, parseHex);

/**
 * Returns the 32 bytes of an id (of a transaction, asset, subnet, validation or chain), given as CB58 text or
 * bytes.
 * @throws {AvalancheError} `BadText`, `BadChecksum`; `BadArgument`: neither text nor bytes; `OutOfRange`: not 32
 *   bytes.
 * @example
 * idBytes('11111111111111111111111111111111LpoYY'); // new Uint8Array(32)
 */
export const idBytes = (id: IDLike): Uint8Array => read(id, 'CB58 text or 32 bytes', 32, parseID);

/**
 * Returns the 20 bytes of a node id, given as `NodeID-…` or bytes.
 * @throws {AvalancheError} `BadText`, `BadChecksum`; `BadArgument`: neither text nor bytes; `OutOfRange`: not 20
 *   bytes.
 * @example
 * nodeIDBytes('NodeID-111111111111111111116DBWJs'); // new Uint8Array(20)
 */
export const nodeIDBytes = (id: NodeIDLike): Uint8Array =>
  read(id, 'NodeID-… or 20 bytes', 20, parseNodeID);
