import { Tx } from '../../chain/cchain/tx.ts';
import { AvalancheError } from '../../errors/error.ts';
import { formatHex } from '../../text/hex.ts';
import type { Context } from '../../wire/context.ts';
import { valueToJSONText } from '../../wire/print.ts';
import type { EVMBlock } from './block.ts';

const quantity = (value: bigint | number): string => `"0x${value.toString(16)}"`;
const textOf = (value: bigint | Uint8Array): string =>
  typeof value === 'bigint' ? quantity(value) : `"${formatHex(value)}"`;
const listOf = (texts: readonly string[]): string => `[${texts.join(',')}]`;

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
  const atomic = txs.map((tx) => valueToJSONText(Tx, tx, context));
  const values: readonly (readonly [string, string])[] = [
    ...Object.entries(header).map(([key, value]) => [key, textOf(value)] as const),
    ['hash', `"${hash}"`],
    ['size', quantity(size)],
    ['transactions', listOf(transactions.map((tx) => `"${tx.hash}"`))],
    ['uncles', '[]'],
    ...(type === 'coreth.Block'
      ? ([
          ['atomicTransactions', listOf(atomic)],
          ['blockExtraData', textOf(extData)],
        ] as const)
      : []),
  ];
  const sorted = [...values].sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${sorted.map(([key, text]) => `"${key}":${text}`).join(',')}}`;
}
