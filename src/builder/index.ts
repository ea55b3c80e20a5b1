/** Intents to drafts: coins chosen, fee exact, change to whom it belongs. */
export {
  type Change,
  type Draft,
  type DraftOf,
  type Fee,
  type Warning,
  type WarningReason,
  warningReasons,
} from '../draft/draft.ts';
export type {
  AccountSlot,
  AuthSlot,
  InputSlot,
  Missing,
  OperationSlot,
  Slot,
} from '../draft/slot.ts';
export { buildCreateAssetTx, type CreateAssetIntent } from './asset.ts';
export {
  type AddAutoRenewedValidatorIntent,
  buildAddAutoRenewedValidatorTx,
  buildSetAutoRenewedValidatorConfigTx,
  type SetAutoRenewedValidatorConfigIntent,
} from './autorenewed.ts';
export { type BaseIntent, buildBaseTx } from './base.ts';
export { build, type Intent } from './build.ts';
export type { CImportIntent, Share } from './cimport.ts';
export { buildConsolidateTxs, type ConsolidateIntent } from './consolidate.ts';
export { estimateFee, type FeeEstimate } from './estimate.ts';
export { buildExportTx, type ExportIntent } from './export.ts';
export type {
  BurnProperty,
  Mint,
  MintNFT,
  MintProperty,
  OperationIntent,
  TransferNFT,
} from './fxoperation.ts';
export { buildImportTx, type ImportIntent } from './import.ts';
export { buildImportTxs, type ImportsIntent } from './imports.ts';
export type {
  FungibleSupply,
  Holder,
  InitialSupply,
  PropertySupply,
  TokenGroup,
} from './initial.ts';
export type { Options, OutputIntent, Strategy, UTXORef } from './intent.ts';
export { formatIntent, type IntentFile, parseIntent } from './intentfile.ts';
export {
  buildConvertSubnetToL1Tx,
  buildDisableL1ValidatorTx,
  buildIncreaseL1ValidatorBalanceTx,
  buildRegisterL1ValidatorTx,
  buildSetL1ValidatorWeightTx,
  type ConvertSubnetToL1Intent,
  type DisableL1ValidatorIntent,
  type IncreaseL1ValidatorBalanceIntent,
  type L1ValidatorIntent,
  type RegisterL1ValidatorIntent,
  type SetL1ValidatorWeightIntent,
} from './l1.ts';
export { buildOperationTx, type OperationsIntent } from './operation.ts';
export type { NodePOP } from './read.ts';
export {
  type AddPermissionlessDelegatorIntent,
  type AddPermissionlessValidatorIntent,
  buildAddPermissionlessDelegatorTx,
  buildAddPermissionlessValidatorTx,
} from './staking.ts';
export {
  type AddSubnetValidatorIntent,
  buildAddSubnetValidatorTx,
  buildCreateChainTx,
  buildCreateSubnetTx,
  buildRemoveSubnetValidatorTx,
  buildTransferSubnetOwnershipTx,
  type CreateChainIntent,
  type CreateSubnetIntent,
  type RemoveSubnetValidatorIntent,
  type TransferSubnetOwnershipIntent,
} from './subnet.ts';
