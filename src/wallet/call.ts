/** A call of the wallet: what it takes and returns, and what a payment is while it runs. */
import type { ChainName } from '../chain/declared.ts';
import type { AnyTx } from '../chain/tx.ts';
import type { Draft, Policy } from '../draft/draft.ts';
import type { Explanation } from '../explain/explanation.ts';
import type { Network } from '../network/network.ts';
import { onAbort } from '../rpc/abort.ts';
import { aborted } from '../rpc/transport.ts';
import {
  type Argument,
  aFunction,
  anObject,
  anything,
  aText,
  optional,
  optionsOf,
  typed,
} from '../schema/check.ts';
import { policyArgument } from '../sign/allow.ts';
import type { NAVAX } from '../text/amount.ts';
import type { Account, WalletKey } from './account.ts';
import type { Coins } from './coins.ts';
import { type Spending, spendingLimits } from './limits.ts';
import type { Nodes } from './nodes.ts';
import type { Plan } from './plan.ts';
import type { Fact, Step } from './record.ts';
import type { PaymentState } from './state.ts';

/** A progress event of a call. */
export type WalletProgress =
  | {
      /** The payment has its ID; nothing is signed yet. */
      readonly step: 'planned';
      /** ID of the payment: that of the call, or a random one. */
      readonly id: string;
    }
  | {
      /** `built`; or `confirmed`: approved by `confirm`, or within what was approved before. */
      readonly step: 'built' | 'confirmed';
      /** Chain of the transaction. */
      readonly chain: ChainName;
      /** The draft to be signed. */
      readonly draft: Draft;
    }
  | {
      /** The transaction is signed, submitted to a node, or accepted. */
      readonly step: 'signed' | 'submitted' | 'accepted';
      /** Chain of the transaction. */
      readonly chain: ChainName;
      /** CB58 ID of the transaction. */
      readonly txID: string;
    };

/** What `WalletCall` has. */
export const walletCall = /* @__PURE__ */ (() =>
  optionsOf({
    /**
     * The payment's identity: 1 to 200 characters of printable ASCII, such as the number of a withdrawal. A call with an ID that the store
     * has returns what that payment led to, or goes on with it, however its arguments are written; with other arguments it is a `Mismatch`,
     * whose context has what came of that payment. A random one if omitted.
     */
    id: optional(aText),
    /** Maximum fee of each transaction in nAVAX; 0.1 AVAX if omitted. A higher fee is an error. */
    maxFee: optional(typed<NAVAX>(anything)),
    /** Factor by which the gas price may rise before acceptance; 1.5 on C and 1 on P if omitted. */
    priceMargin: optional(typed<number>(anything)),
    /**
     * What may be signed, besides what the intent says: a policy of `policyOf` or `parsePolicy`, or your own. Each draft is checked before
     * anybody is asked. That of the wallet and that of a call both apply.
     */
    policy: optional(typed<Policy>(policyArgument)),
    /**
     * How much may leave the wallet in a time: `[{ amount: avax('1000'), per: days(1) }]`. Those of the wallet and those of a call all apply.
     * What was spent is in the store. A store that does not have it counts as used up until `resetLimits`.
     */
    limits: optional(spendingLimits),
    /** Aborts the call. A submitted transaction may still be accepted: the error is then `Pending`, with the ID to resume. */
    signal: optional(typed<AbortSignal>(anObject)),
    /**
     * Called before a transaction is signed, and again before a replacement that does or costs more than what was confirmed. If it returns
     * `false`, nothing is signed. If omitted, only a transaction that does exactly what the intent says is signed.
     */
    confirm: optional(
      typed<(explanation: Explanation, draft: Draft) => boolean | Promise<boolean>>(aFunction),
    ),
    /** Called with each progress event. */
    onProgress: optional(typed<(progress: WalletProgress) => void>(aFunction)),
  }))();
/** Identity, limits, callbacks and abort signal of a call. */
export interface WalletCall extends Argument<typeof walletCall> {}

/** What a call may cost. Limits are never read from a record. */
export type Limits = Pick<WalletCall, 'maxFee' | 'priceMargin'>;

/** The result of a call. */
export type WalletResult =
  | {
      /** All transactions are accepted. */
      readonly status: 'Accepted';
      /** ID of the payment. */
      readonly id: string;
      /** The accepted transactions, in order. A move has two: the export and the import. */
      readonly txs: readonly AnyTx[];
      /** What is wrong all the same: the store could not write that the payment is finished. */
      readonly warning?: string;
    }
  | {
      /** Co-signers must sign, or the wallet is watch-only. */
      readonly status: 'Unsigned';
      /** ID of the payment. */
      readonly id: string;
      /** The draft that lacks the signatures in `draft.missing`. Pass it to `finish` once they are added. */
      readonly draft: Draft;
      /** Who must still sign, why the wallet did not sign if it did not, and what to do. Text for people. */
      readonly why: string;
    };

/** What the payments of one wallet share. */
export interface Shared {
  readonly nodes: Nodes;
  readonly signers: readonly WalletKey[];
  readonly coins: Coins;
  readonly account: (call: WalletCall) => Promise<Account>;
  /** Returns the current time in Unix seconds. */
  readonly now: () => bigint;
  /** Number of attempts before a call fails. */
  readonly attempts: number;
  /** Runs work one at a time, so that builds never select the same coins. */
  readonly alone: <T>(work: () => Promise<T>) => Promise<T>;
  /** The policy and the limits of the wallet. */
  readonly allowed: Pick<WalletCall, 'policy' | 'limits'>;
  /** What the wallet has spent. */
  readonly spending: Spending;
  /** The payments that run now. */
  readonly running: { has(id: string): boolean };
  /** Writes the record of a payment. */
  readonly write: (id: string, record: string, isFinished: boolean) => Promise<void>;
  /** Deletes the record of a payment. */
  readonly forget: (id: string) => Promise<void>;
}

/** A payment that is not finished. */
export interface Payment {
  readonly id: string;
  readonly plan: Plan;
  /** What is recorded; empty until something is signed. */
  facts: readonly Fact[];
  readonly steps: Step[];
  /** The network of a record that is not compared with the wallet yet. */
  unverified: number | undefined;
  state: PaymentState;
  /** Why it is not accepted. */
  reason: string | undefined;
  /** The draft that was confirmed last. */
  confirmed: Draft | undefined;
}

export const newPayment = (id: string, plan: Plan): Payment => ({
  id,
  plan,
  facts: [],
  steps: [],
  unverified: undefined,
  state: 'planned',
  reason: undefined,
  confirmed: undefined,
});

/** A payment that runs: who runs it, for whom, and by which call. */
export interface Run {
  readonly shared: Shared;
  readonly payment: Payment;
  readonly account: Account;
  readonly network: Network;
  readonly call: WalletCall;
}

/** What of a call is passed to each request. */
export const signalOf = ({
  signal,
}: {
  readonly signal?: AbortSignal | undefined;
}): Pick<WalletCall, 'signal'> => ({
  ...(signal && { signal }),
});

/** Throws if the caller aborted the call. */
export function verifyGoing(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw aborted();
}

/** Awaits a promise, and rejects early if the caller aborts the call. */
export async function unlessAborted<T>(
  promise: Promise<T>,
  signal: AbortSignal | undefined,
): Promise<T> {
  if (!signal) return promise;
  verifyGoing(signal);
  let stop = () => {};
  const stopped = new Promise<never>((_, reject) => {
    stop = onAbort(signal, () => reject(aborted()));
  });
  try {
    return await Promise.race([promise, stopped]);
  } finally {
    stop();
  }
}
