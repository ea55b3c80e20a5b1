import type { UTXO as PUTXO } from '../chain/pchain/utxo.ts';
import type { UTXO as XUTXO } from '../chain/xchain/utxo.ts';
import type { L1Validator, Staker } from './ledger.ts';

/** A UTXO that is gone. */
export interface SpentUTXO<UTXO> {
  readonly utxo: UTXO;
  /** As `inputIDOf`. */
  readonly id: Uint8Array;
  /** The transaction that spends it. */
  readonly by: Uint8Array;
}

/**
 * Why a UTXO is there: an `output` of a transaction; what an asset begins with or an operation makes (`mint`); `stake` that
 * comes back; a `reward` to who staked, a `delegateeReward` to who was delegated to; a `refund` of an L1 validator’s balance.
 */
export type MadeWhy = 'output' | 'mint' | 'stake' | 'reward' | 'delegateeReward' | 'refund';

/** A UTXO that is new. */
export interface MadeUTXO<UTXO> {
  readonly utxo: UTXO;
  /** As `inputIDOf`. */
  readonly id: Uint8Array;
  readonly why: MadeWhy;
  /** The transaction that makes it. Rewards have the id of another: the staker’s, unless that is auto-renewed. */
  readonly by: Uint8Array;
}

/** A UTXO that another chain had exported and that is gone from where it waited. */
export interface ImportedUTXO {
  readonly txID: Uint8Array;
  readonly outputIndex: number;
  readonly id: Uint8Array;
  readonly assetID: Uint8Array;
  readonly amount: bigint;
  /** The blockchain that it comes from. */
  readonly from: Uint8Array;
  readonly by: Uint8Array;
}

/** A UTXO that waits for another chain’s import. */
export interface ExportedUTXO<UTXO> {
  readonly utxo: UTXO;
  readonly id: Uint8Array;
  /** The blockchain that can import it. */
  readonly to: Uint8Array;
  readonly by: Uint8Array;
}

/** What a block changed of the UTXOs, in the order of its transactions. */
export interface UTXOChanges<UTXO> {
  readonly consumed: readonly SpentUTXO<UTXO>[];
  readonly produced: readonly MadeUTXO<UTXO>[];
  readonly imported: readonly ImportedUTXO[];
  readonly exported: readonly ExportedUTXO<UTXO>[];
}

/**
 * What became of a staker: `pending`, it begins later; `current`, it began; `renewed`, a next period began; `changed`, its
 * configuration, or a delegator was rewarded. It left: `rewarded`; `refused` its reward; `ended`, of a permissioned one;
 * `removed` by the subnet’s owners.
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
 * What became of an L1 validator: `registered`; its `weight` or `balance` was changed; it was `disabled` by its owner, or
 * `deactivated` because its balance is used up; it was `removed`.
 */
export type L1Why = 'registered' | 'weight' | 'balance' | 'disabled' | 'deactivated' | 'removed';

/** What a P-chain block changed; nothing, if it is a proposal. */
export interface PChanges extends UTXOChanges<PUTXO> {
  readonly blockID: Uint8Array;
  readonly height: bigint;
  /** Unix seconds. */
  readonly time: bigint;
  /** As it is now; who left, as it was. */
  readonly stakers: readonly { readonly staker: Staker; readonly why: StakerWhy }[];
  /** As it is now. */
  readonly l1Validators: readonly { readonly validator: L1Validator; readonly why: L1Why }[];
}

/** What an X-chain block changed. */
export interface XChanges extends UTXOChanges<XUTXO> {
  readonly blockID: Uint8Array;
  readonly height: bigint;
  /** Unix seconds. */
  readonly time: bigint;
}
