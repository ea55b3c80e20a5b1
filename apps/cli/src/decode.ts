import {
  AvalancheError,
  type ChainName,
  formatBytes,
  formatHex,
  type Hint,
  isError,
  type NetworkIdentity,
  type Opened,
  open,
  openAll,
  parseCB58,
  parseHex,
  type Span,
  spansOf,
  toJSONText,
} from 'avalanche-tx';
import { type Context, spanToJSONText } from 'avalanche-tx/codec';
import { jsonContext } from 'avalanche-tx/network';
import { idNames } from './answer.ts';
import { bytesAround, columns, painter } from './terminal.ts';

const paint = painter(process.stdout);

/** The output of `decode`: a table of fields, or with `json` one line of the node's JSON for each value. */
export function decodeCommand(text: string, hint: Hint, json: boolean): string {
  try {
    const all = openAll(text, hint);
    if (all.length === 0 && !json) return 'The list is empty: no UTXOs or containers.';
    if (json) return all.map((of) => toJSONText(of, { network: hint.network })).join('\n');
    return all.flatMap((of) => pages(of, hint)).join('\n\n');
  } catch (e) {
    if (isError(e) && e.offset !== undefined) {
      const bytes = bytesIn(text);
      if (bytes) e.message += `\n\n${bytesAround(bytes, e.offset)}`;
    }
    throw e;
  }
}

/** The output of `encode`: hex. */
export const encodeCommand = (text: string, hint: Hint, checksum: boolean): string =>
  formatBytes(open(text, hint).bytes, checksum ? 'hex' : 'hexnc');

/** The output of `id`. */
export function idCommand(text: string, hint: Hint): string {
  const { id, kind } = open(text, hint);
  if (id === undefined)
    throw new AvalancheError('Unsupported', `a value of kind ${kind} has no ID`);
  return id;
}

/** A value, and the block in a wrapper. The atomic transactions of a block of the EVM are pages of their own. */
const pages = (opened: Opened, hint: Hint): readonly string[] => [
  page(opened, hint),
  ...('block' in opened && opened.block ? pages(opened.block, hint) : []),
  ...(opened.kind === 'evmBlock'
    ? opened.txs.map((tx) => page(open(tx.bytes, { ...hint, chain: 'C', kind: 'tx' }), hint))
    : []),
];

/** The bytes of a text that is hex or CB58. */
function bytesIn(text: string): Uint8Array | undefined {
  const joined = text.replace(/\s+/g, '');
  try {
    return /^(?:0x)?[\da-f]+$/i.test(joined)
      ? parseHex(`0x${joined.replace(/^0x/i, '')}`)
      : parseCB58(joined);
  } catch {
    return undefined;
  }
}

function page(opened: Opened, hint: Hint): string {
  const { chain, kind, type, network, id, bytes } = opened;
  const context = network && chain && jsonContext(hint.alias ?? chain, network);
  const head = [
    ['type', type],
    ...(chain ? [['chain', chain]] : []),
    ...('chains' in opened ? [['chain', openChain(opened.chains)]] : []),
    ...(network ? [['network', networkText(network)]] : []),
    ...(id ? [[idNames[kind] ?? 'id', id]] : []),
    ['bytes', String(bytes.length)],
  ];
  const rows = spansOf(opened).map((span) => [
    String(span.start),
    String(span.end - span.start),
    span.path,
    valueText(span, context),
  ]);
  const titles = ['offset', 'size', 'field', 'value'];
  return [
    columns(head, (column, t) => paint(column === 0 ? 'dim' : 'bold', t)),
    '',
    columns([titles, ...rows], (column, t) =>
      paint(column < 2 ? 'dim' : column === 2 ? 'cyan' : 'white', t),
    ),
  ].join('\n');
}

/** Networks that avalanchego does not list share one address prefix, which forks do not use. */
const networkText = ({ name, hrp }: NetworkIdentity): string =>
  hrp === 'custom' ? `${name}: addresses start with custom1, as avalanchego prints them` : name;

/** `P, X or C: --chain P prints addresses`: the bytes do not tell. */
const openChain = (chains: readonly ChainName[]): string =>
  `${chains.slice(0, -1).join(', ')} or ${chains.at(-1)}: the bytes do not tell. With --chain and --network, addresses have their prefix.`;

/** A field as in the JSON, without quotes; long bytes are cut. */
function valueText(span: Span, context: Context | undefined): string {
  const { word, value, note } = span;
  if (word === 'typeID') return `${String(value)} ${note}`;
  if (value instanceof Uint8Array && value.length > 32)
    return `${formatHex(value.subarray(0, 32))}… (${value.length} bytes)`;
  return spanToJSONText(span, context && { context }).replace(/^"(.*)"$/s, '$1');
}
