import {
  type AnyKind,
  type AnyTx,
  AvalancheError,
  type ChainName,
  decode,
  formatPath,
  identifyNetwork,
  isError,
  type NetworkIdentity,
  type Opened,
  type Type,
  toJSONText,
} from 'avalanche-tx';
import type { Container } from 'avalanche-tx/blocks';
import { valueToJSONText } from 'avalanche-tx/codec';
import { jsonContext } from 'avalanche-tx/network';
import { kinds } from '../../../src/chain/kinds.ts';
import { openAccepted } from '../../../src/open/open.ts';
import {
  idTextOf,
  inPart,
  networkIDOf,
  type OpenedBlock,
  type OpenedEVMBlock,
  opened,
  openedEVMBlock,
  txsOfBlock,
  typeNameOf,
  typeOfKind,
} from '../../../src/open/opened.ts';
import type { KnownIDs } from '../../../src/wire/print.ts';
import { maxLine } from './lines.ts';
import { idText, type Request, readLine, readRequest } from './request.ts';

/** The name of the id of each kind. */
export const idNames: { readonly [K in AnyKind]?: string } = {
  tx: 'txID',
  utxo: 'inputID',
  block: 'blockID',
  evmBlock: 'blockID',
  genesis: 'genesisID',
  proposervm: 'blockID',
  vertex: 'blockID',
  container: 'containerID',
  warpUnsigned: 'messageID',
  warpSigned: 'messageID',
};

/** `"json":…`: the node's JSON. For values that the node itself cannot print, `"json":null,"jsonError":{…}`. */
function jsonPart(name: string, print: () => string): string {
  try {
    return `"${name}":${print()}`;
  } catch (e) {
    if (isError(e, 'Unsupported')) return `"${name}":null,"${name}Error":${errorJSON(e)}`;
    throw e;
  }
}

/** The node's JSON of a value with a wire type. */
const jsonText = (
  type: Type<unknown>,
  value: unknown,
  chain: ChainName,
  network: NetworkIdentity | undefined,
  ids: KnownIDs,
): string =>
  valueToJSONText(type, value, { ...(network && { context: jsonContext(chain, network) }), ids });

/** A decoded value, and what it contains. */
export interface Read {
  readonly chain: ChainName;
  readonly kind: AnyKind;
  readonly value: unknown;
  /** The value itself or its content, with its transactions. */
  readonly inside?: Opened;
  /** Why the content cannot be read, if it must be of P or X. */
  readonly error?: AvalancheError;
}

/** Decodes the value of a request. */
function readValue({ chain, said, kind, bytes }: Request): Read {
  const hint = said ? { chain: said } : {};
  if (kind === 'accepted') {
    const inside = openAccepted(bytes, hint);
    return { chain: inside.chain ?? chain, kind: inside.kind, value: inside.value, inside };
  }
  if (kind === 'evmBlock') {
    const inside = openedEVMBlock(bytes, undefined);
    return { chain: 'C', kind, value: inside.value, inside };
  }
  const value = decode(typeOfKind(chain, kind)!, bytes);
  const read = { chain, kind, value };
  try {
    switch (kind) {
      case 'block':
      case 'proposervm':
      case 'vertex':
        return { ...read, inside: opened(said, kind, value, bytes) };
      case 'container': {
        const { Bytes } = value as Container;
        const open = () => openAccepted(Bytes, hint);
        return { ...read, inside: inPart(bytes, Bytes, ['container', 'Bytes'], open) };
      }
      default:
        return read;
    }
  } catch (error) {
    if (!isError(error)) throw error;
    // The node accepts wrappers, vertices and records with any content. Without a named chain it may be of an unknown one.
    return said === 'P' || said === 'X' || kind === 'vertex' ? { ...read, error } : read;
  }
}

/** The ids of a block and of its transactions. */
const idsOfBlock = ({ value, id, txs }: OpenedBlock): KnownIDs =>
  new Map<unknown, string>([
    [value, id!],
    ...txsOfBlock(value).map((tx, i) => [tx, txs[i]!.txID] as const),
  ]);

/** `,"txs":[…]`: the transactions of a block with their types, which its JSON does not have. */
const txsPart = (txs: readonly AnyTx[]): string =>
  `,"txs":[${txs.map((tx) => `{"type":"${tx.unsignedTx.type}","txID":"${tx.txID}"}`).join(',')}]`;

/** `,"block":{…}`: a block inside another value. */
function blockPart(block: OpenedBlock | OpenedEVMBlock, network = block.network): string {
  const { type, id, txs } = block;
  const content = jsonPart('content', () =>
    block.kind === 'evmBlock'
      ? toJSONText(block, { network })
      : jsonText(kinds[block.chain].block, block.value, block.chain, network, idsOfBlock(block)),
  );
  return `,"block":{"type":"${type}","blockID":"${id}"${txsPart(txs)},${content}}`;
}

/** The JSON of the value itself. */
function ownJSON(
  { chain, kind, value, inside }: Read,
  network: NetworkIdentity | undefined,
  id: string | undefined,
): string {
  if (inside?.kind === 'evmBlock' && inside.value === value) return toJSONText(inside, { network });
  const ids =
    kind === 'block' && inside?.kind === 'block' ? idsOfBlock(inside) : new Map([[value, id!]]);
  const networkID = networkIDOf(kind, value);
  const named = networkID === undefined ? undefined : identifyNetwork(networkID);
  return jsonText(typeOfKind(chain, kind)!, value, chain, network ?? named, ids);
}

/** The content of a value, beside its own JSON. */
function insidePart({ kind, inside, error }: Read, network: NetworkIdentity | undefined): string {
  if (error) {
    const name = kind === 'vertex' ? 'txs' : 'block';
    return `,"${name}":null,"${name}Error":${errorJSON(error)}`;
  }
  const block =
    inside?.kind === 'proposervm'
      ? inside.block
      : inside?.kind === 'block' || inside?.kind === 'evmBlock'
        ? inside
        : undefined;
  if (block && kind !== 'block' && kind !== 'evmBlock') return blockPart(block, network);
  return inside && inside.kind !== 'proposervm' ? txsPart(inside.txs) : '';
}

const errorJSON = (e: AvalancheError): string =>
  JSON.stringify({
    code: e.code,
    path: formatPath(e.path),
    ...(e.offset < 0 ? {} : { offset: e.offset }),
    message: e.message,
  });

const errorText = (id: string, e: AvalancheError): string =>
  `{"id":${id},"ok":false,"error":${errorJSON(e)}}`;

/**
 * Answers one line of `decode --stream`: takes a JSON object and returns one, without a line break. Never throws for the content of a
 * line.
 */
export const answer = (line: string): string => answerTo(line).text;

/** Answers a line, and tells whether the answer is free of errors. */
export function answerTo(line: string): { readonly isWhole: boolean; readonly text: string } {
  let id = 'null';
  try {
    const json = readLine(line);
    id = idText(json.id, line);
    const request = readRequest(json);
    const read = readValue(request);
    const { bytes, network } = request;
    // Encoding the value would return the same bytes: no others decode to it.
    const hex = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('hex');
    const { kind, value, inside, error } = read;
    let text = `{"id":${id},"ok":true,"type":"${typeNameOf(kind, value)}","hex":"0x${hex}"`;
    const ownID = inside && inside.value === value ? inside.id : idTextOf(kind, value, bytes);
    if (ownID !== undefined) text += `,"${idNames[kind] ?? 'id'}":"${ownID}"`;
    text += insidePart(read, network);
    text += `,${jsonPart('json', () => ownJSON(read, network, ownID))}}`;
    return { isWhole: !error, text };
  } catch (e) {
    if (!isError(e)) throw e;
    return { isWhole: false, text: errorText(id, e) };
  }
}

/** How many lines were read, and how many of them have an error. */
export interface Counted {
  readonly lines: number;
  readonly errors: number;
}

/** The answers to several lines, each with a line break. */
export interface Answered extends Counted {
  readonly bytes: Uint8Array;
}

/** The error of a line that exceeds the maximum length. */
const tooLong = (): AvalancheError =>
  new AvalancheError('TooLong', `the line has more than ${maxLine} bytes`, { max: maxLine });

/** Answers a line that exceeds the maximum length. */
export function answerTooLong(): Answered {
  return { bytes: Buffer.from(`${errorText('null', tooLong())}\n`), lines: 1, errors: 1 };
}
