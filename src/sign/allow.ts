import { type Reviewed, verifyDraft, verifyReviewed } from '../draft/check.ts';
import {
  type Draft,
  type Policy,
  type PolicyFinding,
  refused,
  type SignerKnowledge,
} from '../draft/draft.ts';
import { checkShape } from '../errors/arguments.ts';
import { type Path, within } from '../errors/error.ts';
import { ordinaryFee } from '../fee/transactions.ts';
import type { OneOwn, Own } from '../owners/own.ts';
import { prove } from '../owners/prove.ts';

/** Options of signing: what is checked before a key is used, and what the signer knows. */
export interface SignOptions extends SignerKnowledge, Reviewed {
  /**
   * Highest accepted fee in nAVAX, regardless of what the builder allowed; 0.1 AVAX if omitted. With a policy, the policy's limit applies
   * as well, or alone if this is omitted.
   */
  readonly maxFee?: bigint;
}

/**
 * Checks that a draft was built here or reviewed, and that the policy allows it. The draft's rules must have been checked before.
 * @param own The addresses that sign, besides `options.own`.
 * @param given The draft before signers were chosen, as it was built or reviewed, with the digest of its bytes.
 * @throws {AvalancheError} `NotReviewed`; `Mismatch`: `reviewed` is of another draft; `Refused`: context has `findings`; `Disproved`.
 */
export function verifyAllowed(
  draft: Draft,
  options: SignOptions,
  own: Own = [],
  given: { readonly draft: Draft; readonly digest?: Uint8Array } = { draft },
): void {
  checkKnowledge(options, 'options');
  verifyReviewed(given.draft, options, given.digest);
  const { policy, maxFee = policy ? undefined : ordinaryFee } = options;
  const knowledge = withOwn(options, own);
  const found = [...feeAbove(draft, maxFee), ...(policy?.findings(draft, knowledge) ?? [])];
  if (found.length > 0) throw refused(found);
  if (!policy) verifyProofs(draft, knowledge);
}

/** Returns a finding, as a policy would, if the fee is above a limit. */
const feeAbove = ({ fee }: Draft, maxFee: bigint | undefined): readonly PolicyFinding[] =>
  maxFee === undefined || fee.total <= maxFee
    ? []
    : [{ code: 'FeeTooHigh', path: 'fee', detail: `${fee.total} nAVAX, at most ${maxFee}` }];

/**
 * Lists everything in a draft that a policy does not allow; empty if the draft is allowed. The draft itself is verified first.
 * @param knowledge What the signer knows, such as its own addresses, which a policy needs to judge who owns the inputs.
 * @throws {AvalancheError} As `verifyDraft`, under `draft`; `Disproved`: evidence or `knowledge.utxos` contradict the draft; for an invalid
 *   policy, under `policy`.
 */
export function checkPolicy(
  draft: Draft,
  policy: Policy,
  knowledge: SignerKnowledge = {},
): readonly PolicyFinding[] {
  within(['draft'], () => verifyDraft(draft));
  checkPolicyShape(policy, 'policy');
  checkKnowledge(knowledge, 'knowledge');
  return policy.findings(draft, knowledge);
}

/** Returns the options with more addresses of the signer. */
export const withOwn = <O extends SignerKnowledge>(options: O, own: Own): O => ({
  ...options,
  own: [...listOf<OneOwn>(options.own ?? []), ...listOf<OneOwn>(own)],
});

/** Returns a single value or a list as a list. */
export const listOf = <T>(of: T | readonly T[]): readonly T[] =>
  Array.isArray(of) ? (of as readonly T[]) : [of as T];

const lists = { '?': ['an object'] } as const;

/** Checks the types of what a signer knows. */
function checkKnowledge(
  knowledge: SignerKnowledge & { readonly policy?: Policy | undefined },
  name: string,
): void {
  checkShape(knowledge, { utxos: lists, evidence: lists, authorities: { '?': 'an object' } }, name);
  if (knowledge.policy !== undefined) checkPolicyShape(knowledge.policy, name, 'policy');
}

const checkPolicyShape = (policy: Policy, ...path: Path): void => {
  checkShape(policy, { findings: 'a function' }, ...path);
};

/**
 * Compares the owners that a draft claims with evidence and with what the signer knows.
 * @throws {AvalancheError} `Disproved`; as `prove`.
 */
export function verifyProofs(draft: Draft, knowledge: SignerKnowledge): void {
  const { own, utxos, evidence, authorities } = knowledge;
  if (draft.evidence.length === 0 && !utxos && !evidence && !authorities) return;
  prove(draft, {
    ...(own && { own }),
    ...(utxos && { utxos }),
    ...(evidence && { evidence }),
    ...(authorities && { authorities }),
  });
}
