import { toBytes, toText } from '../errors/arguments.ts';
import { AvalancheError } from '../errors/error.ts';
import { formatCB58, parseCB58 } from './cb58.ts';
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

const parse32 = (text: string): Uint8Array => parseCB58(text, 32);
const parse20 = (text: string): Uint8Array => parseCB58(text, 20);
const parsePrefixed = (text: string): Uint8Array => parse20(text.slice(nodeIDPrefix.length));

/**
 * A transaction, block, asset, subnet or chain id as the node prints it.
 * @param bytes 32 bytes.
 * @throws {AvalancheError} `OutOfRange`: another number of bytes.
 * @example
 * formatID(new Uint8Array(32)); // '11111111111111111111111111111111LpoYY'
 */
export const formatID = (bytes: Uint8Array): string => format('an id', 32, bytes);

/**
 * The 32 bytes of an id.
 * @throws {AvalancheError} `BadText`, `BadChecksum`; `OutOfRange`: not 32 bytes.
 * @example
 * parseID('11111111111111111111111111111111LpoYY'); // new Uint8Array(32)
 */
export const parseID = (text: string): Uint8Array => recentBytes('an id', toText(text), parse32);

/**
 * A 20-byte address without chain and network, as the node prints it where it knows neither.
 * @throws {AvalancheError} `OutOfRange`: not 20 bytes.
 * @example
 * formatShortID(new Uint8Array(20)); // '111111111111111111116DBWJs'
 */
export const formatShortID = (bytes: Uint8Array): string => format('a short id', 20, bytes);

/**
 * The 20 bytes of an address that is written without chain and network.
 * @throws {AvalancheError} `BadText`, `BadChecksum`; `OutOfRange`: not 20 bytes.
 * @example
 * parseShortID('111111111111111111116DBWJs'); // new Uint8Array(20)
 */
export const parseShortID = (text: string): Uint8Array =>
  recentBytes('a short id', toText(text), parse20);

/**
 * The id of a node.
 * @param bytes 20 bytes.
 * @throws {AvalancheError} `OutOfRange`: another number of bytes.
 * @example
 * formatNodeID(new Uint8Array(20)); // 'NodeID-111111111111111111116DBWJs'
 */
export const formatNodeID = (bytes: Uint8Array): string =>
  nodeIDPrefix + format('a node id', 20, bytes);

/**
 * The 20 bytes of the id of a node.
 * @throws {AvalancheError} `BadText`: also without the prefix `NodeID-`; `BadChecksum`; `OutOfRange`: not 20 bytes.
 * @example
 * parseNodeID('NodeID-111111111111111111116DBWJs'); // new Uint8Array(20)
 */
export function parseNodeID(text: string): Uint8Array {
  if (toText(text).startsWith(nodeIDPrefix)) return recentBytes('a node id', text, parsePrefixed);
  throw new AvalancheError('BadText', `a node ID starts with ${nodeIDPrefix}`, { kind: 'node ID' });
}
