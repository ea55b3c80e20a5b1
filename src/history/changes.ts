/** The changes of a block, and the work that collects them: either all changes of a block are applied, or none. */
import { inputIDOf } from '../chain/ids.ts';
import type { UTXO as PUTXO } from '../chain/pchain/tx.ts';
import type { UTXO as XUTXO } from '../chain/xchain/tx.ts';
import { AvalancheError } from '../errors/error.ts';
import { spentBy } from '../state/apply.ts';
import { formatID } from '../text/id.ts';
import { type Effects, type EffectsInput, effectsOf } from '../tx/effects.ts';
import type { AnyUTXO as UTXO } from '../tx/types.ts';
import type { L1Validator, PLedger, Staker, Store, XLedger } from './ledger.ts';

/** A consumed UTXO. */
export interface SpentUTXO<UTXO> {
  readonly utxo: UTXO;
  /** Id of the UTXO, as `inputIDOf` returns it. */
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
  /** Id of the UTXO, as `inputIDOf` returns it. */
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

/** The effects of a transaction that was applied, as `effectsOf` returns them. */
export interface AppliedEffects {
  /** The transaction. */
  readonly by: Uint8Array;
  readonly effects: Effects;
}

/** The changes of UTXOs by a block, in the order of its transactions. */
export interface UTXOChanges<UTXO> {
  /** Of each transaction that was applied; none of those that only a node makes. */
  readonly effects: readonly AppliedEffects[];
  readonly consumed: readonly SpentUTXO<UTXO>[];
  readonly produced: readonly MadeUTXO<UTXO>[];
  readonly imported: readonly ImportedUTXO[];
  readonly exported: readonly ExportedUTXO<UTXO>[];
}

/**
 * How a staker changed. It stays: `pending` (begins later), `current` (began), `renewed` (its next period began), `changed` (its
 * configuration changed, or one of its delegators was rewarded). It left: `rewarded`; `refused` (without its reward); `ended` (a
 * permissioned validator); `removed` (by the subnet's owners). It never was one: `aborted` (its proposal was, before Banff; the stake came
 * back at once).
 */
export type StakerWhy =
  | 'pending'
  | 'current'
  | 'renewed'
  | 'changed'
  | 'rewarded'
  | 'refused'
  | 'ended'
  | 'removed'
  | 'aborted';

/**
 * How an L1 validator changed: `registered`; `weight` or `balance` changed; `disabled` by its owner; `deactivated` because its
 * balance is used up; `removed`.
 */
export type L1Why = 'registered' | 'weight' | 'balance' | 'disabled' | 'deactivated' | 'removed';

/** The changes by a P-chain block. A proposal block has none. */
export interface PChanges extends UTXOChanges<PUTXO> {
  readonly blockID: Uint8Array;
  readonly height: bigint;
  /** Unix seconds. */
  readonly time: bigint;
  /** Stakers after the block; those that left, as before it. */
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

/** A block that is being applied: its changes so far, and the steps that undo them. */
export interface Work<Ledger extends PLedger | XLedger, U extends UTXO> {
  readonly ledger: Ledger;
  readonly undo: (() => void)[];
  readonly effects: AppliedEffects[];
  readonly consumed: SpentUTXO<U>[];
  readonly produced: MadeUTXO<U>[];
  readonly imported: ImportedUTXO[];
  readonly exported: ExportedUTXO<U>[];
}

/** A P-chain block that is being applied. */
export interface PWork extends Work<PLedger, PUTXO> {
  readonly stakers: PChanges['stakers'][number][];
  readonly l1Validators: PChanges['l1Validators'][number][];
}

/** A block that has changed nothing yet. */
export const workOn = <L extends PLedger | XLedger, U extends UTXO>(ledger: L): Work<L, U> => ({
  ledger,
  undo: [],
  effects: [],
  consumed: [],
  produced: [],
  imported: [],
  exported: [],
});

export const utxoChangesOf = <U extends UTXO>({
  effects,
  consumed,
  produced,
  imported,
  exported,
}: Work<PLedger | XLedger, U>): UTXOChanges<U> => ({
  effects,
  consumed,
  produced,
  imported,
  exported,
});

/** Applies a change completely or, if it throws, not at all. */
export function atomically<L extends PLedger | XLedger, T>(
  { ledger, undo }: { readonly ledger: L; readonly undo: readonly (() => void)[] },
  change: () => T,
): T {
  const before = { ...ledger };
  try {
    return change();
  } catch (e) {
    for (const step of undo.toReversed()) step();
    Object.assign(ledger, before);
    throw e;
  }
}

/** Sets an entry, or deletes it if the value is undefined. */
export function put<V>(
  { undo }: { readonly undo: (() => void)[] },
  store: Store<V>,
  key: string,
  value: V | undefined,
): void {
  const had = store.get(key);
  const write = (v: V | undefined) => (v === undefined ? store.delete(key) : store.set(key, v));
  undo.push(() => write(had));
  write(value);
}

/** Adds a UTXO. */
export function produce<U extends UTXO>(
  work: Work<PLedger | XLedger, U>,
  utxo: U,
  reason: MadeWhy,
  producerID: Uint8Array,
): void {
  const id = inputIDOf(utxo);
  put(work, work.ledger.utxos as Store<UTXO>, formatID(id), utxo);
  work.produced.push({ utxo, id, why: reason, by: producerID });
}

/**
 * Applies a transaction to the UTXOs. Stake is not produced here: it comes back when the staking ends.
 * @throws {AvalancheError} `MissingState`: an input has no UTXO; `Mismatch`: its UTXO differs.
 */
export function applyUTXOs<U extends UTXO>(
  work: Work<PLedger | XLedger, U>,
  tx: EffectsInput & { readonly txID: Uint8Array },
): void {
  const { ledger } = work;
  const producerID = tx.txID;
  const utxos = ledger.utxos as Store<U>;
  const effects: Effects = effectsOf(tx, { network: ledger.network });
  const { consumed, produced } = effects;
  work.effects.push({ by: producerID, effects });
  for (const spent of consumed) {
    const { id, txID, outputIndex, assetID } = spent;
    if (spent.from) {
      const [from, amount] = [spent.from.blockchainID, spent.amount!];
      work.imported.push({ txID, outputIndex, id, assetID, amount, from, by: producerID });
      continue;
    }
    const key = formatID(id);
    const utxo = spentBy(utxos.get(key), spent);
    put(work, utxos, key, undefined);
    work.consumed.push({ utxo, id, by: producerID });
  }
  for (const { utxo, id, why: reason, from, blockchainID } of produced) {
    if (reason === 'stake') continue;
    if (from) work.exported.push({ utxo: utxo as U, id, to: blockchainID, by: producerID });
    else produce(work, utxo as U, reason === 'mint' ? 'mint' : 'output', producerID);
  }
}

/** The error for an entry that the ledger does not have. */
export const missing = (what: string, subject: Uint8Array | string): AvalancheError => {
  const id = typeof subject === 'string' ? subject : formatID(subject);
  return new AvalancheError('MissingState', `there is no ${what} ${id}`, { what, id });
};
