/** The wallet: builders, signers and nodes behind one object. Its payments are in `payments.ts`, what one does in `payment.ts`. */
import type { Share } from '../builder/intents/transfers.ts';
import { type ChainName, chainArgument } from '../chain/declared.ts';
import type { Draft } from '../draft/draft.ts';
import { draftCopy } from '../draft/reading.ts';
import { AvalancheError, isError, moved } from '../errors/error.ts';
import { deepCopy } from '../errors/frozen.ts';
import type { Explanation } from '../explain/explanation.ts';
import type { ConnectOptions } from '../rpc/client.ts';
import type { CallOptions } from '../rpc/service.ts';
import {
  type Argument,
  aFunction,
  aList,
  aListOf,
  aNumber,
  anObject,
  anything,
  aText,
  checkArgument,
  objectOf,
  optional,
  optionsOf,
  typed,
} from '../schema/check.ts';
import type { Address, Owner } from '../state/owner.ts';
import type { NAVAX } from '../text/amount.ts';
import type { IDLike } from '../text/given.ts';
import {
  type Account,
  type AccountOptions,
  accountOf,
  accountOptions,
  ownerOn,
  signersOf,
} from './account.ts';
import { draftOf, readState } from './attempt.ts';
import { type BalanceOptions, balancesIn, type WalletBalances } from './balances.ts';
import {
  type Shared,
  signalOf,
  unlessAborted,
  type WalletCall,
  type WalletResult,
  walletCall,
} from './call.ts';
import { Coins } from './coins.ts';
import { type ConsolidationCost, costOf, spentBy } from './consolidate.ts';
import { nodesAt, type Waiting, waitingOptions } from './nodes.ts';
import { type PaymentOutcome, type PaymentSummary, paymentsOf } from './payments.ts';
import {
  manyOptions,
  type Payout,
  type PayoutReport,
  payoutsOf,
  readRows,
  type SendManyOptions,
} from './payouts.ts';
import {
  type Meant,
  meantOf,
  type Plan,
  planOf,
  planOfConsolidation,
  planOfMove,
  type WalletBuildOptions,
  type WalletIntent,
} from './plan.ts';
import { disallowed, fillingOf, refusalBy } from './preflight.ts';
import { explained } from './shortage.ts';
import { explanationOf } from './signing.ts';
import { memoryStore, type PaymentStore } from './store.ts';

const urlArgument = /* @__PURE__ */ aListOf(aText);
const storeArgument = /* @__PURE__ */ typed<PaymentStore>(
  /* @__PURE__ */ objectOf({ open: aFunction }, { name: 'a store, such as memoryStore()' }),
);

/** What only the wallet itself has as options. */
const ownOptions = /* @__PURE__ */ (() =>
  optionsOf({
    /** URL of the node, without `/ext/…`; or of several nodes of one network, for failover. */
    url: typed<string | readonly string[]>(anything),
    /** Connection options. A test node can be passed as it is: `connect: testnode`. */
    connect: optional(typed<ConnectOptions>(anObject)),
    /**
     * Where payments are kept, so that they outlast the process: `fileStore(folder)` of `avalanche-tx/filestore`, `browserStore(name)`, or a
     * database. Opened at the first call; a second process gets `InUse`. In memory if omitted.
     */
    store: optional(storeArgument),
    /** Number of attempts for a transaction that is refused or not accepted, with increasing pauses; 6 if omitted. */
    attempts: optional(aNumber),
  }))();
/** Options of `createWallet`. */
export interface WalletOptions
  extends AccountOptions,
    Omit<WalletCall, 'signal' | 'id'>,
    Waiting,
    Argument<typeof ownOptions> {}

/** Options of a call, including those of the builders. */
export interface WalletCallOptions extends WalletCall {
  /** Builder options, such as the strategy or the coins to spend. */
  readonly options?: WalletBuildOptions;
}

/** What a payment has; its builder checks the values. */
const sending = /* @__PURE__ */ (() =>
  optionsOf({
    /** The chain of the payment. */
    chain: typed<'P' | 'X'>(anything),
    /** The recipient: an address of the chain, or an owner of several addresses. */
    to: typed<Address | Owner>(anything),
    /** Amount in the asset's smallest unit, nAVAX for AVAX; `max`: all that fits into one transaction, less the fee. */
    amount: typed<NAVAX | 'max'>(anything),
    /** Asset ID as CB58 or 32 bytes; AVAX if omitted. */
    assetID: optional(typed<IDLike>(anything)),
    /** Text of at most 256 bytes; on the X-chain only. */
    memo: optional(typed<string>(anything)),
  }))();
/** A payment to another party on the same chain. */
export interface Sending extends Argument<typeof sending> {}

/** What a move has; its builder checks the values. */
const moving = /* @__PURE__ */ (() =>
  optionsOf({
    /** The source chain. */
    from: typed<ChainName>(anything),
    /** The destination chain. */
    to: typed<ChainName>(anything),
    /** nAVAX to export; the fee of the import is deducted from it. `max`: all that fits into one transaction. */
    amount: typed<NAVAX | 'max'>(anything),
    /**
     * To C only: accounts that receive amounts of it, in nAVAX, in one transaction. What they and the fee leave goes to the wallet's own
     * account.
     */
    receivers: optional(typed<readonly Share[]>(aList)),
  }))();
/** A transfer of the wallet's own AVAX to another chain. */
export interface Moving extends Argument<typeof moving> {}

/** What a consolidation has. */
const consolidating = /* @__PURE__ */ (() =>
  optionsOf({
    /** The chain of the UTXOs. */
    chain: typed<'P' | 'X'>(anything),
    /** How many UTXOs are to be left, so that as many payments can run at the same time; 1 if omitted. The largest are not spent. */
    keep: optional(typed<number>(anything)),
    /** Only UTXOs of less than this amount are merged, in nAVAX; all if omitted. */
    dust: optional(typed<NAVAX>(anything)),
  }))();
/** Which of the wallet's UTXOs of AVAX are merged. */
export interface Consolidating extends Argument<typeof consolidating> {}

/** What only `consolidate` has as an option. */
const costOptions = /* @__PURE__ */ (() =>
  optionsOf({
    /**
     * Called once before anything is signed, with the cost of all transactions that are left, and what an interrupted call has spent. If it
     * returns `false`, nothing is signed. Not called if nothing is left to do; `resume` and `resumeAll` never call it.
     */
    confirmCost: optional(
      typed<(cost: ConsolidationCost) => boolean | Promise<boolean>>(aFunction),
    ),
  }))();
/** Options of `consolidate`. Limits are those of each transaction. */
export interface ConsolidateCall extends WalletCall, Argument<typeof costOptions> {}

/** The result of `preview`. */
export interface Preview {
  /** The unsigned draft. Its coins are not reserved. */
  readonly draft: Draft;
  /** The fee in nAVAX. */
  readonly fee: NAVAX;
  /** A human-readable explanation of the draft. */
  readonly explanation: Explanation;
  /** The intent, completed by the wallet. */
  readonly intent: Meant['intent'];
  /** Why the call would refuse it: a node would, as far as validators, subnets and L1s of others decide, or a policy or limit does. */
  readonly refusal?: AvalancheError;
}

/** What a preview is built with: limits and the options of the builders. */
export interface PreviewOptions
  extends Pick<
    WalletCallOptions,
    'maxFee' | 'priceMargin' | 'policy' | 'limits' | 'options' | 'signal'
  > {}

/** A receiving address of a wallet. */
export interface ReceivingAddress {
  /** The address, as text of the chain. */
  readonly address: string;
  /** Index in the receiving branch of an HD account. Keep the highest one, and pass it as `next` to later wallets. */
  readonly index?: number;
  /** Derivation path in an HD account. */
  readonly path?: string;
  /** The next unused index as the nodes say, if it is further than they can move it. If you know that it is right, pass it as `next`. */
  readonly claimed?: number;
}

/** A wallet: account, network and node in one object. Its methods do not use `this`, so each can be passed on alone. */
export interface WalletClient {
  /** Reads the wallet's balances by chain, after a new search for used addresses of HD accounts. */
  balances(options?: BalanceOptions): Promise<WalletBalances>;
  /**
   * Returns a receiving address on a chain. For an HD account it is the next unused one, at most 20 past the last that is proven to be used,
   * however many a node says are.
   */
  address(chain: ChainName, options?: CallOptions): Promise<ReceivingAddress>;
  /** Sends a payment on one chain and waits until it is accepted. */
  send(payment: Sending, call?: WalletCallOptions): Promise<WalletResult>;
  /** Moves AVAX to another chain: exports it, waits for acceptance, and imports it. */
  move(move: Moving, call?: WalletCallOptions): Promise<WalletResult>;
  /**
   * Pays a list of rows, each with an ID, in as few transactions as gas, size and limits of the fee allow. Each row is paid at most once,
   * however often and with whatever other rows it is called, also after a crash: the same list again returns what came of it. Rows are paid
   * in their order; one that cannot be paid is refused, and the others go on. Calls run one after the other.
   * @throws {AvalancheError} `BadArgument`, `Duplicate`: the list; `InUse`, `StoreFailed`, `Transport` before anything is begun.
   */
  sendMany(rows: readonly Payout[], call?: SendManyOptions): Promise<PayoutReport>;
  /**
   * Merges the wallet's UTXOs of AVAX on a chain, in as many transactions as needed: each as soon as the chain has the gas, and over what
   * the node has by then. It is one payment: after an interruption, `resume` goes on with it. UTXOs worth less than their input are left.
   * @throws {AvalancheError} `Declined`: by `confirmCost`; as the other calls.
   */
  consolidate(what: Consolidating, call?: ConsolidateCall): Promise<WalletResult>;
  /** Builds, signs and submits the transaction of any intent, and waits until it is accepted. */
  run(intent: WalletIntent, call?: WalletCallOptions): Promise<WalletResult>;
  /** Builds an intent without signing it, to show what it would do. */
  preview(intent: WalletIntent, options?: PreviewOptions): Promise<Preview>;
  /**
   * Continues with a draft: adds the wallet's signatures if they are missing, and submits it once all signatures are present. A draft from
   * elsewhere, not built by this wallet, is signed only if `confirm` returns true.
   */
  finish(draft: Draft, call?: WalletCall): Promise<WalletResult>;
  /**
   * Goes on with a payment that was interrupted, even by another process, or returns what it led to. It never pays twice. Limits are those
   * of this call.
   * @param id ID of the payment.
   */
  resume(id: string, call?: Omit<WalletCall, 'id'>): Promise<WalletResult>;
  /** Goes on with all payments that are not finished. One that fails stops none of the others. */
  resumeAll(call?: Omit<WalletCall, 'id'>): Promise<readonly PaymentOutcome[]>;
  /** Lists the payments that are not finished, and what to do about each. */
  payments(): Promise<readonly PaymentSummary[]>;
  /**
   * Gives up a payment, and frees its coins. A transaction that was submitted or fully signed can still be accepted. Its ID stays known
   * until `remove`.
   */
  release(idOrDraft: string | Draft): Promise<void>;
  /**
   * Forgets a payment that is finished, or whose record is damaged: a call with its ID pays again.
   * @throws {AvalancheError} `Pending`: it is not finished.
   */
  remove(id: string): Promise<void>;
  /**
   * Counts what is spent from zero, with what payments that are not finished may still spend: for a new store, and after a person has looked at
   * what was paid when the store was lost or replaced by an older copy.
   */
  resetLimits(options?: CallOptions): Promise<void>;
  /** Waits for the payments that run, and gives the store back. No call is possible afterwards. */
  close(): Promise<void>;
}

/** The options of `createWallet`. */
const walletOptions = /* @__PURE__ */ (() => {
  const { signal: _, id: __, ...call } = walletCall.parts;
  return optionsOf({
    ...ownOptions.parts,
    // What is missing has its own text.
    url: optional(ownOptions.parts.url),
    ...accountOptions.parts,
    ...call,
    ...waitingOptions.parts,
  });
})();

/** Returns a function that runs work sequentially. */
function queue(): Shared['alone'] {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const next = last.then(work, work);
    last = next.catch(() => {});
    return next;
  };
}

/**
 * Creates a wallet; neither node nor store is asked before the first call. Calls that run at the same time never spend the same coin: a call
 * that lacks coins waits for the change of the others. One process at a time should have the keys; with one store, a second gets `InUse`.
 * @throws {AvalancheError} `BadArgument`, `Unsupported`: an invalid option; as `connect`. Calls throw `Pending`, with the ID to resume, if
 *   what they signed may still be accepted; otherwise nothing was paid: `Declined`, `InUse`, `StoreFailed`, or as builders, rules, signers and
 *   `connect`; `NotAccepted` with the status `Excluded` if what was signed can never be accepted any more. A `Mismatch` at `id` is about the
 *   payment that has the ID: its context shows whether that is paid.
 * @example
 * import { privateKey } from 'avalanche-tx/sign';
 * import { createTestnode } from 'avalanche-tx/testnode';
 * const testnode = createTestnode();
 * const wallet = createWallet({ url: 'http://testnode', connect: testnode, signer: privateKey(new Uint8Array(32).fill(1)) });
 * typeof wallet.send; // 'function'
 */
export function createWallet(options: WalletOptions): WalletClient {
  checkArgument(options, anObject, 'options');
  checkArgument(options, walletOptions);
  const { url, connect = {}, store = memoryStore(), attempts = 6 } = options;
  const { confirm, onProgress, maxFee, priceMargin } = options;
  checkArgument(connect, anObject, 'connect');
  const { now = Date.now } = connect;
  if (url === undefined)
    throw new AvalancheError(
      'BadArgument',
      "is missing: give the URL of a node, such as 'https://api.avax.network', or a list of them",
      { expected: 'the URL of a node', found: 'undefined' },
    ).at('url');
  const urls = typeof url === 'string' ? [url] : checkArgument(url, urlArgument, 'url');
  const nodes = nodesAt(urls, connect, options);
  const coins = new Coins();
  let known: Promise<Account> | undefined;
  const { receive = 0, change = 0 } = options.next ?? {};
  const proven = { receive, change };
  const account = async (callOptions: CallOptions, isNew = false): Promise<Account> => {
    checkArgument(callOptions, anObject, 'options');
    if (isNew) known = undefined;
    // Other calls may wait for the same search, so aborting one call does not abort the search.
    known ??= accountOf(nodes, options, proven, {}).catch((e) => {
      known = undefined;
      throw e;
    });
    return unlessAborted(known, callOptions.signal);
  };
  const payments = paymentsOf(store, {
    nodes,
    signers: signersOf(options),
    coins,
    account,
    now: () => BigInt(Math.floor(now() / 1000)),
    attempts,
    allowed: allowedBy(options),
    alone: queue(),
  });
  const { shared } = payments;
  const sendMany = payoutsOf(payments);
  /** Reads a call once, with what the wallet has for all calls. */
  const callOf = <C extends Omit<WalletCall, 'id'>>(given: C = {} as C): C => {
    checkArgument(given, anObject, 'options');
    const call = { ...given };
    const usual = { confirm, onProgress, maxFee, priceMargin };
    return {
      ...Object.fromEntries(Object.entries(usual).filter(([, value]) => value !== undefined)),
      ...Object.fromEntries(Object.entries(call).filter(([, value]) => value !== undefined)),
      ...allowedBy(call),
    } as C;
  };
  /** The door: what is asked is read and written before anything is awaited. */
  const pay = (
    plan: (options: WalletBuildOptions | undefined) => Plan,
    given: WalletCallOptions | undefined,
  ): Promise<WalletResult> => {
    const { options: how, ...call } = callOf(given);
    checkArgument(call, walletCall, 'options');
    return payments.pay(plan(how), call);
  };
  const checkedCall = (given: WalletCall | undefined): WalletCall =>
    checkArgument(callOf(given), walletCall, 'options');
  return Object.freeze<WalletClient>({
    async balances(options = {}) {
      const own = { ...checkArgument(options, anObject, 'options') };
      await payments.opened();
      return balancesIn(nodes, await account(own, true), await nodes.network(own), coins, own);
    },
    async address(chain, options = {}) {
      const { receive, place, paths } = await account(options);
      const address = ownerOn(receive, chain, await nodes.network(options)).addresses[0] as string;
      if (!place) return { address };
      const { index, claimed } = place;
      const path = paths[chain][address];
      return {
        address,
        index,
        ...(path !== undefined && { path }),
        ...(claimed > index && { claimed }),
      };
    },
    send: async (payment, call) => {
      const own = { ...payment };
      checkArgument(own, sending);
      const { chain, to, amount, assetID, memo } = own;
      return asWritten(async () =>
        pay(
          (how) =>
            planOf(
              {
                type: 'BaseTx',
                chain: sendable(chain),
                outputs: [{ to, amount, ...(assetID !== undefined && { assetID }) }],
                ...(memo !== undefined && { memo }),
              },
              how,
            ),
          call,
        ),
      );
    },
    move: async (move, call) => {
      const own = { ...move };
      checkArgument(own, moving);
      return asWritten(async () => pay((how) => planOfMove(own, how), call));
    },
    async sendMany(rows, call) {
      const own = readRows(rows);
      return sendMany(own, checkArgument(callOf(call ?? {}), manyOptions, 'options'));
    },
    async consolidate(what, given) {
      const own = { ...what };
      checkArgument(own, consolidating);
      const plan = planOfConsolidation(own);
      const { confirmCost, ...call } = callOf<ConsolidateCall>(given);
      checkArgument({ confirmCost }, costOptions, 'options');
      checkArgument(call, walletCall, 'options');
      const before = confirmCost && (await payments.before(call.id));
      if (before) {
        const network = await nodes.network(call);
        const mine = await account(call);
        const meant = meantOf(plan, fillingOf(mine, network), network, 0);
        const free = coins.freeFor('', await readState(shared, mine, meant, call), mine);
        const cost = await costOf(free, mine, meant, call, () => nodes.wait(0, call.signal));
        const spent = await spentBy(before, network, ({ chain }, txID) =>
          nodes.txOf(chain, txID, signalOf(call)),
        );
        const isConfirmed =
          cost.transactions === 0 ||
          (await unlessAborted(Promise.resolve(confirmCost({ ...cost, spent })), call.signal));
        if (isConfirmed !== true) throw new AvalancheError('Declined', 'it was not confirmed');
      }
      return payments.pay(plan, call);
    },
    run: async (intent, call) => pay((how) => planOf(intent, how), call),
    async preview(given, options = {}) {
      const { options: how, ...call } = callOf<PreviewOptions>(options);
      const plan = planOf(given, how);
      await payments.opened();
      const network = await nodes.network(call);
      const mine = await account(call);
      const meant = meantOf(plan, fillingOf(mine, network), network, 0);
      const state = await readState(shared, mine, meant, call);
      const lacking = { shared, account: mine, network, call };
      const draft = await explainedBy(
        () => draftOf(coins.freeFor('', state, mine), mine, meant, call),
        (e) => explained(lacking, e, meant.chain, state),
      );
      const refusal =
        (await refusalBy({ shared, call }, meant, draft)) ?? (await disallowed(lacking, draft));
      return {
        draft,
        fee: draft.fee.total,
        explanation: explanationOf(shared, mine, draft, call.maxFee),
        intent: meant.intent,
        ...(refusal && { refusal }),
      };
    },
    async finish(given, options) {
      const draft = draftCopy(given, 'draft');
      const call = checkedCall(options);
      const { networkID, name } = await nodes.network(call);
      const { network } = draft;
      if (network.networkID !== networkID)
        throw new AvalancheError('WrongNetwork', `is of ${network.name}, the wallet of ${name}`, {
          have: network.name,
          need: name,
        }).at('draft');
      return payments.finish(draft, call);
    },
    resume: async (id, call) => payments.resume(id, checkedCall(call)),
    resumeAll: async (call) => payments.resumeAll(checkedCall(call)),
    payments: payments.list,
    release: async (idOrDraft) =>
      payments.release(typeof idOrDraft === 'string' ? idOrDraft : draftCopy(idOrDraft, 'draft')),
    remove: payments.remove,
    resetLimits: async (options = {}) =>
      payments.resetLimits({ ...checkArgument(options, anObject, 'options') }),
    close: payments.close,
  });
}

/** Runs a build. If coins do not suffice, the error is explained. */
async function explainedBy<T>(
  build: () => T,
  explain: (e: AvalancheError<'Insufficient'>) => Promise<AvalancheError>,
): Promise<T> {
  try {
    return build();
  } catch (e) {
    throw isError(e, 'Insufficient') ? await explain(e) : e;
  }
}

/** Reads the policy and the limits of a call or of the wallet once. */
const allowedBy = ({ policy, limits }: Pick<WalletCall, 'policy' | 'limits'>) => ({
  ...(policy && { policy }),
  ...(limits && { limits: deepCopy(limits) }),
});

/** Errors of a payment's only output point into the payment. */
async function asWritten<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (e) {
    if (!isError(e) || e.path[0] !== 'outputs' || e.path[1] !== 0) throw e;
    throw moved(e, e.path.slice(2));
  }
}

/** Checks that payments are possible on a chain: those on the C-chain are EVM transactions. */
function sendable(chain: ChainName): 'P' | 'X' {
  checkArgument(chain, chainArgument, 'chain');
  if (chain !== 'C') return chain;
  throw new AvalancheError(
    'Unsupported',
    'payments are on P and X: on C an EVM wallet pays, and move brings AVAX there',
  ).at('chain');
}
