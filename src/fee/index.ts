/** Computes fees and rewards: gas and fees of all three chains, fees of L1 validators, staking rewards. */

export type { Network, PFees, ValidatorFees } from '../network/network.ts';
export type { NodeFeeState, PState } from '../state/state.ts';
export type { AnyUnsignedTx } from '../tx/types.ts';
export {
  advanceFeeState,
  type Complexity,
  consumeGas,
  type FeeState,
  feeStateNow,
  gasPriceOf,
} from './gas.ts';
export { potentialRewardOf, type RewardSplit, type StakeTerms } from './rewards.ts';
export { complexityOf, type FeeFacts, feeOf, type TxFee } from './transactions.ts';
export {
  advanceValidatorFeeState,
  balancesAfter,
  type Deactivation,
  deactivationsOf,
  type ValidatorFee,
  type ValidatorFeeState,
  validatorFeeOf,
} from './validatorfee.ts';
