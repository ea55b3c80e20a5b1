import type { UnsignedTx } from '../../chain/pchain/tx.ts';
import { within } from '../../errors/error.ts';
import { verifyOutputOrder } from '../../tx/order.ts';
import { notEmpty, outOfRange, type TxOf, verifyInputList, verifyOutputs } from '../components.ts';
import type { Rule } from '../verdict.ts';
import { accepted, peer, rulesOf, spend } from './shared.ts';

type ImportTx = Extract<UnsignedTx, { readonly type: 'platformvm.ImportTx' }>;
type ExportTx = Extract<UnsignedTx, { readonly type: 'platformvm.ExportTx' }>;

export const baseTx: readonly Rule<TxOf<'platformvm.BaseTx'>>[] = /* @__PURE__ */ rulesOf(
  /* @__PURE__ */ accepted('since', 'durango'),
  spend,
);

/** Source: avalanchego `vms/platformvm/txs/import_tx.go`. */
const importedInputs: Rule<ImportTx> = {
  name: 'imported inputs',
  check: ({ tx: { importedInputs } }) => {
    notEmpty(importedInputs, 'importedInputs');
    within(['importedInputs'], () => verifyInputList(importedInputs));
  },
};

/** Rules of a platformvm.ImportTx. */
export const importTx: readonly Rule<ImportTx>[] = /* @__PURE__ */ rulesOf(undefined, [
  importedInputs,
  /* @__PURE__ */ peer('sourceChain'),
  spend,
]);

/** Source: avalanchego `vms/platformvm/txs/export_tx.go`. */
const exportedOutputs: Rule<ExportTx> = {
  name: 'exported outputs',
  check: ({ tx: { exportedOutputs } }) => {
    notEmpty(exportedOutputs, 'exportedOutputs');
    within(['exportedOutputs'], () => {
      verifyOutputs(exportedOutputs);
      const i = exportedOutputs.findIndex(({ output }) => output.type === 'stakeable.LockOut');
      if (i >= 0) throw outOfRange('locked funds cannot be exported', i, 'output');
      verifyOutputOrder(exportedOutputs);
    });
  },
};

/** Rules of a platformvm.ExportTx. */
export const exportTx: readonly Rule<ExportTx>[] = /* @__PURE__ */ rulesOf(undefined, [
  exportedOutputs,
  /* @__PURE__ */ peer('destinationChain'),
  spend,
]);
