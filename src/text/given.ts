import { AvalancheError } from '../errors/error.ts';
import { parseHex } from './bytes.ts';
import { parseID, parseNodeID } from './id.ts';

/** Bytes, or their text: `0x` and two digits each. A `Buffer` is a `Uint8Array`. */
export type BytesLike = string | Uint8Array | ArrayBuffer;
/** An id: CB58 text or 32 bytes. */
export type IDLike = string | Uint8Array | ArrayBuffer;
/** The id of a node: `NodeID-…` or 20 bytes. */
export type NodeIDLike = string | Uint8Array | ArrayBuffer;

const kindOf = (value: unknown): string => Object.prototype.toString.call(value).slice(8, -1);

/**
 * The bytes of a `Uint8Array`, `Buffer` or `ArrayBuffer` of any realm, in an array of their own; `undefined` for anything else.
 * @example
 * copyOfBytes(new Uint8Array([1, 2]).buffer); // new Uint8Array([1, 2])
 */
export function copyOfBytes(value: unknown): Uint8Array | undefined {
  const kind = kindOf(value);
  if (kind === 'ArrayBuffer') return new Uint8Array((value as ArrayBuffer).slice(0));
  if (kind !== 'Uint8Array' || !ArrayBuffer.isView(value)) return undefined;
  const { buffer, byteOffset, byteLength } = value;
  return new Uint8Array(buffer, byteOffset, byteLength).slice();
}

function read(
  value: unknown,
  what: string,
  length: number | undefined,
  parse: (text: string) => Uint8Array,
): Uint8Array {
  const bytes = typeof value === 'string' ? parse(value) : copyOfBytes(value);
  if (!bytes) throw new AvalancheError('OutOfRange', `expected ${what}, got ${kindOf(value)}`);
  if (length === undefined || bytes.length === length) return bytes;
  throw new AvalancheError('OutOfRange', `expected ${length} bytes, got ${bytes.length}`);
}

/**
 * The bytes of an argument that may be bytes or hex text. The result shares no memory with the argument.
 * @param length Number of bytes that it must have; any number if omitted.
 * @throws {AvalancheError} `BadText`: text that is not hex with the prefix `0x`; `OutOfRange`: neither text nor bytes, or
 *   another number of bytes.
 * @example
 * bytesOf('0x01AB'); // new Uint8Array([1, 171])
 */
export const bytesOf = (value: BytesLike, length?: number): Uint8Array =>
  read(value, 'hex text or bytes', length, parseHex);

/**
 * The 32 bytes of an id (of a transaction, asset, subnet, validation or chain) that may be CB58 text or bytes.
 * @throws {AvalancheError} `BadText`, `BadChecksum`; `OutOfRange`: neither text nor bytes, or not 32 bytes.
 * @example
 * idBytes('11111111111111111111111111111111LpoYY'); // new Uint8Array(32)
 */
export const idBytes = (id: IDLike): Uint8Array => read(id, 'CB58 text or 32 bytes', 32, parseID);

/**
 * The 20 bytes of the id of a node that may be `NodeID-…` or bytes.
 * @throws {AvalancheError} `BadText`, `BadChecksum`; `OutOfRange`: neither text nor bytes, or not 20 bytes.
 * @example
 * nodeIDBytes('NodeID-111111111111111111116DBWJs'); // new Uint8Array(20)
 */
export const nodeIDBytes = (id: NodeIDLike): Uint8Array =>
  read(id, 'NodeID-… or 20 bytes', 20, parseNodeID);
