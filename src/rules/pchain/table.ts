import type { UnsignedTx } from '../../chain/pchain/tx.ts';
import type { RuleTable } from '../registry.ts';
import { advanceTimeTx, rewardAutoRenewedValidatorTx, rewardValidatorTx } from './internal.ts';
import {
  convertSubnetToL1Tx,
  disableL1ValidatorTx,
  increaseL1ValidatorBalanceTx,
  registerL1ValidatorTx,
  setL1ValidatorWeightTx,
} from './l1.ts';
import {
  addAutoRenewedValidatorTx,
  addDelegatorTx,
  addPermissionlessDelegatorTx,
  addPermissionlessValidatorTx,
  addSubnetValidatorTx,
  addValidatorTx,
  setAutoRenewedValidatorConfigTx,
} from './staking.ts';
import {
  createChainTx,
  createSubnetTx,
  removeSubnetValidatorTx,
  transferSubnetOwnershipTx,
  transformSubnetTx,
} from './subnets.ts';
import { baseTx, exportTx, importTx } from './transfers.ts';

/** The rules of all types of the P-chain. */
export const pRules: RuleTable<UnsignedTx['type']> = {
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
