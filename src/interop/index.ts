/** Converts transactions of other libraries to drafts and back, so that a team can migrate one side at a time. */

export type { PartialForm } from '../draft/partial.ts';
export { fromAvalanchejs, toAvalanchejs } from './avalanchejs.ts';
export { fromPartialTx, type PartialTxOptions, toPartialTx } from './partial.ts';
export type { RestoreOptions } from './restore.ts';
