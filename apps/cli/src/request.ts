import {
  type AnyKind,
  AvalancheError,
  type ChainName,
  type Encoding,
  formatHex,
  formatJSON,
  identifyNetwork,
  idOf,
  type NetworkIdentity,
  open,
  parseBytes,
  parseHex,
  parseJSON,
} from 'avalanche-tx';
import { quoted } from './quote.ts';
import { equalBytes } from './tx.ts';

/** The request of a line. */
export interface Request {
  /** The chain, if the line names it. */
  readonly said: ChainName | undefined;
  readonly kind: AnyKind | 'accepted';
  readonly network: NetworkIdentity | undefined;
  readonly bytes: Uint8Array;
}

/** Hex alone in a line, with or without `0x`. */
const hexLine = /^\s*(?:0x)?(?:[0-9a-f]{2})+\s*$/i;

/** Parses a line: the JSON object of a request, or hex alone, whose chain and kind follow from the bytes. */
export function readLine(line: string): Readonly<Record<string, unknown>> {
  if (!line.startsWith('{') && hexLine.test(line)) {
    const { chain, kind, bytes } = open(line.trim());
    return { chain, kind, hex: formatHex(bytes) };
  }
  let json: unknown;
  try {
    json = JSON.parse(line);
  } catch {
    throw new AvalancheError('BadJSON', 'the line is neither hex nor JSON');
  }
  if (typeof json !== 'object' || json === null || Array.isArray(json))
    throw new AvalancheError('BadJSON', 'the line is not an object');
  return json as Readonly<Record<string, unknown>>;
}

/** The `id` of a line as JSON text. Numbers that a double cannot hold are parsed again, exactly. */
export function idText(id: unknown, line: string): string {
  if (id === undefined || id === null) return 'null';
  if (typeof id === 'string' || (typeof id === 'number' && Number.isSafeInteger(id)))
    return JSON.stringify(id);
  return formatJSON(parseJSON(textOfID(line)));
}

/** The text of the `id` in a line that is a JSON object. */
function textOfID(line: string): string {
  let depth = 0;
  let key = '';
  let start = -1;
  let found = '';
  for (let i = 0; i < line.length; i++) {
    const c = line[i]!;
    if (c === '"') {
      const open = i++;
      for (; line[i] !== '"'; i++) if (line[i] === '\\') i++;
      if (depth === 1) key = line.slice(open, i + 1);
    } else if (c === '{' || c === '[') depth++;
    else if (c === ':' && depth === 1) start = JSON.parse(key) === 'id' ? i + 1 : -1;
    else if (c === '}' || c === ']' || c === ',') {
      if (depth === 1 && start >= 0) found = line.slice(start, i);
      if (c !== ',') depth--;
    }
  }
  return found;
}

/** Parses hex with the platform's parser; `parseHex` and `parseBytes` report errors. */
function bytesOf(hex: string, encoding: Encoding | undefined): Uint8Array {
  const all = Buffer.from(hex.slice(2), 'hex');
  if (hex.startsWith('0x') && all.length * 2 === hex.length - 2) {
    if (encoding === undefined || encoding === 'hexnc') return all;
    const bytes = all.subarray(0, -4);
    if (all.length >= 4 && equalBytes(idOf(bytes).subarray(-4), all.subarray(-4))) return bytes;
  }
  return encoding === undefined ? parseHex(hex) : parseBytes(hex, encoding);
}

const bad = (key: string, detail: string): AvalancheError =>
  new AvalancheError('BadJSON', detail).at(key);

/** The kinds that need no chain. */
const ofAnyChain: ReadonlySet<unknown> = new Set<Request['kind']>([
  'accepted',
  'evmBlock',
  'proposervm',
  'proposervmHeader',
  'vertex',
  'container',
  'warpUnsigned',
  'warpSigned',
  'warpPayload',
  'l1Payload',
  'l1ConversionData',
]);

/** A value of a line for a message. */
const shown = (value: unknown): string =>
  typeof value === 'object' && value !== null ? 'an object or a list' : quoted(value);

/** Reads the request from the object of a line. */
export function readRequest(line: Readonly<Record<string, unknown>>): Request {
  // null counts as omitted.
  const kind = line.kind ?? 'tx';
  const network = line.network ?? undefined;
  const encoding = line.encoding ?? undefined;
  const { hex } = line;
  const said = line.chain ?? undefined;
  if (said === undefined ? !ofAnyChain.has(kind) : !['P', 'X', 'C'].includes(said as string))
    throw bad('chain', `${shown(said)} is not P, X or C`);
  if (network !== undefined && typeof network !== 'string' && typeof network !== 'number')
    throw bad('network', 'must be a name or a number');
  if (typeof hex !== 'string') throw bad('hex', 'must be a string');
  if (encoding !== undefined && encoding !== 'hex' && encoding !== 'hexc' && encoding !== 'hexnc')
    throw bad('encoding', `${shown(encoding)} is not hex, hexc or hexnc`);
  return {
    said: said as ChainName | undefined,
    kind: kind as AnyKind | 'accepted',
    network: network === undefined ? undefined : identifyNetwork(network),
    bytes: bytesOf(hex, encoding as Encoding | undefined),
  };
}
