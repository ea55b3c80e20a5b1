import { type Declared, struct } from '../../wire/declare.ts';
import type { Source } from '../../wire/source.ts';
import type { Type } from '../../wire/type.ts';
import { baseNotes } from '../base.ts';
import { TransferableInput, TransferableOutput } from './components.ts';

const baseTx = (s: Source) => ({
  type: 'platformvm.BaseTx' as const,
  networkID: s.u32(),
  blockchainID: s.id(),
  outputs: s.list(TransferableOutput),
  inputs: s.list(TransferableInput),
  memo: s.blob(),
});
/** Moves funds within the P-chain. Source: avalanchego `vms/platformvm/txs/base_tx.go`. */
export interface BaseTx extends Declared<typeof baseTx> {}
export const BaseTx: Type<BaseTx> = /* @__PURE__ */ struct('platformvm.BaseTx', baseTx, baseNotes);

const importTx = (s: Source) => ({
  type: 'platformvm.ImportTx' as const,
  networkID: s.u32(),
  blockchainID: s.id(),
  outputs: s.list(TransferableOutput),
  inputs: s.list(TransferableInput),
  memo: s.blob(),
  sourceChain: s.id(),
  importedInputs: s.list(TransferableInput),
});
/** Brings funds in from another chain of the primary network. Source: avalanchego `vms/platformvm/txs/import_tx.go`. */
export interface ImportTx extends Declared<typeof importTx> {}
export const ImportTx: Type<ImportTx> = /* @__PURE__ */ struct(
  'platformvm.ImportTx',
  importTx,
  () => ({
    ...baseNotes,
    sourceChain: 'Chain that exported them.',
    importedInputs: 'What is brought in; sorted.',
  }),
);

const exportTx = (s: Source) => ({
  type: 'platformvm.ExportTx' as const,
  networkID: s.u32(),
  blockchainID: s.id(),
  outputs: s.list(TransferableOutput),
  inputs: s.list(TransferableInput),
  memo: s.blob(),
  destinationChain: s.id(),
  exportedOutputs: s.list(TransferableOutput),
});
/** Sends funds to another chain of the primary network. Source: avalanchego `vms/platformvm/txs/export_tx.go`. */
export interface ExportTx extends Declared<typeof exportTx> {}
export const ExportTx: Type<ExportTx> = /* @__PURE__ */ struct(
  'platformvm.ExportTx',
  exportTx,
  () => ({
    ...baseNotes,
    destinationChain: 'Chain that can import them.',
    exportedOutputs: 'What is sent; sorted.',
  }),
);
