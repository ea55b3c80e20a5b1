/** The mark of drafts that were built here of their signer's intent, or that their signer reviewed. Others need a policy or a review. */
import { AvalancheError } from '../errors/error.ts';
import { equalBytes } from '../text/bytes.ts';
import { formatHex } from '../text/hex.ts';
import type { Draft, Policy } from './draft.ts';

/** Key of the mark, shared by all copies of the library in a process. */
const mark: unique symbol = Symbol.for('avalanche-tx.made') as never;
type Marked = { readonly [mark]?: string };

declare const elsewhere: unique symbol;
/** Type brand of a draft that was not built here: `sign` accepts it only with `policy` or `reviewed`. */
export interface FromOutside {
  /** Exists in the type only: no object has this property. */
  readonly [elsewhere]: true;
}
/** A draft that was read from a file, bytes or another program. */
export type ReadDraft = Draft & FromOutside;
/** What the type of a draft has that was built here: it excludes the brand `FromOutside`, so that `sign` may leave out `policy`. */
export interface MadeHere {
  /** Exists in the type only: no object has this property. */
  readonly [elsewhere]?: never;
}
/**
 * A draft that is not known to come from elsewhere: what builders return, and what was made of it. Signing needs no policy if it was built
 * here, which is checked when it is signed.
 */
export type BuiltDraft = Draft & MadeHere;

/**
 * Marks a draft as built here from the caller's own intent, or as reviewed. The mark holds the digest, so it is void once the signed bytes
 * change. Copies, JSON and structured clones do not carry it.
 * @param choices Keys of the choices that the intent left to the builder, which the builder made from its state.
 */
export const markMade = <D extends Draft>(
  draft: D,
  digest: Uint8Array,
  choices: readonly string[] = [],
): D => Object.defineProperty(draft, mark, { value: [formatHex(digest), ...choices].join('\n') });

/** Returns the digest and choices that a draft's mark holds; nothing if its signed bytes changed since. */
const marked = (draft: Draft, digest: Uint8Array): readonly string[] => {
  const [made, ...choices] = (draft as Marked)[mark]?.split('\n') ?? [];
  return made === formatHex(digest) ? [made, ...choices] : [];
};

/** Whether a draft was built here and its signed bytes have not changed since. */
export const isMade = (draft: Draft, digest: Uint8Array): boolean =>
  marked(draft, digest).length > 0;

/** Returns the keys of the choices that the builder of a draft made here; none for a draft from elsewhere. */
export const choicesMade = (draft: Draft, digest: Uint8Array): readonly string[] =>
  marked(draft, digest).slice(1);

/** Gives a draft the mark of one that it was made from. The mark counts only if both have the same signed bytes. */
export function keepMark<D extends Draft>(made: D, from: Draft): D {
  const value = (from as Marked)[mark];
  return typeof value === 'string' ? Object.defineProperty(made, mark, { value }) : made;
}

/** Options that allow a draft from elsewhere to be signed. */
export interface Reviewed {
  /**
   * The policy that the draft must satisfy. A draft that was not built here, or was changed or copied since, needs a policy or `reviewed`.
   */
  readonly policy?: Policy | undefined;
  /** The digest of the draft that the signer has reviewed: `explain(draft).digest`. */
  readonly reviewed?: Uint8Array | undefined;
}

/**
 * Checks that a draft was built here or reviewed.
 * @param digest The sha256 of its unsigned bytes.
 * @throws {AvalancheError} `NotReviewed`; `Mismatch`: `reviewed` is the digest of another draft.
 */
export function verifyReviewed(
  draft: Draft,
  { policy, reviewed }: Reviewed,
  digest: Uint8Array,
): void {
  if (reviewed && !equalBytes(reviewed, digest))
    throw new AvalancheError('Mismatch', 'is the digest of another draft than this one').at(
      'options',
      'reviewed',
    );
  if (policy || reviewed || isMade(draft, digest)) return;
  throw new AvalancheError(
    'NotReviewed',
    'it was not built here, or was changed or copied since. Give policy: policyOf(intent), policyOf(draft) of a reviewed draft, or policyOf(rules); or show explain(draft) to the signer and give its digest as reviewed',
  ).at('draft');
}
