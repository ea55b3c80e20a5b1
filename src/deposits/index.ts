/** Deposits of a service: what accepted blocks credit to its customers' addresses, and where it stands in them. */

export type { ChainName } from '../chain/declared.ts';
export type { Network } from '../network/network.ts';
export type { NodeClient } from '../rpc/client.ts';
export type { Address } from '../state/owner.ts';
export type { EffectsInput } from '../tx/effects.ts';
export { type AddressSet, addressSet } from './addresses.ts';
export {
  type Credit,
  type CreditWhy,
  type DepositChanges,
  type Deposits,
  type DepositsOptions,
  depositsOf,
  type LeftOut,
} from './deposits.ts';
export type { DepositPosition } from './position.ts';
export {
  type DepositBatch,
  type WatchDepositsOptions,
  type WatchedCredit,
  watchDeposits,
} from './watch.ts';
