import { type Declared, struct, union } from '../../wire/declare.ts';
import type { Infer, Part, PartSource, Source, Type } from '../../wire/type.ts';
import { transferableInputParts, transferableOutputParts, utxoIDParts } from '../base.ts';
import { part } from '../declared.ts';
import { byFxID, byFxIndex, fxIDKey, fxIDText } from '../fx/fxid.ts';
import * as nftfx from '../fx/nftfx.ts';
import * as propertyfx from '../fx/propertyfx.ts';
import * as secp256k1fx from '../fx/secp256k1fx.ts';
import { asset, consumes, issues, quantity, within } from '../roles.ts';

/** An output of a transfer on the X-chain. Source of every X-chain typeID: avalanchego `vms/avm/txs/parser.go`. */
export const Output = /* @__PURE__ */ union('TransferableOut', { 7: secp256k1fx.TransferOutput });
export type Output = Infer<typeof Output>;

/** An input of a transfer on the X-chain. */
export const Input = /* @__PURE__ */ union('TransferableIn', { 5: secp256k1fx.TransferInput });
export type Input = Infer<typeof Input>;

/** An output in a UTXO or in an asset’s initial state. */
export const FxOutput = /* @__PURE__ */ union(
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
export type FxOutput = Infer<typeof FxOutput>;

/** An operation of a feature extension. */
export const FxOperation = /* @__PURE__ */ union('FxOperation', {
  8: secp256k1fx.MintOperation,
  12: nftfx.MintOperation,
  13: nftfx.TransferOperation,
  17: propertyfx.MintOperation,
  18: propertyfx.BurnOperation,
});
export type FxOperation = Infer<typeof FxOperation>;

// A union with `never` keeps its name, which editors then show in place of its members.
const verifiables = /* @__PURE__ */ union(
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
/**
 * The values that the codec accepts as a credential: Go's method sets allow all of these, a node accepts 9, 14 and
 * 19.
 */
export type Verifiable = Infer<typeof verifiables> | never;
export const Verifiable: Type<Verifiable> = verifiables;

const transferableOutput = (s: PartSource) => ({ assetID: s.id(), output: s.of(Output) });
/** An output with its asset. Source: avalanchego `vms/components/avax/transferables.go`. */
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
/** An input with the UTXO that it spends. Source: avalanchego `vms/components/avax/transferables.go`. */
export interface TransferableInput extends Declared<typeof transferableInput> {}
export const TransferableInput: Part<TransferableInput> = /* @__PURE__ */ part(
  'avax.TransferableInput',
  transferableInput,
  transferableInputParts,
  { also: { fxID: /* @__PURE__ */ fxIDKey('input') } },
);

const utxoID = (s: PartSource) => ({ txID: s.id(), outputIndex: s.u32() });
/** A reference to a UTXO. Source: avalanchego `vms/components/avax/utxo_id.go`. */
export interface UTXOID extends Declared<typeof utxoID> {}
export const UTXOID: Part<UTXOID> = /* @__PURE__ */ part('avax.UTXOID', utxoID, utxoIDParts);

const initialState = (s: PartSource) => ({ fxIndex: s.u32(), outputs: s.list(FxOutput) });
/**
 * The initial outputs of a new asset in one feature extension. Source: avalanchego `vms/avm/txs/initial_state.go`.
 */
export interface InitialState extends Declared<typeof initialState> {}
export const InitialState: Part<InitialState> = /* @__PURE__ */ part(
  'txs.InitialState',
  initialState,
  () => ({
    fxIndex: quantity('index', 'Feature extension: 0 secp256k1fx, 1 nftfx, 2 propertyfx.'),
    outputs: issues('mint', 'First UTXOs of the asset; sorted.', { of: 'created' }),
  }),
  { also: { fxID: { before: 'outputs', text: (v, c) => fxIDText(v.fxIndex, c) } } },
);

const operation = (s: PartSource) => ({
  assetID: s.id(),
  inputIDs: s.list(UTXOID),
  operation: s.of(FxOperation),
});
/** An operation with the UTXOs that it consumes. Source: avalanchego `vms/avm/txs/operation.go`. */
export interface Operation extends Declared<typeof operation> {}
export const Operation: Part<Operation> = /* @__PURE__ */ part(
  'txs.Operation',
  operation,
  () => ({
    assetID: asset('Asset that it acts on.'),
    inputIDs: consumes('UTXOs that it consumes: one.'),
    operation: within('What is done.'),
  }),
  { also: { fxID: /* @__PURE__ */ fxIDKey('operation') } },
);

const fxCredential = (s: Source) => ({ credential: s.of(Verifiable) });
/** A credential with its feature extension. Source: avalanchego `vms/avm/fxs/fx.go`. */
export interface FxCredential extends Declared<typeof fxCredential> {}
export const FxCredential: Type<FxCredential> = /* @__PURE__ */ struct(
  'fxs.FxCredential',
  fxCredential,
  { credential: 'The signatures.' },
  { also: { fxID: /* @__PURE__ */ fxIDKey('credential') } },
);
