import { toBytes, toList } from '../../errors/arguments.ts';
import { AvalancheError } from '../../errors/error.ts';
import { decode, encode, versioned } from '../../wire/codec.ts';
import { type Declared, list, struct, union } from '../../wire/declare.ts';
import type { Infer, Part, PartSource, Source, Type } from '../../wire/type.ts';
import { transferableInputParts, transferableOutputParts, txNotes } from '../base.ts';
import { part, type TxPart, transaction, transactions } from '../declared.ts';
import { fxIDKey } from '../fx/fxid.ts';
import { Credential, TransferInput, TransferOutput } from '../fx/secp256k1fx.ts';
import {
  account,
  amount,
  asset,
  credits,
  debits,
  makes,
  network,
  ownChain,
  peer,
  quantity,
  spends,
} from '../roles.ts';
import { type UTXOOf, utxoType } from '../utxo.ts';

/** Most bytes of a transaction. The node's C-chain codec has no limit of its own; this is the limit of messages between nodes. */
export const maxSize: number = 0x7fff_ffff;

/** An exported output. Source of every C-chain typeID: avalanchego `vms/saevm/cchain/tx/codec.go`. */
export const Output = /* @__PURE__ */ union('TransferableOut', { 7: TransferOutput });
export type Output = Infer<typeof Output>;

/** An imported input. */
export const Input = /* @__PURE__ */ union('TransferableIn', { 5: TransferInput });
export type Input = Infer<typeof Input>;

/** The signatures of one input. */
export const AnyCredential = /* @__PURE__ */ union('Credential', { 9: Credential });

const transferableOutput = (s: PartSource) => ({ assetID: s.id(), output: s.of(Output) });
/** An exported output with its asset. Source: avalanchego `vms/components/avax/transferables.go`. */
export interface TransferableOutput extends Declared<typeof transferableOutput> {}
export const TransferableOutput: Part<TransferableOutput> = /* @__PURE__ */ part(
  'avax.TransferableOutput',
  transferableOutput,
  transferableOutputParts,
  { also: { fxID: /* @__PURE__ */ fxIDKey('output') } },
);

const transferableInput = (s: PartSource) => ({
  txID: s.id(),
  outputIndex: s.u32(),
  assetID: s.id(),
  input: s.of(Input),
});
/** An imported input with the UTXO that it spends. Source: avalanchego `vms/components/avax/transferables.go`. */
export interface TransferableInput extends Declared<typeof transferableInput> {}
export const TransferableInput: Part<TransferableInput> = /* @__PURE__ */ part(
  'avax.TransferableInput',
  transferableInput,
  transferableInputParts,
  { also: { fxID: /* @__PURE__ */ fxIDKey('input') } },
);

const evmOutput = (s: PartSource) => ({ address: s.fixed(20), amount: s.u64(), assetID: s.id() });
/** An amount that an import credits to an account. Source: avalanchego `vms/saevm/cchain/tx/import.go`. */
export interface EVMOutput extends Declared<typeof evmOutput> {}
export const EVMOutput: Part<EVMOutput> = /* @__PURE__ */ part(
  'atomic.EVMOutput',
  evmOutput,
  () => ({
    address: account('Account on the C-chain.'),
    amount: amount('nAVAX.'),
    assetID: asset('AVAX.'),
  }),
);

const evmInput = (s: PartSource) => ({
  address: s.fixed(20),
  amount: s.u64(),
  assetID: s.id(),
  nonce: s.u64(),
});
/** An amount that an export debits from an account. Source: avalanchego `vms/saevm/cchain/tx/export.go`. */
export interface EVMInput extends Declared<typeof evmInput> {}
export const EVMInput: Part<EVMInput> = /* @__PURE__ */ part('atomic.EVMInput', evmInput, () => ({
  address: account('Account on the C-chain.'),
  amount: amount('nAVAX.'),
  assetID: asset('AVAX.'),
  nonce: quantity('nonce', 'Of the account; must be its next.'),
}));

const chainParts = () => ({
  networkID: network('Network that the transaction is for.'),
  blockchainID: ownChain('The C-chain.'),
});

const importTx = (s: PartSource) => ({
  type: 'atomic.ImportTx' as const,
  networkID: s.u32(),
  blockchainID: s.id(),
  sourceChain: s.id(),
  importedInputs: s.list(TransferableInput),
  outputs: s.list(EVMOutput),
});
/** Imports AVAX from the X- or P-chain. Source: avalanchego `vms/saevm/cchain/tx/import.go`. */
export interface ImportTx extends Declared<typeof importTx> {}
export const ImportTx: TxPart<ImportTx> = /* @__PURE__ */ transaction(
  0,
  'atomic.ImportTx',
  importTx,
  () => ({
    ...chainParts(),
    sourceChain: peer('Chain that exported it.'),
    importedInputs: spends('What is brought in; sorted.', 'sourceChain'),
    outputs: credits('Accounts that get it; sorted by address and asset.'),
  }),
);

const exportTx = (s: PartSource) => ({
  type: 'atomic.ExportTx' as const,
  networkID: s.u32(),
  blockchainID: s.id(),
  destinationChain: s.id(),
  inputs: s.list(EVMInput),
  exportedOutputs: s.list(TransferableOutput),
});
/** Exports AVAX to the X- or P-chain. Source: avalanchego `vms/saevm/cchain/tx/export.go`. */
export interface ExportTx extends Declared<typeof exportTx> {}
export const ExportTx: TxPart<ExportTx> = /* @__PURE__ */ transaction(
  1,
  'atomic.ExportTx',
  exportTx,
  () => ({
    ...chainParts(),
    destinationChain: peer('Chain that can import it.'),
    inputs: debits('Accounts that pay; sorted by address and asset.'),
    exportedOutputs: makes('What is sent; sorted.', { to: 'destinationChain' }),
  }),
);

const AnyTx = /* @__PURE__ */ transactions('UnsignedAtomicTx', [ImportTx, ExportTx]);

/** An unsigned transaction with its codec version. The sha256 of its bytes is the digest that is signed. */
export const UnsignedTx = /* @__PURE__ */ versioned('unsignedTx', AnyTx, maxSize);
export type UnsignedTx = Infer<typeof UnsignedTx>;

const tx = (s: Source) => ({ unsignedTx: s.of(AnyTx), credentials: s.list(AnyCredential) });
/** A signed atomic transaction, as returned by `avax.getAtomicTx`. The sha256 of its bytes is its ID. */
export interface Tx extends Declared<typeof tx> {}
/** A transaction inside a block, without a codec version of its own. */
export const TxBody: Type<Tx> = /* @__PURE__ */ struct('atomic.Tx', tx, txNotes);
export const Tx: Type<Tx> = /* @__PURE__ */ versioned('tx', TxBody, maxSize);

/**
 * A UTXO that an import can spend, as returned by `avax.getUTXOs`. Source: avalanchego
 * `vms/components/avax/utxo.go`.
 */
export interface UTXO extends UTXOOf<Output> {}
export const UTXO: Type<UTXO> = /* @__PURE__ */ utxoType(Output, maxSize);

const Txs: Type<readonly Tx[]> = /* @__PURE__ */ versioned('extData', list(TxBody), maxSize);

/**
 * Decodes the atomic transactions in the extra data of a C-chain block; empty bytes contain none.
 * Source: avalanchego `vms/saevm/cchain/tx/codec.go` `ParseSlice`.
 * @throws {AvalancheError} As `decode`; `OutOfRange`: an empty list.
 * @example
 * decodeExtData(new Uint8Array(0)); // []
 */
export function decodeExtData(from: Uint8Array): readonly Tx[] {
  const bytes = toBytes(from);
  if (bytes.length === 0) return [];
  const txs = decode(Txs, bytes);
  if (txs.length === 0)
    throw new AvalancheError(
      'OutOfRange',
      'an empty list of transactions must be written as no bytes',
      {},
      { offset: 2 },
    ).at('extData');
  return txs;
}

/**
 * Encodes atomic transactions as the extra data of a C-chain block.
 * @example
 * encodeExtData([]); // new Uint8Array(0)
 */
export function encodeExtData(txs: readonly Tx[]): Uint8Array {
  return toList(txs, 'txs').length === 0 ? new Uint8Array(0) : encode(Txs, txs);
}

/**
 * Decodes the atomic transaction in the extra data of a C-chain block before Apricot phase 5: a single one, not in
 * a list.
 * Source: coreth `plugin/evm/atomic/codec.go` `ExtractAtomicTxs`.
 * @throws {AvalancheError} As `decode`.
 */
export function decodeEarlyExtData(from: Uint8Array): readonly Tx[] {
  const bytes = toBytes(from);
  return bytes.length === 0 ? [] : [decode(Tx, bytes)];
}
