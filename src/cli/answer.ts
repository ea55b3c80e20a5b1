import { createHash } from 'node:crypto';
import { type ChainName, kinds } from '../chain/kinds.ts';
import type { Tx } from '../chain/tx.ts';
import { CodecError, formatPath, isCodecError } from '../errors.ts';
import type { Container } from '../message/container.ts';
import { isMessageKind } from '../message/kinds.ts';
import { contextOf } from '../network/context.ts';
import { identify, type NetworkIdentity } from '../network/identity.ts';
import { openAccepted } from '../open.ts';
import {
  type AnyKind,
  idTextOf,
  networkIDOf,
  type OpenedBlock,
  opened,
  txsOfBlock,
  typeNameOf,
  typeOfKind,
} from '../opened.ts';
import { equalBytes, parseHex } from '../text/bytes.ts';
import { type Encoding, parseBytes } from '../text/encoding.ts';
import { sha256, useSHA256 } from '../text/hash.ts';
import { formatJSON, type JSONValue, parseJSON } from '../text/json.ts';
import { decode } from '../wire/codec.ts';
import { bare } from '../wire/context.ts';
import { type KnownIDs, toJSONText } from '../wire/print.ts';
import type { Type } from '../wire/type.ts';
import { maxLine, newline } from './lines.ts';

interface Request {
  readonly chain: ChainName;
  /** The chain, if the line says it. */
  readonly said: ChainName | undefined;
  readonly kind: AnyKind;
  readonly type: Type<unknown>;
  readonly network: NetworkIdentity | undefined;
  readonly bytes: Uint8Array;
}

useSHA256((bytes) => createHash('sha256').update(bytes).digest());

/** `parseHex` and `parseBytes` by the machine's own means, for what is in order. */
function bytesOf(hex: string, encoding: Encoding | undefined): Uint8Array {
  const all = Buffer.from(hex.slice(2), 'hex');
  if (hex.startsWith('0x') && all.length * 2 === hex.length - 2) {
    if (encoding === undefined || encoding === 'hexnc') return all;
    const bytes = all.subarray(0, -4);
    if (all.length >= 4 && equalBytes(sha256(bytes).subarray(-4), all.subarray(-4))) return bytes;
  }
  return encoding === undefined ? parseHex(hex) : parseBytes(hex, encoding);
}

const bad = (key: string, detail: string): CodecError => new CodecError('BadJSON', detail).at(key);

/** What a line says under a key, if that is short. */
const shown = (value: unknown): string =>
  typeof value === 'object' && value !== null ? 'an object or a list' : JSON.stringify(value);

function readRequest(line: Readonly<Record<string, unknown>>): Request {
  // What is null was not said.
  const kind = line.kind ?? 'tx';
  const network = line.network ?? undefined;
  const encoding = line.encoding ?? undefined;
  const { hex } = line;
  // A message says itself whose it is.
  const chain = line.chain ?? (typeof kind === 'string' && isMessageKind(kind) ? 'P' : undefined);
  if (typeof chain !== 'string' || !Object.hasOwn(kinds, chain))
    throw bad('chain', `${shown(chain)} is not P, X or C`);
  const type =
    typeof kind === 'string' ? typeOfKind(chain as ChainName, kind as AnyKind) : undefined;
  if (!type) throw new CodecError('Unsupported', `${shown(kind)} on chain ${chain}`).at('kind');
  if (network !== undefined && typeof network !== 'string' && typeof network !== 'number')
    throw bad('network', 'is neither a name nor a number');
  if (typeof hex !== 'string') throw bad('hex', 'is no string');
  if (encoding !== undefined && encoding !== 'hex' && encoding !== 'hexc' && encoding !== 'hexnc')
    throw bad('encoding', `${shown(encoding)} is not hex, hexc or hexnc`);
  return {
    chain: chain as ChainName,
    said: (line.chain ?? undefined) as ChainName | undefined,
    kind: kind as AnyKind,
    type,
    network: network === undefined ? undefined : identify(network),
    bytes: bytesOf(hex, encoding as Encoding | undefined),
  };
}

/** What the id of a kind is called. */
export const idNames: { readonly [K in AnyKind]?: string } = {
  tx: 'txID',
  utxo: 'inputID',
  block: 'blockID',
  genesis: 'genesisID',
  proposervm: 'blockID',
  vertex: 'blockID',
  container: 'containerID',
  warpUnsigned: 'messageID',
  warpSigned: 'messageID',
};

/** The node's text; `null` where the node itself cannot print. */
function jsonText(
  type: Type<unknown>,
  value: unknown,
  chain: ChainName,
  network: NetworkIdentity | undefined,
  ids: KnownIDs,
): string {
  try {
    return toJSONText(type, value, network ? contextOf(chain, network) : bare, ids);
  } catch (e) {
    if (isCodecError(e, 'Unsupported')) return 'null';
    throw e;
  }
}

/** The block that is read, or that of P or X in a wrapper or in an index's record, if it can be read. */
function blockIn({ chain, said, kind, bytes }: Request, value: unknown): OpenedBlock | undefined {
  if (kind === 'block') return opened(chain, kind, value, bytes) as OpenedBlock;
  if (kind !== 'proposervm' && kind !== 'container') return undefined;
  try {
    const found =
      kind === 'container'
        ? openAccepted((value as Container).Bytes, said ? { chain: said } : {})
        : opened(said, kind, value, bytes);
    if (found.kind === 'block') return found;
    return found.kind === 'proposervm' ? found.block : undefined;
  } catch (e) {
    if (!isCodecError(e)) throw e;
    return undefined;
  }
}

/** The ids of a block and of its transactions. */
const idsOfBlock = ({ value, id, txs }: OpenedBlock): KnownIDs =>
  new Map<unknown, string>([
    [value, id!],
    ...txsOfBlock(value).map((tx, i) => [tx, txs[i]!.txID] as const),
  ]);

/** `,"txs":[…]`: the transactions of a block with their types, which its JSON does not say. */
const txsPart = (txs: readonly Tx[]): string =>
  `,"txs":[${txs.map((tx) => `{"type":"${tx.unsignedTx.type}","txID":"${tx.txID}"}`).join(',')}]`;

/** `,"block":{…}`: a block in something else. */
function blockPart(block: OpenedBlock, network = block.network): string {
  const { chain, type, id, txs, value } = block;
  const content = jsonText(kinds[chain].block, value, chain, network, idsOfBlock(block));
  return `,"block":{"type":"${type}","blockID":"${id}"${txsPart(txs)},"content":${content}}`;
}

const errorText = (id: string, e: CodecError): string =>
  `{"id":${id},"ok":false,"error":${JSON.stringify({
    code: e.code,
    path: formatPath(e.path),
    ...(e.offset < 0 ? {} : { offset: e.offset }),
    message: e.message,
  })}}`;

/** The `id` of a line, to be given back exactly: what a double cannot hold is read once more. */
function idText(id: unknown, line: string): string {
  if (id === undefined) return 'null';
  if (typeof id === 'string' || (typeof id === 'number' && Number.isSafeInteger(id)))
    return JSON.stringify(id);
  return formatJSON((parseJSON(line) as { readonly id: JSONValue }).id);
}

/**
 * Answers one line of `decode --stream`: a JSON object in, one out, without line end. Never throws for
 * what a line says.
 */
export const answer = (line: string): string => answerTo(line).text;

function answerTo(line: string): { readonly ok: boolean; readonly text: string } {
  let id = 'null';
  try {
    const request: unknown = readLine(line);
    if (typeof request !== 'object' || request === null || Array.isArray(request))
      throw new CodecError('BadJSON', 'the line is no object');
    id = idText((request as { readonly id?: unknown }).id, line);
    const read = readRequest(request as Readonly<Record<string, unknown>>);
    // These are also the bytes that the value encodes to: no other decode to it.
    const { chain, kind, type, bytes } = read;
    const value = decode(type, bytes);
    const block = blockIn(read, value);
    const own = kind === 'block' ? block : undefined;
    const ownID = own ? own.id : idTextOf(kind, value, bytes);
    const ids = own ? idsOfBlock(own) : new Map([[value, ownID!]]);
    const networkID = networkIDOf(kind, value);
    const named = networkID === undefined ? undefined : identify(networkID);
    const json = jsonText(type, value, chain, read.network ?? named, ids);
    // These are also the bytes that the value encodes to: no other decode to it.
    const hex = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('hex');
    let text = `{"id":${id},"ok":true,"type":"${typeNameOf(kind, value)}","hex":"0x${hex}"`;
    if (ownID !== undefined) text += `,"${idNames[kind]}":"${ownID}"`;
    if (block) text += own ? txsPart(own.txs) : blockPart(block, read.network);
    text += `,"json":${json}}`;
    return { ok: true, text };
  } catch (e) {
    if (!isCodecError(e)) throw e;
    return { ok: false, text: errorText(id, e) };
  }
}
function readLine(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    throw new CodecError('BadJSON', 'the line is no JSON');
  }
}

/** Answers of some lines, each with a line end. */
export interface Answered {
  readonly bytes: Uint8Array;
  readonly lines: number;
  readonly errors: number;
}

const encoder = new TextEncoder();

/** Answers whole lines. Each is written by itself: one text of all would be put together first, at twice the cost. */
export function answerBatch(lines: Buffer): Answered {
  const requests = lines.toString().split('\n');
  let bytes = Buffer.allocUnsafeSlow(lines.length * 4);
  let length = 0;
  let errors = 0;
  for (const request of requests) {
    const { ok, text } = answerTo(request);
    if (!ok) errors++;
    const most = length + text.length * 3 + 1;
    if (most > bytes.length) {
      const longer = Buffer.allocUnsafeSlow(most * 2);
      bytes.copy(longer, 0, 0, length);
      bytes = longer;
    }
    length += bytes.write(text, length);
    bytes[length++] = newline;
  }
  return { bytes: bytes.subarray(0, length), lines: requests.length, errors };
}

/** Answers a line that was too long to be kept. */
export function answerTooLong(): Answered {
  const e = new CodecError('TooLong', `a line of more than ${maxLine} bytes`);
  return { bytes: encoder.encode(`${errorText('null', e)}\n`), lines: 1, errors: 1 };
}
