import type { UnsignedTx as CTx } from '../chain/cchain/tx.ts';
import type { UnsignedTx as PTx } from '../chain/pchain/tx.ts';
import type { UnsignedTx as XTx } from '../chain/xchain/tx.ts';
import { frozen } from '../errors/frozen.ts';
import type { AnyUnsignedTx } from '../tx/types.ts';
import { exportTx as cExportTx } from './cchain/export.ts';
import { importTx as cImportTx } from './cchain/import.ts';
import type { TxOf } from './context.ts';
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
import { type Rule, withoutRules } from './verdict.ts';
import { createAssetTx } from './xchain/asset.ts';
import { operationTx } from './xchain/operations.ts';
import {
  baseTx as xBaseTx,
  exportTx as xExportTx,
  importTx as xImportTx,
} from './xchain/transfers.ts';

/** The rules of some types: each type has its own. */
export type RuleTable<T extends AnyUnsignedTx['type']> = {
  readonly [type in T]: readonly Rule<TxOf<type>>[];
};

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
const cRules: RuleTable<CTx['type']> = {
  'atomic.ImportTx': cImportTx,
  'atomic.ExportTx': cExportTx,
};

/** The rules of every type, in the node's order. A type without rules does not compile. */
export const rules: RuleTable<AnyUnsignedTx['type']> = /* @__PURE__ */ frozen({
  ...pRules,
  ...xRules,
  ...cRules,
});

/**
 * The rules of a transaction's type.
 * @throws {AvalancheError} `Unsupported`: a type that no chain has.
 */
export function rulesFor({ type }: { readonly type: AnyUnsignedTx['type'] }): readonly Rule[] {
  if (Object.hasOwn(rules, type)) return rules[type] as readonly Rule[];
  throw withoutRules(type);
}
