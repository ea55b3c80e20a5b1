import type { UnsignedTx as CTx } from '../chain/cchain/tx.ts';
import type { UnsignedTx as PTx } from '../chain/pchain/tx.ts';
import type { UnsignedTx as XTx } from '../chain/xchain/tx.ts';
import { exportTx as cExportTx } from './cchain/export.ts';
import { importTx as cImportTx } from './cchain/import.ts';
import { convertSubnetToL1Tx } from './pchain/conversion.ts';
import {
  advanceTimeTx,
  rewardAutoRenewedValidatorTx,
  rewardValidatorTx,
} from './pchain/internal.ts';
import {
  disableL1ValidatorTx,
  increaseL1ValidatorBalanceTx,
  registerL1ValidatorTx,
  setL1ValidatorWeightTx,
} from './pchain/l1.ts';
import {
  addAutoRenewedValidatorTx,
  addDelegatorTx,
  addPermissionlessDelegatorTx,
  addPermissionlessValidatorTx,
  addSubnetValidatorTx,
  addValidatorTx,
  setAutoRenewedValidatorConfigTx,
} from './pchain/staking.ts';
import {
  createChainTx,
  createSubnetTx,
  removeSubnetValidatorTx,
  transferSubnetOwnershipTx,
  transformSubnetTx,
} from './pchain/subnets.ts';
import { baseTx, exportTx, importTx } from './pchain/transfers.ts';
import type { RuleTable } from './registry.ts';
import { createAssetTx } from './xchain/asset.ts';
import { operationTx } from './xchain/operations.ts';
import {
  baseTx as xBaseTx,
  exportTx as xExportTx,
  importTx as xImportTx,
} from './xchain/transfers.ts';

/** The rules of all types of the P-chain. */
export const pRules: RuleTable<PTx['type']> = {
  'platformvm.AddValidatorTx': addValidatorTx,
  'platformvm.AddSubnetValidatorTx': addSubnetValidatorTx,
  'platformvm.AddDelegatorTx': addDelegatorTx,
  'platformvm.CreateChainTx': createChainTx,
  'platformvm.CreateSubnetTx': createSubnetTx,
  'platformvm.ImportTx': importTx,
  'platformvm.ExportTx': exportTx,
  'platformvm.AdvanceTimeTx': advanceTimeTx,
  'platformvm.RewardValidatorTx': rewardValidatorTx,
  'platformvm.RemoveSubnetValidatorTx': removeSubnetValidatorTx,
  'platformvm.TransformSubnetTx': transformSubnetTx,
  'platformvm.AddPermissionlessValidatorTx': addPermissionlessValidatorTx,
  'platformvm.AddPermissionlessDelegatorTx': addPermissionlessDelegatorTx,
  'platformvm.TransferSubnetOwnershipTx': transferSubnetOwnershipTx,
  'platformvm.BaseTx': baseTx,
  'platformvm.ConvertSubnetToL1Tx': convertSubnetToL1Tx,
  'platformvm.RegisterL1ValidatorTx': registerL1ValidatorTx,
  'platformvm.SetL1ValidatorWeightTx': setL1ValidatorWeightTx,
  'platformvm.IncreaseL1ValidatorBalanceTx': increaseL1ValidatorBalanceTx,
  'platformvm.DisableL1ValidatorTx': disableL1ValidatorTx,
  'platformvm.AddAutoRenewedValidatorTx': addAutoRenewedValidatorTx,
  'platformvm.SetAutoRenewedValidatorConfigTx': setAutoRenewedValidatorConfigTx,
  'platformvm.RewardAutoRenewedValidatorTx': rewardAutoRenewedValidatorTx,
};

/** The rules of all types of the X-chain. */
export const xRules: RuleTable<XTx['type']> = {
  'avm.BaseTx': xBaseTx,
  'avm.CreateAssetTx': createAssetTx,
  'avm.OperationTx': operationTx,
  'avm.ImportTx': xImportTx,
  'avm.ExportTx': xExportTx,
};

/** The rules of all types of the C-chain. */
export const cRules: RuleTable<CTx['type']> = {
  'atomic.ImportTx': cImportTx,
  'atomic.ExportTx': cExportTx,
};
