/** Blocks of the C-chain: the header, and the atomic transactions that they carry. */

export { decodeExtData, encodeExtData } from '../../chain/cchain/extdata.ts';
export { decodeBlock, type EVMBlock, type EVMTransaction } from './block.ts';
export { type EVMHeader, extDataHashOf } from './header.ts';
