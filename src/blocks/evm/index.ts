/** Blocks of the C-chain: the header, and the atomic transactions that they carry. */

export { decodeExtData, encodeExtData } from '../../chain/cchain/tx.ts';
export {
  decodeBlock,
  type EVMBlock,
  type EVMHeader,
  type EVMTransaction,
  extDataHashOf,
} from './block.ts';
