import type { Intent } from '../../src/builder/intents/table.ts';
import {
  type Explainable,
  type ExplainContext,
  explain,
  type Finding,
  type FindingText,
  findingText,
  type ReviewContext,
  review,
} from '../../src/explain/index.ts';

/** A finding of a review that expects an intent, in words. */
export interface Difference extends FindingText, Pick<Finding, 'code' | 'kind'> {}

/** Returns the differences between a transaction and an intent. */
export function differences(
  intent: Intent,
  subject: Explainable,
  context: ExplainContext & Pick<ReviewContext, 'change' | 'state' | 'least'> = {},
): readonly Difference[] {
  const findings = review(subject, { ...context, expect: intent });
  if (findings.length === 0) return [];
  const explanation = explain(subject, context);
  return findings.map((finding) => ({
    code: finding.code,
    kind: finding.kind,
    ...findingText(finding, explanation),
  }));
}
