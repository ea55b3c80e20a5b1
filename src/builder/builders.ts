/**
 * The builder of each type of intent. `avalanche-tx/build` exports them all from here, and `build` selects one by its name: `build` and the
 * type.
 */
export { buildCreateAssetTx, buildOperationTx } from './assets.ts';
export { buildImportTx } from './import.ts';
export {
  buildConvertSubnetToL1Tx,
  buildDisableL1ValidatorTx,
  buildIncreaseL1ValidatorBalanceTx,
  buildRegisterL1ValidatorTx,
  buildSetL1ValidatorWeightTx,
} from './l1.ts';
export {
  buildAddAutoRenewedValidatorTx,
  buildAddPermissionlessDelegatorTx,
  buildAddPermissionlessValidatorTx,
  buildSetAutoRenewedValidatorConfigTx,
} from './staking.ts';
export {
  buildAddSubnetValidatorTx,
  buildCreateChainTx,
  buildCreateSubnetTx,
  buildRemoveSubnetValidatorTx,
  buildTransferSubnetOwnershipTx,
} from './subnets.ts';
export { buildBaseTx, buildExportTx } from './transfers.ts';
