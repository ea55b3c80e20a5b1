/** Transactions of other libraries to drafts and back, so that a team can change over one side at a time. */
export { fromAvalanchejs, toAvalanchejs } from './avalanchejs.ts';
export { fromPartialTx, toPartialTx } from './partial.ts';
export type { RestoreOptions } from './restore.ts';
