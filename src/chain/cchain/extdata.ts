import { toBytes } from '../../errors/arguments.ts';
import { AvalancheError } from '../../errors/error.ts';
import { decode, encode, versioned } from '../../wire/codec.ts';
import { list } from '../../wire/declare.ts';
import type { Type } from '../../wire/type.ts';
import { maxSize, Tx, TxBody } from './tx.ts';

const Txs: Type<readonly Tx[]> = /* @__PURE__ */ versioned('extData', list(TxBody), maxSize);

/**
 * The atomic transactions that a block of the C-chain carries as its extra data; no bytes are none.
 * Source: avalanchego `vms/saevm/cchain/tx/codec.go` `ParseSlice`.
 * @throws {AvalancheError} As `decode`; `OutOfRange`: a list of none.
 * @example
 * decodeExtData(new Uint8Array(0)); // []
 */
export function decodeExtData(from: Uint8Array): readonly Tx[] {
  const bytes = toBytes(from);
  if (bytes.length === 0) return [];
  const txs = decode(Txs, bytes);
  if (txs.length === 0)
    throw new AvalancheError(
      'OutOfRange',
      'an empty list of transactions must be written as no bytes',
      {},
      { offset: 2 },
    ).at('extData');
  return txs;
}

/**
 * The extra data of a block of the C-chain.
 * @example
 * encodeExtData([]); // new Uint8Array(0)
 */
export function encodeExtData(txs: readonly Tx[]): Uint8Array {
  return txs.length === 0 ? new Uint8Array(0) : encode(Txs, txs);
}

/**
 * The atomic transaction that a block carries as its extra data until Apricot phase 5: one, without a list around it.
 * Source: coreth `plugin/evm/atomic/codec.go` `ExtractAtomicTxs`.
 * @throws {AvalancheError} As `decode`.
 */
export function decodeEarlyExtData(from: Uint8Array): readonly Tx[] {
  const bytes = toBytes(from);
  return bytes.length === 0 ? [] : [decode(Tx, bytes)];
}
