import type { Intent } from '../builder/intents/table.ts';
import { checkShape } from '../errors/arguments.ts';
import type { Finding } from '../review/finding.ts';
import { expectationOf } from '../review/intents.ts';
import { checkReader, knownOf, type Parts, partsOf } from '../review/known.ts';
import { judge, type ReviewContext } from '../review/review.ts';
import { reading } from '../tx/bytes.ts';
import type { Explainable, ExplainContext } from './subject.ts';
import { toldText } from './told.ts';

/** One thing in which a transaction and an intent are not the same: a finding of the review, in words. */
export interface Difference extends Pick<Finding, 'code' | 'kind'> {
  /** In the intent; of what is unmeant, unproven or disproved in the unsigned transaction. */
  readonly path: string;
  /** What was meant. */
  readonly meant?: string;
  /** What was found. */
  readonly found?: string;
}

/** What `diff` knows beside the transaction. */
export interface DiffContext extends ExplainContext, Pick<ReviewContext, 'change'> {}

/**
 * What a transaction does that an intent does not say, and the other way round; nothing, if they agree. Every field of the
 * transaction is compared, except signature indices, which UTXOs it spends, and what a node passes over. Change, and whatever
 * the intent names nobody for (an import without `to`, a stake without `stakeReturn`), must go to `context.change`, or with no new
 * lock to the reader's own address, or to an owner who is proven to pay and gets no more than that. It is `review` with the expectation of
 * the intent, in words: what only the maker of a draft says removes no difference.
 * @throws {AvalancheError} With a path in the intent: what its builder throws of it; `MissingState`: the network is not known;
 *   `Unsupported`: something opened that is no transaction; what `own` is not.
 */
export function diff(
  intent: Intent,
  of: Explainable,
  context: DiffContext = {},
): readonly Difference[] {
  checkShape(intent, { type: 'text' }, 'intent');
  checkReader(context);
  const parts = partsOf(of);
  return reading(parts.tx, () => differences(intent, parts, context));
}

function differences(intent: Intent, parts: Parts, context: DiffContext): readonly Difference[] {
  const known = knownOf(parts, context);
  const subject = { ...parts, network: known.network, context };
  const { findings } = judge(known, { ...context, expect: expectationOf(intent) });
  return findings.map(({ code, kind, path, meantAt = path, meant, found }) => ({
    code,
    kind,
    path: meantAt,
    ...(meant && { meant: toldText(meant, subject) }),
    ...(found && { found: toldText(found, subject) }),
  }));
}
