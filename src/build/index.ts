/** Intents to drafts: coins chosen, fee exact, change to whom it belongs. */
export type { Change, Draft, Fee, Missing, Slot, Warning } from '../draft/draft.ts';
export { type BaseIntent, buildBaseTx } from './base.ts';
export { buildExportTx, type ExportIntent } from './export.ts';
export { buildImportTx, type ImportIntent } from './import.ts';
export type { Options, Output } from './intent.ts';
