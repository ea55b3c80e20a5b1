/**
 * The result types and kinds of `open`, and what can be derived from an opened value: node JSON, spans, id, network
 * and transactions.
 */

import {
  blockText,
  decodeEVMBlock,
  type EVMBlock,
  spansOfBlock,
  startsAsBlock,
} from '../blocks/evm/block.ts';
import {
  Container,
  innerBytesOf,
  outerIDOf,
  ProposerBlock,
  ProposerHeader,
} from '../blocks/proposervm.ts';
import { Vertex, vertexIDOf } from '../blocks/vertex.ts';
import type { ChainName } from '../chain/declared.ts';
import { idOf, inputIDOf } from '../chain/ids.ts';
import { isPieceKind, type Kind, type kinds, type PieceKind, typeOf } from '../chain/kinds.ts';
import { GenesisTx } from '../chain/pchain/tx.ts';
import { type AnyTx, decodeTx, txFrom } from '../chain/tx.ts';
import { AvalancheError, isError, offsetIn, type Path, within } from '../errors/error.ts';
import { jsonContext } from '../network/context.ts';
import { identifyNetwork, type NetworkIdentity } from '../network/identity.ts';
import {
  aNumber,
  aText,
  checkArgument,
  isA,
  objectOf,
  optional,
  optionsOf,
  someBytes,
} from '../schema/check.ts';
import { formatID } from '../text/id.ts';
import { type JSONValue, parseJSON } from '../text/json.ts';
import type { AnyUTXO } from '../tx/types.ts';
import { L1Payload, SubnetToL1ConversionData } from '../warp/l1.ts';
import { Message, messageIDOf, Payload, UnsignedMessage } from '../warp/message.ts';
import { decode, encode } from '../wire/codec.ts';
import { type Context, plainContext } from '../wire/context.ts';
import { type KnownIDs, valueToJSONText as textOfValue } from '../wire/print.ts';
import { Scan } from '../wire/scan.ts';
import type { Infer, Type } from '../wire/type.ts';
import { type Span, spansOfValue as spansOfType } from '../wire/walk.ts';

interface As<C extends ChainName | undefined, K extends string, V> {
  /** The chain; undefined for messages if neither the bytes nor the caller name it. */
  readonly chain: C;
  readonly kind: K;
  /** Go's package and type name, such as `platformvm.BaseTx` or `avax.UTXO`. */
  readonly type: string;
  /** The network named by the value, otherwise the caller's. */
  readonly network: NetworkIdentity | undefined;
  /**
   * CB58 of the txID, of a UTXO's inputID, or of the id of a block, genesis or message; undefined for other kinds.
   */
  readonly id: string | undefined;
  readonly bytes: Uint8Array;
  readonly value: V;
  /** The signed transactions: the value itself, or those in a block (wrapped or not), vertex or genesis. */
  readonly txs: readonly AnyTx[];
}

/** A value of a chain: a transaction, UTXO, block, genesis, or a part of one. */
export type OpenedOfChain = {
  [C in ChainName]: {
    [K in keyof (typeof kinds)[C] & string]: As<C, K, Infer<(typeof kinds)[C][K]>>;
  }[keyof (typeof kinds)[C] & string];
}[ChainName];

/**
 * A UTXO whose bytes do not identify its chain: on each of `chains` it has the same id and value, and only the
 * prefix of its addresses differs. Pass a hint with the chain to avoid it.
 */
export interface OpenedUTXO extends As<undefined, 'utxo', AnyUTXO> {
  /** The chains that it may belong to. */
  readonly chains: readonly ChainName[];
}

/** A part of a transaction whose bytes do not identify its chain, like `OpenedUTXO`. */
export interface OpenedPiece extends As<undefined, PieceKind, unknown> {
  /** The chains that it may belong to. */
  readonly chains: readonly ChainName[];
}

/** A block of the P- or X-chain. */
export type OpenedBlock = Extract<OpenedOfChain, { readonly kind: 'block' }>;

/** A block of the C-chain with its atomic transactions as `txs`, or of an L1's EVM, which has no `chain` and no `txs`. */
export type OpenedEVMBlock = As<'C' | undefined, 'evmBlock', EVMBlock>;

/** An opened message or wrapper. */
export type OpenedMessage =
  | {
      [K in MessageKind]: As<ChainName | undefined, K, MessageOf<K>>;
    }[Exclude<MessageKind, 'proposervm'>]
  | (As<ChainName | undefined, 'proposervm', ProposerBlock> & {
      /** The wrapped block; undefined if it is not of the P- or X-chain or of an EVM. */
      readonly block?: OpenedBlock | OpenedEVMBlock;
    });

/** A value read from an input. */
export type Opened = OpenedOfChain | OpenedUTXO | OpenedPiece | OpenedMessage | OpenedEVMBlock;

/** All kinds of values and messages. */
export type AnyKind = Kind | MessageKind | 'evmBlock';

/** Returns the wire type of a kind, if the chain has it; none for blocks of an EVM, which are RLP. */
export const typeOfKind = (
  chain: ChainName | undefined,
  kind: AnyKind,
): Type<unknown> | undefined =>
  isMessageKind(kind)
    ? messageKinds[kind]
    : chain && kind !== 'evmBlock'
      ? typeOf(chain, kind)
      : undefined;

/** An opened value, as an argument. */
export const openedArgument = /* @__PURE__ */ (() =>
  objectOf(
    {
      kind: isA('a kind of value', (kind) => Object.hasOwn(kindNames, String(kind))),
      bytes: someBytes,
    },
    { name: 'what open() returns' },
  ))();

/** Returns the wire type of a value; for a UTXO of an unknown chain, that of its first possible chain. */
function typeOfOpened(decoded: Opened | AnyTx): Type<unknown> {
  checkArgument<object>(decoded, openedArgument, 'opened');
  const type = typeOfKind('chains' in decoded ? decoded.chains[0] : decoded.chain, decoded.kind);
  if (!type)
    throw new AvalancheError('Unsupported', 'a block of the EVM is RLP, which has no wire type');
  return type;
}

/** An unsigned transaction; a few P-chain transactions have no networkID. */
type Named = { readonly type: string; readonly networkID?: number };
type TxInBlock = { readonly unsignedTx: Named };
type AnyGenesis = Infer<typeof kinds.P.genesis> | Infer<typeof kinds.X.genesis>;
type AnyBlock = {
  readonly type: string;
  readonly txs?: readonly TxInBlock[];
  readonly tx?: TxInBlock;
};

/** The transactions of a block, in the order in which they take effect. */
const txsOfBlock = ({ txs = [], tx }: AnyBlock): readonly TxInBlock[] => (tx ? [...txs, tx] : txs);

const firstNetworkID = (txs: readonly TxInBlock[]): number | undefined =>
  txs.map(({ unsignedTx }) => unsignedTx.networkID).find((id) => id !== undefined);

/** Returns the networkID that a value names. */
function networkIDOf(kind: AnyKind, value: unknown): number | undefined {
  switch (kind) {
    case 'tx':
      return (value as TxInBlock).unsignedTx.networkID;
    case 'unsignedTx':
      return (value as Named).networkID;
    case 'block':
      return firstNetworkID(txsOfBlock(value as AnyBlock));
    case 'genesis': {
      const genesis = value as AnyGenesis;
      return 'Txs' in genesis ? genesis.Txs[0]?.networkID : firstNetworkID(genesis.Chains);
    }
    case 'warpUnsigned':
    case 'warpSigned':
      return (value as MessageOf<'warpUnsigned'>).NetworkID;
    default:
      return undefined;
  }
}

/** Returns the type name of a value: its own, that of its unsigned transaction, or that of its declaration. */
function typeNameOf(kind: AnyKind, value: unknown): string {
  if (isMessageKind(kind)) return messageTypeOf(kind, value);
  switch (kind) {
    case 'tx':
      return (value as { readonly unsignedTx: { readonly type: string } }).unsignedTx.type;
    case 'utxo':
      return 'avax.UTXO';
    case 'genesis':
      return 'Txs' in (value as AnyGenesis) ? 'avm.Genesis' : 'genesis.Genesis';
    default:
      return Object.hasOwn(pieceNames, kind)
        ? pieceNames[kind as keyof typeof pieceNames]
        : ((value as { readonly type?: string }).type ?? kind);
  }
}

type PieceOf<K extends PieceKind> = {
  [C in ChainName]: K extends keyof (typeof kinds)[C] ? Infer<(typeof kinds)[C][K]> : never;
}[ChainName];

/** Type names of parts whose values have no `type`. */
const pieceNames: {
  readonly [K in PieceKind as PieceOf<K> extends { readonly type: string } ? never : K]: string;
} = {
  transferableOutput: 'avax.TransferableOutput',
  transferableInput: 'avax.TransferableInput',
  operation: 'avm.Operation',
  initialState: 'avm.InitialState',
};

/** CB58 of the id of a value, if its kind has one: a txID, the inputID of a UTXO, the id of a block, genesis or message. */
function idTextOf(kind: AnyKind, value: unknown, bytes: Uint8Array): string | undefined {
  const id = isMessageKind(kind)
    ? idOfKind(kind, value)
    : kind === 'utxo'
      ? inputIDOf(value as Infer<typeof kinds.P.utxo>)
      : kind === 'tx' || kind === 'block' || kind === 'genesis'
        ? idOf(bytes)
        : undefined;
  return id && formatID(id);
}

/** Runs `f` on bytes that are part of a larger value; errors get the offset and path in the larger value. */
function inPart<T>(whole: Uint8Array, part: Uint8Array, steps: Path, f: () => T): T {
  try {
    return f();
  } catch (e) {
    if (!isError(e)) throw e;
    const offset = offsetIn(e, part.byteOffset - whole.byteOffset);
    throw new AvalancheError(e.code, e.detail, e.context, { offset }).at(...steps, ...e.path);
  }
}

/**
 * Opens a block of the C-chain or of an L1's EVM.
 * @throws {AvalancheError} As `decodeEVMBlock`; `WrongNetwork`: an atomic transaction is of another network.
 */
export function openedEVMBlock(
  bytes: Uint8Array,
  network: NetworkIdentity | undefined,
): OpenedEVMBlock {
  const value = within(['block'], () => decodeEVMBlock(bytes));
  const networkID = firstNetworkID(value.txs);
  checkNetwork(networkID, network);
  return {
    chain: value.type === 'coreth.Block' ? 'C' : undefined,
    kind: 'evmBlock',
    type: value.type,
    network: network ?? (networkID === undefined ? undefined : identifyNetwork(networkID)),
    id: value.id,
    bytes,
    value,
    txs: value.txs,
  };
}

/**
 * Opens the block in a wrapper; returns undefined for chains other than P, X and those of an EVM.
 * @throws {AvalancheError} As `decode`, with the offset in the wrapper, if the chain is known and the bytes are
 *   not one of its blocks.
 */
function innerOf(
  chain: ChainName | undefined,
  wrapper: ProposerBlock,
  outer: Uint8Array,
  network: NetworkIdentity | undefined,
): OpenedBlock | OpenedEVMBlock | undefined {
  const bytes = innerBytesOf(wrapper);
  if (startsAsBlock(bytes) && (chain ?? 'C') === 'C')
    return inPart(outer, bytes, ['proposervm'], () => openedEVMBlock(bytes, network));
  const codecChain =
    chain ?? (['P', 'X'] as const).find((c) => new Scan(bytes).fits(typeOf(c, 'block')!));
  if (!codecChain || codecChain === 'C') return undefined;
  let value: unknown;
  try {
    value = inPart(outer, bytes, ['proposervm'], () => decode(typeOf(codecChain, 'block')!, bytes));
  } catch (e) {
    if (chain || !isError(e)) throw e;
    return undefined;
  }
  return opened(codecChain, 'block', value, bytes, network) as OpenedBlock;
}

/** Returns the signed transactions in a value. */
function txsOf(
  chain: ChainName | undefined,
  kind: AnyKind,
  value: unknown,
  bytes: Uint8Array,
): readonly AnyTx[] {
  type Body = Parameters<typeof txFrom>[2];
  const bodies = (list: readonly unknown[], type: Type<unknown>): readonly AnyTx[] =>
    list.map((tx) => txFrom(chain!, encode(type, tx), tx as Body));
  switch (kind) {
    case 'tx':
      return [txFrom(chain!, bytes, value as Body)];
    case 'block':
      return bodies(txsOfBlock(value as AnyBlock), typeOf(chain!, 'tx')!);
    case 'genesis': {
      const genesis = value as AnyGenesis;
      return 'Txs' in genesis ? [] : bodies([...genesis.Validators, ...genesis.Chains], GenesisTx);
    }
    case 'vertex': {
      const vertex = value as MessageOf<'vertex'>;
      return vertex.type === 'vertex.StopVertex'
        ? []
        : vertex.txs.map((tx, i) =>
            inPart(bytes, tx, ['vertex', 'txs', i], () => decodeTx(tx, 'X')),
          );
    }
    default:
      return [];
  }
}

function checkNetwork(networkID: number | undefined, network: NetworkIdentity | undefined): void {
  if (networkID === undefined || !network || network.networkID === networkID) return;
  throw new AvalancheError(
    'WrongNetwork',
    `the value is for network ${networkID}, ${network.networkID} is needed`,
    { have: String(networkID), need: String(network.networkID) },
  );
}

/** Builds the result for a decoded value. `network` is the caller's. */
export function opened(
  said: ChainName | undefined,
  kind: AnyKind,
  value: unknown,
  bytes: Uint8Array,
  network?: NetworkIdentity,
): Opened {
  const block =
    kind === 'proposervm' ? innerOf(said, value as ProposerBlock, bytes, network) : undefined;
  const chain = block?.chain ?? (kind === 'vertex' ? 'X' : said);
  const networkID = networkIDOf(kind, value);
  checkNetwork(networkID, network);
  const txs = block?.txs ?? txsOf(chain, kind, value, bytes);
  return {
    chain,
    kind,
    type: typeNameOf(kind, value),
    network: network ?? (networkID === undefined ? block?.network : identifyNetwork(networkID)),
    id: kind === 'tx' ? txs[0]!.txID : idTextOf(kind, value, bytes),
    bytes,
    value,
    txs,
    ...(block && { block }),
  } as Opened;
}

/** The result for a decoded wrapper or vertex whose content cannot be read. */
export const withoutContent = (
  chain: ChainName | undefined,
  kind: 'proposervm' | 'vertex',
  value: unknown,
  bytes: Uint8Array,
): Opened =>
  ({
    chain: kind === 'vertex' ? 'X' : chain,
    kind,
    type: typeNameOf(kind, value),
    network: undefined,
    id: idTextOf(kind, value, bytes),
    bytes,
    value,
    txs: [],
  }) as Opened;

/** The context in which a node prints the value: without a known network or chain, addresses are CB58. */
const contextFor = (opened: Opened | AnyTx, network: NetworkIdentity | undefined): Context => {
  const known = network ?? networkOf(opened);
  return known && opened.chain ? jsonContext(opened.chain, known) : plainContext;
};
function networkOf(opened: Opened | AnyTx): NetworkIdentity | undefined {
  if (!('txID' in opened)) return opened.network;
  const networkID = networkIDOf('tx', opened);
  return networkID === undefined ? undefined : identifyNetwork(networkID);
}

const jsonOptions = /* @__PURE__ */ (() =>
  optionsOf({ network: optional(objectOf({ hrp: aText, networkID: aNumber })) }))();

/**
 * Returns the node's JSON text of a value, with the same keys, order and digits as `getTx` or `getBlock`. A block of an
 * EVM has the keys of `eth_getBlockByNumber`, and its atomic transactions as `atomicTransactions`.
 * @param options.network The network of the printed addresses; the one that the value names if omitted. If there is none,
 *   addresses are CB58, as in the node.
 */
export function toJSONText(
  opened: Opened | AnyTx,
  options: { readonly network?: NetworkIdentity | undefined } = {},
): string {
  checkArgument<object>(opened, openedArgument, 'opened');
  checkArgument(options, jsonOptions, 'options');
  const { network } = options;
  if (opened.kind === 'evmBlock')
    return blockText(opened.value, opened.bytes.length, contextFor(opened, network));
  const value: unknown = 'txID' in opened ? opened : opened.value;
  const context = contextFor(opened, network);
  return textOfValue(typeOfOpened(opened), value, { context, ids: idsOf(opened, value) });
}

/** The ids that were derived when a value was opened: its own, and those of the transactions of a block. */
function idsOf(opened: Opened | AnyTx, value: unknown): KnownIDs | undefined {
  const id = 'txID' in opened ? opened.txID : opened.id;
  if (id === undefined) return undefined;
  if (opened.kind !== 'block') return { get: (key) => (key === value ? id : undefined) };
  const { txs } = opened;
  return new Map<unknown, string>([
    [value, id],
    ...txsOfBlock(opened.value).map((tx, i) => [tx, txs[i]!.txID] as const),
  ]);
}

/** Returns the node's JSON of a value, with every integer as a bigint. Options as of `toJSONText`. */
export function toJSON(
  opened: Opened | AnyTx,
  options: { readonly network?: NetworkIdentity | undefined } = {},
): JSONValue {
  return parseJSON(toJSONText(opened, options));
}

/**
 * Returns the wire type of a value: `shape` describes its fields, lists and choices; pass it to `encode` and
 * `decode`. For a UTXO of an unknown chain, it is the type of the first of its `chains`.
 * @throws {AvalancheError} `Unsupported`: a block of an EVM, which is RLP.
 * @example
 * wireTypeOf(open('0x00000000001300000000 6553f100 00000000'.replaceAll(' ', ''))).name; // 'tx'
 */
export function wireTypeOf(opened: Opened | AnyTx): Type<unknown> {
  return typeOfOpened(opened);
}

/** Returns the byte range of every field of a value, in wire order. */
export function spansOf(opened: Opened | AnyTx): readonly Span[] {
  checkArgument<object>(opened, openedArgument, 'opened');
  if (opened.kind === 'evmBlock') return spansOfBlock(opened.bytes);
  return spansOfType(typeOfOpened(opened), opened.bytes);
}

/**
 * Merges readings on several chains into one UTXO or part, if they differ only in the prefix of their addresses.
 * @param readings At least two.
 */
export function oneOfChains(readings: readonly Opened[]): OpenedUTXO | OpenedPiece | undefined {
  const [first] = readings;
  const kind = first!.kind;
  if (kind !== 'utxo' && !isPieceKind(kind)) return undefined;
  const textOf = (reading: Opened): string => textOfValue(typeOfOpened(reading), reading.value);
  const agree = readings.every(
    (reading) =>
      reading.kind === kind && reading.id === first!.id && textOf(reading) === textOf(first!),
  );
  if (!agree) return undefined;
  const chains = readings.flatMap(({ chain }) => chain ?? []);
  return { ...first, chain: undefined, chains } as OpenedUTXO | OpenedPiece;
}

/** What each kind is called, in errors, titles and the inspector. */
export const kindNames: { readonly [K in AnyKind]: string } = {
  tx: 'transaction',
  unsignedTx: 'unsigned transaction',
  utxo: 'UTXO',
  block: 'block',
  genesis: 'genesis',
  evmBlock: 'block of an EVM',
  output: 'output',
  input: 'input',
  credential: 'credential',
  proposervm: 'wrapped block',
  vertex: 'vertex',
  container: 'record of the index',
  warpUnsigned: 'unsigned warp message',
  warpSigned: 'signed warp message',
  warpPayload: 'payload of a warp message',
  l1Payload: 'message about an L1',
  l1ConversionData: 'data of the conversion of a subnet',
  transferableOutput: 'transferable output',
  transferableInput: 'transferable input',
  owner: 'owner',
  signer: 'signer of a validator',
  operation: 'operation',
  initialState: 'initial state of an asset',
  proposervmHeader: 'header of a wrapped block',
};

/** Messages and wrappers that can be read on their own, regardless of the chain. */
export const messageKinds = {
  proposervm: ProposerBlock,
  proposervmHeader: ProposerHeader,
  vertex: Vertex,
  container: Container,
  warpUnsigned: UnsignedMessage,
  warpSigned: Message,
  warpPayload: Payload,
  l1Payload: L1Payload,
  l1ConversionData: SubnetToL1ConversionData,
} as const satisfies Record<string, Type<unknown>>;

export type MessageKind = keyof typeof messageKinds;

/** The value type of a message kind. */
export type MessageOf<K extends MessageKind> = Infer<(typeof messageKinds)[K]>;

/** Tells whether a name is a kind of message. */
export const isMessageKind = (kind: string): kind is MessageKind =>
  Object.hasOwn(messageKinds, kind);

/** Type names of messages whose values have no `type`. */
const names: {
  readonly [K in MessageKind as MessageOf<K> extends { readonly type: string } ? never : K]: string;
} = {
  proposervmHeader: 'proposervm.StatelessHeader',
  container: 'indexer.Container',
  warpUnsigned: 'warp.UnsignedMessage',
  warpSigned: 'warp.Message',
  l1ConversionData: 'message.SubnetToL1ConversionData',
};

/** Returns Go's package and type name for a value of a kind. */
const messageTypeOf = (kind: MessageKind, value: unknown): string =>
  Object.hasOwn(names, kind)
    ? names[kind as keyof typeof names]
    : (value as { readonly type: string }).type;

/** Returns the id of a block, vertex, container or message; undefined for payloads and headers, which have none. */
function idOfKind(kind: MessageKind, value: unknown): Uint8Array | undefined {
  switch (kind) {
    case 'proposervm':
      return outerIDOf(value as ProposerBlock);
    case 'vertex':
      return vertexIDOf(value as Vertex);
    case 'container':
      return (value as Container).ID;
    case 'warpUnsigned':
    case 'warpSigned':
      return messageIDOf(value as UnsignedMessage);
    default:
      return undefined;
  }
}
