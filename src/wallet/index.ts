/** A wallet: account, network and node in one object, for apps that build, sign and submit in one call. */

export type { ChainName } from '../chain/declared.ts';
export type { Draft } from '../draft/draft.ts';
export type { Explanation } from '../explain/explanation.ts';
export type { CallOptions } from '../rpc/service.ts';
export type { AccountOptions, NextIndices, WalletKey } from './account.ts';
export type { BalanceOptions, ChainBalances, PendingFrom, WalletBalances } from './balances.ts';
export { browserStore } from './browserstore.ts';
export type { WalletCall, WalletProgress, WalletResult } from './call.ts';
export type { Held } from './coins.ts';
export type { ConsolidationCost } from './consolidate.ts';
export type { SpendingLimit } from './limits.ts';
export type { Waiting } from './nodes.ts';
export type { PaymentOutcome, PaymentSummary } from './payments.ts';
export {
  type Payout,
  type PayoutReport,
  type PayoutRow,
  payoutTextOf,
  type SendManyOptions,
} from './payouts.ts';
export {
  readWalletIntent,
  type WalletBuildOptions,
  type WalletIntent,
  type WalletIntentFile,
} from './plan.ts';
export type { PaymentState } from './state.ts';
export { memoryStore, type OpenPaymentStore, type PaymentStore } from './store.ts';
export {
  type ConsolidateCall,
  type Consolidating,
  createWallet,
  type Moving,
  type Preview,
  type PreviewOptions,
  type ReceivingAddress,
  type Sending,
  type WalletCallOptions,
  type WalletClient,
  type WalletOptions,
} from './wallet.ts';
