import { keccak_256 } from '@noble/hashes/sha3.js';
import { Tx as CTx, decodeEarlyExtData, decodeExtData } from '../../chain/cchain/tx.ts';
import { type AnyTx, txFrom } from '../../chain/tx.ts';
import { AvalancheError, isError, within } from '../../errors/error.ts';
import { formatHex } from '../../text/hex.ts';
import { formatID } from '../../text/id.ts';
import { encode } from '../../wire/codec.ts';
import type { Context } from '../../wire/context.ts';
import { valueToJSONText } from '../../wire/print.ts';
import type { Span } from '../../wire/walk.ts';
import { bytesOf, decodeRLP, encodeRLP, type Item, integerOf, listOf, partsOf } from './rlp.ts';

/**
 * The header of a block of the C-chain or of an L1's EVM, with the field names of `eth_getBlockByNumber`: Ethereum's
 * fields, and Avalanche's after `nonce`. Fields that a block does not have are undefined. Source: coreth and subnet-evm
 * `plugin/evm/customtypes/header_ext.go`.
 */
export interface EVMHeader {
  /** 32 bytes: hash of the parent block. */
  readonly parentHash: Uint8Array;
  /** 32 bytes: keccak256 of the RLP of the uncles. */
  readonly sha3Uncles: Uint8Array;
  /** 20 bytes: the address that receives the fees, from which nobody can spend. */
  readonly miner: Uint8Array;
  /** 32 bytes: root of the state after the block. */
  readonly stateRoot: Uint8Array;
  /** 32 bytes: root of the EVM transactions. */
  readonly transactionsRoot: Uint8Array;
  /** 32 bytes: root of the receipts. */
  readonly receiptsRoot: Uint8Array;
  /** 256 bytes. */
  readonly logsBloom: Uint8Array;
  /** 1 on Avalanche: there is no mining. */
  readonly difficulty: bigint;
  /** Height of the block. */
  readonly number: bigint;
  /** Gas limit of its EVM transactions. */
  readonly gasLimit: bigint;
  /** Gas used by its EVM transactions. */
  readonly gasUsed: bigint;
  /** Unix seconds. */
  readonly timestamp: bigint;
  /** Bytes used by the fee algorithm that was active at the time. */
  readonly extraData: Uint8Array;
  /** 32 bytes; zero. */
  readonly mixHash: Uint8Array;
  /** 8 bytes. */
  readonly nonce: Uint8Array;
  /** keccak256 of the RLP of the extra data with the atomic transactions; C-chain only. */
  readonly extDataHash?: Uint8Array;
  /** Wei per unit of gas; since Apricot phase 3. */
  readonly baseFeePerGas?: bigint;
  /** Gas of the atomic transactions; C-chain only, since Apricot phase 4. */
  readonly extDataGasUsed?: bigint;
  /** Block gas cost; since Apricot phase 4. */
  readonly blockGasCost?: bigint;
  /** Gas of blobs; since Cancun, which is part of Etna. */
  readonly blobGasUsed?: bigint;
  /** Always 0: there are no blobs. */
  readonly excessBlobGas?: bigint;
  /** 32 bytes; zero. */
  readonly parentBeaconBlockRoot?: Uint8Array;
  /** Unix milliseconds; since Granite. */
  readonly timestampMilliseconds?: bigint;
  /** Excess that determines the minimum delay between blocks (ACP-226); since Granite. */
  readonly minDelayExcess?: bigint;
  /** Since Helicon, like all fields that follow. */
  readonly targetExponent?: bigint;
  /** Exponent that determines the minimum gas price. */
  readonly minPriceExponent?: bigint;
  /** Height of the last block whose execution this block settles. */
  readonly settledHeight?: bigint;
  /** Unix seconds of the gas clock after that block. */
  readonly settledGasUnix?: bigint;
  /** Fraction of a second of the gas clock, as a numerator. */
  readonly settledGasNumerator?: bigint;
  /** Excess of gas after that block. */
  readonly settledExcess?: bigint;
}

type Read = (item: Item | undefined) => Uint8Array | bigint;
const bytes =
  (size?: number): Read =>
  (item) =>
    bytesOf(item, size);
const uint64: Read = (item) => integerOf(item, 64);
const integer: Read = (item) => integerOf(item);

/** Fields of the C-chain in RLP order: the first 16 always exist, the others since the upgrade that added them. */
const fields: { readonly [K in keyof EVMHeader]-?: Read } = {
  parentHash: bytes(32),
  sha3Uncles: bytes(32),
  miner: bytes(20),
  stateRoot: bytes(32),
  transactionsRoot: bytes(32),
  receiptsRoot: bytes(32),
  logsBloom: bytes(256),
  difficulty: integer,
  number: integer,
  gasLimit: uint64,
  gasUsed: uint64,
  timestamp: uint64,
  extraData: bytes(),
  mixHash: bytes(32),
  nonce: bytes(8),
  extDataHash: bytes(32),
  baseFeePerGas: integer,
  extDataGasUsed: integer,
  blockGasCost: integer,
  blobGasUsed: uint64,
  excessBlobGas: uint64,
  parentBeaconBlockRoot: bytes(32),
  timestampMilliseconds: uint64,
  minDelayExcess: uint64,
  targetExponent: uint64,
  minPriceExponent: uint64,
  settledHeight: uint64,
  settledGasUnix: uint64,
  settledGasNumerator: uint64,
  settledExcess: uint64,
};
const names = /* @__PURE__ */ Object.keys(fields) as (keyof EVMHeader)[];

/** The type of a block: of the C-chain, or of an L1 that runs the same EVM without atomic transactions. */
type BlockType = 'coreth.Block' | 'subnetevm.Block';

/** The fields of a header in RLP order, and how many of them always exist. */
interface Layout {
  readonly names: readonly (keyof EVMHeader)[];
  readonly always: number;
}

const atomicFields: readonly (keyof EVMHeader)[] = ['extDataHash', 'extDataGasUsed'];
/** In the RLP of subnet-evm, the block gas cost follows the base fee as on the C-chain, without the fields of atomic transactions. */
const layouts: { readonly [T in BlockType]: Layout } = /* @__PURE__ */ (() => ({
  'coreth.Block': { names, always: 16 },
  'subnetevm.Block': {
    names: names
      .slice(0, names.indexOf('targetExponent'))
      .filter((name) => !atomicFields.includes(name)),
    always: 15,
  },
}))();

/** Reads a header from an item. */
function headerOf(item: Item | undefined, { names, always }: Layout): EVMHeader {
  const items = listOf(item, always, names.length);
  return Object.fromEntries(
    items.map((value, i) => [names[i]!, within([names[i]!], () => fields[names[i]!](value))]),
  ) as unknown as EVMHeader;
}

/** Returns the hash of a header, which is also the block hash: keccak256 of its RLP. */
export const hashOf = (header: Item): Uint8Array => keccak_256(encodeRLP(header));

/**
 * Returns the hash of extra data for a header: keccak256 of its RLP. Blocks before Apricot phase 1 may have another one.
 * Source: coreth `plugin/evm/customtypes/block_ext.go` `CalcExtDataHash`.
 * @example
 * formatHex(extDataHashOf(new Uint8Array(0))); // '0x56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421'
 */
export function extDataHashOf(extData: Uint8Array): Uint8Array {
  return keccak_256(encodeRLP(extData));
}

/** A transaction of the EVM, whose content is not decoded. */
export interface EVMTransaction {
  /** `0x…`: keccak256 of `bytes`. */
  readonly hash: string;
  /** The EIP-2718 type; 0 for a transaction without one. */
  readonly type: number;
  /** The bytes for `eth_sendRawTransaction`. */
  readonly bytes: Uint8Array;
}

/** An atomic transaction of the C-chain with its id. */
export type AtomicTx = Extract<AnyTx, { readonly chain: 'C' }>;

/** A block of the C-chain, or of the EVM of an L1. */
export interface EVMBlock {
  /** `coreth.Block` of the C-chain; `subnetevm.Block` of an L1, which has no atomic transactions. */
  readonly type: BlockType;
  /** `0x…`: keccak256 of the header. */
  readonly hash: string;
  /** CB58 of the hash: the id of a block without a wrapper in consensus. */
  readonly id: string;
  /** The header, whose hash is the id of the block. */
  readonly header: EVMHeader;
  /** Its EVM transactions. */
  readonly transactions: readonly EVMTransaction[];
  /** Always empty: avalanchego makes no uncles. */
  readonly uncles: readonly EVMHeader[];
  /** Version of the block format, always 0. */
  readonly version: number;
  /** The encoded atomic transactions; empty for an L1. */
  readonly extData: Uint8Array;
  /** The atomic transactions in `extData`. */
  readonly txs: readonly AtomicTx[];
}

/** Unix seconds of Apricot phase 5 on mainnet, the last network to activate it. Source: avalanchego `upgrade/upgrade.go`. */
const apricotPhase5 = 1_638_468_000n;

const maxType = 0x7f;

function transactionOf(item: Item): EVMTransaction {
  const typed = item instanceof Uint8Array;
  const bytes = typed ? item : encodeRLP(item);
  const [type = maxType + 1] = bytes;
  if (typed && type > maxType)
    throw new AvalancheError('BadRLP', `a transaction of ${bytes.length} bytes has no type byte`);
  return { hash: formatHex(keccak_256(bytes)), type: typed ? type : 0, bytes };
}

/**
 * Decodes the atomic transactions of a block. Before Apricot phase 5, a block had one transaction that was not in
 * a list.
 */
function atomicTxsOf(extData: Uint8Array, timestamp: bigint): readonly CTx[] {
  try {
    return decodeExtData(extData);
  } catch (e) {
    if (!isError(e) || timestamp >= apricotPhase5) throw e;
    return decodeEarlyExtData(extData);
  }
}

/**
 * Decodes a block of the C-chain or of an L1's EVM without a wrapper: its header, the hashes of its EVM transactions, and
 * the atomic transactions in its extra data. Does not check the hashes in the header.
 * @throws {AvalancheError} `BadRLP`; as `decode` for the extra data.
 */
export function decodeEVMBlock(bytes: Uint8Array): EVMBlock {
  const items = listOf(decodeRLP(bytes), 3, 5);
  const [head, transactions, uncles, version, extra] = items;
  const type = items.length === 3 ? 'subnetevm.Block' : 'coreth.Block';
  if (items.length === 4)
    throw new AvalancheError(
      'BadRLP',
      'must have 5 items, or 3 for a block of an L1, got 4: a block of Ethereum with withdrawals',
    );
  const layout = layouts[type];
  const header = within(['header'], () => headerOf(head, layout));
  const extData = extra ? within(['extData'], () => bytesOf(extra)) : new Uint8Array(0);
  const each = <T>(key: string, list: Item | undefined, read: (item: Item) => T): readonly T[] =>
    within([key], () => listOf(list)).map((item, i) => within([key, i], () => read(item)));
  const hash = hashOf(head!);
  return {
    type,
    hash: formatHex(hash),
    id: formatID(hash),
    header,
    transactions: each('transactions', transactions, transactionOf),
    uncles: each('uncles', uncles, (item) => headerOf(item, layout)),
    version: version ? Number(within(['version'], () => integerOf(version, 32))) : 0,
    extData,
    txs: atomicTxsOf(extData, header.timestamp).map(
      (tx) => txFrom('C', encode(CTx, tx), tx) as AtomicTx,
    ),
  };
}

/**
 * Tells whether bytes start as a block of an EVM, possibly truncated: a list with a long header, whose first item is a
 * hash. No value of another kind does.
 */
export function startsAsBlock(bytes: Uint8Array): boolean {
  const [first = 0] = bytes;
  if (first < 0xf9 || first > 0xfb) return false;
  const header = 1 + first - 0xf7;
  return bytes[header] === 0xf9 && bytes[header + 3] === 0xa0 && bytes[header + 36] === 0xa0;
}

/**
 * Returns the byte range of every field of a block, in order: the prefixes of lists, the fields of the header, each
 * EVM transaction, uncle and item as a whole.
 * @throws {AvalancheError} As `decodeEVMBlock`.
 */
export function spansOfBlock(bytes: Uint8Array): readonly Span[] {
  const { type } = decodeEVMBlock(bytes);
  const found: Span[] = [];
  const add = (path: string, start: number, end: number): void => {
    const read = path.startsWith('header.') ? fields[path.slice(7) as keyof EVMHeader] : undefined;
    const value = read?.(decodeRLP(bytes.subarray(start, end))) ?? bytes.subarray(start, end);
    const word = typeof value === 'bigint' ? 'u64' : 'blob';
    found.push({ path, start, end, word, note: '', value });
  };
  const prefix = (path: string, start: number, end: number): void => {
    found.push({ path, start, end, word: 'blob', note: '', value: bytes.subarray(start, end) });
  };
  const parts = partsOf(bytes, 0);
  prefix('rlp', 0, parts[0]!.start);
  ['header', 'transactions', 'uncles', 'version', 'extData'].forEach((key, i) => {
    const part = parts[i];
    if (!part) return;
    if (i > 2) {
      add(key, part.start, part.end);
      return;
    }
    prefix(`${key}.rlp`, part.start, part.body);
    partsOf(bytes, part.start).forEach(({ start, end }, index) => {
      add(i === 0 ? `header.${layouts[type].names[index]}` : `${key}[${index}]`, start, end);
    });
  });
  return found;
}

const quantity = (value: bigint | number): string => `"0x${value.toString(16)}"`;
const textOf = (value: bigint | Uint8Array): string =>
  typeof value === 'bigint' ? quantity(value) : `"${formatHex(value)}"`;
const listText = (texts: readonly string[]): string => `[${texts.join(',')}]`;

/**
 * Returns the JSON of a block with the keys, order and digits of `eth_getBlockByNumber`, without `totalDifficulty`, and with the
 * atomic transactions in the node's JSON as `atomicTransactions` (C-chain only). EVM transactions are their hashes.
 * Source: coreth `internal/ethapi/api.go` `RPCMarshalBlock`.
 * @param size Bytes of the block.
 * @throws {AvalancheError} `Unsupported`: a block with uncles.
 */
export function blockText(
  { type, hash, header, transactions, uncles, extData, txs }: EVMBlock,
  size: number,
  context: Context,
): string {
  if (uncles.length > 0)
    throw new AvalancheError('Unsupported', 'a block with uncles, which Avalanche does not have');
  const atomic = txs.map((tx) => valueToJSONText(CTx, tx, { context }));
  const values: readonly (readonly [string, string])[] = [
    ...Object.entries(header).map(([key, value]) => [key, textOf(value)] as const),
    ['hash', `"${hash}"`],
    ['size', quantity(size)],
    ['transactions', listText(transactions.map((tx) => `"${tx.hash}"`))],
    ['uncles', '[]'],
    ...(type === 'coreth.Block'
      ? ([
          ['atomicTransactions', listText(atomic)],
          ['blockExtraData', textOf(extData)],
        ] as const)
      : []),
  ];
  const sorted = [...values].sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${sorted.map(([key, text]) => `"${key}":${text}`).join(',')}}`;
}
