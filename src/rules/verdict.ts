/** Runs rules on a transaction. A rule is `ok`, `refused` or, for lack of a fact, `not checked`; together they make the verdict. */

import type { ErrorCode } from '../errors/codes.ts';
import { AvalancheError, isError, type Path } from '../errors/error.ts';
import { aListOf, anObject, checkArgument, objectOf } from '../schema/check.ts';
import type { AnyUnsignedTx } from '../tx/types.ts';
import type { Facts, MissingFact } from './facts.ts';
import { type Checkable, type Subject, subjectOf } from './subject.ts';

/** A rule: one check that a node makes of a transaction. */
export interface Rule<T extends AnyUnsignedTx = AnyUnsignedTx> {
  readonly name: string;
  /**
   * Checks the transaction. Throws an `AvalancheError` if a node refuses it, with code `MissingState` if a fact is missing.
   * @returns A detail for display, or the missing fact, which is faster than an error where it is common.
   */
  readonly check: (subject: Subject<T>) => string | MissingFact | undefined;
}

/** The result of one rule. */
export interface RuleFinding {
  readonly rule: string;
  readonly result: 'ok' | 'refused' | 'not checked';
  /** Code of the error, if refused. */
  readonly code?: ErrorCode;
  /** Path in the transaction, if refused. */
  readonly path?: Path;
  /** What was found or is missing. */
  readonly detail?: string;
  /** How to fix it, if refused. */
  readonly hint?: string;
  /** The missing fact, or `signatures`, if not checked. */
  readonly missing?: keyof Facts | 'signatures';
  /** The error to throw, if refused. */
  readonly error?: AvalancheError;
}

/** Whether a node would accept a transaction, as far as the facts tell. */
export interface Verdict {
  /** `refused`: a rule refuses it. `unknown`: no rule refuses it, but some are not checked. */
  readonly result: 'accepted' | 'refused' | 'unknown';
  /** Results of all rules, in the node's order. */
  readonly findings: readonly RuleFinding[];
}

/**
 * Checks a transaction against some rules.
 * @param with.hintOf Returns how to fix a refusal, by the name of the rule.
 * @param with.bytes The encoded unsigned transaction, if already known.
 */
export function check<T extends AnyUnsignedTx>(
  rules: readonly Rule<T>[],
  tx: Checkable<T>,
  facts: Facts,
  {
    hintOf = () => undefined,
    bytes,
  }: {
    readonly hintOf?: (rule: string) => string | undefined;
    readonly bytes?: Uint8Array | undefined;
  } = {},
): Verdict {
  const subject = subjectOf(tx, facts, bytes);
  const findings = rules.map((rule) => apply(rule, subject, hintOf));
  const has = (result: RuleFinding['result']) =>
    findings.some((finding) => finding.result === result);
  const result = has('refused') ? 'refused' : has('not checked') ? 'unknown' : 'accepted';
  return { result, findings };
}

function apply<T extends AnyUnsignedTx>(
  { name, check }: Rule<T>,
  subject: Subject<T>,
  hintOf: (rule: string) => string | undefined,
): RuleFinding {
  try {
    const found = check(subject);
    if (typeof found === 'object') return { rule: name, result: 'not checked', path: [], ...found };
    return { rule: name, result: 'ok', ...(found && { detail: found }) };
  } catch (error) {
    if (!isError(error)) {
      // If the transaction cannot be encoded, report that; otherwise it is a bug of the library.
      subject.unsignedBytes();
      throw error;
    }
    const { code, path, detail, context } = error;
    if (code === 'MissingState') {
      const fact = context.missing as RuleFinding['missing'];
      return { rule: name, result: 'not checked', path, detail, ...(fact && { missing: fact }) };
    }
    const hint = hintOf(name);
    return { rule: name, result: 'refused', code, path, detail, ...(hint && { hint }), error };
  }
}

const verdictArgument = /* @__PURE__ */ (() =>
  objectOf({ findings: aListOf(anObject) }, { name: 'a verdict' }))();

/**
 * Returns the error of the first rule that refuses, or `undefined` if none does.
 * @example
 * refusalOf({ result: 'accepted', findings: [] }); // undefined
 */
export function refusalOf(verdict: Verdict): AvalancheError | undefined {
  checkArgument(verdict, verdictArgument, 'verdict');
  return verdict.findings.find(({ error }) => error)?.error;
}

/**
 * Throws the error of the first rule that refuses, if one does.
 * @throws {AvalancheError} Any code of a rule.
 */
export function assertNotRefused(verdict: Verdict): void {
  const error = refusalOf(verdict);
  if (error) throw error;
}

export const withoutRules = (type: string): AvalancheError =>
  new AvalancheError('Unsupported', `there are no rules for ${type}`).at('type');
