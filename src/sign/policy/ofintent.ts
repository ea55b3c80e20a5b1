import type { Intent } from '../../builder/intents/table.ts';
import type { Draft } from '../../draft/draft.ts';
import type { Policy, SignerFacts } from '../../draft/policy.ts';
import { expectationOf } from '../../review/intents.ts';
import { type ReviewContext, review } from '../../review/review.ts';
import { violationOf } from './violation.ts';

/**
 * The policy that allows exactly what an intent means: for a draft that somebody else made of the signer's own intent.
 * @param options `change` names who may get what is left over; `maxFee` is 0.1 AVAX if omitted.
 * @example
 * import { parseIntent } from 'avalanche-tx/build';
 * import { readFileSync } from 'node:fs';
 * const { intent } = parseIntent(readFileSync('examples/intents/P.BaseTx.json', 'utf8'), 'P');
 * typeof policyOfIntent(intent).findings; // 'function'
 */
export const policyOfIntent = (
  intent: Intent,
  options: Pick<ReviewContext, 'change' | 'maxFee'> = {},
): Policy => ({
  findings: (draft: Draft, facts: SignerFacts) =>
    review(draft, { ...facts, ...options, expect: expectationOf(intent) }).map(violationOf),
});
