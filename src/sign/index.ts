/** Keys, signatures, and what a node is asked to issue. */
export type { Draft, Missing } from '../draft/draft.ts';
export { finalize } from './finalize.ts';
export { type Key, privateKey } from './key.ts';
export { type IssueRequest, issueTxRequest } from './request.ts';
export { sign } from './sign.ts';
