import { toBytes, toText } from '../errors/arguments.ts';
import { AvalancheError } from '../errors/error.ts';
import { formatCB58, parseCB58Of } from './cb58.ts';
import { recent, recentBytes } from './recent.ts';

const nodeIDPrefix = 'NodeID-';

function format(kind: string, length: number, from: Uint8Array): string {
  const bytes = from instanceof Uint8Array ? from : toBytes(from);
  if (bytes.length === length) return recent(kind, bytes, formatCB58);
  throw new AvalancheError('OutOfRange', `${kind} has ${length} bytes, got ${bytes.length}`, {
    value: bytes.length,
    min: length,
    max: length,
    unit: 'bytes',
  });
}

const parse32 = (text: string): Uint8Array => parseCB58Of(32, text);
const parse20 = (text: string): Uint8Array => parseCB58Of(20, text);
const parsePrefixed = (text: string): Uint8Array => parse20(text.slice(nodeIDPrefix.length));

/**
 * Formats the id of a transaction, block, asset, subnet or chain as CB58, as the node prints it.
 * @param bytes 32 bytes.
 * @throws {AvalancheError} `OutOfRange`: another number of bytes.
 * @example
 * formatID(new Uint8Array(32)); // '11111111111111111111111111111111LpoYY'
 */
export const formatID = (bytes: Uint8Array): string => format('an id', 32, bytes);

/**
 * Parses the CB58 of an id to its 32 bytes.
 * @throws {AvalancheError} `BadText`, `BadChecksum`; `OutOfRange`: not 32 bytes.
 * @example
 * parseID('11111111111111111111111111111111LpoYY'); // new Uint8Array(32)
 */
export const parseID = (text: string): Uint8Array => recentBytes('an id', toText(text), parse32);

/**
 * Formats a 20-byte address without chain and network, as a node prints it if it knows neither.
 * @throws {AvalancheError} `OutOfRange`: not 20 bytes.
 * @example
 * formatShortID(new Uint8Array(20)); // '111111111111111111116DBWJs'
 */
export const formatShortID = (bytes: Uint8Array): string => format('a short id', 20, bytes);

/**
 * Parses an address without chain and network to its 20 bytes.
 * @throws {AvalancheError} `BadText`, `BadChecksum`; `OutOfRange`: not 20 bytes.
 * @example
 * parseShortID('111111111111111111116DBWJs'); // new Uint8Array(20)
 */
export const parseShortID = (text: string): Uint8Array =>
  recentBytes('a short id', toText(text), parse20);

/**
 * Formats a node id.
 * @param bytes 20 bytes.
 * @throws {AvalancheError} `OutOfRange`: another number of bytes.
 * @example
 * formatNodeID(new Uint8Array(20)); // 'NodeID-111111111111111111116DBWJs'
 */
export const formatNodeID = (bytes: Uint8Array): string =>
  nodeIDPrefix + format('a node id', 20, bytes);

/**
 * Parses a node id to its 20 bytes.
 * @throws {AvalancheError} `BadText`: also without the prefix `NodeID-`; `BadChecksum`; `OutOfRange`: not 20
 *   bytes.
 * @example
 * parseNodeID('NodeID-111111111111111111116DBWJs'); // new Uint8Array(20)
 */
export function parseNodeID(text: string): Uint8Array {
  if (toText(text).startsWith(nodeIDPrefix)) return recentBytes('a node id', text, parsePrefixed);
  throw new AvalancheError('BadText', `a node ID starts with ${nodeIDPrefix}`, { kind: 'node ID' });
}
