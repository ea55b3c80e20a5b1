import { notEmpty, type TxOf } from '../components.ts';
import { inputSignatureNeeds } from '../spending.ts';
import type { Rule } from '../verdict.ts';
import { peer, rulesOf } from './shared.ts';

export const baseTx: readonly Rule<TxOf<'avm.BaseTx'>>[] = /* @__PURE__ */ rulesOf(
  inputSignatureNeeds,
  {},
);

type ImportTx = TxOf<'avm.ImportTx'>;
type ExportTx = TxOf<'avm.ExportTx'>;

const imported: Rule<ImportTx> = {
  name: 'imported inputs',
  check: ({ tx }) => {
    notEmpty(tx.importedInputs, 'importedInputs');
  },
};

/** Rules of an avm.ImportTx. */
export const importTx: readonly Rule<ImportTx>[] = /* @__PURE__ */ rulesOf(inputSignatureNeeds, {
  before: [imported],
  state: [/* @__PURE__ */ peer('sourceChain')],
});

const exported: Rule<ExportTx> = {
  name: 'exported outputs',
  check: ({ tx }) => {
    notEmpty(tx.exportedOutputs, 'exportedOutputs');
  },
};

/** Rules of an avm.ExportTx. */
export const exportTx: readonly Rule<ExportTx>[] = /* @__PURE__ */ rulesOf(inputSignatureNeeds, {
  before: [exported],
  state: [/* @__PURE__ */ peer('destinationChain')],
});
