import type { Type } from '../wire/type.ts';
import * as C from './cchain/tx.ts';
import { UTXO as CUTXO } from './cchain/tx.ts';
import type { ChainName } from './declared.ts';
import * as P from './pchain/index.ts';
import * as X from './xchain/index.ts';

/**
 * The types that can be read on their own, by chain and kind. Outputs, inputs and credentials start with a typeID.
 */
export const kinds = {
  P: {
    tx: P.Tx,
    unsignedTx: P.UnsignedTx,
    utxo: P.UTXO,
    block: P.Block,
    genesis: P.Genesis,
    output: P.Output,
    input: P.Input,
    credential: P.Verifiable,
    transferableOutput: P.TransferableOutput,
    transferableInput: P.TransferableInput,
    owner: P.FxOwner,
    signer: P.ValidatorSigner,
  },
  X: {
    tx: X.Tx,
    unsignedTx: X.UnsignedTx,
    utxo: X.UTXO,
    block: X.Block,
    genesis: X.Genesis,
    output: X.FxOutput,
    input: X.Input,
    credential: X.Verifiable,
    transferableOutput: X.TransferableOutput,
    transferableInput: X.TransferableInput,
    operation: X.Operation,
    initialState: X.InitialState,
  },
  C: {
    tx: C.Tx,
    unsignedTx: C.UnsignedTx,
    utxo: CUTXO,
    output: C.Output,
    input: C.Input,
    credential: C.AnyCredential,
    transferableOutput: C.TransferableOutput,
    transferableInput: C.TransferableInput,
  },
} as const satisfies Record<ChainName, Record<string, Type<unknown>>>;

/** A kind of value that a chain has. */
export type Kind = { [C in ChainName]: keyof (typeof kinds)[C] }[ChainName];

/**
 * Parts of transactions that can be read on their own. All except the credential and the operation are the same on
 * several chains.
 */
export const pieceKinds = [
  'output',
  'input',
  'credential',
  'transferableOutput',
  'transferableInput',
  'owner',
  'signer',
  'operation',
  'initialState',
] as const satisfies readonly Kind[];

/** The kinds of parts of transactions. */
export type PieceKind = (typeof pieceKinds)[number];

export const isPieceKind = (kind: string): kind is PieceKind =>
  (pieceKinds as readonly string[]).includes(kind);

/** Returns the type of a kind on a chain, if the chain has it. */
export const typeOf = (chain: ChainName, kind: Kind): Type<unknown> | undefined =>
  Object.hasOwn(kinds[chain], kind)
    ? (kinds[chain] as { readonly [K in Kind]?: Type<unknown> })[kind]
    : undefined;
