import { toBytes } from '../../errors/arguments.ts';
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

// The node's C-chain codec has no limit of its own; a message between nodes has this one.
export const maxSize: number = 0x7fff_ffff;

/** What an exported output can be. Source of every C-chain typeID: avalanchego `vms/saevm/cchain/tx/codec.go`. */
export const Output = /* @__PURE__ */ union('TransferableOut', { 7: TransferOutput });
export type Output = Infer<typeof Output>;

/** What an imported input can be. */
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
/** What an import puts on an account. Source: avalanchego `vms/saevm/cchain/tx/import.go`. */
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
/** What an export takes from an account. Source: avalanchego `vms/saevm/cchain/tx/export.go`. */
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
/** Brings AVAX in from X or P. Source: avalanchego `vms/saevm/cchain/tx/import.go`. */
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
/** Sends AVAX to X or P. Source: avalanchego `vms/saevm/cchain/tx/export.go`. */
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

/** What is signed, with its codec version: the sha256 of these bytes is what signers sign. */
export const UnsignedTx = /* @__PURE__ */ versioned('unsignedTx', AnyTx, maxSize);
export type UnsignedTx = Infer<typeof UnsignedTx>;

const tx = (s: Source) => ({ unsignedTx: s.of(AnyTx), credentials: s.list(AnyCredential) });
/** A signed atomic transaction, as `avax.getAtomicTx` gives it. The sha256 of its bytes is its id. */
export interface Tx extends Declared<typeof tx> {}
/** A transaction inside a block: no codec version of its own. */
export const TxBody: Type<Tx> = /* @__PURE__ */ struct('atomic.Tx', tx, txNotes);
export const Tx: Type<Tx> = /* @__PURE__ */ versioned('tx', TxBody, maxSize);

/** Something that an import can spend, as `avax.getUTXOs` gives it. Source: avalanchego `vms/components/avax/utxo.go`. */
export interface UTXO extends UTXOOf<Output> {}
export const UTXO: Type<UTXO> = /* @__PURE__ */ utxoType(Output, maxSize);

const Txs: Type<readonly Tx[]> = /* @__PURE__ */ versioned('extData', list(TxBody), maxSize);

/**
 * The atomic transactions that a block of the C-chain carries as its extra data; no bytes are none.
 * Source: avalanchego `vms/saevm/cchain/tx/codec.go` `ParseSlice`.
 * @throws {AvalancheError} As `decode`; `OutOfRange`: a list of none.
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
 * The extra data of a block of the C-chain.
 * @example
 * encodeExtData([]); // new Uint8Array(0)
 */
export function encodeExtData(txs: readonly Tx[]): Uint8Array {
  return txs.length === 0 ? new Uint8Array(0) : encode(Txs, txs);
}

/**
 * The atomic transaction that a block carries as its extra data until Apricot phase 5: one, without a list around it.
 * Source: coreth `plugin/evm/atomic/codec.go` `ExtractAtomicTxs`.
 * @throws {AvalancheError} As `decode`.
 */
export function decodeEarlyExtData(from: Uint8Array): readonly Tx[] {
  const bytes = toBytes(from);
  return bytes.length === 0 ? [] : [decode(Tx, bytes)];
}
