import type { UnsignedTx } from '../../chain/cchain/tx.ts';
import type { RuleTable } from '../registry.ts';
import { exportTx } from './export.ts';
import { importTx } from './import.ts';

/** The rules of all types of the C-chain. */
export const cRules: RuleTable<UnsignedTx['type']> = {
  'atomic.ImportTx': importTx,
  'atomic.ExportTx': exportTx,
};
