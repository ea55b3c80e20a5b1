import type { Intent } from '../builder/intents/table.ts';
import type { Finding } from '../review/codes.ts';
import { expectationOf } from '../review/intents.ts';
import { checkReader, knownOf, type Parts, withParts } from '../review/known.ts';
import { judge, type ReviewContext } from '../review/review.ts';
import { aText, checkArgument, objectOf } from '../schema/check.ts';
import { type Explainable, type ExplainContext, toldText } from './explained.ts';

const intentArgument = /* @__PURE__ */ objectOf({ type: aText });

/** A difference between a transaction and an intent: a finding of `review`, in words. */
export interface Difference extends Pick<Finding, 'code' | 'kind'> {
  /** Path in the intent; for kind `unmeant`, `unproven` or `disproved`, in the unsigned transaction. */
  readonly path: string;
  /** Expected value, as text. */
  readonly meant?: string;
  /** Actual value, as text. */
  readonly found?: string;
}

/** Options of `diff`: what the reader knows besides the transaction. */
export interface DiffContext
  extends ExplainContext,
    Pick<ReviewContext, 'change' | 'state' | 'least'> {}

/**
 * Compares a transaction with an intent and returns every difference; an empty list if they agree. It is `review` with
 * `expectationOf(intent)`, in words.
 *
 * Every field of the transaction is compared, except signature indices, the choice of UTXOs, and fields that a node ignores. Change,
 * and any recipient that the intent leaves out (an import without `to`, a stake without `stakeReturn`), must be `context.change`; or
 * the reader's own address without a new lock; or an owner who is proven to pay and receives no more than that. A claim that only the
 * maker of a draft makes never removes a difference.
 * @throws {AvalancheError} With a path in the intent: as its builder; `MissingState`: the network is not known; `Unsupported`: an
 *   opened value that is not a transaction; as the parsers of addresses and owners for `own`.
 */
export function diff(
  intent: Intent,
  of: Explainable,
  context: DiffContext = {},
): readonly Difference[] {
  checkArgument(intent, intentArgument, 'intent');
  checkReader(context);
  return withParts(of, (parts) => differences(intent, parts, context));
}

function differences(intent: Intent, parts: Parts, context: DiffContext): readonly Difference[] {
  const known = knownOf(parts, context);
  const explained = { ...parts, network: known.network, context };
  const { findings } = judge(known, { ...context, expect: expectationOf(intent) });
  return findings.map(({ code, kind, path, meantAt = path, meant, found }) => ({
    code,
    kind,
    path: meantAt,
    ...(meant && { meant: toldText(meant, explained) }),
    ...(found && { found: toldText(found, explained) }),
  }));
}
