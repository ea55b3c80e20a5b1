/**
 * A payment, from its plan to accepted transactions.
 *
 * - Every transaction is recorded before it is submitted, together with those submitted before it. A recorded transaction may be accepted,
 *   whatever a node says; one that is not recorded cannot be.
 * - A refusal by a node need not be true. A payment is refused only if nothing signed has left the wallet, or if another transaction that is
 *   accepted spent its coin.
 * - Only a look before anything is recorded may conclude that accepted bytes are somebody else's payment.
 */

import { UnsignedTx } from '../chain/cchain/tx.ts';
import type { ChainName } from '../chain/declared.ts';
import type { AnyTx } from '../chain/tx.ts';
import { unsignedBytes } from '../draft/check.ts';
import type { Draft } from '../draft/draft.ts';
import { formatDraft } from '../draft/file.ts';
import { draftCopy } from '../draft/reading.ts';
import type { ErrorCode } from '../errors/codes.ts';
import type { ErrorContexts } from '../errors/contexts.ts';
import { AvalancheError, isError } from '../errors/error.ts';
import { isTransportError } from '../rpc/errors.ts';
import { isNotAccepted } from '../rpc/issue.ts';
import type { SignOptions } from '../sign/allow.ts';
import { finalize } from '../sign/finalize.ts';
import type { WalletSigner } from '../sign/wallet.ts';
import { formatAvax } from '../text/amount.ts';
import { equalBytes } from '../text/bytes.ts';
import { ownerKey } from '../tx/owner.ts';
import { makesOf } from '../tx/parts.ts';
import { encode } from '../wire/codec.ts';
import { bytesOwner } from './account.ts';
import { reserve, sameIn } from './attempt.ts';
import {
  type Payment,
  type Run,
  type Shared,
  signalOf,
  unlessAborted,
  verifyGoing,
  type WalletCall,
  type WalletResult,
} from './call.ts';
import { type CoinKey, coinsOf, keysIn } from './coins.ts';
import { excluded, exclusionOf } from './conflict.ts';
import { contentOf, type Filling, meantOf, type Plan } from './plan.ts';
import { fillingOf, proofRefusal, refusalBy, verifyAllowed, verifyMovable } from './preflight.ts';
import {
  type Asked,
  addFact,
  chainOf,
  type Fact,
  type Finished,
  formatFinished,
  formatRecord,
  mostAttempts,
  newStep,
  openIn,
  type Step,
  txIDsIn,
  verifyRecord,
  verifyTx,
} from './record.ts';
import { signed, whyUnsigned } from './signing.ts';
import { after, type PaymentEvent } from './state.ts';

/** Whether something of a payment that is signed has left the wallet, or is accepted. */
const hasLeft = ({ steps }: Payment): boolean =>
  steps.some((step) => step.waiting || step.accepted || openIn(step).length > 0);

type PendingContext = ErrorContexts['Pending'];

/** Returns the transactions of a payment, and what is known of each. */
export const txsOf = ({ steps }: Pick<Payment, 'steps'>): PendingContext['txs'] =>
  steps.flatMap((step) =>
    txIDsIn(step).map((txID) => ({
      txID,
      chain: step.chain,
      status: step.accepted ? 'accepted' : 'unknown',
    })),
  );

/** Returns what a payment has exported, if only its import is missing. */
export function waitsOf({ plan, steps }: Payment): PendingContext['waits'] {
  const [exported, imported] = steps;
  const { chain, next, moved, isRepeated } = plan;
  if (next === undefined || isRepeated || !exported?.accepted) return undefined;
  if (imported && (imported.accepted || imported.waiting || openIn(imported).length > 0))
    return undefined;
  return { chain: next, from: chain, ...(moved !== undefined && { amount: moved }) };
}

/** Says what waits to be imported. */
export const waitsText = ({ chain, from, amount }: NonNullable<PendingContext['waits']>): string =>
  `${amount === undefined ? 'what it exported' : `${formatAvax(amount)} AVAX`} waits on ${chain} for its import from ${from}`;

/** Returns the coins that a payment holds. */
export function heldBy({ steps, plan }: Payment): Iterable<CoinKey> {
  const last = steps.at(-1);
  if (!last) return [];
  if (last.accepted)
    return steps.length < plan.length ? keysIn(last.accepted.txID, last.accepted.exports) : [];
  const txs = [...openIn(last), ...(last.waiting ? [last.waiting.unsignedTx] : [])];
  return txs.flatMap((tx) => [...coinsOf(tx)]);
}

const happen = (payment: Payment, event: PaymentEvent): void => {
  payment.state = after(payment.state, event);
};

/** Returns the first fact of a record. */
const plannedIn = ({ id, plan }: Payment, network: Run['network']): Fact => ({
  fact: 'planned',
  networkID: network.networkID,
  id,
  plan: plan.text,
  content: contentOf(plan, network),
});

/** Adds facts to the record. They hold once they are stored. */
async function note({ shared, payment, network }: Run, facts: readonly Later[]): Promise<void> {
  const { id, plan, steps } = payment;
  const before = payment.facts.length > 0 ? payment.facts : [plannedIn(payment, network)];
  // A draft that waited is superseded by what comes of it.
  const isNew = facts.some(({ fact }) => fact === 'handed' || fact === 'signed');
  const all = [
    ...before.filter(({ fact }) => fact !== 'stopped' && (fact !== 'handed' || !isNew)),
    ...facts,
  ];
  await shared.write(id, formatRecord(all), false);
  payment.facts = all;
  for (const one of facts) addFact(steps, one, plan);
}
type Later = Exclude<Fact, { readonly fact: 'planned' }>;

/** Runs a payment until all is accepted, or until co-signers must sign. */
export async function run(
  shared: Shared,
  payment: Payment,
  call: WalletCall,
  given?: Draft,
): Promise<WalletResult> {
  const { id, plan, steps } = payment;
  const { coins } = shared;
  const txs: AnyTx[] = [];
  let warning: string | undefined;
  try {
    const network = await shared.nodes.network(call);
    const account = await shared.account(call);
    if (payment.unverified !== undefined) {
      const { facts, unverified: networkID } = payment;
      verifyRecord({ plan, networkID, facts, steps }, account, network);
      payment.unverified = undefined;
    }
    const running: Run = { shared, payment, account, network, call };
    for (let i = 0; i < plan.length; i++) {
      const step = steps[i] ?? newStep(chainOf(plan, i), steps[i - 1]?.filling);
      if (!steps[i]) steps.push(step);
      // A signed draft is that of the transaction that waits for it.
      const isGiven = step.waiting !== undefined || plan.digest !== undefined;
      const done = await runStep(running, step, i, isGiven ? given : undefined);
      if (done === 'nothing') {
        // All is merged.
        steps.pop();
        if (payment.facts.length === 0) payment.facts = [plannedIn(payment, network)];
        warning = (await noteFinished(running)) ?? warning;
        break;
      }
      if ('status' in done) return done;
      txs.push(done);
      payment.confirmed = undefined;
      coins.accept(done, account);
      coins.release(id);
      const isLast = i === plan.length - 1;
      if (!isLast) coins.hold(id, keysIn(done.txID, exportsOf(done)));
      warning = (await noteAccepted(running, step, done, isLast)) ?? warning;
      await shared.spending.settle(id, i, done, account);
      call.onProgress?.({ step: 'accepted', chain: step.chain, txID: done.txID });
    }
    return { status: 'Accepted', id, txs, ...(warning !== undefined && { warning }) };
  } catch (e) {
    // Of a record that does not fit, nothing is known.
    if (payment.unverified !== undefined && isError(e) && e.path[0] === 'record') {
      payment.reason = reasonIn(e);
      throw e;
    }
    throw await ended(shared, payment, e);
  } finally {
    coins.wake();
  }
}

/** Indices of the UTXOs that a transaction creates on another chain. */
const exportsOf = ({ unsignedTx }: AnyTx): readonly number[] =>
  makesOf(unsignedTx).flatMap(({ why }, i) => (why === 'export' ? [i] : []));

/**
 * Records that a step is accepted, of which only the ID is kept, or that the payment is finished. The chain knows it as well, so that a store
 * that fails changes nothing of the result.
 * @returns What failed.
 */
async function noteAccepted(
  { shared, payment, network }: Run,
  step: Step,
  tx: AnyTx,
  isLast: boolean,
): Promise<string | undefined> {
  const { id, plan } = payment;
  if (!step.accepted) {
    const found = [...step.attempts, ...step.asked].find(({ txID }) => txID === tx.txID);
    const filling = (found && step.filledWith.get(found)) ?? step.filling;
    const done = payment.facts.findLastIndex(({ fact }) => fact === 'accepted');
    const accepted: readonly Later[] = [
      ...(filling ? [{ fact: 'own', ...filling } as const] : []),
      { fact: 'accepted', txID: tx.txID, exports: exportsOf(tx) },
    ];
    payment.facts = [plannedIn(payment, network), ...payment.facts.slice(1, done + 1), ...accepted];
    for (const one of accepted) addFact(payment.steps, one, plan);
  }
  if (isLast) return noteFinished({ shared, payment });
  return unlessFailed(() => shared.write(id, formatRecord(payment.facts), false));
}

/** Records that a payment is finished. */
function noteFinished({ shared, payment }: Pick<Run, 'shared' | 'payment'>) {
  happen(payment, 'accepted');
  return unlessFailed(() => shared.write(payment.id, formatFinished(finishedOf(payment)), true));
}

/** Writes what is accepted; returns what failed. */
async function unlessFailed(write: () => Promise<void>): Promise<string | undefined> {
  const reason = await failureOf(write);
  return reason && `the payment is accepted, but the store could not write it: ${reason}`;
}

/** Returns why the store failed; undefined if it did not. */
async function failureOf(write: () => Promise<void>): Promise<string | undefined> {
  try {
    await write();
    return undefined;
  } catch (e) {
    return reasonIn(e);
  }
}

/** Returns the line of a payment that is over. */
export function finishedOf({
  id,
  steps,
  state,
  reason,
  facts: [first],
}: Payment): Omit<Finished, 'fact'> {
  return {
    networkID: first?.fact === 'planned' ? first.networkID : 0,
    id,
    content: first?.fact === 'planned' ? first.content : '',
    state: state === 'accepted' || state === 'refused' ? state : 'unknown',
    ...(state !== 'accepted' && reason !== undefined && { reason }),
    txs: steps.flatMap((step) =>
      txIDsIn(step).map((txID) => ({ chain: step.chain, txID, ...step.filling })),
    ),
  };
}

/** Says why in text, whatever was thrown. */
export const reasonIn = (e: unknown): string => {
  if (isError(e)) return `${e.code}: ${e.detail}`;
  return e instanceof Error && typeof e.message === 'string' ? e.message : 'the call was ended';
};

/** Whether an error says that the payment can never be accepted. */
const isExcluded = (e: unknown): boolean =>
  isError(e, 'NotAccepted') && e.context.status === 'Excluded';

/**
 * Ends a payment without acceptance. Returns the error itself if nothing that is signed can be accepted, else `Pending`. Nothing here can
 * fail: what is recorded was written before.
 */
async function ended(shared: Shared, payment: Payment, cause: unknown): Promise<unknown> {
  const { id, facts } = payment;
  payment.reason = reasonIn(cause);
  if (isExcluded(cause)) {
    happen(payment, 'excluded');
    shared.coins.release(id);
    await shared.spending.forget(id, payment.steps.filter((step) => step.accepted).length);
    await shared.write(id, formatFinished(finishedOf(payment)), true).catch(() => undefined);
    return cause;
  }
  if (!hasLeft(payment)) {
    if (!isTransportError(cause)) happen(payment, 'refused');
    shared.coins.release(id);
    // Also what a failed write may have left. If that stays, it counts as spent.
    const isRecorded = facts.length > 0 || isError(cause, 'StoreFailed');
    if (isRecorded && (await failureOf(() => shared.forget(id))) !== undefined) return cause;
    await shared.spending.forget(id, 0);
    return unpaid(id, cause);
  }
  happen(payment, isTurnedDown(cause) ? 'refused' : 'unanswered');
  await noteStopped(shared, payment);
  const waits = waitsOf(payment);
  return new AvalancheError(
    'Pending',
    `${progressOf(payment)}; go on with the same call or resume(${JSON.stringify(id)}): ${payment.reason}`,
    { id, txs: txsOf(payment), ...(waits && { waits }) },
    { cause },
  );
}

/** Says what of a payment is accepted, and what may still be. */
function progressOf(payment: Payment): string {
  const txs = txsOf(payment);
  const accepted = txs.filter(({ status }) => status === 'accepted').map(({ txID }) => txID);
  const waits = waitsOf(payment);
  const last = payment.steps.at(-1)!;
  const isOpen = !last.accepted && (last.waiting || openIn(last).length > 0);
  const mayBe = isOpen
    ? [`${txIDsIn(last).at(-1) ?? 'what the browser wallet was asked for'} may still be accepted`]
    : [];
  return [
    ...(accepted.length > 0
      ? [`${accepted.join(', ')} ${accepted.length === 1 ? 'is' : 'are'} accepted`]
      : []),
    ...(waits ? [waitsText(waits)] : []),
    ...mayBe,
  ].join(', ');
}

/** Keeps why a payment is not accepted, for those who list it in another process. */
async function noteStopped({ write }: Shared, payment: Payment): Promise<void> {
  const { id, reason = '', facts } = payment;
  if (facts.length === 0) return;
  const kept = facts.filter(({ fact }) => fact !== 'stopped');
  payment.facts = [...kept, { fact: 'stopped', reason }];
  try {
    await write(id, formatRecord(payment.facts), false);
  } catch {
    // It is a help, without which the payment goes on as well.
  }
}

/** Adds to a failure of a node that it was before anything was signed. */
function unpaid(id: string, cause: unknown): unknown {
  if (!isError(cause) || !ofNodes.has(cause.code)) return cause;
  return new AvalancheError(
    cause.code,
    `${cause.detail}; nothing was signed, so the payment ${JSON.stringify(id)} paid nothing`,
    { ...cause.context, unpaid: id } as ErrorContexts['Transport'],
    { cause },
  ).at(...cause.path);
}
const ofNodes: ReadonlySet<ErrorCode> = new Set(['Transport', 'HTTPStatus', 'NodeError']);

type Unsigned = Extract<WalletResult, { readonly status: 'Unsigned' }>;

/** Whether retrying cannot help. */
const isFinal = (e: unknown): boolean =>
  !isError(e) || isTransportError(e, 'aborted') || isExcluded(e) || final.has(e.code);
const final: ReadonlySet<string> = new Set([
  'Declined',
  'Disproved',
  'Duplicate',
  'InUse',
  'MissingSigner',
  'NotReviewed',
  'Refused',
  'SignerFailed',
  'StoreFailed',
]);

/** Whether a node has refused a transaction, rather than not decided yet. */
const isTurnedDown = (e: unknown): boolean =>
  isNotAccepted(e) && e.context.status !== 'Processing' && e.context.status !== 'Unknown';

async function runStep(
  run: Run,
  step: Step,
  index: number,
  given: Draft | undefined,
): Promise<AnyTx | Unsigned | 'nothing'> {
  const { shared, payment, call } = run;
  const { nodes } = shared;
  if (step.waiting && !given) return (await acceptedOf(run, step)) ?? unsigned(run, step.waiting);
  let turnedDown = 0;
  for (let failures = 0, pause = 500; ; pause = Math.min(pause * 2, 30_000)) {
    try {
      if (step.accepted) return await acceptedIn(run, step, index);
      let tx = step.attempts.at(-1);
      if (!tx && failures === 0 && step.asked.length > 0) tx = await acceptedOf(run, step);
      if (!tx || turnedDown > 0) {
        const next = await nextTx(run, step, index, given, turnedDown);
        if (next !== undefined && next !== 'foreign' && 'status' in next) return next;
        if (next === undefined && !tx) {
          if (payment.plan.isRepeated && step.count < mostAttempts) return 'nothing';
          throw tooMany(step);
        }
        tx = next === 'foreign' ? undefined : (next ?? tx);
      }
      if (tx) {
        const { txID, chain } = tx;
        await nodes.issue(tx, {
          ...signalOf(call),
          onSubmit: () => call.onProgress?.({ step: 'submitted', chain, txID }),
        });
        return tx;
      }
      // Another program paid with these bytes: those coins are gone.
      if (++failures >= shared.attempts) throw foreign();
    } catch (e) {
      if (isFinal(e) || !hasLeft(payment)) throw e;
      if (step.accepted) {
        if (++failures >= shared.attempts) throw e;
      } else {
        const accepted = await acceptedOf(run, step);
        if (accepted) return accepted;
        if (isTurnedDown(e) && payment.plan.digest === undefined) turnedDown++;
        const isLast = ++failures >= shared.attempts;
        if (isError(e, 'NotFound') || isError(e, 'Insufficient') || (isLast && isTurnedDown(e)))
          await verifyNotExcluded(run, step);
        if (isLast) throw e;
      }
    }
    await nodes.wait(pause, call.signal);
  }
}

const tooMany = (step: Step): AvalancheError =>
  new AvalancheError('NotAccepted', `${mostAttempts} transactions were tried`, {
    txID: txIDsIn(step).at(-1) ?? '',
    status: 'Unknown',
  });

const foreign = (): AvalancheError =>
  new AvalancheError(
    'Duplicate',
    'the same bytes were accepted before this payment sent them: another program with these keys pays at the same time. This payment paid nothing',
  );

/** Throws if it is proven that a step can never be accepted. */
async function verifyNotExcluded(run: Run, step: Step): Promise<void> {
  if (openIn(step).length === 0) return;
  let found: Awaited<ReturnType<typeof exclusionOf>>;
  try {
    found = await exclusionOf(run, step);
  } catch (e) {
    if (isFinal(e)) throw e;
  }
  if (found) throw excluded(step, found);
}

/** Returns the accepted transaction of a step, if there is one. */
async function acceptedOf(run: Run, step: Step): Promise<AnyTx | undefined> {
  const {
    shared: { nodes },
    call,
  } = run;
  for (const tx of [...step.attempts, ...step.asked].toReversed())
    try {
      if ('credentials' in tx) {
        if (await nodes.isAccepted(tx, signalOf(call))) return tx;
      } else if (tx.txID !== undefined)
        return sameAs(tx, await nodes.accepted(tx.txID, signalOf(call)));
    } catch (e) {
      if (isFinal(e)) throw e;
    }
  return undefined;
}

/** Reads the transaction of a step that the record says is accepted, and checks that it is what the plan says. */
async function acceptedIn(
  { shared: { nodes }, payment: { plan }, account, network, call }: Run,
  { chain, accepted, filling }: Step,
  index: number,
): Promise<AnyTx> {
  return readAccepted({ nodes, account, network, call }, plan, {
    chain,
    txID: accepted!.txID,
    filling,
    index,
  });
}

/** Reads an accepted transaction by its ID, and checks that it is what a plan says. */
export async function readAccepted(
  {
    nodes,
    account,
    network,
    call,
  }: Pick<Run, 'account' | 'network' | 'call'> & Pick<Shared, 'nodes'>,
  plan: Plan | undefined,
  {
    chain,
    txID,
    filling,
    index,
  }: {
    readonly chain: ChainName;
    readonly txID: string;
    readonly filling: Filling | undefined;
    readonly index: number;
  },
): Promise<AnyTx> {
  const options = signalOf(call);
  const tx = await nodes.txOf(chain, txID, options);
  if (plan) verifyTx(tx, index, plan, filling, account, network);
  if (await nodes.isAccepted(tx, options)) return tx;
  throw new AvalancheError('Mismatch', `${txID} is recorded as accepted, which no node reports`);
}

/** Checks that the accepted transaction is the one that a browser wallet was asked for. */
function sameAs({ bytes }: Asked, tx: AnyTx): AnyTx {
  if (tx.chain === 'C' && equalBytes(encode(UnsignedTx, tx.unsignedTx), bytes)) return tx;
  throw new AvalancheError('Mismatch', 'the wallet submitted another transaction').at('wallet');
}

/** Returns the fact of whom the next transaction is filled in with, if it is not recorded yet. */
function ownFact({ account, network, payment }: Run, { filling }: Step): readonly Later[] {
  if (payment.plan.digest !== undefined) return [];
  const now = fillingOf(account, network);
  const isSame =
    filling &&
    ownerKey(bytesOwner(filling.receive, network)) === ownerKey(bytesOwner(now.receive, network)) &&
    filling.account === now.account;
  return isSame ? [] : [{ fact: 'own', ...now }];
}

const unsigned = ({ payment: { id }, account, shared }: Run, draft: Draft): Unsigned => ({
  status: 'Unsigned',
  id,
  draft: draftCopy(draft),
  why: whyUnsigned(draft, account, shared.signers.length > 0),
});

/**
 * Builds, checks, confirms, signs and records the next transaction of a step.
 * @returns The draft if co-signers must sign first; `foreign` if its bytes were accepted before they were sent; undefined if no other
 *   transaction is possible than those before.
 */
async function nextTx(
  run: Run,
  step: Step,
  index: number,
  given: Draft | undefined,
  turnedDown: number,
): Promise<AnyTx | Unsigned | 'foreign' | undefined> {
  const { shared, payment, account, network, call } = run;
  const { coins, nodes } = shared;
  const { id, plan, steps } = payment;
  const meant =
    plan.digest === undefined
      ? meantOf(plan, fillingOf(account, network), network, index)
      : undefined;
  if (!given && !meant) return undefined;
  const exports = steps[index - 1]?.accepted;
  const only = exports && new Set(keysIn(exports.txID, exports.exports));
  const draft = given ?? (await reserve(run, step, meant!, only, turnedDown));
  if (!draft) return undefined;
  const again = sameIn(step, draft);
  if (again) return again;
  if (!meant || !hasLeft(payment)) {
    if (meant) await verifyMovable(run, index, draft);
    const refusal = await (meant ? refusalBy(run, meant, draft) : proofRefusal(draft));
    if (refusal) throw refusal;
  }
  await verifyAllowed(run, index, draft);
  const { draft: made, sender, how } = await signed(run, draft, meant);
  if (sender) return sentBy(sender, run, step, made, how);
  if (made.missing.length > 0) {
    await note(run, [...ownFact(run, step), { fact: 'handed', draft: formatDraft(made) }]);
    step.waiting = made;
    happen(payment, 'handed');
    return unsigned(run, made);
  }
  const tx = finalize(made);
  call.onProgress?.({ step: 'signed', chain: step.chain, txID: tx.txID });
  if (!given && openIn(step).length === 0 && (await nodes.isAccepted(tx, signalOf(call)))) {
    coins.accept(tx, account);
    if (!hasLeft(payment)) coins.release(id);
    return 'foreign';
  }
  await note(run, [...ownFact(run, step), { fact: 'signed', tx: tx.bytes }]);
  happen(payment, 'signed');
  verifyGoing(call.signal);
  return tx;
}

/**
 * Has a browser wallet sign and submit a transaction of the C-chain, which it does in one step, and waits until it is accepted. It is
 * recorded before the wallet is asked, and again with the ID that it returns.
 */
async function sentBy(
  sender: WalletSigner,
  run: Run,
  step: Step,
  draft: Draft,
  how: SignOptions,
): Promise<AnyTx> {
  const { shared, payment, call } = run;
  if (draft.chain !== 'C') throw new Error('a browser wallet signs transactions of P and X');
  await note(run, [...ownFact(run, step), { fact: 'asked', unsigned: unsignedBytes(draft) }]);
  happen(payment, 'signed');
  verifyGoing(call.signal);
  let txID: string;
  try {
    txID = await unlessAborted(sender.send(draftCopy(draft), how), call.signal);
  } catch (e) {
    // The user declined, so that nothing was submitted.
    if (isError(e, 'Declined')) {
      await note(run, [{ fact: 'declined' }]).catch(() => step.asked.pop());
      if (!hasLeft(payment)) happen(payment, 'withdrawn');
    }
    throw e;
  }
  call.onProgress?.({ step: 'submitted', chain: 'C', txID });
  const asked = step.asked.at(-1)!;
  asked.txID = txID;
  await note(run, [{ fact: 'answered', txID }]);
  return sameAs(asked, await shared.nodes.accepted(txID, signalOf(call)));
}
