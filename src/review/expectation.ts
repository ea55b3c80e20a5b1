/** What somebody expects of a transaction: of an intent exactly, of a reviewed draft or a policy at most. Plain data. */
import type { Wallet } from '../owners/own.ts';
import type { Address, Owner } from '../state/owner.ts';
import type { Says, Told } from './deeds.ts';
import type { FieldRule } from './fields.ts';
import type { Known } from './known.ts';

interface Common {
  /** Where the one who expects says it: `outputs[0].to`; empty: it need not be done. */
  readonly as: string;
  /** Places in the transaction, with or without those in lists; anywhere if omitted. */
  readonly at?: readonly string[];
}
/** Somebody may get something or a say. */
export interface GetsTerm extends Common {
  /** The kind of term. */
  readonly is: 'gets';
  /** `receiverKey`, `accountKey` or `validationKey`. */
  readonly what: string;
  /** Of this asset alone, where `amounts` are omitted. */
  readonly asset?: string;
  /** Units by asset; whatever there is if omitted. */
  readonly amounts?: Readonly<Record<string, bigint>>;
  /** Least units of it by asset, if it is open. */
  readonly least?: Readonly<Record<string, bigint>>;
  /** Who it is. */
  readonly text: string;
}
/** An operation or first output may be done. */
export interface ItemTerm extends Common {
  /** The kind of term. */
  readonly is: 'item';
  /** Its type. */
  readonly what: string;
  /** CB58, or `created`. */
  readonly asset: string;
  /** Most units. */
  readonly units: bigint;
  /** Of NFTs; without it nothing of an NFT is allowed. */
  readonly groupID?: number | 'any';
  /** 0x and hex digits, of NFTs that have one; without it none of them is allowed. */
  readonly payload?: string | 'any';
  /** The very UTXO. */
  readonly consumes?: string;
  /** Who receives it; those who may get anything if omitted. */
  readonly to?: readonly GetsTerm[];
}
/** A field may say something. */
export interface FieldTerm extends Common {
  /** The kind of term. */
  readonly is: 'field';
  /** Of fields of this kind alone. */
  readonly by?: Says['by'];
  /** What it may say. */
  readonly allows: FieldRule;
}
/** One thing that is expected. */
export type Term = GetsTerm | ItemTerm | FieldTerm;

/** What somebody expects of a transaction. */
export interface Expectation {
  /** All of it must be done, and nothing comes back but where nobody is named; else at most that may be done. */
  readonly exact: boolean;
  /** With or without the package: `platformvm.BaseTx`, `BaseTx`; any if omitted. */
  readonly types?: readonly string[];
  /** Everything that may be done. */
  readonly terms: readonly Term[];
  /** Fields from which something may come back to who pays; anywhere if omitted. */
  readonly back?: readonly string[];
  /** Whose change must be; the reader’s own and proven payers if omitted. */
  readonly own?: Wallet | readonly (Owner | Address)[];
  /** Whose the inputs, operations and authorities must be; whoever the draft says if omitted. */
  readonly inputs?: 'own' | 'proven' | 'claimed';
  /** Whether evidence or the reader's UTXOs must prove all inputs. */
  readonly evidence?: 'required';
  /** Whose authority may be used by whoever it is. */
  readonly authorities?: readonly string[];
  /** Most of each asset that may leave, by CB58; whatever the terms allow if omitted. */
  readonly amounts?: Readonly<Record<string, bigint>>;
  /** nAVAX. */
  readonly maxFee?: bigint;
}

/** An expectation that depends on the network and on what is known: `expectationOf(intent)`. */
export type Expecting = (known: Known) => Expectation;

/** What was meant by a term. */
export const toldOf = (term: Term): Told => {
  if (term.is === 'field') return { text: String(term.allows) };
  if (term.is === 'item')
    return { text: '', item: term.what, amount: term.units, asset: term.asset };
  const [first] = Object.entries(term.amounts ?? {});
  return { text: term.text, ...(first && first[1] > 0n && { asset: first[0], amount: first[1] }) };
};
