/** States of chains, balances, and the effects of transactions on them. */

export {
  type AccountChange,
  type Burned,
  type BurnedWhy,
  type Consumed,
  type Effects,
  type EffectsInput,
  effectsOf,
  type Pending,
  type Place,
  type Produced,
  type ProducedWhy,
} from '../tx/effects.ts';
export type { AnyUTXO } from '../tx/types.ts';
export { type ApplicableTx, applyTxs } from './apply.ts';
export {
  type AddressBalances,
  addressBalancesOf,
  type Balance,
  balancesOf,
} from './balances.ts';
export type { Evidence } from './evidence.ts';
export type { Address, Owner } from './owner.ts';
export { type Identified, type PaidReward, rewardUTXOsOf, stakeUTXOsOf } from './stakereturns.ts';
export type {
  CState,
  EVMAccount,
  NodeFeeState,
  PState,
  State,
  UTXOState,
  XState,
} from './state.ts';
export { formatState, parseState } from './statefile.ts';
