/** The P-chain's wire types: transactions, blocks, outputs, inputs, owners, UTXOs and the genesis. */

export { decode, encode } from '../../wire/codec.ts';
export type { Type } from '../../wire/type.ts';
export {
  Credential,
  Input as SubnetAuth,
  OutputOwners,
  TransferInput,
  TransferOutput,
} from '../fx/secp256k1fx.ts';
export { LockIn, LockOut } from '../fx/stakeable.ts';
export * from './block.ts';
export * from './components.ts';
export * from './genesis.ts';
export * from './l1.ts';
export * from './staking.ts';
export * from './subnets.ts';
export * from './transfers.ts';
export * from './tx.ts';
