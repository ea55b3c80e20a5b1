/** Expectations as plain data. An intent makes an exact expectation; a reviewed draft or a policy sets upper limits. */
import { readable } from '../errors/arguments.ts';
import { copied, deepCopy } from '../errors/frozen.ts';
import { networkCopy } from '../network/known.ts';
import type { Own } from '../owners/own.ts';
import { aBoolean, aListOf, anObject, checkArgument, objectOf } from '../schema/check.ts';
import type { Confirming } from './choices.ts';
import type { Found } from './codes.ts';
import type { FieldDeed, FindingValue, ReceiptDeed } from './deeds.ts';
import type { FieldRule } from './fields.ts';
import type { Known } from './known.ts';

interface Common {
  /** Path in the intent or policy, such as `outputs[0].to`; empty if the term is optional. */
  readonly as: string;
  /** Allowed paths in the transaction, with or without list indices; any path if omitted. */
  readonly at?: readonly string[];
}
/** Allows a recipient to receive an amount, an item or a role such as rewards owner or authority. */
export interface GetsTerm extends Common {
  /** The kind of term. */
  readonly is: 'gets';
  /** Key of the recipient: `receiverKey`, `accountKey` or `validationKey`. */
  readonly what: string;
  /** The only asset allowed, if `amounts` is omitted. */
  readonly asset?: string;
  /** Highest units by CB58 asset id; any amount if omitted. */
  readonly amounts?: Readonly<Record<string, bigint>>;
  /** Lowest units by CB58 asset id, if `amounts` is omitted. */
  readonly least?: Readonly<Record<string, bigint>>;
  /** The recipient as text, for messages. */
  readonly text: string;
}
/** Allows an operation, or an initial output of a new asset. */
export interface ItemTerm extends Common {
  /** The kind of term. */
  readonly is: 'item';
  /** Type of the operation or output. */
  readonly what: string;
  /** CB58 asset id, or `created` for the new asset. */
  readonly asset: string;
  /** Highest number of units. */
  readonly units: bigint;
  /** Allowed NFT group. If omitted, no operation with an NFT group is allowed. */
  readonly groupID?: number | 'any';
  /** Allowed NFT payload, as `0x` and hex digits. If omitted, no NFT with a payload is allowed. */
  readonly payload?: string | 'any';
  /** The UTXO that must be consumed; any if omitted. */
  readonly consumes?: string;
  /** Allowed recipients of the item; the recipients of the other terms if omitted. */
  readonly to?: readonly GetsTerm[];
}
/** Allows values of a field. */
export interface FieldTerm extends Common {
  /** The kind of term. */
  readonly is: 'field';
  /** Restricts the term to fields of this kind. */
  readonly by?: FieldDeed['by'];
  /** Allowed values. */
  readonly allows: FieldRule;
}
/** One allowed or required deed. */
export type Term = GetsTerm | ItemTerm | FieldTerm;

/**
 * Judges what an intent leaves to its builder.
 * @param back Outputs that return to the payers as change.
 * @param isDifferent Whether a path in the intent already has a finding.
 */
export type ChoiceJudge = (
  known: Known,
  by: Confirming,
  back: readonly ReceiptDeed[],
  isDifferent: (as: string) => boolean,
) => readonly Found[];

/** What is expected of a transaction: what it may do or, if `exact`, must do. */
export interface Expectation {
  /**
   * If true, every term must be fulfilled, and change may return only where the intent names no recipient. If false, the terms are
   * upper limits.
   */
  readonly exact: boolean;
  /** Judges what an intent leaves to its builder, such as `max`. Only `expectationOf` sets it. */
  readonly choices?: ChoiceJudge;
  /** Allowed types, with or without package (`platformvm.BaseTx`, `BaseTx`); any if omitted. */
  readonly types?: readonly string[];
  /** The allowed deeds. */
  readonly terms: readonly Term[];
  /** Fields in which change may return to the payers; any field if omitted. */
  readonly back?: readonly string[];
  /** Allowed owners of change; the reader and proven payers if omitted. */
  readonly own?: Own;
  /** Required status of the owners of inputs, operations and authorities; `claimed` if omitted. */
  readonly inputs?: 'own' | 'proven' | 'claimed';
  /** Whether evidence or the reader's UTXOs must prove all inputs. */
  readonly evidence?: 'required';
  /** CB58 ids of authorities that may be used, whoever owns them. */
  readonly authorities?: readonly string[];
  /** Highest amount of each asset that may leave, by CB58 id; limited only by the terms if omitted. */
  readonly amounts?: Readonly<Record<string, bigint>>;
  /** Highest fee in nAVAX. */
  readonly maxFee?: bigint;
}

/** An expectation that depends on the network and on known owners, such as that of an intent. */
export type ExpectationRule = (known: Known) => Expectation;

const own = /* @__PURE__ */ new WeakSet<ExpectationRule>();

/** Registers an expectation of the library, which changes nothing of what it gets. */
export const ownExpecting = (expecting: ExpectationRule): ExpectationRule => {
  own.add(expecting);
  return expecting;
};

/**
 * Returns what is expected of a transaction. A caller's function gets copies.
 * @throws {AvalancheError} `BadArgument`: an intent that lacks a field, or a function that returns no expectation.
 */
export const expected = (expecting: ExpectationRule, known: Known): Expectation =>
  own.has(expecting)
    ? readable('an intent with all fields of its type', () => expecting(known))
    : checkExpectation(expecting(copyOf(known)));

/**
 * Returns an expectation of the caller if it has the parts that a review compares.
 * @throws {AvalancheError} `BadArgument` at `context.expect`.
 */
export const checkExpectation = (expectation: Expectation): Expectation =>
  checkArgument(expectation, expectationArgument, 'context', 'expect');

const expectationArgument = /* @__PURE__ */ (() =>
  objectOf({ exact: aBoolean, terms: aListOf(anObject) }))();

const copyOf = (known: Known): Known => ({
  ...known,
  tx: deepCopy(known.tx),
  network: networkCopy(known.network),
  here: deepCopy(known.here),
  credits: known.credits.map(({ id, ownership, ...rest }) => ({
    ...rest,
    id: deepCopy(id),
    ownership: { ...ownership, ...copied(factsIn(ownership)) } as typeof ownership,
  })),
});

/** Returns the owner and UTXO of what is not only claimed. A claim can only be read as text. */
const factsIn = (ownership: Known['credits'][number]['ownership']): object =>
  ownership.is === 'proven' || ownership.is === 'supplied'
    ? { owner: ownership.owner, ...(ownership.utxo && { utxo: ownership.utxo }) }
    : {};

/** Returns the content of a term for a finding. */
export const toldOf = (term: Term): FindingValue => {
  if (term.is === 'field') return { text: String(term.allows) };
  if (term.is === 'item')
    return { text: '', item: term.what, amount: term.units, asset: term.asset };
  const [first] = Object.entries(term.amounts ?? {});
  return { text: term.text, ...(first && first[1] > 0n && { asset: first[0], amount: first[1] }) };
};
