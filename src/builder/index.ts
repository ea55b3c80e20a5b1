/** Builders turn intents into drafts: they select coins, compute the exact fee, and add change outputs. */
export {
  type AccountSlot,
  type AuthSlot,
  type CDraft,
  type Change,
  type Draft,
  type DraftOf,
  type Fee,
  type InputSlot,
  type Missing,
  type OperationSlot,
  type PDraft,
  type Slot,
  type Warning,
  type WarningReason,
  warningReasons,
  type XDraft,
} from '../draft/draft.ts';
export { buildCreateAssetTx, buildOperationTx } from './assets.ts';
export { build } from './build.ts';
export { buildConsolidateTxs } from './consolidate.ts';
export { estimateFee, type FeeEstimate } from './estimate.ts';
export { buildImportTx, buildImportTxs } from './import.ts';
export type { Options, OutputIntent, Strategy, UTXORef } from './intent.ts';
export { formatIntent, type IntentFile, parseIntent } from './intentfile.ts';
export type {
  BurnProperty,
  CreateAssetIntent,
  FungibleSupply,
  Holder,
  InitialSupply,
  Mint,
  MintNFT,
  MintProperty,
  OperationIntent,
  OperationsIntent,
  PropertySupply,
  TokenGroup,
  TokenHolder,
  TransferNFT,
} from './intents/assets.ts';
export type {
  ConvertSubnetToL1Intent,
  DisableL1ValidatorIntent,
  IncreaseL1ValidatorBalanceIntent,
  L1ValidatorIntent,
  RegisterL1ValidatorIntent,
  SetL1ValidatorWeightIntent,
} from './intents/l1.ts';
export type {
  AddAutoRenewedValidatorIntent,
  AddPermissionlessDelegatorIntent,
  AddPermissionlessValidatorIntent,
  SetAutoRenewedValidatorConfigIntent,
} from './intents/staking.ts';
export type {
  AddSubnetValidatorIntent,
  CreateChainIntent,
  CreateSubnetIntent,
  RemoveSubnetValidatorIntent,
  TransferSubnetOwnershipIntent,
} from './intents/subnets.ts';
export type { Intent } from './intents/table.ts';
export type {
  BaseIntent,
  CImportIntent,
  ConsolidateIntent,
  ExportIntent,
  ImportIntent,
  ImportsIntent,
  Share,
} from './intents/transfers.ts';
export type { NodePOP } from './intentvalues.ts';
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
