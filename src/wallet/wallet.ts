import type { ChainName } from '../chain/declared.ts';
import { digestOf } from '../draft/check.ts';
import { combineDrafts } from '../draft/combine.ts';
import type { Draft } from '../draft/draft.ts';
import { checkKeys, checkShape } from '../errors/arguments.ts';
import { AvalancheError, within } from '../errors/error.ts';
import type { Explanation } from '../explain/explanation.ts';
import type { Network } from '../network/network.ts';
import type { ConnectOptions } from '../rpc/client.ts';
import type { CallOptions } from '../rpc/service.ts';
import type { Address, Owner } from '../state/owner.ts';
import type { NAVAX } from '../text/amount.ts';
import { equalBytes } from '../text/bytes.ts';
import type { IDLike } from '../text/given.ts';
import { type Account, type AccountOptions, accountOf, ownerOn, signersOf } from './account.ts';
import { type BalanceOptions, balancesIn, type WalletBalances } from './balances.ts';
import { Coins, coinsOf } from './coins.ts';
import {
  type BuildOptions,
  type Meant,
  meantBy,
  meantByMove,
  type WalletIntent,
} from './intents.ts';
import { nodesAt, type Waiting } from './nodes.ts';
import {
  draftOf,
  explanationOf,
  isOpen,
  newPayment,
  newStep,
  type Payment,
  readState,
  run,
  type Shared,
  unlessAborted,
  type WalletCall,
  type WalletResult,
} from './payment.ts';
import { idOfSteps, parseRecord, recordID } from './record.ts';

/** What a wallet is made of. */
export interface WalletOptions extends AccountOptions, Omit<WalletCall, 'signal'>, Waiting {
  /** The node, without `/ext/…`; several of one network are tried in turn. */
  readonly url: string | readonly string[];
  /** How nodes are asked; a test node is one: `connect: testnode`. */
  readonly connect?: ConnectOptions;
  /** How often a transaction that is refused or not accepted is tried, with pauses; 6 if omitted. */
  readonly attempts?: number;
}

/** How one call is made, and how its transactions are built. */
export interface WalletCallOptions extends WalletCall {
  /** Options of the builders: the highest fee, which coins to spend. */
  readonly options?: BuildOptions;
}

/** A payment. */
export interface Sending {
  /** The chain that it is on. */
  readonly chain: 'P' | 'X';
  /** An address of the chain, or several of them. */
  readonly to: Address | Owner;
  /** Units of the asset, nAVAX for AVAX; `max`: all that can be sent in one transaction, less the fee. */
  readonly amount: NAVAX | 'max';
  /** CB58 or 32 bytes; AVAX if omitted. */
  readonly assetID?: IDLike;
  /** Text of at most 256 bytes, on X. */
  readonly memo?: string;
}

/** AVAX that goes to another chain, and stays with the wallet. */
export interface Moving {
  /** The chain that it leaves. */
  readonly from: ChainName;
  /** The chain where it arrives. */
  readonly to: ChainName;
  /** nAVAX that leave, of which the fee of the import is paid; `max`: all that can be moved in one transaction. */
  readonly amount: NAVAX | 'max';
}

/** What a call would do. */
export interface Preview {
  /** Not signed, and nothing is held for it. */
  readonly draft: Draft;
  /** nAVAX. */
  readonly fee: NAVAX;
  /** What it does, for people. */
  readonly explanation: Explanation;
  /** The intent, with what the wallet filled in. */
  readonly intent: Meant['intent'];
}

/** Account, network and node in one object. Plain functions: each can be passed on by itself. */
export interface WalletClient {
  /** What the wallet has, by chain. HD accounts are searched for used addresses. */
  balances(of?: BalanceOptions): Promise<WalletBalances>;
  /** An address to receive with, as a chain writes it. Of an HD account the first that is not used. */
  address(chain: ChainName, of?: CallOptions): Promise<string>;
  /** Pays somebody on the same chain. */
  send(payment: Sending, of?: WalletCallOptions): Promise<WalletResult>;
  /** Moves AVAX to another chain: exports, waits, and imports all that waits there. */
  move(move: Moving, of?: WalletCallOptions): Promise<WalletResult>;
  /** Does what any intent says. */
  run(intent: WalletIntent, of?: WalletCallOptions): Promise<WalletResult>;
  /** What an intent would do: builds it and signs nothing. */
  preview(
    intent: WalletIntent,
    of?: CallOptions & Pick<WalletCallOptions, 'options'>,
  ): Promise<Preview>;
  /**
   * Goes on with a draft: signs it if it waits for the wallet, and submits it once all signatures are there. One that this wallet built
   * needs nothing else; one from elsewhere is signed only if `confirm` says so.
   */
  finish(draft: Draft, of?: WalletCall): Promise<WalletResult>;
  /**
   * Goes on with a call that was interrupted, also in another process. Resume what was recorded before new calls are made: they could
   * spend its coins.
   * @param record The last text that `onRecord` got for it.
   */
  resume(record: string, of?: WalletCall): Promise<WalletResult>;
  /** Forgets a call or draft, and frees its coins. Whatever of it was submitted or is signed can still be accepted. */
  release(of: string | Draft): void;
}

const optionKeys = [
  'url',
  'connect',
  'signer',
  'account',
  'addresses',
  'owner',
  'confirm',
  'onRecord',
  'onProgress',
  'attempts',
  'timeout',
  'interval',
];

/** Runs one piece of work after the other. */
function queue(): Shared['alone'] {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const next = last.then(work, work);
    last = next.catch(() => {});
    return next;
  };
}

/**
 * A wallet: nothing is asked before it is used. Several calls at once never spend a coin twice; one that lacks coins waits for the change
 * of the others. That holds for one object: two processes over one key need one owner of the coins.
 * @throws {AvalancheError} `BadArgument`, `Unsupported`: an option; as `connect`. From calls that were submitted: `Pending`, with the record
 *   to resume; from others: as builders, signers and `connect`; `Declined`.
 * @example
 * import { privateKey } from 'avalanche-tx/sign';
 * import { createTestnode } from 'avalanche-tx/testnode';
 * const testnode = createTestnode();
 * const wallet = createWallet({ url: 'http://testnode', connect: testnode, signer: privateKey(new Uint8Array(32).fill(1)) });
 * typeof wallet.send; // 'function'
 */
export function createWallet(options: WalletOptions): WalletClient {
  checkShape(options, 'an object', 'options');
  checkKeys(options, optionKeys);
  const { url, connect = {}, confirm, onRecord, onProgress, attempts = 6 } = options;
  checkShape(connect, 'an object', 'connect');
  const { now = Date.now } = connect;
  const urls = typeof url === 'string' ? [url] : url;
  checkShape(urls, ['text'], 'url');
  const nodes = nodesAt(urls, connect, options);
  const signers = signersOf(options);
  const coins = new Coins();
  /** Calls without an answer: submitted ones, and drafts that others have to sign. */
  const open = new Set<Payment>();
  let known: Promise<Account> | undefined;
  const account = (of: CallOptions, isNew = false): Promise<Account> => {
    if (isNew) known = undefined;
    // Others may wait for the same search: nobody who stops a call ends it.
    known ??= accountOf(nodes, options, {}).catch((e) => {
      known = undefined;
      throw e;
    });
    return unlessAborted(known, of.signal);
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
  const pay = async (payment: Payment, of: WalletCall): Promise<WalletResult> => {
    const usual = {
      ...(confirm && { confirm }),
      ...(onRecord && { onRecord }),
      ...(onProgress && { onProgress }),
    };
    let isOver = false;
    try {
      const result = await run(shared, payment, { ...usual, ...of });
      isOver = result.status === 'Accepted';
      return result;
    } finally {
      if (!isOver && isOpen(payment)) open.add(payment);
      else open.delete(payment);
    }
  };
  const withDraft = (draft: Draft): Payment | undefined =>
    [...open].find(({ waiting }) => waiting && equalBytes(digestOf(waiting), digestOf(draft)));
  const withID = (id: string): Payment | undefined =>
    [...open, ...shared.running].find(
      ({ steps }) => steps[0]?.attempts[0] && idOfSteps(steps) === id,
    );
  const payAll = async (
    meant: (account: Account, network: Network) => readonly Meant[],
    of: WalletCall,
  ) => {
    const [mine, network] = [await account(of), await nodes.network(of)];
    return pay(newPayment(meant(mine, network).map(newStep)), of);
  };
  const runIntent: WalletClient['run'] = ({ ...intent }, { options = {}, ...of } = {}) =>
    payAll((mine, network) => [meantBy(intent, options, mine, network)], of);
  return Object.freeze<WalletClient>({
    balances: async (of = {}) =>
      balancesIn(nodes, await account(of, true), await nodes.network(of), of),
    async address(chain, of = {}) {
      const { receive } = await account(of);
      return ownerOn(receive, chain, await nodes.network(of)).addresses[0] as string;
    },
    send: async ({ chain, to, amount, assetID, memo }, of) =>
      runIntent(
        {
          type: 'BaseTx',
          chain: sendable(chain),
          outputs: [{ to, amount, ...(assetID !== undefined && { assetID }) }],
          ...(memo !== undefined && { memo }),
        },
        of,
      ),
    move: async (move, { options = {}, ...of } = {}) =>
      payAll((mine, network) => meantByMove(move, options, mine, network), of),
    run: runIntent,
    async preview(intent, { options = {}, ...of } = {}) {
      const mine = await account(of);
      const meant = meantBy(intent, options, mine, await nodes.network(of));
      const state = await readState(shared, mine, meant, of);
      const draft = draftOf(coins.freeFor(shared, state, mine), mine, meant);
      return {
        draft,
        fee: draft.fee.total,
        explanation: explanationOf(shared, mine, draft, options.maxFee),
        intent: meant.intent,
      };
    },
    async finish(draft, of = {}) {
      const { networkID, name } = await nodes.network(of);
      const { network, chain } = draft;
      if (network.networkID !== networkID)
        throw new AvalancheError('WrongNetwork', `is of ${network.name}, the wallet of ${name}`, {
          have: network.name,
          need: name,
        }).at('draft');
      const ours = withDraft(draft);
      const payment = ours ?? newPayment([{ meant: undefined, chain, attempts: [] }]);
      const { waiting } = payment;
      payment.waiting = waiting
        ? within(['draft'], () => combineDrafts<Draft>(waiting, draft))
        : draft;
      coins.hold(payment, coinsOf(draft.unsignedTx));
      return pay(payment, of);
    },
    async resume(record, of = {}) {
      const steps = parseRecord(record, await account(of), await nodes.network(of));
      const ours = withID(idOfSteps(steps));
      const payment = ours ?? newPayment(steps);
      for (const { unsignedTx } of payment.steps.flatMap(({ attempts }) => attempts))
        coins.hold(payment, coinsOf(unsignedTx));
      return pay(payment, of);
    },
    release(of) {
      const payment = typeof of === 'string' ? withID(recordID(of)) : withDraft(of);
      if (!payment || shared.running.has(payment)) return;
      open.delete(payment);
      coins.release(payment);
    },
  });
}

/** The C-chain pays with transactions of the EVM. */
function sendable(chain: ChainName): 'P' | 'X' {
  if (chain === 'P' || chain === 'X') return chain;
  throw new AvalancheError(
    'Unsupported',
    'payments are on P and X: on C an EVM wallet pays, and move brings AVAX there',
  ).at('chain');
}
