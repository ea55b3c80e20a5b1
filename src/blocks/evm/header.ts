import { keccak_256 } from '@noble/hashes/sha3.js';
import { within } from '../../errors/error.ts';
import { bytesOf, encodeRLP, type Item, integerOf, listOf } from './rlp.ts';

/**
 * The header of a C-chain block with the names of `eth_getBlockByNumber`: Ethereum's fields, and Avalanche's own after `nonce`. Fields
 * that a block does not have are undefined. Source: coreth `plugin/evm/customtypes/header_ext.go`.
 */
export interface EVMHeader {
  readonly parentHash: Uint8Array;
  readonly sha3Uncles: Uint8Array;
  /** 20 bytes: the address that receives the fees, which burns them. */
  readonly miner: Uint8Array;
  readonly stateRoot: Uint8Array;
  readonly transactionsRoot: Uint8Array;
  readonly receiptsRoot: Uint8Array;
  /** 256 bytes. */
  readonly logsBloom: Uint8Array;
  readonly difficulty: bigint;
  readonly number: bigint;
  readonly gasLimit: bigint;
  readonly gasUsed: bigint;
  /** Unix seconds. */
  readonly timestamp: bigint;
  readonly extraData: Uint8Array;
  readonly mixHash: Uint8Array;
  /** 8 bytes. */
  readonly nonce: Uint8Array;
  /** keccak256 of the RLP of the extra data with the atomic transactions. */
  readonly extDataHash: Uint8Array;
  /** Wei per unit of gas; since Apricot phase 3. */
  readonly baseFeePerGas?: bigint;
  /** Gas of the atomic transactions; since Apricot phase 4. */
  readonly extDataGasUsed?: bigint;
  /** Since Apricot phase 4. */
  readonly blockGasCost?: bigint;
  /** Since Cancun, which is Etna. */
  readonly blobGasUsed?: bigint;
  readonly excessBlobGas?: bigint;
  readonly parentBeaconBlockRoot?: Uint8Array;
  /** Unix milliseconds; since Granite. */
  readonly timestampMilliseconds?: bigint;
  readonly minDelayExcess?: bigint;
  /** Since Helicon, with all that follow. */
  readonly targetExponent?: bigint;
  readonly minPriceExponent?: bigint;
  readonly settledHeight?: bigint;
  readonly settledGasUnix?: bigint;
  readonly settledGasNumerator?: bigint;
  readonly settledExcess?: bigint;
}

type Read = (item: Item | undefined) => Uint8Array | bigint;
const bytes =
  (size?: number): Read =>
  (item) =>
    bytesOf(item, size);
const uint64: Read = (item) => integerOf(item, 64);
const integer: Read = (item) => integerOf(item);

/** Fields in the order of the RLP: the first 16 always exist, the others since the upgrade that added them. */
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
const always = 16;

/** Reads a header from an item. */
export function headerOf(item: Item | undefined): EVMHeader {
  const names = Object.keys(fields) as (keyof EVMHeader)[];
  const items = listOf(item, always, names.length);
  return Object.fromEntries(
    items.map((value, i) => [names[i]!, within([names[i]!], () => fields[names[i]!](value))]),
  ) as unknown as EVMHeader;
}

/** The hash of a header, which is that of its block: keccak256 of its RLP. */
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
