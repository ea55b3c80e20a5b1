/** Types of transactions and their parts across chains, and the type of value of each role. */
import type * as C from '../chain/cchain/index.ts';
import type { OutputOwners, TransferInput, TransferOutput } from '../chain/fx/secp256k1fx.ts';
import type * as P from '../chain/pchain/index.ts';
import type { RoleName } from '../chain/roles.ts';
import type * as X from '../chain/xchain/index.ts';

/** An unsigned transaction of any chain. */
export type AnyUnsignedTx = P.UnsignedTx | X.UnsignedTx | C.UnsignedTx;

/** A UTXO of any chain. */
export type AnyUTXO = P.UTXO | X.UTXO | C.UTXO;

/** An input of any chain. Inputs of X and C have the form of unlocked P-chain inputs. */
export type AnyInput = P.TransferableInput;

/** An output of any chain, as `AnyInput`. */
export type AnyOutput = P.TransferableOutput;

/** An input that spends a plain output. */
export interface PlainInput extends X.UTXOID {
  readonly assetID: Uint8Array;
  readonly input: TransferInput;
}

/** An amount of an asset with its owner. */
export interface PlainOutput {
  readonly assetID: Uint8Array;
  readonly output: TransferOutput;
}

/** Units of an asset: nAVAX for AVAX. */
export interface AssetAmount {
  readonly assetID: Uint8Array;
  readonly amount: bigint;
}

/** Addresses and the number of required signatures. Owners in warp messages have no locktime. */
export interface Owners {
  readonly threshold: number;
  readonly addresses: readonly Uint8Array[];
  readonly locktime?: bigint;
}

/** The values of fields, by their role. */
export interface RoleValues extends Record<RoleName, unknown> {
  readonly spends: readonly AnyInput[];
  readonly makes: readonly AnyOutput[];
  readonly debits: readonly C.EVMInput[];
  readonly credits: readonly C.EVMOutput[];
  readonly consumes: readonly X.UTXOID[];
  readonly issues: X.FxOutput | readonly (X.FxOutput | OutputOwners)[];
  readonly burns: bigint;
  readonly owner: Owners;
  readonly auth: P.Verifiable;
  readonly signs: { readonly signatureIndices: readonly number[] } | readonly number[];
  readonly manager: Uint8Array;
  readonly id: Uint8Array;
  readonly asset: Uint8Array;
  readonly says: Uint8Array;
  readonly quantity: bigint | number;
  readonly flag: boolean;
  readonly text: string;
  readonly data: Uint8Array | readonly Uint8Array[];
  readonly key: Uint8Array;
  readonly proof: Uint8Array | readonly Uint8Array[];
  readonly network: number;
  readonly ownChain: Uint8Array;
  readonly peer: Uint8Array;
  readonly memo: Uint8Array;
}
