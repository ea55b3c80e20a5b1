/** What a field is for people: an amount, a time, an address; its text, and its bytes from a text. */
import {
  decode,
  encode,
  formatAddress,
  formatAmount,
  formatHex,
  formatID,
  formatNodeID,
  formatShortID,
  isError,
  knownNetworks,
  type Network,
  type Opened,
  parseAmount,
  parseHex,
  parseID,
  parseNodeID,
  parseShortID,
  readAddress,
  unix,
} from 'avalanche-tx';
import { visible } from '../../ui/visible.ts';
import { bytesOfNode, type Fields, nodeOf, pathOf } from './fields.ts';

/** What a field is for people; each has its own control. */
export type Meant =
  | 'amount'
  | 'time'
  | 'duration'
  | 'share'
  | 'number'
  | 'bool'
  | 'id'
  | 'nodeID'
  | 'shortID'
  | 'address'
  | 'bytes'
  | 'text'
  | 'choice'
  | 'version'
  | 'count'
  | 'group';

/** In what a field is shown and typed. */
export type Unit =
  | 'AVAX'
  | 'nAVAX'
  | 'date'
  | 'unix'
  | '%'
  | 'millionths'
  | 'CB58'
  | 'hex'
  | 'text';

/** What the bytes of a value do not say. */
export interface Around {
  readonly chain: Opened['chain'];
  readonly network: Opened['network'];
}

/** The network with all its facts, if it is a well-known one. */
const knownNetwork = (network: Opened['network']): Network | undefined =>
  knownNetworks.find(({ networkID }) => networkID === network?.networkID);

const equal = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && a.every((byte, i) => byte === b[i]);

/** The bytes that a length stands in front of are shown without it. */
export function contentOf({ word, bytes, start, end }: Fields, node: number): Uint8Array {
  const prefix =
    word[node] === 'blob' || word[node] === 'base64' ? 4 : word[node] === 'string' ? 2 : 0;
  return bytes.subarray(start[node]! + prefix, end[node]);
}

/** The nearest field of a name beside a field or around it. */
function nearest(fields: Fields, node: number, name: string): number | undefined {
  for (let around = fields.parent[node]!; around >= 0; around = fields.parent[around]!) {
    const path = pathOf(fields, around);
    const found = nodeOf(fields, path === '' ? name : `${path}.${name}`);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Whether the asset of an amount is AVAX on the network, or on any known one where the value names none. */
function isAvax(fields: Fields, node: number, around: Around): boolean {
  const asset = nearest(fields, node, 'assetID');
  if (asset === undefined) return false;
  const id = contentOf(fields, asset);
  const named = knownNetwork(around.network);
  return (named ? [named] : knownNetworks).some(({ avaxAssetID }) => equal(avaxAssetID, id));
}

/** Weights are stakes of AVAX where the subnet is the primary network. */
function isPrimaryStake(fields: Fields, node: number): boolean {
  const subnet = nearest(fields, node, 'subnetID') ?? nearest(fields, node, 'subnet');
  return subnet === undefined || contentOf(fields, subnet).every((byte) => byte === 0);
}

const byWord: { readonly [word: string]: Meant } = {
  bool: 'bool',
  id: 'id',
  nodeID: 'nodeID',
  shortID: 'shortID',
  address: 'address',
  fixed: 'bytes',
  numbers: 'bytes',
  blob: 'bytes',
  base64: 'bytes',
  string: 'text',
  typeID: 'choice',
  codecVersion: 'version',
  count: 'count',
  struct: 'group',
  list: 'group',
};

/** The note of a field: what it means. */
export const noteOf = ({ field }: Fields, node: number): string => field[node]?.note ?? '';

/** What a field is for people, by its word, role and note. */
export function meantBy(fields: Fields, node: number): Meant {
  const word = fields.word[node]!;
  if (word === 'codecVersion' && fields.type[node]!.shape.kind === 'union') return 'choice';
  const role = fields.field[node]?.role as
    | { readonly is: string; readonly of?: string }
    | undefined;
  if ((word === 'blob' || word === 'base64') && role?.of === 'node') return 'nodeID';
  const plain = byWord[word];
  if (plain) return plain;
  const note = noteOf(fields, node);
  const key = fields.key[node];
  if (key === 'locktime' || /Unix (nano)?seconds/.test(note)) return 'time';
  if (/millionths/.test(note)) return 'share';
  if (role?.of === 'duration') return 'duration';
  if (role?.is === 'amount' || role?.is === 'burns' || role?.of === 'limit') return 'amount';
  if (role?.of === 'supply' || /nAVAX/.test(note)) return 'amount';
  return 'number';
}

/** The units in which a field can be shown; the first one says most. */
export function unitsOf(fields: Fields, node: number, around: Around): readonly Unit[] {
  switch (meantBy(fields, node)) {
    case 'amount': {
      const note = noteOf(fields, node);
      const stake = note.includes('or weight');
      const avax = stake
        ? isPrimaryStake(fields, node)
        : /^nAVAX/.test(note) || isAvax(fields, node, around);
      return avax ? ['AVAX', 'nAVAX'] : [];
    }
    case 'time':
      return ['date', 'unix'];
    case 'share':
      return ['%', 'millionths'];
    case 'id':
    case 'shortID':
    case 'nodeID':
    case 'address':
      return ['CB58', 'hex'];
    case 'bytes':
      return ['hex', 'text'];
    default:
      return [];
  }
}

export function numberOf({ word, bytes, start, end }: Fields, node: number): bigint {
  let value = 0n;
  for (let i = start[node]!; i < end[node]!; i++) value = (value << 8n) | BigInt(bytes[i]!);
  return word[node] === 'i64' ? BigInt.asIntN(64, value) : value;
}

const nanos = (fields: Fields, node: number): bigint =>
  noteOf(fields, node).includes('nanoseconds') ? 1_000_000_000n : 1n;

/** `2025-02-19T12:00:00Z`; the number where no calendar has the date. */
function dateText(value: bigint, scale: bigint): string {
  if (value % scale !== 0n || value < 0n) return `${value}`;
  const date = new Date(Number(value / scale) * 1000);
  return Number.isNaN(date.getTime()) || date.getUTCFullYear() > 9999
    ? `${value}`
    : date.toISOString().replace('.000Z', 'Z');
}

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** The bytes as text; undefined if they are none that prints. */
export function textOfBytes(content: Uint8Array): string | undefined {
  try {
    const text = decoder.decode(content);
    return /[\p{C}\p{Zl}\p{Zp}\p{DI}]/u.test(text) || isHex(text) ? undefined : text;
  } catch {
    return undefined;
  }
}

/** Text on one line, in which every character can be seen and a backslash is two. */
const escapeText = (text: string): string => visible(text.replaceAll('\\', '\\\\'));
const unescapeText = (text: string): string =>
  text.replace(/\\u([0-9a-f]{4})|\\\\/gi, (_, code?: string) =>
    code === undefined ? '\\' : String.fromCharCode(Number.parseInt(code, 16)),
  );

/** The text of a field in a unit, which `parseField` reads back. */
export function fieldText(fields: Fields, node: number, around: Around, unit?: Unit): string {
  const content = contentOf(fields, node);
  if (unit === 'hex') return formatHex(content);
  switch (meantBy(fields, node)) {
    case 'amount':
      return unit === 'AVAX'
        ? formatAmount(numberOf(fields, node), 9)
        : `${numberOf(fields, node)}`;
    case 'time':
      return unit === 'date'
        ? dateText(numberOf(fields, node), nanos(fields, node))
        : `${numberOf(fields, node)}`;
    case 'share':
      return unit === '%' ? formatAmount(numberOf(fields, node), 4) : `${numberOf(fields, node)}`;
    case 'bool':
      return content[0] === 1 ? 'true' : 'false';
    case 'id':
      return formatID(content);
    case 'nodeID':
      return content.length === 20 ? formatNodeID(content) : formatHex(content);
    case 'shortID':
      return formatShortID(content);
    case 'address':
      return around.chain && around.network
        ? formatAddress(content, around.chain, around.network)
        : formatShortID(content);
    case 'bytes':
      return (unit === 'text' && textOfBytes(content)) || formatHex(content);
    case 'text':
      return escapeText(decode(fields.type[node]!, bytesOfNode(fields, node)) as string);
    case 'group':
      return '';
    default:
      return `${numberOf(fields, node)}`;
  }
}

const isHex = (text: string): boolean => /^0x(?:[0-9a-f]{2})*$/i.test(text);

/** A number, or a date in UTC: `2025-02-19`, `2025-02-19 12:00`, `2025-02-19T12:00:00Z`. */
function parseTime(text: string, scale: bigint): bigint {
  if (/^-?\d+$/.test(text)) return BigInt(text);
  const [, day, time = '00:00', seconds = ':00', zone = 'Z'] =
    /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2})(:\d{2})?(Z|[+-]\d{2}:\d{2})?)?$/.exec(text) ?? [];
  if (!day) throw new Error('must be a date such as 2025-02-19 12:00:00, or Unix seconds');
  return unix(`${day}T${time}${seconds}${zone}`) * scale;
}

/** The value that a text stands for; throws an error that says what was expected. */
function valueFrom(fields: Fields, node: number, text: string, unit: Unit | undefined): unknown {
  const meant = meantBy(fields, node);
  const word = fields.word[node]!;
  const small = word === 'u8' || word === 'u16' || word === 'u32';
  const whole = (): bigint => {
    if (!/^-?\d+$/.test(text)) throw new Error('must be a whole number');
    return BigInt(text);
  };
  const sized = (n: bigint): number | bigint => (small ? Number(n) : n);
  switch (meant) {
    case 'amount':
      return sized(unit === 'AVAX' ? parseAmount(text, 9) : whole());
    case 'time':
      return sized(parseTime(text, nanos(fields, node)));
    case 'share':
      return sized(unit === '%' ? parseAmount(text, 4) : whole());
    case 'bool':
      return text === 'true';
    case 'id':
      return isHex(text) ? parseHex(text) : parseID(text);
    case 'nodeID':
      return isHex(text) ? parseHex(text) : parseNodeID(text);
    case 'shortID':
      return isHex(text) ? parseHex(text) : parseShortID(text);
    case 'address':
      if (isHex(text)) return parseHex(text);
      return text.includes('1') && text.includes('-')
        ? readAddress(text).bytes
        : parseShortID(text);
    case 'bytes':
      return unit === 'text' && !isHex(text) ? new TextEncoder().encode(text) : parseHex(text);
    case 'text':
      return unescapeText(text);
    default:
      return sized(whole());
  }
}

/**
 * The bytes of a field for a text that somebody typed; an error in words if it stands for none. An amount that is too large, a wrong
 * checksum and the like are errors; what the chain would refuse is not.
 */
export function parseField(
  fields: Fields,
  node: number,
  text: string,
  unit?: Unit,
): { readonly bytes: Uint8Array } | { readonly error: string } {
  try {
    const trimmed = meantBy(fields, node) === 'text' ? text : text.trim();
    return { bytes: encode(fields.type[node]!, valueFrom(fields, node, trimmed, unit)) };
  } catch (e) {
    if (isError(e)) return { error: e.detail };
    return { error: e instanceof Error ? e.message : String(e) };
  }
}
