import type { UnsignedTx as CTx } from '../chain/cchain/tx.ts';
import type { TransferOutput } from '../chain/fx/secp256k1fx.ts';
import type { UnsignedTx as PTx } from '../chain/pchain/tx.ts';
import type { UnsignedTx as XTx } from '../chain/xchain/tx.ts';
import type { Chain, Network } from '../network/network.ts';
import type { Missing, Slot } from './slot.ts';

/** What is burned as fee, in nAVAX; balances of validators, which are burned too, are fields of the transaction. */
export interface Fee {
  /** All of it: gas times price on P and C, and dust that a change output would have cost more than. */
  readonly total: bigint;
  /** Of P and C. */
  readonly gas?: bigint;
  /** For a unit of gas: nAVAX on P, wei on C. */
  readonly price?: bigint;
}

/** An output that returns what was left over to an owner. */
export interface Change {
  /** Its place in the transaction’s `outputs`. */
  readonly outputIndex: number;
  readonly assetID: Uint8Array;
  readonly output: TransferOutput;
  /** Unix seconds until which it can only be staked, as what it came from; undefined if it is not locked. */
  readonly stakeableUntil?: bigint;
}

/** Something that the intent did not say and that somebody should know. */
export interface Warning {
  /** `DustBurned`: the fee holds a rest too small for an output; `LeftBehind`: UTXOs were not taken though all were meant. */
  readonly code: 'DustBurned' | 'LeftBehind';
  readonly detail: string;
}

interface Common {
  readonly kind: 'draft';
  readonly network: Network;
  /** Unix seconds: the clock when it was built. What unlocks later is locked. */
  readonly time: bigint;
  /** One for each credential, in their order. */
  readonly slots: readonly Slot[];
  readonly fee: Fee;
  /** Strictly increasing by `outputIndex`. */
  readonly change: readonly Change[];
  readonly warnings: readonly Warning[];
  readonly missing: readonly Missing[];
  /** Derivation path by address text, of the owners in the slots and of the change. */
  readonly paths?: Readonly<Record<string, string>>;
  /** Of the wallet that change returns to. Who has the wallet compares: what a draft says of itself is no proof. */
  readonly descriptor?: string;
}

/** A transaction on its way to be signed: all that a signer needs to judge it, and no secret. Plain data. */
export type Draft =
  | (Common & { readonly chain: 'P'; readonly unsignedTx: PTx })
  | (Common & { readonly chain: 'X'; readonly unsignedTx: XTx; readonly blockchain?: Chain })
  | (Common & { readonly chain: 'C'; readonly unsignedTx: CTx });

/**
 * A draft of one chain, or several.
 * @template T Types of transaction, if they are known: `platformvm.BaseTx`, or `${string}.BaseTx` on any chain.
 */
export type DraftOf<C extends Draft['chain'], T extends string = string> = string extends T
  ? Extract<Draft, { readonly chain: C }>
  : { [K in C]: DraftWith<Extract<Draft, { readonly chain: K }>, T> }[C];

type DraftWith<D extends Draft, T extends string> =
  Extract<D['unsignedTx'], { readonly type: T }> extends infer U
    ? [U] extends [never]
      ? never
      : D & { readonly unsignedTx: U }
    : never;

/** An unsigned transaction of any chain. */
export type AnyUnsignedTx = PTx | XTx | CTx;
