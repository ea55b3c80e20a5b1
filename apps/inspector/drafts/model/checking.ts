/** A draft under the policy of whoever signs it. */
import { parseDescriptor } from 'avalanche-tx/hd';
import {
  type Draft,
  formatPolicy,
  type PolicyFinding,
  parsePolicy,
  policyCodes,
  policyOf,
  type RulesPolicy,
  type SignerKnowledge,
} from 'avalanche-tx/sign';
import { indentJSON } from './indent.ts';
import { refusalOf } from './words.ts';

/** What a policy says about a draft. */
export type Checked =
  /** No policy was given. */
  | { readonly kind: 'none' }
  /** The policy cannot be read, or the draft contradicts what the signer knows. */
  | { readonly kind: 'failed'; readonly text: string }
  | {
      readonly kind: 'checked';
      readonly policy: RulesPolicy;
      readonly findings: readonly PolicyFinding[];
    };

const policyIn = (text: string): RulesPolicy => parsePolicy(text, { wallet: parseDescriptor });

/** Checks a draft under the text of a policy file. @param now Unix seconds of the caller's clock. */
export function check(draft: Draft, text: string, facts: SignerKnowledge, now: bigint): Checked {
  if (text.trim() === '') return { kind: 'none' };
  try {
    const policy = policyIn(text);
    return {
      kind: 'checked',
      policy,
      findings: policy.findings(draft, { ...facts, time: now }),
    };
  } catch (e) {
    return { kind: 'failed', text: refusalOf(e).text };
  }
}

/** What a finding's code means. */
export const meaningOf = (code: string): string =>
  (policyCodes as { readonly [code: string]: string })[code] ?? '';

/** The policy file that allows what a draft does and nothing else, in lines that a person can edit. */
export const fullPolicyText = (draft: Draft): string => indentJSON(formatPolicy(policyOf(draft)));
