/** The X-chain's (any AVM's) wire types: 5 transactions, blocks, outputs, operations, credentials, UTXOs and the genesis. */

import * as nftfx from '../fx/nftfx.ts';
import * as propertyfx from '../fx/propertyfx.ts';
import * as secp256k1fx from '../fx/secp256k1fx.ts';

export { decode, encode } from '../../wire/codec.ts';
export type { Type } from '../../wire/type.ts';
export * from './block.ts';
export * from './components.ts';
export * from './genesis.ts';
export * from './tx.ts';
// Metro, the bundler of React Native, cannot read `export * as`.
export { nftfx, propertyfx, secp256k1fx };
