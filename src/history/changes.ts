import type { UTXO as PUTXO } from '../chain/pchain/tx.ts';
import type { UTXO as XUTXO } from '../chain/xchain/tx.ts';
import type { L1Validator, Staker } from './ledger.ts';

/** A consumed UTXO. */
export interface SpentUTXO<UTXO> {
  readonly utxo: UTXO;
  /** As `inputIDOf` returns it. */
  readonly id: Uint8Array;
  /** The transaction that spends it. */
  readonly by: Uint8Array;
}

/**
 * Why a UTXO was produced: an `output` of a transaction; an initial state of an asset or the result of an operation (`mint`);
 * returned `stake`; a `reward` of the staker, a `delegateeReward` of the validator that was delegated to; a `refund` of an L1
 * validator's balance.
 */
export type MadeWhy = 'output' | 'mint' | 'stake' | 'reward' | 'delegateeReward' | 'refund';

/** A produced UTXO. */
export interface MadeUTXO<UTXO> {
  readonly utxo: UTXO;
  /** As `inputIDOf` returns it. */
  readonly id: Uint8Array;
  readonly why: MadeWhy;
  /** The transaction that produced it. The txID in a reward's UTXO is another: the staker's, unless that is auto-renewed. */
  readonly by: Uint8Array;
}

/** A UTXO that another chain exported and that a transaction of this chain imported. */
export interface ImportedUTXO {
  readonly txID: Uint8Array;
  readonly outputIndex: number;
  readonly id: Uint8Array;
  readonly assetID: Uint8Array;
  readonly amount: bigint;
  /** The blockchain that exported it. */
  readonly from: Uint8Array;
  readonly by: Uint8Array;
}

/** A UTXO that another chain can import. */
export interface ExportedUTXO<UTXO> {
  readonly utxo: UTXO;
  readonly id: Uint8Array;
  /** The blockchain that can import it. */
  readonly to: Uint8Array;
  readonly by: Uint8Array;
}

/** The changes of UTXOs by a block, in the order of its transactions. */
export interface UTXOChanges<UTXO> {
  readonly consumed: readonly SpentUTXO<UTXO>[];
  readonly produced: readonly MadeUTXO<UTXO>[];
  readonly imported: readonly ImportedUTXO[];
  readonly exported: readonly ExportedUTXO<UTXO>[];
}

/**
 * The change of a staker. It stays: `pending`, it begins later; `current`, it began; `renewed`, its next period began; `changed`, its
 * configuration changed or one of its delegators was rewarded. It left: `rewarded`; `refused`, without its reward; `ended`, of a
 * permissioned validator; `removed` by the subnet's owners.
 */
export type StakerWhy =
  | 'pending'
  | 'current'
  | 'renewed'
  | 'changed'
  | 'rewarded'
  | 'refused'
  | 'ended'
  | 'removed';

/**
 * The change of an L1 validator: it was `registered`; its `weight` or `balance` changed; it was `disabled` by its owner,
 * `deactivated` because its balance is used up, or `removed`.
 */
export type L1Why = 'registered' | 'weight' | 'balance' | 'disabled' | 'deactivated' | 'removed';

/** The changes by a P-chain block; a proposal has none. */
export interface PChanges extends UTXOChanges<PUTXO> {
  readonly blockID: Uint8Array;
  readonly height: bigint;
  /** Unix seconds. */
  readonly time: bigint;
  /** After the block; stakers that left as they were before it. */
  readonly stakers: readonly { readonly staker: Staker; readonly why: StakerWhy }[];
  /** After the block. */
  readonly l1Validators: readonly { readonly validator: L1Validator; readonly why: L1Why }[];
}

/** The changes by an X-chain block. */
export interface XChanges extends UTXOChanges<XUTXO> {
  readonly blockID: Uint8Array;
  readonly height: bigint;
  /** Unix seconds. */
  readonly time: bigint;
}
