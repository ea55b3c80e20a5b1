import { type Declared, struct, union } from '../../wire/declare.ts';
import type { Source } from '../../wire/source.ts';
import type { Infer, Type } from '../../wire/type.ts';
import { transferableInputNotes, transferableOutputNotes } from '../base.ts';
import { byFxID, byFxIndex, fxIDKey, fxIDText } from '../fx/fxid.ts';
import * as nftfx from '../fx/nftfx.ts';
import * as propertyfx from '../fx/propertyfx.ts';
import * as secp256k1fx from '../fx/secp256k1fx.ts';

/** What an X-chain transfer’s output can be. Source of every X-chain typeID: avalanchego `vms/avm/txs/parser.go`. */
export const Output = /* @__PURE__ */ union('TransferableOut', { 7: secp256k1fx.TransferOutput });
export type Output = Infer<typeof Output>;

/** What an X-chain transfer’s input can be. */
export const Input = /* @__PURE__ */ union('TransferableIn', { 5: secp256k1fx.TransferInput });
export type Input = Infer<typeof Input>;

/** What a UTXO or an asset’s initial state can hold. */
export const State = /* @__PURE__ */ union(
  'State',
  {
    6: secp256k1fx.MintOutput,
    7: secp256k1fx.TransferOutput,
    10: nftfx.MintOutput,
    11: nftfx.TransferOutput,
    15: propertyfx.MintOutput,
    16: propertyfx.OwnedOutput,
  },
  { decide: byFxIndex },
);
export type State = Infer<typeof State>;

/** What an operation can do. */
export const FxOperation = /* @__PURE__ */ union('FxOperation', {
  8: secp256k1fx.MintOperation,
  12: nftfx.MintOperation,
  13: nftfx.TransferOperation,
  17: propertyfx.MintOperation,
  18: propertyfx.BurnOperation,
});
export type FxOperation = Infer<typeof FxOperation>;

/** What the codec takes as a credential: Go's method sets let all of these in, a node accepts 9, 14 and 19. */
export const Verifiable = /* @__PURE__ */ union(
  'Verifiable',
  {
    5: secp256k1fx.TransferInput,
    6: secp256k1fx.MintOutput,
    7: secp256k1fx.TransferOutput,
    8: secp256k1fx.MintOperation,
    9: secp256k1fx.Credential,
    10: nftfx.MintOutput,
    11: nftfx.TransferOutput,
    12: nftfx.MintOperation,
    13: nftfx.TransferOperation,
    14: nftfx.Credential,
    15: propertyfx.MintOutput,
    16: propertyfx.OwnedOutput,
    17: propertyfx.MintOperation,
    18: propertyfx.BurnOperation,
    19: propertyfx.Credential,
  },
  { decide: byFxID, firm: true, bare: true },
);
export type Verifiable = Infer<typeof Verifiable>;

const transferableOutput = (s: Source) => ({ assetID: s.id(), output: s.of(Output) });
/** An output with its asset. Source: avalanchego `vms/components/avax/transferables.go`. */
export interface TransferableOutput extends Declared<typeof transferableOutput> {}
export const TransferableOutput: Type<TransferableOutput> = /* @__PURE__ */ struct(
  'avax.TransferableOutput',
  transferableOutput,
  transferableOutputNotes,
  { also: { fxID: /* @__PURE__ */ fxIDKey('output') } },
);

const transferableInput = (s: Source) => ({
  txID: s.id(),
  outputIndex: s.u32(),
  assetID: s.id(),
  input: s.of(Input),
});
/** An input with the UTXO that it spends. Source: avalanchego `vms/components/avax/transferables.go`. */
export interface TransferableInput extends Declared<typeof transferableInput> {}
export const TransferableInput: Type<TransferableInput> = /* @__PURE__ */ struct(
  'avax.TransferableInput',
  transferableInput,
  transferableInputNotes,
  { also: { fxID: /* @__PURE__ */ fxIDKey('input') } },
);

const utxoID = (s: Source) => ({ txID: s.id(), outputIndex: s.u32() });
/** Which UTXO. Source: avalanchego `vms/components/avax/utxo_id.go`. */
export interface UTXOID extends Declared<typeof utxoID> {}
export const UTXOID: Type<UTXOID> = /* @__PURE__ */ struct('avax.UTXOID', utxoID, {
  txID: transferableInputNotes.txID,
  outputIndex: transferableInputNotes.outputIndex,
});

const initialState = (s: Source) => ({ fxIndex: s.u32(), outputs: s.list(State) });
/** What there is of a new asset in one feature extension. Source: avalanchego `vms/avm/txs/initial_state.go`. */
export interface InitialState extends Declared<typeof initialState> {}
export const InitialState: Type<InitialState> = /* @__PURE__ */ struct(
  'txs.InitialState',
  initialState,
  {
    fxIndex: 'Feature extension: 0 secp256k1fx, 1 nftfx, 2 propertyfx.',
    outputs: 'First UTXOs of the asset; sorted.',
  },
  { also: { fxID: { before: 'outputs', text: (v, c) => fxIDText(v.fxIndex, c) } } },
);

const operation = (s: Source) => ({
  assetID: s.id(),
  inputIDs: s.list(UTXOID),
  operation: s.of(FxOperation),
});
/** An operation with the UTXOs that it consumes. Source: avalanchego `vms/avm/txs/operation.go`. */
export interface Operation extends Declared<typeof operation> {}
export const Operation: Type<Operation> = /* @__PURE__ */ struct(
  'txs.Operation',
  operation,
  {
    assetID: 'Asset that it acts on.',
    inputIDs: 'UTXOs that it consumes: one.',
    operation: 'What is done.',
  },
  { also: { fxID: /* @__PURE__ */ fxIDKey('operation') } },
);

const fxCredential = (s: Source) => ({ credential: s.of(Verifiable) });
/** A credential with its fx. Source: avalanchego `vms/avm/fxs/fx.go`. */
export interface FxCredential extends Declared<typeof fxCredential> {}
export const FxCredential: Type<FxCredential> = /* @__PURE__ */ struct(
  'fxs.FxCredential',
  fxCredential,
  { credential: 'The signatures.' },
  { also: { fxID: /* @__PURE__ */ fxIDKey('credential') } },
);
