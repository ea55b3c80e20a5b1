import { createHash } from 'node:crypto';
import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { type ChainName, kinds } from '../chain/kinds.ts';
import { CodecError, formatPath, isCodecError } from '../errors.ts';
import { isMessageKind } from '../message/kinds.ts';
import { contextOf } from '../network/context.ts';
import { identify, type NetworkIdentity } from '../network/identity.ts';
import { type AnyKind, idTextOf, networkIDOf, typeNameOf, typeOfKind } from '../opened.ts';
import { equalBytes, parseHex } from '../text/bytes.ts';
import { type Encoding, parseBytes } from '../text/encoding.ts';
import { formatJSON, type JSONValue, parseJSON } from '../text/json.ts';
import { decode } from '../wire/codec.ts';
import { bare } from '../wire/context.ts';
import { toJSONText } from '../wire/print.ts';
import type { Type } from '../wire/type.ts';

/** Most characters of a line: the largest input that a node takes, as hex, with room to spare. */
const maxLine = 64 * 1024 * 1024;

interface Request {
  readonly chain: ChainName;
  readonly kind: AnyKind;
  readonly type: Type<unknown>;
  readonly network: NetworkIdentity | undefined;
  readonly bytes: Uint8Array;
}

/** The machine's own SHA-256. */
const sha256 = (bytes: Uint8Array): Uint8Array => createHash('sha256').update(bytes).digest();

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

function readRequest(line: Readonly<Record<string, unknown>>): Request {
  const { kind = 'tx', network, hex, encoding } = line;
  // A message says itself whose it is.
  const { chain = typeof kind === 'string' && isMessageKind(kind) ? 'P' : undefined } = line;
  if (typeof chain !== 'string' || !Object.hasOwn(kinds, chain))
    throw bad('chain', `${JSON.stringify(chain)} is not P, X or C`);
  const type = typeOfKind(chain as ChainName, kind as AnyKind);
  if (typeof kind !== 'string' || !type)
    throw new CodecError('Unsupported', `${JSON.stringify(kind)} on chain ${chain}`).at('kind');
  if (network !== undefined && typeof network !== 'string' && typeof network !== 'number')
    throw bad('network', 'is neither a name nor a number');
  if (typeof hex !== 'string') throw bad('hex', 'is no string');
  if (encoding !== undefined && encoding !== 'hex' && encoding !== 'hexc' && encoding !== 'hexnc')
    throw bad('encoding', `${JSON.stringify(encoding)} is not hex, hexc or hexnc`);
  return {
    chain: chain as ChainName,
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

/** `,"txID":"…"`: the id that a kind has, under its name. */
function idPart(kind: AnyKind, value: unknown, bytes: Uint8Array): string {
  const id = idTextOf(kind, value, bytes, sha256);
  return id === undefined ? '' : `,"${idNames[kind]}":"${id}"`;
}

/** The node's text; `null` where the node itself cannot print. */
function jsonText({ chain, kind, type, network, bytes }: Request, value: unknown): string {
  const networkID = networkIDOf(kind, value);
  const known = network ?? (networkID === undefined ? undefined : identify(networkID));
  try {
    const context = known ? contextOf(chain, known) : bare;
    return toJSONText(type, value, { ...context, sha256 }, bytes);
  } catch (e) {
    if (isCodecError(e, 'Unsupported')) return 'null';
    throw e;
  }
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
export function answer(line: string): string {
  let id = 'null';
  try {
    const request: unknown = readLine(line);
    if (typeof request !== 'object' || request === null || Array.isArray(request))
      throw new CodecError('BadJSON', 'the line is no object');
    id = idText((request as { readonly id?: unknown }).id, line);
    const read = readRequest(request as Readonly<Record<string, unknown>>);
    // These are also the bytes that the value encodes to: no other decode to it.
    const { kind, type, bytes } = read;
    const value = decode(type, bytes);
    const json = jsonText(read, value);
    const name = typeNameOf(kind, value);
    return `{"id":${id},"ok":true,"type":"${name}","hex":"0x${Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('hex')}"${idPart(kind, value, bytes)},"json":${json}}`;
  } catch (e) {
    if (!isCodecError(e)) throw e;
    return errorText(id, e);
  }
}
function readLine(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    throw new CodecError('BadJSON', 'the line is no JSON');
  }
}

const tooLong = errorText(
  'null',
  new CodecError('TooLong', `a line of more than ${maxLine} bytes`),
);

/** Lines of a stream, without their ends; `undefined` for one that is too long to be kept. */
async function* lines(input: Readable): AsyncIterable<readonly (string | undefined)[]> {
  let parts: Buffer[] = [];
  let held = 0;
  for await (const chunk of input as AsyncIterable<Buffer>) {
    const found: (string | undefined)[] = [];
    let start = 0;
    for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, start)) {
      held += end - start;
      if (held <= maxLine) parts.push(chunk.subarray(start, end));
      found.push(held > maxLine ? undefined : Buffer.concat(parts).toString());
      parts = [];
      held = 0;
      start = end + 1;
    }
    held += chunk.length - start;
    if (held > maxLine) parts = [];
    else if (start < chunk.length) parts.push(chunk.subarray(start));
    yield found;
  }
  if (held > 0) yield [held > maxLine ? undefined : Buffer.concat(parts).toString()];
}

/** Runs `decode --stream`: one answer a line, in order, in constant memory. */
export async function stream(input: Readable, output: Writable): Promise<void> {
  for await (const batch of lines(input)) {
    let out = '';
    for (const line of batch) {
      out += `${line === undefined ? tooLong : answer(line)}\n`;
      if (out.length > 1 << 16) {
        if (!output.write(out)) await once(output, 'drain');
        out = '';
      }
    }
    if (out !== '' && !output.write(out)) await once(output, 'drain');
  }
}
