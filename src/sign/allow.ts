import type { Draft } from '../draft/draft.ts';
import { type Policy, type PolicyFinding, refused, type SignerFacts } from '../draft/policy.ts';
import type { OneOwn, Own } from '../draft/proofs.ts';
import { defaultPolicy } from '../draft/trust.ts';
import { verifyDraft } from '../draft/verify.ts';
import { checkShape } from '../errors/arguments.ts';
import { type Path, within } from '../errors/error.ts';
import { ordinaryFee } from '../fee/tariff.ts';

/** What is checked before a key is used, and what the signer knows. */
export interface SignOptions extends SignerFacts {
  /** If omitted, the owner of every input, operation and authority must be proven or the signer's own. */
  readonly policy?: Policy;
  /**
   * The highest fee, in nAVAX, whatever its maker allowed; 0.1 AVAX if omitted. With a policy its own limit counts as well, and alone if
   * this is omitted.
   */
  readonly maxFee?: bigint;
}

/**
 * Checks a draft, whose rules have been checked, against the policy.
 * @param own The addresses that sign, besides `options.own`.
 * @throws {AvalancheError} `Refused`: context has `findings`; `Disproved`; `Unsupported`: evidence that this program does not read.
 */
export function verifyAllowed(draft: Draft, options: SignOptions, own: Own = []): void {
  checkFacts(options, 'options');
  const { policy, maxFee = policy ? undefined : ordinaryFee } = options;
  const found = [
    ...feeAbove(draft, maxFee),
    ...(policy ?? defaultPolicy).findings(draft, withOwn(options, own)),
  ];
  if (found.length > 0) throw refused(found);
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
function checkFacts(facts: SignerFacts & { readonly policy?: Policy }, name: string): void {
  checkShape(facts, { utxos: lists, evidence: lists, authorities: { '?': 'an object' } }, name);
  if (facts.policy !== undefined) checkPolicyShape(facts.policy, name, 'policy');
}

const checkPolicyShape = (policy: Policy, ...path: Path): void => {
  checkShape(policy, { findings: 'a function' }, ...path);
};
