/** Fees and rewards: gas and fees of all three chains, fees of L1 validators, staking rewards. */
export { atomicFeeOf, atomicGasOf } from './catomic.ts';
export type { ValidatorFeeState } from './charge.ts';
export {
  addComplexity,
  type Complexity,
  inputComplexityOf,
  outputComplexityOf,
} from './complexity.ts';
export { feeStateNow } from './current.ts';
export { advanceFeeState, consumeGas, type FeeState, gasPriceAt, gasPriceOf } from './gas.ts';
export { type Price, type PriceFacts, priceOf } from './price.ts';
export { potentialRewardOf, type RewardSplit, type StakeTerms, splitReward } from './reward.ts';
export { complexityOf } from './table.ts';
export { gasOf, txFeeOf } from './txfee.ts';
export {
  advanceValidatorFeeState,
  balancesAfter,
  type Deactivation,
  deactivationsOf,
  type ValidatorFee,
  validatorFeeOf,
} from './validator.ts';
