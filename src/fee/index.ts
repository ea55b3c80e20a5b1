/** What things cost and pay: gas and fees of all three chains, L1 validators, staking rewards. */
export { atomicFee, atomicGas } from './catomic.ts';
export {
  addComplexity,
  type Complexity,
  inputComplexity,
  outputComplexity,
} from './complexity.ts';
export { feeStateNow } from './current.ts';
export { advanceFeeState, consumeGas, type FeeState, gasPrice, priceAt } from './gas.ts';
export { type Price, type PriceFacts, priceOf } from './price.ts';
export { potentialReward, type RewardSplit, type StakeTerms, splitReward } from './reward.ts';
export { complexityOf } from './table.ts';
export { gasOf, txFee } from './txfee.ts';
export {
  advanceValidatorFeeState,
  balancesAfter,
  type Deactivation,
  deactivations,
  type ValidatorFee,
  type ValidatorFeeState,
  validatorFee,
} from './validator.ts';
