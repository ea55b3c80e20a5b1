/** The C-chain's wire types: both atomic transactions and the UTXOs that they import. */

export { decode, encode } from '../../wire/codec.ts';
export type { Type } from '../../wire/type.ts';
export { Credential, OutputOwners, TransferInput, TransferOutput } from '../fx/secp256k1fx.ts';
export * from './tx.ts';
