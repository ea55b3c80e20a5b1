/** Computes fees and rewards: gas and fees of all three chains, fees of L1 validators, staking rewards. */

export {
  addComplexity,
  advanceFeeState,
  type Complexity,
  consumeGas,
  type FeeState,
  feeStateNow,
  gasPriceAt,
  gasPriceOf,
  inputComplexityOf,
  outputComplexityOf,
} from './gas.ts';
export { potentialRewardOf, type RewardSplit, type StakeTerms, splitReward } from './rewards.ts';
export {
  atomicFeeOf,
  atomicGasOf,
  complexityOf,
  type FeeFacts,
  feeOf,
  gasOf,
  type TxFee,
  txFeeOf,
} from './transactions.ts';
export {
  advanceValidatorFeeState,
  balancesAfter,
  type Deactivation,
  deactivationsOf,
  type ValidatorFee,
  type ValidatorFeeState,
  validatorFeeOf,
} from './validatorfee.ts';
