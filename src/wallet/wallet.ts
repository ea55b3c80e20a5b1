/**
 * The wallet: builders, signers and nodes behind one object. A call builds, confirms, signs, submits and waits for its transactions
 * (`payment.ts`), and calls share the reserved coins (`coins.ts`).
 */

import type { ChainName } from '../chain/declared.ts';
import { combineDrafts } from '../draft/combine.ts';
import type { Draft } from '../draft/draft.ts';
import { digestOf, draftCopy } from '../draft/reading.ts';
import { AvalancheError, isError, moved, within } from '../errors/error.ts';
import { deepCopy } from '../errors/frozen.ts';
import type { Explanation } from '../explain/explanation.ts';
import type { Network } from '../network/network.ts';
import type { ConnectOptions } from '../rpc/client.ts';
import type { CallOptions } from '../rpc/service.ts';
import {
  type Argument,
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
import { equalBytes } from '../text/bytes.ts';
import type { IDLike } from '../text/given.ts';
import {
  type Account,
  type AccountOptions,
  accountOf,
  accountOptions,
  ownerOn,
  signersOf,
} from './account.ts';
import { type BalanceOptions, balancesIn, type WalletBalances } from './balances.ts';
import { nodesAt, type Waiting, waitingOptions } from './nodes.ts';
import {
  draftOf,
  explanationOf,
  isOpen,
  newPayment,
  type Payment,
  readState,
  run,
  type Shared,
  unlessAborted,
  type WalletCall,
  type WalletResult,
  walletCall,
} from './payment.ts';
import { idOfSteps, newStep, openIn, parseRecord, recordID } from './record.ts';
import { Coins, coinsOf } from './reservations.ts';
import {
  type Meant,
  meantBy,
  meantByMove,
  type WalletBuildOptions,
  type WalletIntent,
} from './walletintents.ts';

const urlArgument = /* @__PURE__ */ aListOf(aText);
const intentArgument = /* @__PURE__ */ objectOf(
  { type: aText, chain: aText },
  { name: 'an intent' },
);

/** What only the wallet itself has as options. */
const ownOptions = /* @__PURE__ */ (() =>
  optionsOf({
    /** URL of the node, without `/ext/…`; or of several nodes of one network, for failover. */
    url: typed<string | readonly string[]>(anything),
    /** Connection options. A test node can be passed as it is: `connect: testnode`. */
    connect: optional(typed<ConnectOptions>(anObject)),
    /** Number of attempts for a transaction that is refused or not accepted, with increasing pauses; 6 if omitted. */
    attempts: optional(aNumber),
  }))();
/** Options of `createWallet`. */
export interface WalletOptions
  extends AccountOptions,
    Omit<WalletCall, 'signal'>,
    Waiting,
    Argument<typeof ownOptions> {}

/** Options of a call, including those of the builders. */
export interface WalletCallOptions extends WalletCall {
  /** Builder options, such as the highest fee or the coins to spend. */
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
    /** Asset id as CB58 or 32 bytes; AVAX if omitted. */
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
  }))();
/** A transfer of the wallet's own AVAX to another chain. */
export interface Moving extends Argument<typeof moving> {}

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
}

/** A wallet: account, network and node in one object. Its methods do not use `this`, so each can be passed on alone. */
export interface WalletClient {
  /** Reads the wallet's balances by chain, after a new search for used addresses of HD accounts. */
  balances(options?: BalanceOptions): Promise<WalletBalances>;
  /** Returns a receiving address on a chain. For an HD account it is the next unused one. */
  address(chain: ChainName, options?: CallOptions): Promise<string>;
  /** Sends a payment on one chain and waits until it is accepted. */
  send(payment: Sending, options?: WalletCallOptions): Promise<WalletResult>;
  /** Moves AVAX to another chain: exports it, waits for acceptance, and imports it. */
  move(move: Moving, options?: WalletCallOptions): Promise<WalletResult>;
  /** Builds, signs and submits the transaction of any intent, and waits until it is accepted. */
  run(intent: WalletIntent, options?: WalletCallOptions): Promise<WalletResult>;
  /** Builds an intent without signing it, to show what it would do. */
  preview(
    intent: WalletIntent,
    options?: CallOptions & Pick<WalletCallOptions, 'options'>,
  ): Promise<Preview>;
  /**
   * Continues with a draft: adds the wallet's signatures if they are missing, and submits it once all signatures are present. A draft from
   * elsewhere, not built by this wallet, is signed only if `confirm` returns true.
   */
  finish(draft: Draft, options?: WalletCall): Promise<WalletResult>;
  /**
   * Resumes a call that was interrupted, even in another process. Resume all records before making new calls, which could otherwise spend
   * their coins.
   * @param record The last record that `onRecord` received for the call.
   */
  resume(record: string, options?: WalletCall): Promise<WalletResult>;
  /** Discards a call or draft and frees its coins. A transaction that was submitted or fully signed can still be accepted. */
  release(recordOrDraft: string | Draft): void;
}

/** The options of `createWallet`. */
const walletOptions = /* @__PURE__ */ (() => {
  const { signal: _, ...call } = walletCall.parts;
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
 * Creates a wallet; no node is contacted before the first call. Concurrent calls never spend the same coin: a call that lacks coins waits
 * for the change of the others. This holds within one wallet object, so do not use the same keys in two processes at the same time.
 * @throws {AvalancheError} `BadArgument`, `Unsupported`: an invalid option; as `connect`. Calls throw `Pending`, with the record to
 *   resume, if they had submitted a transaction; otherwise `Declined`, or as builders, signers and `connect`.
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
  const { url, connect = {}, confirm, onRecord, onProgress, attempts = 6 } = options;
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
  const signers = signersOf(options);
  const coins = new Coins();
  /** Calls without an outcome: submitted transactions, and drafts that wait for co-signers. */
  const open = new Set<Payment>();
  let known: Promise<Account> | undefined;
  const account = async (callOptions: CallOptions, isNew = false): Promise<Account> => {
    checkArgument(callOptions, anObject, 'options');
    if (isNew) known = undefined;
    // Other calls may wait for the same search, so aborting one call does not abort the search.
    known ??= accountOf(nodes, options, {}).catch((e) => {
      known = undefined;
      throw e;
    });
    return unlessAborted(known, callOptions.signal);
  };
  const shared: Shared = {
    nodes,
    signers,
    coins,
    account,
    now: () => BigInt(Math.floor(now() / 1000)),
    attempts,
    alone: queue(),
    running: new Set(),
  };
  const pay = async (payment: Payment, options: WalletCall): Promise<WalletResult> => {
    const usual = {
      ...(confirm && { confirm }),
      ...(onRecord && { onRecord }),
      ...(onProgress && { onProgress }),
    };
    let isOver = false;
    try {
      const result = await run(shared, payment, { ...usual, ...options });
      isOver = result.status === 'Accepted';
      return result;
    } finally {
      if (!isOver && isOpen(payment)) open.add(payment);
      else open.delete(payment);
    }
  };
  const withDraft = (draft: Draft): Payment | undefined => {
    const digest = digestOf(draft);
    return [...open].find(({ waiting }) => waiting && equalBytes(digestOf(waiting), digest));
  };
  const withID = (id: string): Payment | undefined =>
    [...open, ...shared.running].find(
      ({ steps: [first, ...more] }) =>
        first && openIn(first).length > 0 && idOfSteps([first, ...more]) === id,
    );
  const payAll = async (
    meant: (account: Account, network: Network) => readonly Meant[],
    options: WalletCall,
  ) => {
    const [mine, network] = [await account(options), await nodes.network(options)];
    return pay(newPayment(meant(mine, network).map((step) => newStep(step.chain, step))), options);
  };
  // What is meant is copied at the call, since it is read again while nodes, people and signers are asked.
  const runIntent: WalletClient['run'] = async (given, call = {}) => {
    const { options = {}, ...callOptions } = checkArgument(call, anObject, 'options');
    const intent = deepCopy(checkArgument(given, intentArgument, 'intent'));
    const limits = deepCopy(options);
    return payAll((mine, network) => [meantBy(intent, limits, mine, network)], callOptions);
  };
  return Object.freeze<WalletClient>({
    balances: async (options = {}) =>
      balancesIn(nodes, await account(options, true), await nodes.network(options), options),
    async address(chain, options = {}) {
      const { receive } = await account(options);
      return ownerOn(receive, chain, await nodes.network(options)).addresses[0] as string;
    },
    send: async (payment, options) => {
      checkArgument(payment, sending);
      const { chain, to, amount, assetID, memo } = payment;
      return asWritten(
        runIntent(
          {
            type: 'BaseTx',
            chain: sendable(chain),
            outputs: [{ to, amount, ...(assetID !== undefined && { assetID }) }],
            ...(memo !== undefined && { memo }),
          },
          options,
        ),
      );
    },
    move: async (move, call = {}) => {
      const { options = {}, ...callOptions } = checkArgument(call, anObject, 'options');
      checkArgument(move, moving);
      const [own, limits] = [deepCopy(move), deepCopy(options)];
      return asWritten(
        payAll((mine, network) => meantByMove(own, limits, mine, network), callOptions),
      );
    },
    run: runIntent,
    async preview(given, call = {}) {
      const { options: limits = {}, ...callOptions } = checkArgument(call, anObject, 'options');
      checkArgument(given, intentArgument, 'intent');
      const [intent, options] = [deepCopy(given), deepCopy(limits)];
      const mine = await account(callOptions);
      const meant = meantBy(intent, options, mine, await nodes.network(callOptions));
      const state = await readState(shared, mine, meant, callOptions);
      const draft = draftOf(coins.freeFor(shared, state, mine), mine, meant);
      return {
        draft,
        fee: draft.fee.total,
        explanation: explanationOf(shared, mine, draft, options.maxFee),
        intent: meant.intent,
      };
    },
    async finish(given, options = {}) {
      const draft = draftCopy(given, 'draft');
      checkArgument(options, anObject, 'options');
      const { networkID, name } = await nodes.network(options);
      const { network, chain } = draft;
      if (network.networkID !== networkID)
        throw new AvalancheError('WrongNetwork', `is of ${network.name}, the wallet of ${name}`, {
          have: network.name,
          need: name,
        }).at('draft');
      const ours = withDraft(draft);
      const payment = ours ?? newPayment([newStep(chain, undefined)]);
      const { waiting } = payment;
      payment.waiting = waiting
        ? within(['draft'], () => combineDrafts<Draft>(waiting, draft))
        : draft;
      coins.hold(payment, coinsOf(draft.unsignedTx));
      return pay(payment, options);
    },
    async resume(record, options = {}) {
      const steps = parseRecord(record, await account(options), await nodes.network(options));
      const ours = withID(idOfSteps(steps));
      const payment = ours ?? newPayment(steps);
      for (const tx of payment.steps.flatMap(openIn)) coins.hold(payment, coinsOf(tx));
      return pay(payment, options);
    },
    release(recordOrDraft) {
      const payment =
        typeof recordOrDraft === 'string'
          ? withID(recordID(recordOrDraft))
          : withDraft(draftCopy(recordOrDraft, 'draft'));
      if (!payment || shared.running.has(payment)) return;
      open.delete(payment);
      coins.release(payment);
    },
  });
}

/** Errors of a payment's only output point into the payment. */
async function asWritten<T>(call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (e) {
    if (!isError(e) || e.path[0] !== 'outputs' || e.path[1] !== 0) throw e;
    throw moved(e, e.path.slice(2));
  }
}

/** Checks that payments are possible on a chain: those on the C-chain are EVM transactions. */
function sendable(chain: ChainName): 'P' | 'X' {
  if (chain === 'P' || chain === 'X') return chain;
  throw new AvalancheError(
    'Unsupported',
    'payments are on P and X: on C an EVM wallet pays, and move brings AVAX there',
  ).at('chain');
}
