import { AvalancheError } from '../errors/error.ts';
import { equalBytes } from '../text/bytes.ts';
import { formatHex } from '../text/hex.ts';
import { digestOf } from './check.ts';
import type { Draft, Policy } from './draft.ts';

/** Shared by all copies of the library in a process. */
const mark: unique symbol = Symbol.for('avalanche-tx.made') as never;
type Marked = { readonly [mark]?: string };

declare const elsewhere: unique symbol;
/** Type of a draft that was not built here: `sign` takes it only with a policy, or with the digest of what was reviewed. */
export interface Elsewhere {
  /** Only a type: no value has it. */
  readonly [elsewhere]: true;
}
/** A draft that was read: from a file, from bytes, from another program. */
export type ReadDraft = Draft & Elsewhere;
/** Type of a draft of which it is not known that it comes from elsewhere. */
export interface NotElsewhere {
  /** Only a type: no value has it. */
  readonly [elsewhere]?: never;
}

/**
 * Marks a draft that was built here of the caller's own intent, or that a review let pass. The mark holds the digest, so it does not
 * survive a change of what is signed; it is no key that copies, JSON or structured clones carry.
 */
export function markMade<D extends Draft>(draft: D, digest: Uint8Array = digestOf(draft)): D {
  return Object.defineProperty(draft, mark, { value: formatHex(digest) });
}

/** Whether a draft was built here, and signs what it signed then. */
export const isMade = (draft: Draft, digest: Uint8Array = digestOf(draft)): boolean =>
  (draft as Marked)[mark] === formatHex(digest);

/** Marks what was made of drafts one of which is marked, and signs the same. */
export function keepMark<D extends Draft>(made: D, ...from: readonly Draft[]): D {
  const marks = from.flatMap((of) => (of as Marked)[mark] ?? []);
  if (marks.length === 0) return made;
  const digest = digestOf(made);
  return marks.includes(formatHex(digest)) ? markMade(made, digest) : made;
}

/** What allows a draft from elsewhere to be signed. */
export interface Reviewed {
  /**
   * What is allowed. A draft that was not built here, or was changed or copied since, is signed only with a policy, or with `reviewed`.
   */
  readonly policy?: Policy | undefined;
  /** The digest of a draft whose explanation the signer has read: `explain(draft).digest`. */
  readonly reviewed?: Uint8Array | undefined;
}

/**
 * Checks that a draft was built here, or is reviewed.
 * @param digest Of its unsigned bytes, if known.
 * @throws {AvalancheError} `NotReviewed`; `Mismatch`: `reviewed` is the digest of another draft.
 */
export function verifyReviewed(
  draft: Draft,
  { policy, reviewed }: Reviewed,
  digest?: Uint8Array,
): void {
  if (reviewed && !equalBytes(reviewed, digest ?? digestOf(draft)))
    throw new AvalancheError('Mismatch', 'is the digest of another draft than this one').at(
      'options',
      'reviewed',
    );
  if (policy || reviewed || isMade(draft, digest)) return;
  throw new AvalancheError(
    'NotReviewed',
    'it was not built here, or was changed or copied since. Give policy: policyOfIntent(intent), fullPolicyOf(draft) of a reviewed one, or policyOf(rules); or show explain(draft) to the signer and give its digest as reviewed',
  ).at('draft');
}
