import { verifyDraft } from '../draft/check.ts';
import {
  type Draft,
  type Policy,
  type PolicyFinding,
  refused,
  type SignerFacts,
} from '../draft/draft.ts';
import { type Reviewed, verifyReviewed } from '../draft/made.ts';
import { checkShape } from '../errors/arguments.ts';
import { type Path, within } from '../errors/error.ts';
import { ordinaryFee } from '../fee/transactions.ts';
import type { OneOwn, Own } from '../owners/own.ts';
import { verifyProofs } from './policy/violation.ts';

/** What is checked before a key is used, and what the signer knows. */
export interface SignOptions extends SignerFacts, Reviewed {
  /**
   * The highest fee, in nAVAX, whatever its maker allowed; 0.1 AVAX if omitted. With a policy its own limit counts as well, and alone if
   * this is omitted.
   */
  readonly maxFee?: bigint;
}

/**
 * Checks a draft, whose rules have been checked: that it was built here or reviewed, and what the policy allows.
 * @param own The addresses that sign, besides `options.own`.
 * @param given The draft before signers were chosen, which is what was built or reviewed, and the digest of its bytes.
 * @throws {AvalancheError} `NotReviewed`; `Mismatch`: `reviewed` is of another draft; `Refused`: context has `findings`; `Disproved`.
 */
export function verifyAllowed(
  draft: Draft,
  options: SignOptions,
  own: Own = [],
  given: { readonly draft: Draft; readonly digest?: Uint8Array } = { draft },
): void {
  checkFacts(options, 'options');
  verifyReviewed(given.draft, options, given.digest);
  const { policy, maxFee = policy ? undefined : ordinaryFee } = options;
  const facts = withOwn(options, own);
  const found = [...feeAbove(draft, maxFee), ...(policy?.findings(draft, facts) ?? [])];
  if (found.length > 0) throw refused(found);
  if (!policy) verifyProofs(draft, facts);
}

/** A fee that is too high, as a policy says it. */
const feeAbove = ({ fee }: Draft, maxFee: bigint | undefined): readonly PolicyFinding[] =>
  maxFee === undefined || fee.total <= maxFee
    ? []
    : [{ code: 'FeeTooHigh', path: 'fee', detail: `${fee.total} nAVAX, at most ${maxFee}` }];

/**
 * What a policy does not allow of a draft; empty if all is allowed. The draft is checked first.
 * @param facts What the signer knows: for a policy that asks whose the inputs are, the signer's addresses.
 * @throws {AvalancheError} As `verifyDraft`, under `draft`; `Disproved`: evidence or `facts.utxos` contradict the draft; what is wrong with
 *   the policy, under `policy`.
 */
export function checkPolicy(
  draft: Draft,
  policy: Policy,
  facts: SignerFacts = {},
): readonly PolicyFinding[] {
  within(['draft'], () => verifyDraft(draft));
  checkPolicyShape(policy, 'policy');
  checkFacts(facts, 'facts');
  return policy.findings(draft, facts);
}

/** The same with more addresses of the signer. */
export const withOwn = <O extends SignerFacts>(options: O, own: Own): O => ({
  ...options,
  own: [...listOf<OneOwn>(options.own ?? []), ...listOf<OneOwn>(own)],
});

/** What is given alone or in a list. */
export const listOf = <T>(of: T | readonly T[]): readonly T[] =>
  Array.isArray(of) ? (of as readonly T[]) : [of as T];

const lists = { '?': ['an object'] } as const;

/** What a signer knows, as far as somebody could pass something else. */
function checkFacts(
  facts: SignerFacts & { readonly policy?: Policy | undefined },
  name: string,
): void {
  checkShape(facts, { utxos: lists, evidence: lists, authorities: { '?': 'an object' } }, name);
  if (facts.policy !== undefined) checkPolicyShape(facts.policy, name, 'policy');
}

const checkPolicyShape = (policy: Policy, ...path: Path): void => {
  checkShape(policy, { findings: 'a function' }, ...path);
};
