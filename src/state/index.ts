/** What a node said, and who owns what. */
export { formatState, parseState } from './file.ts';
export type { Address, Owner } from './owner.ts';
export type { PState, State, XState } from './state.ts';
