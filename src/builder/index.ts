/** Builders turn intents into drafts: they select coins, compute the exact fee, and add change outputs. */

export type { ChainName } from '../chain/declared.ts';
export {
  type AccountSlot,
  type AuthSlot,
  type CDraft,
  type Change,
  type Draft,
  type DraftOf,
  type Fee,
  type InputSlot,
  type Missing,
  type OperationSlot,
  type PDraft,
  type Slot,
  type Warning,
  type WarningReason,
  warningReasons,
  type XDraft,
} from '../draft/draft.ts';
export type { PState, State, UTXOState, XState } from '../state/state.ts';
export { build } from './build.ts';
export * from './builders.ts';
export { buildConsolidateTxs } from './consolidate.ts';
export { type EstimateOptions, estimateFee, type FeeEstimate } from './estimate.ts';
export { buildImportTxs, type ImportIntentOf } from './import.ts';
export type { BatchOptions, BuildOptions, OutputIntent, Strategy, UTXORef } from './intent.ts';
export { formatIntent, type IntentFile, parseIntent } from './intentfile.ts';
export type * from './intents/assets.ts';
export type * from './intents/l1.ts';
export type * from './intents/staking.ts';
export type * from './intents/subnets.ts';
export type { Intent } from './intents/table.ts';
export type * from './intents/transfers.ts';
export type { NodePOP } from './intentvalues.ts';
