import type { UnsignedTx } from '../../chain/xchain/tx.ts';
import type { RuleTable } from '../registry.ts';
import { createAssetTx } from './asset.ts';
import { operationTx } from './operations.ts';
import { baseTx, exportTx, importTx } from './transfers.ts';

/** The rules of all types of the X-chain. */
export const xRules: RuleTable<UnsignedTx['type']> = {
  'avm.BaseTx': baseTx,
  'avm.CreateAssetTx': createAssetTx,
  'avm.OperationTx': operationTx,
  'avm.ImportTx': importTx,
  'avm.ExportTx': exportTx,
};
