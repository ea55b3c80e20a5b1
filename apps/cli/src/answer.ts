import {
  type AnyKind,
  type AnyTx,
  AvalancheError,
  formatPath,
  isError,
  type NetworkIdentity,
  type Opened,
  type OpenedAs,
  type OpenedBlock,
  type OpenedEVMBlock,
  openAs,
  toJSONText,
} from 'avalanche-tx';
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

/** A decoded value, and what it contains. */
interface Read {
  readonly value: OpenedAs;
  /** The value itself or its content, with its transactions. */
  readonly inside?: Opened;
  /** Why the content cannot be read, if it must be of P or X. */
  readonly error?: AvalancheError | undefined;
}

/** Decodes the value of a request. */
function readValue({ said, kind, bytes }: Request): Read {
  const value = openAs(bytes, kind, said);
  // The node accepts wrappers, vertices and records with any content. Without a named chain it may be of an unknown one.
  const isKnown = said === 'P' || said === 'X' || kind === 'vertex';
  switch (value.kind) {
    case 'container':
      try {
        return { value, inside: contentOf(value, said) };
      } catch (error) {
        if (!isError(error)) throw error;
        return { value, ...(isKnown && { error }) };
      }
    case 'block':
    case 'evmBlock':
    case 'proposervm':
    case 'vertex':
      return value.contentError
        ? { value, ...(isKnown && { error: value.contentError }) }
        : { value, inside: value };
    default:
      return kind === 'accepted' ? { value, inside: value } : { value };
  }
}

/** Opens what is in a record of the index. Errors get the offset and path in the record. */
function contentOf({ value: { Bytes }, bytes }: OpenedAs<'container'>, said: Request['said']) {
  try {
    return openAs(Bytes, 'accepted', said);
  } catch (e) {
    if (!isError(e)) throw e;
    const start = Bytes.byteOffset - bytes.byteOffset;
    const offset = e.offset === undefined ? undefined : start + e.offset;
    throw new AvalancheError(e.code, e.detail, e.context, { offset }).at(
      'container',
      'Bytes',
      ...e.path,
    );
  }
}

/** `,"txs":[…]`: the transactions of a block with their types, which its JSON does not have. */
const txsPart = (txs: readonly AnyTx[]): string =>
  `,"txs":[${txs.map((tx) => `{"type":"${tx.unsignedTx.type}","txID":"${tx.txID}"}`).join(',')}]`;

/** `,"block":{…}`: a block inside another value. */
function blockPart(block: OpenedBlock | OpenedEVMBlock, network = block.network): string {
  const { type, id, txs } = block;
  const content = jsonPart('content', () => toJSONText(block, { network }));
  return `,"block":{"type":"${type}","blockID":"${id}"${txsPart(txs)},${content}}`;
}

/** The content of a value, beside its own JSON. */
function insidePart(
  { value: { kind }, inside, error }: Read,
  network: NetworkIdentity | undefined,
): string {
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
    ...(e.offset !== undefined && { offset: e.offset }),
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
    const { value } = read;
    let text = `{"id":${id},"ok":true,"type":"${value.type}","hex":"0x${hex}"`;
    if (value.id !== undefined) text += `,"${idNames[value.kind] ?? 'id'}":"${value.id}"`;
    text += insidePart(read, network);
    text += `,${jsonPart('json', () => toJSONText(value, { network }))}}`;
    return { isWhole: !read.error, text };
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
