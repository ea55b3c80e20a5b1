import type { ErrorCode } from '../errors/codes.ts';
import { AvalancheError, isError, type Path } from '../errors/error.ts';
import type { AnyUnsignedTx } from '../tx/types.ts';
import type { Facts, MissingFact } from './facts.ts';
import { type Checkable, type Subject, subjectOf } from './subject.ts';

/** One thing that a node checks about a transaction. */
export interface Rule<T extends AnyUnsignedTx = AnyUnsignedTx> {
  readonly name: string;
  /**
   * Throws an `AvalancheError` if the node refuses the transaction, and one with the code `MissingState` if a fact is missing.
   * @returns A detail for people, or the fact that is missing where that is usual: an error takes longer.
   */
  readonly check: (subject: Subject<T>) => string | MissingFact | undefined;
}

/** What a rule found. */
export interface RuleFinding {
  readonly rule: string;
  readonly result: 'ok' | 'refused' | 'not checked';
  /** Of a refusal. */
  readonly code?: ErrorCode;
  /** Of a refusal: where in the transaction. */
  readonly path?: Path;
  /** What was found, or what is missing. */
  readonly detail?: string;
  /** Of a refusal: what to do. */
  readonly hint?: string;
  /** Of a rule that was not checked: the fact that is missing, or `signatures`. */
  readonly missing?: keyof Facts | 'signatures';
  /** Of a refusal: the error to throw. */
  readonly error?: AvalancheError;
}

/** What a node would say about a transaction, as far as the facts tell. */
export interface Verdict {
  /** `refused`: a rule refuses it. `unknown`: none does, but some are not checked. */
  readonly result: 'accepted' | 'refused' | 'unknown';
  /** One for each rule, in the node's order. */
  readonly findings: readonly RuleFinding[];
}

/**
 * Checks a transaction against some rules.
 * @param with.hintOf What to do if a rule refuses it, where somebody reads that.
 * @param with.bytes Its unsigned bytes, if somebody has written them.
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
  const has = (result: RuleFinding['result']) => findings.some((of) => of.result === result);
  const result = has('refused') ? 'refused' : has('not checked') ? 'unknown' : 'accepted';
  return { result, findings };
}

function apply<T extends AnyUnsignedTx>(
  { name, check }: Rule<T>,
  of: Subject<T>,
  hintOf: (rule: string) => string | undefined,
): RuleFinding {
  try {
    const found = check(of);
    if (typeof found === 'object') return { rule: name, result: 'not checked', path: [], ...found };
    return { rule: name, result: 'ok', ...(found && { detail: found }) };
  } catch (error) {
    if (!isError(error)) {
      // If the transaction cannot be written, that is what is wrong; else it is a defect.
      of.unsignedBytes();
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

/**
 * The error of the first rule that refuses, `undefined` if none does.
 * @example
 * refusalOf({ result: 'accepted', findings: [] }); // undefined
 */
export function refusalOf({ findings }: Verdict): AvalancheError | undefined {
  return findings.find(({ error }) => error)?.error;
}

/**
 * Throws what the first rule that refuses found.
 * @throws {AvalancheError} Any code of a rule.
 */
export function assertNotRefused(verdict: Verdict): void {
  const error = refusalOf(verdict);
  if (error) throw error;
}

/** The error for a type that has no rules. */
export const withoutRules = (type: string): AvalancheError =>
  new AvalancheError('Unsupported', `there are no rules for ${type}`).at('type');
