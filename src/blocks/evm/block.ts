import { keccak_256 } from '@noble/hashes/sha3.js';
import { decodeEarlyExtData, decodeExtData } from '../../chain/cchain/extdata.ts';
import { Tx as CTx } from '../../chain/cchain/tx.ts';
import { type AnyTx, txFrom } from '../../chain/tx.ts';
import { AvalancheError, isError, within } from '../../errors/error.ts';
import { formatHex } from '../../text/bytes.ts';
import { formatID } from '../../text/id.ts';
import { encode } from '../../wire/codec.ts';
import { type EVMHeader, hashOf, headerOf } from './header.ts';
import { bytesOf, decodeRLP, encodeRLP, type Item, integerOf, listOf } from './rlp.ts';

/** A transaction of the EVM, whose content is not decoded. */
export interface EVMTransaction {
  /** `0x…`: keccak256 of `bytes`. */
  readonly hash: string;
  /** The EIP-2718 type; 0 for a transaction without one. */
  readonly type: number;
  /** The bytes for `eth_sendRawTransaction`. */
  readonly bytes: Uint8Array;
}

/** A block of the C-chain. */
export interface EVMBlock {
  /** `0x…`: keccak256 of the header. */
  readonly hash: string;
  /** CB58 of the hash: the id of a block without a wrapper in consensus. */
  readonly id: string;
  readonly header: EVMHeader;
  readonly transactions: readonly EVMTransaction[];
  readonly uncles: readonly EVMHeader[];
  readonly version: number;
  readonly extData: Uint8Array;
  /** The atomic transactions in `extData`. */
  readonly txs: readonly AnyTx[];
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

/** The atomic transactions of a block. Until Apricot phase 5 a block had one transaction without a list around it. */
function atomicTxsOf(extData: Uint8Array, timestamp: bigint): readonly CTx[] {
  try {
    return decodeExtData(extData);
  } catch (e) {
    if (!isError(e) || timestamp >= apricotPhase5) throw e;
    return decodeEarlyExtData(extData);
  }
}

/**
 * Decodes a C-chain block without a wrapper: its header, the hashes of its EVM transactions, and the atomic transactions in its extra
 * data. Does not check the hashes in the header.
 * @throws {AvalancheError} `BadRLP`; as `decode` for the extra data.
 */
export function decodeBlock(bytes: Uint8Array): EVMBlock {
  const items = listOf(decodeRLP(bytes), 5, 5);
  const [head, transactions, uncles, version, extra] = items;
  const header = within(['header'], () => headerOf(head));
  const extData = within(['extData'], () => bytesOf(extra));
  const each = <T>(key: string, list: Item | undefined, read: (item: Item) => T): readonly T[] =>
    within([key], () => listOf(list)).map((item, i) => within([key, i], () => read(item)));
  const hash = hashOf(head!);
  return {
    hash: formatHex(hash),
    id: formatID(hash),
    header,
    transactions: each('transactions', transactions, transactionOf),
    uncles: each('uncles', uncles, headerOf),
    version: Number(within(['version'], () => integerOf(version, 32))),
    extData,
    txs: atomicTxsOf(extData, header.timestamp).map((tx) => txFrom('C', encode(CTx, tx), tx)),
  };
}
