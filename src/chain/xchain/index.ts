/** The X-chain's (any AVM's) wire types: 5 transactions, blocks, outputs, operations, credentials, UTXOs and the genesis. */

export { decode, encode } from '../../wire/codec.ts';
export * as nftfx from '../fx/nftfx.ts';
export * as propertyfx from '../fx/propertyfx.ts';
export * as secp256k1fx from '../fx/secp256k1fx.ts';
export * from './block.ts';
export * from './components.ts';
export * from './genesis.ts';
export * from './tx.ts';
export * from './utxo.ts';
