/** Keys, signatures, and what a node is asked to issue. */
export { combine } from '../draft/combine.ts';
export type { Draft, DraftOf } from '../draft/draft.ts';
export { encodeDraft, formatDraft, parseDraft } from '../draft/file.ts';
export type { Missing } from '../draft/slot.ts';
export {
  addSignature,
  type Digest,
  digests,
  type ExternalSignature,
  hashSigner,
  type Signer,
  signWith,
} from './external.ts';
export { finalize } from './finalize.ts';
export { type Key, privateKey } from './key.ts';
export { signMessage, verifyMessage } from './message.ts';
export { type IssueRequest, issueTxRequest } from './request.ts';
export { chooseSigners, sign } from './sign.ts';
