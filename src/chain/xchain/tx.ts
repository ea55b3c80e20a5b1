import { versioned } from '../../wire/codec.ts';
import { type Declared, struct } from '../../wire/declare.ts';
import type { Infer, PartSource, Source, Type } from '../../wire/type.ts';
import { assetParts, base, txNotes } from '../base.ts';
import { type TxPart, transaction, transactions } from '../declared.ts';
import { makes, peer, spends, within } from '../roles.ts';
import { type UTXOOf, utxoType } from '../utxo.ts';
import {
  FxCredential,
  FxOutput,
  InitialState,
  Operation,
  TransferableInput,
  TransferableOutput,
} from './components.ts';

/** Maximum size of an X-chain transaction, block or UTXO in bytes. Source: avalanchego `codec/manager.go`. */
export const maxSize: number = 256 * 1024;

const baseTx = (s: PartSource) => ({
  type: 'avm.BaseTx' as const,
  networkID: s.u32(),
  blockchainID: s.id(),
  outputs: s.list(TransferableOutput),
  inputs: s.list(TransferableInput),
  memo: s.blob(),
});
/** Transfers funds within the X-chain. Source: avalanchego `vms/avm/txs/base_tx.go`. */
export interface BaseTx extends Declared<typeof baseTx> {}
export const BaseTx: TxPart<BaseTx> = /* @__PURE__ */ transaction(0, 'avm.BaseTx', baseTx, base);

const createAssetTx = (s: PartSource) => ({
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
/** Creates an asset; its ID is the transaction’s. Source: avalanchego `vms/avm/txs/create_asset_tx.go`. */
export interface CreateAssetTx extends Declared<typeof createAssetTx> {}
export const CreateAssetTx: TxPart<CreateAssetTx> = /* @__PURE__ */ transaction(
  1,
  'avm.CreateAssetTx',
  createAssetTx,
  () => ({ ...base(), ...assetParts() }),
);

const operationTx = (s: PartSource) => ({
  type: 'avm.OperationTx' as const,
  networkID: s.u32(),
  blockchainID: s.id(),
  outputs: s.list(TransferableOutput),
  inputs: s.list(TransferableInput),
  memo: s.blob(),
  operations: s.list(Operation),
});
/**
 * Runs operations: minting, burning, and transfers that plain inputs cannot do, such as those of NFTs. Source:
 * avalanchego `vms/avm/txs/operation_tx.go`.
 */
export interface OperationTx extends Declared<typeof operationTx> {}
export const OperationTx: TxPart<OperationTx> = /* @__PURE__ */ transaction(
  2,
  'avm.OperationTx',
  operationTx,
  () => ({ ...base(), operations: within('What is done; sorted.') }),
);

const importTx = (s: PartSource) => ({
  type: 'avm.ImportTx' as const,
  networkID: s.u32(),
  blockchainID: s.id(),
  outputs: s.list(TransferableOutput),
  inputs: s.list(TransferableInput),
  memo: s.blob(),
  sourceChain: s.id(),
  importedInputs: s.list(TransferableInput),
});
/** Imports funds from another chain of the primary network. Source: avalanchego `vms/avm/txs/import_tx.go`. */
export interface ImportTx extends Declared<typeof importTx> {}
export const ImportTx: TxPart<ImportTx> = /* @__PURE__ */ transaction(
  3,
  'avm.ImportTx',
  importTx,
  () => ({
    ...base(),
    sourceChain: peer('Chain that exported them.'),
    importedInputs: spends('What is brought in; sorted.', 'sourceChain'),
  }),
);

const exportTx = (s: PartSource) => ({
  type: 'avm.ExportTx' as const,
  networkID: s.u32(),
  blockchainID: s.id(),
  outputs: s.list(TransferableOutput),
  inputs: s.list(TransferableInput),
  memo: s.blob(),
  destinationChain: s.id(),
  exportedOutputs: s.list(TransferableOutput),
});
/** Exports funds to another chain of the primary network. Source: avalanchego `vms/avm/txs/export_tx.go`. */
export interface ExportTx extends Declared<typeof exportTx> {}
export const ExportTx: TxPart<ExportTx> = /* @__PURE__ */ transaction(
  4,
  'avm.ExportTx',
  exportTx,
  () => ({
    ...base(),
    destinationChain: peer('Chain that can import them.'),
    exportedOutputs: makes('What is sent; sorted.', { to: 'destinationChain' }),
  }),
);

// A union with `never` keeps its name, which editors then show in place of its members.
const anyTx = /* @__PURE__ */ transactions('UnsignedTx', [
  BaseTx,
  CreateAssetTx,
  OperationTx,
  ImportTx,
  ExportTx,
]);

/** An unsigned transaction with its codec version. The sha256 of its bytes is the digest that is signed. */
export type UnsignedTx = Infer<typeof anyTx> | never;
const AnyTx: Type<UnsignedTx> = anyTx;
export const UnsignedTx: Type<UnsignedTx> = /* @__PURE__ */ versioned('unsignedTx', AnyTx, maxSize);

const tx = (s: Source) => ({ unsignedTx: s.of(AnyTx), credentials: s.list(FxCredential) });
/** A signed transaction, as returned by `avm.getTx`. The sha256 of its bytes is its ID. */
export interface Tx extends Declared<typeof tx> {}
/** A transaction inside a block, without a codec version of its own. */
export const TxBody: Type<Tx> = /* @__PURE__ */ struct('avm.Tx', tx, txNotes, {
  also: { id: { before: null, idOf: () => Tx } },
});
export const Tx: Type<Tx> = /* @__PURE__ */ versioned('tx', TxBody, maxSize);

/** A UTXO of the X-chain, as returned by `avm.getUTXOs`. Source: avalanchego `vms/components/avax/utxo.go`. */
export interface UTXO extends UTXOOf<FxOutput> {}
export const UTXO: Type<UTXO> = /* @__PURE__ */ utxoType(FxOutput, maxSize);
