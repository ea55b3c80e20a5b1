import { type FindingCode, findingCodes } from '../../review/codes.ts';

/** The codes of policy findings, which are those of all reviews, with their meaning. */
export const policyCodes: { readonly [Code in FindingCode]: string } =
  /* @__PURE__ */ Object.freeze(
    /* @__PURE__ */ Object.fromEntries(
      /* @__PURE__ */ Object.entries(findingCodes).map(([code, { text }]) => [code, text]),
    ),
  ) as { readonly [Code in FindingCode]: string };

/** A finding of a policy: something that it does not allow. */
export interface RuleViolation {
  /** Code of the violation. */
  readonly code: FindingCode;
  /** Path of the field. */
  readonly path: string;
  /** What is not allowed. */
  readonly detail: string;
}
