/** Converts transactions of other tools to drafts and back, so that their users can sign one transaction together. */

export type { Draft } from '../draft/draft.ts';
export type { State } from '../state/state.ts';
export type { AnyUnsignedTx, AnyUTXO } from '../tx/types.ts';
export type { BytesKind, ForeignForm, ForeignKind } from './foreign.ts';
export { type ForeignDraft, fromForeign, toForeign } from './foreign.ts';
export { type ForeignFacts, spentUTXOsOf } from './foreignfacts.ts';
export type { RestoreOptions } from './restore.ts';
