/**
 * A call of the wallet, from an intent to an accepted transaction.
 *
 * - Every transaction is recorded before it is submitted, together with those submitted before it. A recorded transaction may be accepted,
 *   whatever a node says; one that is not recorded cannot be.
 * - All attempts of a step have at least one coin in common. So at most one of them is ever accepted, and a refusal by a node need not be
 *   trusted.
 * - Coins are reserved from the moment a draft spends them until its call has ended, or permanently if it ended without an answer. A call
 *   that lacks coins waits until other calls release theirs. A call that has reserved coins never waits, so that no two calls wait for
 *   each other.
 */

import { build } from '../builder/build.ts';
import { type BuildOptions, keyOfRef } from '../builder/intent.ts';
import { UnsignedTx } from '../chain/cchain/tx.ts';
import type { ChainName } from '../chain/declared.ts';
import type { AnyTx } from '../chain/tx.ts';
import { nameIn, unsignedBytes } from '../draft/check.ts';
import type { Draft, Slot } from '../draft/draft.ts';
import { digestOf, draftCopy } from '../draft/reading.ts';
import { AvalancheError, isError } from '../errors/error.ts';
import { explain } from '../explain/explain.ts';
import type { Explanation } from '../explain/explanation.ts';
import { ordinaryFee } from '../fee/transactions.ts';
import type { Network } from '../network/network.ts';
import { isTransportError } from '../rpc/errors.ts';
import { isNotAccepted } from '../rpc/issue.ts';
import { aborted } from '../rpc/transport.ts';
import { type Argument, aFunction, anObject, optional, optionsOf, typed } from '../schema/check.ts';
import { checkPolicy, type SignOptions } from '../sign/allow.ts';
import { type Signer, signWith } from '../sign/external.ts';
import { finalize } from '../sign/finalize.ts';
import { evmAddressOf, type Key } from '../sign/key.ts';
import { policyOf } from '../sign/policy/policyof.ts';
import { chooseSigners, sign } from '../sign/sign.ts';
import type { WalletSigner } from '../sign/wallet.ts';
import type { State } from '../state/state.ts';
import { formatAvax } from '../text/amount.ts';
import { equalBytes } from '../text/bytes.ts';
import { formatHex } from '../text/hex.ts';
import { formatID } from '../text/id.ts';
import { sumOf } from '../text/uint64.ts';
import { type Effects, effectsOf } from '../tx/effects.ts';
import { utxoKey } from '../tx/order.ts';
import { transferOutputOf } from '../tx/output.ts';
import { encode } from '../wire/codec.ts';
import { type Account, isHDWallet, isKey, ownerOn, type WalletKey } from './account.ts';
import type { Nodes } from './nodes.ts';
import { type Asked, formatRecord, idOfSteps, openIn, type Step, txIDsIn } from './record.ts';
import {
  type CoinKey,
  type Coins,
  coinsOf,
  common,
  exclusivesOf,
  includable,
} from './reservations.ts';
import { type Meant, readFor, takesAll } from './walletintents.ts';

/** A progress event of a call. */
export type WalletProgress =
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
      /** CB58 id of the transaction. */
      readonly txID: string;
    };

/** What `WalletCall` has. */
export const walletCall = /* @__PURE__ */ (() =>
  optionsOf({
    /** Aborts the call. A submitted transaction may still be accepted: the error is then `Pending`, with the record to resume. */
    signal: optional(typed<AbortSignal>(anObject)),
    /**
     * Called before a transaction is signed, and again before a replacement that does or costs more than what was confirmed. If it returns
     * `false`, nothing is signed. If omitted, only a transaction that does exactly what the intent says is signed.
     */
    confirm: optional(
      typed<(explanation: Explanation, draft: Draft) => boolean | Promise<boolean>>(aFunction),
    ),
    /**
     * Stores the record that `resume` needs; awaited before each submission. Each record of a call replaces the previous one.
     * @param record Text without secrets.
     * @param id The same for all records of a call: the CB58 id of its first transaction.
     */
    onRecord: optional(typed<(record: string, id: string) => unknown>(aFunction)),
    /** Called with each progress event. */
    onProgress: optional(typed<(progress: WalletProgress) => void>(aFunction)),
  }))();
/** Callbacks and abort signal of a call. */
export interface WalletCall extends Argument<typeof walletCall> {}

/** The result of a call. */
export type WalletResult =
  | {
      /** All transactions are accepted. */
      readonly status: 'Accepted';
      /** The accepted transactions, in order. A move has two: the export and the import. */
      readonly txs: readonly AnyTx[];
    }
  | {
      /** Co-signers must sign, or the wallet is watch-only. */
      readonly status: 'Unsigned';
      /** The draft that lacks the signatures in `draft.missing`. Pass it to `finish` once they are added. */
      readonly draft: Draft;
      /** Who must still sign, why the wallet did not sign if it did not, and what to do. Text for people. */
      readonly why: string;
    };

/** What the calls of one wallet share. */
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
  /** The calls in progress. */
  readonly running: Set<Payment>;
}

/** A call that has not ended yet. */
export interface Payment {
  readonly steps: readonly Step[];
  /** The draft that was confirmed last. */
  confirmed: Draft | undefined;
  /** The draft that waits for co-signers. */
  waiting: Draft | undefined;
}

export const newPayment = (steps: readonly Step[]): Payment => ({
  steps,
  confirmed: undefined,
  waiting: undefined,
});

/** Throws if the caller aborted the call. */
function verifyGoing(signal: AbortSignal | undefined): void {
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
    stop = () => reject(aborted());
    signal.addEventListener('abort', stop, { once: true });
  });
  try {
    return await Promise.race([promise, stopped]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

/** Reads the state from which an intent is built. */
export async function readState(
  { nodes }: Pick<Shared, 'nodes'>,
  account: Account,
  meant: Meant,
  { signal }: WalletCall,
): Promise<State> {
  const { chain } = meant;
  const { addresses, accounts, paths } = account;
  const { imports, authorities } = readFor(meant);
  const readOptions = { paths: paths[chain], ...(signal && { signal }) };
  const from = imports as never;
  return nodes.ask<State>((node) => {
    switch (chain) {
      case 'P':
        return node.pchain.state(addresses, {
          ...readOptions,
          ...(imports && { imports: from }),
          ...(authorities && { authorities }),
        });
      case 'X':
        return node.xchain.state(addresses, { ...readOptions, ...(imports && { imports: from }) });
      case 'C':
        return node.cchain.state([...accounts, ...addresses], {
          ...readOptions,
          ...(imports && { imports: from }),
        });
    }
  });
}

/** Builds the draft of an intent. On C, whose price changes with every block, it pays 1.5 times the price of the last block. */
export function draftOf(
  state: State,
  account: Account,
  { intent, options, chain }: Meant,
  more: BuildOptions = {},
): Draft {
  const { change, own, shared, signing, addresses } = account;
  const draft = build(state, intent, {
    ...(chain === 'C' ? { priceMargin: 1.5 } : { change: ownerOn(change, chain, state.network) }),
    own,
    ...options,
    ...more,
  });
  const signers = addresses.filter((address) => signing.has(formatHex(address)));
  return shared ? chooseSigners(draft, signers).draft : draft;
}

/** Returns the facts that a wallet knows independently of a draft. */
const factsFor = ({ now }: Pick<Shared, 'now'>, { own }: Account, network: Network) => ({
  own,
  network,
  time: now(),
});

/** Explains a draft, for the person who confirms it. */
export const explanationOf = (
  shared: Pick<Shared, 'now'>,
  account: Account,
  draft: Draft,
  maxFee?: bigint,
): Explanation =>
  explain(draft, {
    ...factsFor(shared, account, draft.network),
    ...(maxFee !== undefined && { maxFee }),
  });

/** Wraps an error as `Pending`, with the record to resume, if a transaction was submitted; otherwise returns it unchanged. */
function pending(payment: Payment, network: Network, cause: unknown): unknown {
  const { steps } = payment;
  if (steps.every((step) => openIn(step).length === 0)) return cause;
  const txIDs = steps.flatMap(txIDsIn);
  const reason = isError(cause) ? `${cause.code}: ${cause.detail}` : 'the call was ended';
  return new AvalancheError(
    'Pending',
    `${txIDs.at(-1) ?? 'what the browser wallet was asked for'} may still be accepted, which resume finds out: ${reason}`,
    { txIDs, record: formatRecord(steps, network) },
    { cause },
  );
}

/** Runs a payment until all is accepted, or until co-signers must sign. */
export async function run(
  shared: Shared,
  payment: Payment,
  call: WalletCall,
): Promise<WalletResult> {
  const { coins, running } = shared;
  if (running.has(payment))
    throw new AvalancheError('Duplicate', 'this call of the wallet is running already');
  const network = await shared.nodes.network(call);
  const txs: AnyTx[] = [];
  running.add(payment);
  try {
    for (const step of payment.steps) {
      const done = await runStep(shared, payment, step, call);
      if (done.status === 'Unsigned') return done;
      txs.push(done.tx);
      payment.confirmed = undefined;
      coins.release(payment, exclusivesOf(done.tx.unsignedTx));
      // Only the move itself may import what it exported.
      const next = payment.steps[payment.steps.indexOf(step) + 1];
      if (next) coins.hold(payment, (next.only = exportedBy(done.tx, network)));
      call.onProgress?.({ step: 'accepted', chain: step.chain, txID: done.tx.txID });
    }
    return { status: 'Accepted', txs };
  } catch (e) {
    if (!isOpen(payment)) coins.release(payment);
    throw pending(payment, network, e);
  } finally {
    running.delete(payment);
    coins.wake();
  }
}

/** Returns the UTXOs that an export creates on another chain. */
const exportedBy = (tx: AnyTx, network: Network): ReadonlySet<CoinKey> =>
  new Set(
    (effectsOf(tx, { network }) as Effects).produced.flatMap(({ utxo, from }) =>
      from === undefined ? [] : [utxoKey(utxo)],
    ),
  );

/** Whether a payment that ended without an answer may still be accepted or signed. */
export const isOpen = ({ steps, waiting }: Payment): boolean =>
  waiting !== undefined || steps.some((step) => openIn(step).length > 0);

type Done =
  | { readonly status: 'Accepted'; readonly tx: AnyTx }
  | Extract<WalletResult, { readonly status: 'Unsigned' }>;

/** Whether retrying cannot help. */
const isFinal = (e: unknown): boolean =>
  !isError(e) || isTransportError(e, 'aborted') || final.has(e.code);
const final: ReadonlySet<string> = new Set([
  'Declined',
  'Disproved',
  'Duplicate',
  'MissingSigner',
  'NotReviewed',
  'Refused',
  'SignerFailed',
]);

/** Whether a node has refused a transaction, rather than not decided yet. */
const isTurnedDown = (e: unknown): boolean =>
  isNotAccepted(e) && e.context.status !== 'Processing' && e.context.status !== 'Unknown';

async function runStep(
  shared: Shared,
  payment: Payment,
  step: Step,
  call: WalletCall,
): Promise<Done> {
  const { nodes } = shared;
  const { signal } = call;
  const isBegun = (): boolean => payment.steps.some((other) => openIn(other).length > 0);
  let turnedDown = 0;
  for (let failures = 0, pause = 500; ; pause = Math.min(pause * 2, 30_000)) {
    try {
      let tx = step.attempts.at(-1);
      if (!tx && failures === 0) tx = await askedBefore(nodes, step, call);
      if (!tx || turnedDown > 0) {
        const next = await nextTx(shared, payment, step, call, turnedDown);
        if ('status' in next) return next;
        tx = next;
      }
      const { txID, chain } = tx;
      await nodes.issue(tx, {
        ...(signal && { signal }),
        onSubmit: () => call.onProgress?.({ step: 'submitted', chain, txID }),
      });
      return { status: 'Accepted', tx };
    } catch (e) {
      if (isFinal(e) || !isBegun()) throw e;
      const accepted = await acceptedOf(nodes, step, call);
      if (accepted) return { status: 'Accepted', tx: accepted };
      if (isTurnedDown(e) && step.meant) turnedDown++;
      if (++failures >= shared.attempts) throw e;
    }
    await nodes.wait(pause, signal);
  }
}

/** Returns the accepted transaction of a step, if there is one. */
async function acceptedOf(
  nodes: Nodes,
  step: Step,
  { signal }: WalletCall,
): Promise<AnyTx | undefined> {
  for (const tx of [...step.attempts, ...step.asked].toReversed())
    try {
      if ('credentials' in tx) {
        if (await nodes.isAccepted(tx, { ...(signal && { signal }) })) return tx;
      } else if (tx.txID !== undefined) {
        const found = await nodes.accepted(tx.txID, { ...(signal && { signal }) });
        return sameAs(tx, found);
      }
    } catch (e) {
      if (isFinal(e)) throw e;
    }
  return undefined;
}

/** Returns what a browser wallet submitted when this call ran before, if that is accepted. */
const askedBefore = async (
  nodes: Nodes,
  step: Step,
  call: WalletCall,
): Promise<AnyTx | undefined> =>
  step.asked.length > 0 ? acceptedOf(nodes, step, call) : undefined;

/** Checks that the accepted transaction is the one that a browser wallet was asked for. */
function sameAs({ bytes }: Asked, tx: AnyTx): AnyTx {
  if (tx.chain === 'C' && equalBytes(encode(UnsignedTx, tx.unsignedTx), bytes)) return tx;
  throw new AvalancheError('Mismatch', 'the wallet submitted another transaction').at('wallet');
}

/** Builds, confirms, signs and records the next transaction of a step. Returns the draft instead if co-signers must sign first. */
async function nextTx(
  shared: Shared,
  payment: Payment,
  step: Step,
  call: WalletCall,
  turnedDown: number,
): Promise<AnyTx | Extract<WalletResult, { readonly status: 'Unsigned' }>> {
  const account = await shared.account(call);
  const { meant } = step;
  const built =
    payment.waiting ?? (await reserve(shared, payment, step, account, call, turnedDown));
  const again = payment.waiting ? undefined : step.attempts.find((tx) => signs(tx, built));
  if (again) return again;
  if (meant && openIn(step).length === 0) await verifyMovable(shared, payment, step, built, call);
  const { draft, sender, how } = await signed(
    shared,
    payment,
    { draft: built, meant },
    account,
    call,
  );
  if (sender) return sentBy(sender, shared, payment, step, { draft, how }, call);
  if (draft.missing.length > 0) {
    payment.waiting = draft;
    return {
      status: 'Unsigned',
      draft: draftCopy(draft),
      why: whyUnsigned(draft, account, shared.signers.length > 0),
    };
  }
  const tx = finalize(draft);
  call.onProgress?.({ step: 'signed', chain: step.chain, txID: tx.txID });
  await record(payment, step, tx, draft.network, call);
  payment.waiting = undefined;
  return tx;
}

/**
 * Refuses the export of a move that does not suffice for the fee of its import, before it is signed.
 * @throws {AvalancheError} `Insufficient`, under `amount`.
 */
async function verifyMovable(
  shared: Shared,
  { steps }: Payment,
  step: Step,
  draft: Draft,
  call: WalletCall,
): Promise<void> {
  const next = steps[steps.indexOf(step) + 1]?.meant;
  if (next?.intent.type !== 'ImportTx') return;
  const { avaxAssetID } = draft.network;
  const exported = (effectsOf(draft) as Effects<undefined>).produced.filter(
    ({ from }) => from !== undefined,
  );
  const amount = sumOf(exported.map(({ utxo }) => transferOutputOf(utxo)?.amount ?? 0n));
  // No import costs more, or the limit of the fee refuses it.
  if (amount > (next.options.maxFee ?? ordinaryFee)) return;
  const account = await shared.account(call);
  const state = await readState(shared, account, next, call);
  const utxos = exported.map(({ utxo }) => ({ ...utxo, txID: new Uint8Array(32) }));
  try {
    const imports = { [next.intent.from]: utxos };
    draftOf({ ...state, imports } as State, account, next);
  } catch (e) {
    if (!isError(e, 'Insufficient')) throw e;
    throw new AvalancheError(
      'Insufficient',
      `${formatAvax(amount)} AVAX do not pay the fee of their import on the ${next.chain}-chain`,
      { ...e.context, assetID: formatID(avaxAssetID) },
      { cause: e },
    ).at('amount');
  }
}

/** Whether a transaction has the same unsigned bytes as a draft. */
const signs = (tx: AnyTx, draft: Draft): boolean =>
  equalBytes(digestOf({ ...draft, unsignedTx: tx.unsignedTx } as Draft), digestOf(draft));

/** Passes a record with the transaction to `onRecord` before the transaction is submitted. */
async function record(
  payment: Payment,
  step: Step,
  tx: AnyTx,
  network: Network,
  { onRecord, signal }: WalletCall,
): Promise<void> {
  const attempts = [...step.attempts, tx];
  await store(payment, step, { ...step, attempts }, network, onRecord);
  step.attempts.push(tx);
  verifyGoing(signal);
}

/** Passes the record of a payment to `onRecord`, with a step as it will be. */
async function store(
  { steps }: Payment,
  step: Step,
  next: Step,
  network: Network,
  onRecord: WalletCall['onRecord'],
): Promise<void> {
  const recorded = steps.map((other) => (other === step ? next : other));
  await onRecord?.(formatRecord(recorded, network), idOfSteps(recorded));
}

/**
 * Has a browser wallet sign and submit a transaction of the C-chain, which it does in one step, and waits until it is accepted. The record is
 * stored before the wallet is asked, and again with the id that it returns.
 */
async function sentBy(
  sender: WalletSigner,
  { nodes }: Shared,
  payment: Payment,
  step: Step,
  { draft, how }: { readonly draft: Draft; readonly how: SignOptions },
  call: WalletCall,
): Promise<AnyTx> {
  const { signal, onProgress, onRecord } = call;
  if (draft.chain !== 'C') throw new Error('a browser wallet signs transactions of P and X');
  const asked: Asked = {
    unsignedTx: draft.unsignedTx,
    bytes: unsignedBytes(draft),
    txID: undefined,
  };
  const next = { ...step, asked: [...step.asked, asked] };
  await store(payment, step, next, draft.network, onRecord);
  step.asked.push(asked);
  payment.waiting = undefined;
  verifyGoing(signal);
  try {
    asked.txID = await unlessAborted(sender.send(draftCopy(draft), how), signal);
  } catch (e) {
    // The user declined, so that nothing was submitted.
    if (isError(e, 'Declined')) step.asked.pop();
    throw e;
  }
  const { txID } = asked;
  onProgress?.({ step: 'submitted', chain: 'C', txID });
  await store(payment, step, step, draft.network, onRecord);
  return sameAs(asked, await nodes.accepted(txID, { ...(signal && { signal }) }));
}

/** Builds a draft from the free coins, and reserves the coins that it spends. */
async function reserve(
  shared: Shared,
  payment: Payment,
  step: Step,
  account: Account,
  call: WalletCall,
  turnedDown: number,
): Promise<Draft> {
  const { coins, running, alone } = shared;
  const { signal, onProgress } = call;
  const meant = step.meant!;
  const others = (): boolean =>
    [...coins.holders()].some((holder) => holder !== payment && running.has(holder as Payment));
  // Other calls return change. To avoid deadlock, a call that holds coins never waits for others.
  const mayWait = (): boolean => openIn(step).length === 0 && !coins.holders().has(payment);
  for (;;) {
    verifyGoing(signal);
    let changed: Promise<void>;
    let isBusy = false;
    try {
      const draft = await alone(async () => {
        changed = coins.changed();
        // Calls that end while the state is read count as busy too: the state lacks their change.
        isBusy = others();
        if (mayWait() && takesAll(meant) && isBusy) return undefined;
        const state = await readState(shared, account, meant, call);
        const free = coins.freeFor(payment, state, account, step.only);
        const made = rebuilt(free, account, step, turnedDown);
        coins.hold(payment, coinsOf(made.unsignedTx));
        return made;
      });
      if (draft) {
        onProgress?.({ step: 'built', chain: meant.chain, draft: draftCopy(draft) });
        return draft;
      }
    } catch (e) {
      if (!isError(e, 'Insufficient') || !mayWait() || !isBusy) throw e;
    }
    await unlessAborted(changed!, signal);
  }
}

/**
 * Builds the next attempt of a step, with a coin in common with all earlier attempts, so that at most one of them is accepted.
 * @throws {AvalancheError} `NotFound`: no common coin is left; as `build`.
 */
function rebuilt(state: State, account: Account, step: Step, turnedDown: number): Draft {
  const meant = step.meant!;
  const { intent, options } = meant;
  const before = openIn(step);
  if (before.length === 0) return draftOf(state, account, meant);
  const every = common(before.map(exclusivesOf));
  const named = new Set((options.include ?? []).map(keyOfRef));
  const include = includable(state, intent.type === 'ImportTx', every).filter(
    (utxo) => !named.has(keyOfRef(utxo)),
  );
  const keeping: BuildOptions = {
    ...(include.length > 0 && { include: [...(options.include ?? []), ...include] }),
  };
  const first = draftOf(state, account, meant, keeping);
  const isSame = step.attempts.some((tx) => signs(tx, first));
  const draft = isSame ? (varied(state, account, meant, keeping, turnedDown) ?? first) : first;
  if ([...exclusivesOf(draft.unsignedTx)].some((coin) => every.has(coin))) return draft;
  throw new AvalancheError(
    'NotFound',
    'the coins that all transactions of this payment spend are gone, so that another one could pay twice',
    { what: 'UTXO' },
  );
}

/** Builds the same payment with different bytes, if possible: a node may refuse the same bytes again without a new check. */
function varied(
  state: State,
  account: Account,
  meant: Meant,
  keeping: BuildOptions,
  turnedDown: number,
): Draft | undefined {
  const { chain, options } = meant;
  const least = chain === 'C' ? 1.5 : 1;
  const priceMargin = Math.max(options.priceMargin ?? 1, least) * (1 + turnedDown / 10);
  const more: BuildOptions = chain === 'X' ? { strategy: 'consolidate' } : { priceMargin };
  try {
    return draftOf(state, account, meant, { ...keeping, ...more });
  } catch (e) {
    if (isError(e)) return undefined;
    throw e;
  }
}

/** Asks for confirmation of a draft and adds the signatures of the wallet's signers. */
async function signed(
  shared: Shared,
  payment: Payment,
  { draft, meant }: { readonly draft: Draft; readonly meant: Meant | undefined },
  account: Account,
  call: WalletCall,
): Promise<Signed> {
  const { signers } = shared;
  const { confirm, onProgress, signal } = call;
  const facts = factsFor(shared, account, draft.network);
  // The digest comes first, then the person, then the keys.
  const reviewed = digestOf(draft);
  if (signers.length === 0 || !isAsked(draft, account.signing))
    return { draft, how: facts, sender: undefined };
  if (confirm && !isWithin(draft, payment.confirmed, account, facts)) {
    const explanation = explanationOf(shared, account, draft, meant?.options.maxFee);
    const isConfirmed = await unlessAborted(
      Promise.resolve(confirm(explanation, draftCopy(draft))),
      signal,
    );
    if (isConfirmed !== true) throw new AvalancheError('Declined', 'it was not confirmed');
    payment.confirmed = draft;
  }
  onProgress?.({ step: 'confirmed', chain: draft.chain, draft: draftCopy(draft) });
  const { intent, options } = meant ?? {};
  const maxFee = options?.maxFee;
  const limits = {
    ...(draft.chain !== 'C' && { change: ownerOn(account.change, draft.chain, draft.network) }),
    ...(maxFee !== undefined && { maxFee }),
  };
  const how: SignOptions = {
    ...facts,
    ...(intent ? { policy: policyOf(intent, limits) } : confirm && { reviewed }),
  };
  const keys: readonly Key[] = signers.flatMap((signer): readonly Key[] =>
    isKey(signer) ? [signer] : isHDWallet(signer) ? signer.keys(draftCopy(draft)) : [],
  );
  const external = signers.filter(
    (signer): signer is Signer => !isKey(signer) && !isHDWallet(signer),
  );
  const senders = draft.chain === 'C' ? external.filter(isSender) : [];
  const elsewhere = external.filter((signer) => !senders.some((sender) => sender === signer));
  const mine = keys.filter((key) =>
    isAsked(draft, new Set([formatHex(key.shortID), evmAddressOf(key)])),
  );
  const here = mine.length > 0 ? sign(draft, mine, how as SignOptions & { policy: never }) : draft;
  const whole =
    elsewhere.length > 0 && isAsked(here, account.signing)
      ? await unlessAborted(signWith(here, elsewhere, how), signal)
      : here;
  return { draft: whole, how, sender: whole.missing.length > 0 ? senders[0] : undefined };
}

/** A draft with the signatures of the wallet's signers. */
interface Signed {
  readonly draft: Draft;
  /** The browser wallet that must sign it and submit it in one step. */
  readonly sender: WalletSigner | undefined;
  /** What the signers checked it against. */
  readonly how: SignOptions;
}

/** Whether a signer submits what it signs, as browser wallets do on C. */
const isSender = (signer: Signer): signer is WalletSigner => 'send' in signer;

/** Says whose signatures a draft lacks, why the wallet added none if it did not, and what to do. */
function whyUnsigned(draft: Draft, { signing }: Account, hasSigners: boolean): string {
  const open = draft.slots.filter(({ signatures }) => signatures.includes(null));
  const named = (isNamed: (slot: Slot, index: number) => boolean): readonly string[] => [
    ...new Set(
      open.flatMap((slot) =>
        slot.owner.addresses.flatMap((address, i) =>
          isNamed(slot, i) ? [nameIn(draft, slot, address)] : [],
        ),
      ),
    ),
  ];
  const isMine = ({ owner }: Slot, i: number): boolean =>
    signing.has(formatHex(owner.addresses[i]!));
  const isChosen = ({ signatureIndices }: Slot, i: number): boolean => signatureIndices.includes(i);
  const isMissing = ({ signatureIndices, signatures }: Slot, i: number): boolean =>
    signatures[signatureIndices.indexOf(i)] === null;
  const missing = named(isMissing).join(', ');
  const then = `pass the draft to finish once ${missing} signed it`;
  if (!hasSigners) return `the wallet has no signer: ${then}`;
  if (named((slot, i) => isMine(slot, i) && isChosen(slot, i)).length > 0)
    return `other signatures are needed: ${then}`;
  const mine = named(isMine).join(', ');
  return mine === ''
    ? `none of the wallet's addresses is an owner of what needs a signature: ${then}`
    : `${mine} is an owner, but ${named(isChosen).join(', ')} were chosen to sign: ${then}; or chooseSigners makes a new draft, without signatures, for ${mine}`;
}

/** Whether a draft lacks a signature of one of the addresses. */
const isAsked = (draft: Draft, names: ReadonlySet<string>): boolean =>
  draft.slots.some((slot) =>
    slot.signatures.some(
      (signature, place) =>
        !signature && names.has(formatHex(slot.owner.addresses[slot.signatureIndices[place]!]!)),
    ),
  );

/** Whether a draft does nothing beyond the one that was confirmed. */
function isWithin(
  draft: Draft,
  before: Draft | undefined,
  { addresses, shared }: Account,
  facts: SignOptions,
): boolean {
  if (!before) return false;
  if (equalBytes(digestOf(before), digestOf(draft))) return true;
  const policy = policyOf(before, { own: shared ? [shared] : addresses });
  return checkPolicy(draft, policy, facts).length === 0;
}
