/** Explains transactions in words and pictures, and reviews them: finds what a transaction does that was not intended. */

export type { Draft } from '../draft/draft.ts';
export type { ErrorCode } from '../errors/codes.ts';
export { helpOf } from '../errors/help.ts';
export type { Hint } from '../open/open.ts';
export type { Opened } from '../open/opened.ts';
export type { Confirmed } from '../review/choices.ts';
export type { Finding } from '../review/codes.ts';
export { type FindingCode, findingCodes, type Level } from '../review/codes.ts';
export type {
  BurnDeed,
  Deed,
  FieldDeed,
  FindingValue,
  ItemDeed,
  ReceiptDeed,
} from '../review/deeds.ts';
export type {
  Expectation,
  ExpectationRule,
  FieldTerm,
  GetsTerm,
  ItemTerm,
  Term,
} from '../review/expectation.ts';
export type { ReviewContext } from '../review/expected.ts';
export type { Decider } from '../review/fields.ts';
export type { Known, Reviewable } from '../review/known.ts';
export type { Purpose, Receiver } from '../review/receivers.ts';
export { review } from '../review/review.ts';
export { type ExplainErrorOptions, explainError } from './error.ts';
export { explain } from './explain.ts';
export type { AssetName, DeviceView, Explainable, ExplainContext } from './explained.ts';
export type {
  AssetText,
  Authority,
  CredentialText,
  Explanation,
  ExplanationWarning,
  FieldText,
  Flow,
  FlowWhy,
  Item,
  Later,
  Party,
  Payment,
  SignatureText,
  Sum,
  Trust,
} from './explanation.ts';
export { type FeeParts, feePartsOf } from './feeparts.ts';
export { type FindingText, findingText } from './finding.ts';
export { textOf } from './lines.ts';
export { type Overview, overviewOf } from './overview.ts';
export { type PictureOptions, svgOf } from './picture/svg.ts';
export { questionOf, receiverLines } from './question.ts';
export type { WarningCode, WarningLevel } from './warningcodes.ts';
