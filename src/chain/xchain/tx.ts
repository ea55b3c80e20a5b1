import { versioned } from '../../wire/codec.ts';
import { type Declared, struct, union } from '../../wire/declare.ts';
import type { Source } from '../../wire/source.ts';
import type { Infer, Type } from '../../wire/type.ts';
import { assetNotes, baseNotes, txNotes } from '../base.ts';
import {
  FxCredential,
  InitialState,
  Operation,
  TransferableInput,
  TransferableOutput,
} from './components.ts';

/** Bytes that an X-chain transaction, block or UTXO may have. Source: avalanchego `codec/manager.go`. */
export const maxSize: number = 256 * 1024;

const baseTx = (s: Source) => ({
  type: 'avm.BaseTx' as const,
  networkID: s.u32(),
  blockchainID: s.id(),
  outputs: s.list(TransferableOutput),
  inputs: s.list(TransferableInput),
  memo: s.blob(),
});
/** Moves funds within the X-chain. Source: avalanchego `vms/avm/txs/base_tx.go`. */
export interface BaseTx extends Declared<typeof baseTx> {}
export const BaseTx: Type<BaseTx> = /* @__PURE__ */ struct('avm.BaseTx', baseTx, baseNotes);

const createAssetTx = (s: Source) => ({
  type: 'avm.CreateAssetTx' as const,
  networkID: s.u32(),
  blockchainID: s.id(),
  outputs: s.list(TransferableOutput),
  inputs: s.list(TransferableInput),
  memo: s.blob(),
  name: s.string(),
  symbol: s.string(),
  denomination: s.u8(),
  initialStates: s.list(InitialState),
});
/** Makes an asset; its id is the transaction’s. Source: avalanchego `vms/avm/txs/create_asset_tx.go`. */
export interface CreateAssetTx extends Declared<typeof createAssetTx> {}
export const CreateAssetTx: Type<CreateAssetTx> = /* @__PURE__ */ struct(
  'avm.CreateAssetTx',
  createAssetTx,
  () => ({ ...baseNotes, ...assetNotes }),
);

const operationTx = (s: Source) => ({
  type: 'avm.OperationTx' as const,
  networkID: s.u32(),
  blockchainID: s.id(),
  outputs: s.list(TransferableOutput),
  inputs: s.list(TransferableInput),
  memo: s.blob(),
  operations: s.list(Operation),
});
/** Mints, burns and hands on what inputs cannot. Source: avalanchego `vms/avm/txs/operation_tx.go`. */
export interface OperationTx extends Declared<typeof operationTx> {}
export const OperationTx: Type<OperationTx> = /* @__PURE__ */ struct(
  'avm.OperationTx',
  operationTx,
  () => ({
    ...baseNotes,
    operations: 'What is done; sorted.',
  }),
);

const importTx = (s: Source) => ({
  type: 'avm.ImportTx' as const,
  networkID: s.u32(),
  blockchainID: s.id(),
  outputs: s.list(TransferableOutput),
  inputs: s.list(TransferableInput),
  memo: s.blob(),
  sourceChain: s.id(),
  importedInputs: s.list(TransferableInput),
});
/** Brings funds in from another chain of the primary network. Source: avalanchego `vms/avm/txs/import_tx.go`. */
export interface ImportTx extends Declared<typeof importTx> {}
export const ImportTx: Type<ImportTx> = /* @__PURE__ */ struct('avm.ImportTx', importTx, () => ({
  ...baseNotes,
  sourceChain: 'Chain that exported them.',
  importedInputs: 'What is brought in; sorted.',
}));

const exportTx = (s: Source) => ({
  type: 'avm.ExportTx' as const,
  networkID: s.u32(),
  blockchainID: s.id(),
  outputs: s.list(TransferableOutput),
  inputs: s.list(TransferableInput),
  memo: s.blob(),
  destinationChain: s.id(),
  exportedOutputs: s.list(TransferableOutput),
});
/** Sends funds to another chain of the primary network. Source: avalanchego `vms/avm/txs/export_tx.go`. */
export interface ExportTx extends Declared<typeof exportTx> {}
export const ExportTx: Type<ExportTx> = /* @__PURE__ */ struct('avm.ExportTx', exportTx, () => ({
  ...baseNotes,
  destinationChain: 'Chain that can import them.',
  exportedOutputs: 'What is sent; sorted.',
}));

const AnyTx = /* @__PURE__ */ union('UnsignedTx', {
  0: BaseTx,
  1: CreateAssetTx,
  2: OperationTx,
  3: ImportTx,
  4: ExportTx,
});

/** What is signed, with its codec version: the sha256 of these bytes is what signers sign. */
export const UnsignedTx = /* @__PURE__ */ versioned('unsignedTx', AnyTx, maxSize);
export type UnsignedTx = Infer<typeof UnsignedTx>;

const tx = (s: Source) => ({ unsignedTx: s.of(AnyTx), credentials: s.list(FxCredential) });
/** A signed transaction: what `avm.getTx` gives. The sha256 of its bytes is its id. */
export interface Tx extends Declared<typeof tx> {}
/** A transaction inside a block: no codec version of its own. */
export const TxBody: Type<Tx> = /* @__PURE__ */ struct('avm.Tx', tx, txNotes, {
  also: { id: { before: null, idOf: () => Tx } },
});
export const Tx: Type<Tx> = /* @__PURE__ */ versioned('tx', TxBody, maxSize);
