import type { Declared } from '../../wire/declare.ts';
import type { PartSource } from '../../wire/type.ts';
import { base } from '../base.ts';
import { type TxPart, transaction } from '../declared.ts';
import { makes, peer, spends } from '../roles.ts';
import { TransferableInput, TransferableOutput } from './components.ts';

const baseTx = (s: PartSource) => ({
  type: 'platformvm.BaseTx' as const,
  networkID: s.u32(),
  blockchainID: s.id(),
  outputs: s.list(TransferableOutput),
  inputs: s.list(TransferableInput),
  memo: s.blob(),
});
/** Transfers funds within the P-chain. Source: avalanchego `vms/platformvm/txs/base_tx.go`. */
export interface BaseTx extends Declared<typeof baseTx> {}
export const BaseTx: TxPart<BaseTx> = /* @__PURE__ */ transaction(
  34,
  'platformvm.BaseTx',
  baseTx,
  base,
);

const importTx = (s: PartSource) => ({
  type: 'platformvm.ImportTx' as const,
  networkID: s.u32(),
  blockchainID: s.id(),
  outputs: s.list(TransferableOutput),
  inputs: s.list(TransferableInput),
  memo: s.blob(),
  sourceChain: s.id(),
  importedInputs: s.list(TransferableInput),
});
/** Imports funds from another chain of the primary network. Source: avalanchego `vms/platformvm/txs/import_tx.go`. */
export interface ImportTx extends Declared<typeof importTx> {}
export const ImportTx: TxPart<ImportTx> = /* @__PURE__ */ transaction(
  17,
  'platformvm.ImportTx',
  importTx,
  () => ({
    ...base(),
    sourceChain: peer('Chain that exported them.'),
    importedInputs: spends('What is brought in; sorted.', 'sourceChain'),
  }),
);

const exportTx = (s: PartSource) => ({
  type: 'platformvm.ExportTx' as const,
  networkID: s.u32(),
  blockchainID: s.id(),
  outputs: s.list(TransferableOutput),
  inputs: s.list(TransferableInput),
  memo: s.blob(),
  destinationChain: s.id(),
  exportedOutputs: s.list(TransferableOutput),
});
/** Exports funds to another chain of the primary network. Source: avalanchego `vms/platformvm/txs/export_tx.go`. */
export interface ExportTx extends Declared<typeof exportTx> {}
export const ExportTx: TxPart<ExportTx> = /* @__PURE__ */ transaction(
  18,
  'platformvm.ExportTx',
  exportTx,
  () => ({
    ...base(),
    destinationChain: peer('Chain that can import them.'),
    exportedOutputs: makes('What is sent; sorted.', { to: 'destinationChain' }),
  }),
);
