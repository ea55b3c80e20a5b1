import { withVerified } from '../draft/check.ts';
import {
  type Draft,
  type Policy,
  type PolicyFinding,
  refused,
  type SignerKnowledge,
} from '../draft/draft.ts';
import { keepMark, type Reviewed, verifyReviewed } from '../draft/mark.ts';
import { digestOf } from '../draft/reading.ts';
import type { Path } from '../errors/error.ts';
import { deepCopy } from '../errors/frozen.ts';
import { ordinaryFee } from '../fee/transactions.ts';
import { amountWithUnit } from '../network/amount.ts';
import type { OneOwn, Own } from '../owners/own.ts';
import { proofsIn } from '../owners/prove.ts';
import {
  aFunction,
  aListOf,
  anObject,
  anything,
  type Check,
  checkArgument,
  objectOf,
  optional,
  optionsOf,
} from '../schema/check.ts';
import type { Recover } from '../tx/recover.ts';

/** Options of signing: what is checked before a key is used, and what the signer knows. */
export interface SignOptions extends SignerKnowledge, Reviewed {
  /**
   * Highest accepted fee in nAVAX, regardless of what the builder allowed; 0.1 AVAX if omitted. With a policy, the policy's limit applies
   * as well, or alone if this is omitted.
   */
  readonly maxFee?: bigint;
}

/**
 * Options of signing a draft from elsewhere, such as a `ReadDraft`: with `policy`, which the draft must satisfy, or `reviewed`, the digest
 * of the draft that the signer has seen (`explain(draft).digest`).
 */
export type ReviewedSignOptions =
  | (SignOptions & { readonly policy: Policy })
  | (SignOptions & { readonly reviewed: Uint8Array });

/** Options of `finalize`: as those of signing, without a limit of the fee, which was signed before. */
export interface FinalizeOptions extends Omit<SignOptions, 'maxFee'> {
  /** Recovers the signers, made by `checkedRecover`; `@noble/secp256k1` if omitted. */
  readonly recover?: Recover;
}

const signingOptions = /* @__PURE__ */ (() =>
  optionsOf({
    policy: optional(anything),
    reviewed: optional(anything),
    maxFee: optional(anything),
    own: optional(anything),
    utxos: optional(anything),
    evidence: optional(anything),
    authorities: optional(anything),
    network: optional(anything),
    time: optional(anything),
    recover: optional(anything),
  } satisfies { readonly [K in keyof Required<SignOptions & FinalizeOptions>]: Check }))();

/**
 * Checks the keys of options of signing: a misspelt limit or policy would otherwise not count. Values are checked where they are read.
 * @throws {AvalancheError} `BadArgument`
 */
export const checkOptions = (options: SignOptions | FinalizeOptions): void =>
  void checkArgument<object>(options, signingOptions, 'options');

/**
 * Checks that a draft was built here or reviewed, and that the policy allows it.
 * @param draft An own copy, whose rules were checked before.
 * @param own The addresses that sign, besides `options.own`.
 * @param built The draft before signers were chosen, as it was built or reviewed.
 * @throws {AvalancheError} `NotReviewed`; `Mismatch`: `reviewed` is of another draft; `Refused`: context has `findings`; `Disproved`.
 */
export function verifyAllowed(
  draft: Draft,
  options: SignOptions,
  own: Own = [],
  built: Draft = draft,
): void {
  checkOptions(options);
  // Options are read once: what a getter returns later does not count.
  const knowledge = withOwn(options, own);
  checkKnowledge(knowledge, 'options');
  verifyReviewed(built, knowledge, digestOf(built));
  const { policy, maxFee = policy ? undefined : ordinaryFee } = knowledge;
  const found = [
    ...feeAbove(draft, maxFee),
    ...(policy ? findingsOf(policy, draft, knowledge) : []),
  ];
  if (found.length > 0) throw refused(found);
  if (!policy) verifyProofs(draft, knowledge);
}

/** Returns a finding, as a policy would, if the fee is above a limit. */
const feeAbove = ({ fee, network }: Draft, maxFee: bigint | undefined): readonly PolicyFinding[] =>
  maxFee === undefined || fee.total <= maxFee
    ? []
    : [
        {
          code: 'FeeTooHigh',
          path: 'fee',
          detail: [fee.total, maxFee]
            .map((amount) => amountWithUnit(amount, network.avaxAssetID, network))
            .join(', at most '),
        },
      ];

/**
 * Lists everything in a draft that a policy does not allow; empty if the draft is allowed. The draft itself is verified first.
 * @param knowledge What the signer knows, such as its own addresses, which a policy needs to judge who owns the inputs.
 * @throws {AvalancheError} As `finalize`, except `MissingSigner`; `Disproved`: evidence or `knowledge.utxos` contradict the draft; for an invalid
 *   policy, under `policy`.
 */
export function checkPolicy(
  draft: Draft,
  policy: Policy,
  knowledge: SignerKnowledge = {},
): readonly PolicyFinding[] {
  return withVerified(['draft'], draft, (reading) => {
    checkPolicyShape(policy, 'policy');
    checkKnowledge(knowledge, 'knowledge');
    return findingsOf(policy, reading.draft, { ...knowledge });
  });
}

const ownPolicies = /* @__PURE__ */ new WeakSet<Policy>();

/** Returns a frozen policy of the library, which changes nothing of what it gets. */
export function ownPolicy<P extends Policy>(policy: P): P {
  ownPolicies.add(policy);
  return Object.freeze(policy);
}

/** Asks a policy about a draft. A caller's policy gets a copy, which it may keep and change. */
const findingsOf = (
  policy: Policy,
  draft: Draft,
  knowledge: SignerKnowledge,
): readonly PolicyFinding[] =>
  policy.findings(ownPolicies.has(policy) ? draft : keepMark(deepCopy(draft), draft), knowledge);

/** Returns the options with more addresses of the signer. */
export const withOwn = <O extends SignerKnowledge>(options: O, own: Own): O => ({
  ...options,
  own: [...listOf<OneOwn>(options.own ?? []), ...listOf<OneOwn>(own)],
});

/** Returns a single value or a list as a list. */
export const listOf = <T>(of: T | readonly T[]): readonly T[] =>
  Array.isArray(of) ? (of as readonly T[]) : [of as T];

const knowledgeArgument = /* @__PURE__ */ (() =>
  objectOf({
    utxos: optional(aListOf(anObject)),
    evidence: optional(aListOf(anObject)),
    authorities: optional(anObject),
  }))();
/** A policy, as an argument. */
export const policyArgument = /* @__PURE__ */ objectOf(
  { findings: aFunction },
  { name: 'a policy, such as policyOf returns' },
);

/** Checks the types of what a signer knows. */
function checkKnowledge(
  knowledge: SignerKnowledge & { readonly policy?: Policy | undefined },
  name: string,
): void {
  checkArgument(knowledge, knowledgeArgument, name);
  if (knowledge.policy !== undefined) checkPolicyShape(knowledge.policy, name, 'policy');
}

const checkPolicyShape = (policy: Policy, ...path: Path): void => {
  checkArgument(policy, policyArgument, ...path);
};

/**
 * Compares the owners that a draft claims with evidence and with what the signer knows.
 * @throws {AvalancheError} `Disproved`; as `prove`.
 */
export function verifyProofs(draft: Draft, knowledge: SignerKnowledge): void {
  const { own, utxos, evidence, authorities } = knowledge;
  if (draft.evidence.length === 0 && !utxos && !evidence && !authorities) return;
  proofsIn(draft, {
    ...(own && { own }),
    ...(utxos && { utxos }),
    ...(evidence && { evidence }),
    ...(authorities && { authorities }),
  });
}
