/**
 * The payments of a wallet: those that run, those that are not finished, and what the store has of those that are.
 *
 * - The store is opened at the first call. Before anything is built, every payment that is not finished holds its coins again.
 * - A record that cannot be read holds what of it can be read, is listed as damaged, and blocks nothing but its own ID.
 */
import type { ChainName } from '../chain/declared.ts';
import { combineDrafts } from '../draft/combine.ts';
import type { Draft } from '../draft/draft.ts';
import { digestOf } from '../draft/reading.ts';
import type { ErrorContexts } from '../errors/contexts.ts';
import { AvalancheError, isError, within } from '../errors/error.ts';
import type { Network } from '../network/network.ts';
import { isTransportError } from '../rpc/errors.ts';
import { randomBytes } from '../sign/random.ts';
import { equalBytes } from '../text/bytes.ts';
import { formatHex } from '../text/hex.ts';
import type { EffectsInput } from '../tx/effects.ts';
import {
  newPayment,
  type Payment,
  type Shared,
  unlessAborted,
  type WalletCall,
  type WalletResult,
} from './call.ts';
import { coinsOf } from './coins.ts';
import { type OpenPayment, spendingOf, spentID } from './limits.ts';
import {
  finishedOf,
  heldBy,
  readAccepted,
  reasonIn,
  run,
  txsOf,
  waitsOf,
  waitsText,
} from './payment.ts';
import { contentOf, type Plan, planOfDraft } from './plan.ts';
import {
  type Finished,
  fillingIn,
  formatFinished,
  formatRow,
  openIn,
  parseRecord,
  type Recorded,
  type RecordedRow,
  readableIn,
  type Step,
} from './record.ts';
import { nextIn, nextUnsigned, nextWaiting, type PaymentState, rowsPayment } from './state.ts';
import { assertPaymentID, type OpenPaymentStore, type PaymentStore } from './store.ts';

/** A payment that is not finished, as `payments` lists it. */
export interface PaymentSummary {
  /** ID of the payment. */
  readonly id: string;
  /** `unknown` for one that may still be accepted. */
  readonly state: PaymentState;
  /** Chain of its first transaction; undefined if the record is damaged. */
  readonly chain?: ChainName;
  /** In a few words, what it does. */
  readonly title: string;
  /** Its transactions, as far as they are signed: `accepted`, or `unknown` if one may still be accepted. */
  readonly txs: ErrorContexts['Pending']['txs'];
  /** What it exported and has not imported yet, if only the import is missing. */
  readonly waits?: NonNullable<ErrorContexts['Pending']['waits']>;
  /** Why it is not accepted yet. */
  readonly reason?: string;
  /** What to do. */
  readonly next?: string;
  /** Why its record cannot be read. */
  readonly damaged?: string;
}

/** What came of a payment that `resumeAll` went on with. */
export type PaymentOutcome =
  | WalletResult
  | {
      /** It is not accepted. */
      readonly status: 'Failed';
      /** ID of the payment. */
      readonly id: string;
      /** As `resume` throws it: `Pending` if it may still be accepted. */
      readonly error: unknown;
    };

/** A record that cannot be read. */
interface Damaged {
  readonly id: string;
  readonly damaged: string;
}

/** A row of `sendMany`, as far as its record goes. */
export interface RowKey {
  readonly id: string;
  /** sha256 of what is paid to whom, however it is written. */
  readonly content: string;
}

/** The payment that has an ID, as the error of another payment with the ID names it. */
type KnownPayment = NonNullable<AvalancheError<'Mismatch'>['context']['payment']>;

/** Rows of `sendMany` whose IDs nothing else can use. */
export interface Claim {
  /** What the store has of them: the row, or why its ID cannot be used: `Mismatch` if a payment that is no row has it. */
  readonly found: ReadonlyMap<string, RecordedRow | AvalancheError>;
  /** Records which payment pays rows, and makes it. */
  pay(plan: Plan, rows: readonly RowKey[], call: WalletCall): Promise<WalletResult>;
  /** Ends the claim. */
  done(): void;
}

/** The payments of a wallet. */
export interface Payments {
  /** Opens the store, at the first call. */
  opened(): Promise<OpenPaymentStore>;
  /** Makes a payment, or goes on with the one of the same ID. */
  pay(plan: Plan, call: WalletCall): Promise<WalletResult>;
  finish(draft: Draft, call: WalletCall): Promise<WalletResult>;
  resume(id: string, call: WalletCall): Promise<WalletResult>;
  resumeAll(call: WalletCall): Promise<readonly PaymentOutcome[]>;
  /** Returns the steps of a payment that is not finished, none of a new one; undefined if it is finished. */
  before(id: string | undefined): Promise<readonly Step[] | undefined>;
  /** Takes the IDs of rows, so that only the claim uses them, and reads what the store has of them. */
  claim(ids: readonly string[]): Promise<Claim>;
  list(): Promise<readonly PaymentSummary[]>;
  release(of: string | Draft): Promise<void>;
  resetLimits(call: Pick<WalletCall, 'signal'>): Promise<void>;
  remove(id: string): Promise<void>;
  close(): Promise<void>;
}

/** A payment that runs. */
interface Running {
  readonly plan: Plan | undefined;
  readonly promise: Promise<WalletResult>;
}

/** Runs a step of a store; whatever it throws becomes an error of this library. */
async function storing<T>(operation: string, step: () => Promise<T>): Promise<T> {
  try {
    return await step();
  } catch (e) {
    if (isError(e)) throw e;
    throw new AvalancheError(
      'StoreFailed',
      `the store failed: ${reasonIn(e)}`,
      { operation, reason: e instanceof Error ? String(e.name) : 'unknown' },
      { cause: e },
    );
  }
}

const endings: { readonly [S in KnownPayment['state']]: string } = {
  accepted: 'is accepted: only what is to be paid besides needs another ID',
  unknown: 'may still be accepted: resume it, and do not pay the same by another ID',
  refused: 'can never be accepted: use another ID',
};

/** What an error says of a finished payment. */
const knownOf = ({ id, state, txs }: Finished): KnownPayment => {
  const status = state === 'accepted' ? state : 'unknown';
  return { id, state, txs: txs.map(({ txID, chain }) => ({ txID, chain, status })) };
};

/** The error of a call whose ID another payment has. */
const mismatch = (id: string, payment: KnownPayment): AvalancheError => {
  const { state, txs } = payment;
  const paid = state === 'accepted' ? ` (${txs.map(({ txID }) => txID).join(', ')})` : '';
  const of = payment.id === id ? '' : ` as a row of ${JSON.stringify(payment.id)}`;
  return new AvalancheError(
    'Mismatch',
    `the ID ${JSON.stringify(id)} belongs to a payment with other arguments${of}${paid}, which ${endings[state]}`,
    { payment },
  ).at('id');
};

/** Asks a node about a payment. If it does not answer, it is not known whether the payment is accepted, unless it never can be. */
async function unlessSilent<T>(
  { id, state, txs }: KnownPayment,
  ask: () => Promise<T>,
): Promise<T> {
  try {
    return await ask();
  } catch (e) {
    const isSilent = isTransportError(e) || isError(e, 'NotFound');
    if (!isSilent || state === 'refused') throw e;
    const recorded = state === 'accepted' ? 'is recorded as accepted' : 'may still be accepted';
    throw new AvalancheError(
      'Pending',
      `the payment ${JSON.stringify(id)} ${recorded}, which the same call finds out once a node answers: ${reasonIn(e)}`,
      { id, txs },
      { cause: e },
    );
  }
}

/** Creates the payments of a wallet. */
export function paymentsOf(
  store: PaymentStore,
  given: Omit<Shared, 'running' | 'write' | 'forget' | 'spending'>,
): Payments & { readonly shared: Shared } {
  const { coins, nodes } = given;
  const open = new Map<string, Payment | Damaged>();
  const running = new Map<string, Running>();
  /** Rows that a call of `sendMany` pays now. */
  const claimed = new Set<string>();
  let opening: Promise<OpenPaymentStore> | undefined;
  let isClosed = false;
  const opened: Payments['opened'] = () => {
    if (isClosed)
      return Promise.reject(
        new AvalancheError('Unsupported', 'the wallet is closed: make another'),
      );
    opening ??= load().catch((e) => {
      opening = undefined;
      throw e;
    });
    return opening;
  };
  const load = async (): Promise<OpenPaymentStore> => {
    const found = await storing('open', () => store.open());
    try {
      for (const id of await storing('read', () => found.unfinished())) {
        let text: string | undefined;
        try {
          text = await storing('read', () => found.read(id));
          if (text !== undefined) adopt(id, text);
        } catch (e) {
          if (!isError(e) || e.code === 'InUse') throw e;
          open.set(id, { id, damaged: reasonIn(e) });
          const readable = text === undefined ? [] : readableIn(text);
          coins.hold(
            id,
            readable.flatMap((tx) => [...coinsOf(tx)]),
          );
        }
      }
      return found;
    } catch (e) {
      await found.close().catch(() => {});
      throw e;
    }
  };
  /** Takes the record of a payment that another process began. */
  const adopt = (id: string, text: string): Payment | Finished | RecordedRow => {
    const found = parseRecord(text, id);
    if ('fact' in found) return found;
    const payment = paymentIn(found);
    open.set(id, payment);
    coins.hold(id, heldBy(payment));
    return payment;
  };
  const shared: Shared = {
    ...given,
    running,
    spending: spendingOf({
      ...given,
      read: async (id) => {
        const from = await opened();
        return storing('read', () => from.read(id));
      },
      write: (id, record) => shared.write(id, record, true),
      isOpen: (id) => open.has(id),
      endOf: async (id) => {
        const from = await opened();
        const text = await storing('read', () => from.read(id));
        if (text === undefined) return 'none';
        const found = recordIn(id, text);
        if (!found) return 'settled';
        if (!('fact' in found)) return undefined;
        // A row has the ID now, so that it was free.
        if (found.fact === 'row') return 'none';
        return found.state === 'refused' ? 'refused' : 'settled';
      },
    }),
    // Payments that run when the wallet is closed still record what they do.
    write: async (id, record, isFinished) => {
      const to = await opening!;
      await storing('write', () => to.write(id, record, isFinished));
    },
    forget: async (id) => {
      const to = await opening!;
      await storing('remove', () => to.remove(id));
    },
  };
  /** Starts a payment, or joins it if it runs already. */
  const start = (
    id: string,
    plan: Plan | undefined,
    call: WalletCall,
    draft?: Draft,
  ): Promise<WalletResult> => {
    assertFree(id);
    if (claimed.has(id)) {
      if (plan) throw mismatch(id, { id, state: 'unknown', txs: [] });
      throw new AvalancheError('Duplicate', 'sendMany pays this row now').at('id');
    }
    const now = running.get(id);
    if (now) {
      if (draft) throw new AvalancheError('Duplicate', 'this payment is running already');
      return joined(id, now, plan, call);
    }
    const promise = going(id, plan, call, draft).finally(() => {
      running.delete(id);
      coins.wake();
    });
    running.set(id, { plan, promise });
    return promise;
  };
  /** Waits for a payment that runs. */
  const joined = async (
    id: string,
    now: Running,
    plan: Plan | undefined,
    call: WalletCall,
  ): Promise<WalletResult> => {
    await verifySame(id, plan, now.plan, call);
    call.onProgress?.({ step: 'planned', id });
    return unlessAborted(now.promise, call.signal);
  };
  /** Checks that a call does the same as the payment of its ID, however both are written. */
  const verifySame = async (
    id: string,
    plan: Plan | undefined,
    of: Plan | undefined,
    call: WalletCall,
  ): Promise<void> => {
    if (!plan || !of || plan.text === of.text) return;
    const payment = await knownPayment(id);
    const network = await unlessSilent(payment, () => nodes.network(call));
    if (contentOf(plan, network) !== contentOf(of, network)) throw mismatch(id, payment);
  };
  /** Returns what came of the payment that has an ID. */
  const knownPayment = async (id: string): Promise<KnownPayment> => {
    const of = open.get(id);
    if (of || running.has(id))
      return { id, state: 'unknown', txs: of && 'steps' in of ? txsOf(of) : [] };
    const from = await opened();
    const found = recordIn(id, await storing('read', () => from.read(id)));
    if (!found || !('fact' in found)) return { id, state: 'unknown', txs: [] };
    if (found.fact === 'row') return knownPayment(found.payment);
    return knownOf(found);
  };
  const going = async (
    id: string,
    plan: Plan | undefined,
    call: WalletCall,
    draft: Draft | undefined,
  ): Promise<WalletResult> => {
    const from = await opened();
    let found: Payment | Damaged | Finished | undefined = open.get(id);
    if (!found) {
      const text = await storing('read', () => from.read(id));
      const read = text === undefined ? undefined : adopt(id, text);
      if (read && 'fact' in read && read.fact === 'row') {
        if (!plan) return start(read.payment, undefined, call);
        if (await isKnown(read.payment)) throw mismatch(id, await knownPayment(read.payment));
      } else found = read;
    }
    if (found && 'damaged' in found) throw damagedError(found);
    if (found && 'fact' in found)
      return unlessSilent(knownOf(found), () => endOf(found, plan, call));
    if (!found && !plan)
      throw new AvalancheError('NotFound', `there is no payment ${JSON.stringify(id)}`, {
        what: 'payment',
      }).at('id');
    if (found) await verifySame(id, plan, found.plan, call);
    const payment = found ?? newPayment(id, plan!);
    open.set(id, payment);
    try {
      call.onProgress?.({ step: 'planned', id });
      const { waiting } = payment.steps.at(-1) ?? {};
      const whole =
        draft && waiting ? within(['draft'], () => combineDrafts<Draft>(waiting, draft)) : draft;
      if (draft) coins.hold(id, coinsOf(draft.unsignedTx));
      return await run(shared, payment, call, whole);
    } finally {
      const { state } = payment;
      const isOver = state === 'accepted' || state === 'refused' || state === 'planned';
      if (isOver) open.delete(id);
      if (isOver && state !== 'accepted') coins.release(id);
    }
  };
  /** Returns what a finished payment led to. */
  const endOf = async (
    finished: Finished,
    plan: Plan | undefined,
    call: WalletCall,
  ): Promise<WalletResult> => {
    const { id, state, reason, txs, networkID } = finished;
    const network = await nodes.network(call);
    // A damaged record has no plan and no network.
    if (networkID !== 0 && networkID !== network.networkID)
      throw new AvalancheError('WrongNetwork', `the payment is of network ${networkID}`, {
        have: String(networkID),
        need: String(network.networkID),
      }).at('id');
    if (plan && finished.content !== '' && finished.content !== contentOf(plan, network))
      throw mismatch(id, knownOf(finished));
    call.onProgress?.({ step: 'planned', id });
    if (state === 'refused')
      throw new AvalancheError(
        'NotAccepted',
        `the payment ${JSON.stringify(id)} was refused before: ${reason ?? ''}`,
        { txID: txs.at(-1)?.txID ?? '', status: 'Excluded' },
      );
    if (state === 'unknown')
      throw new AvalancheError(
        'Pending',
        `the payment ${JSON.stringify(id)} was given up with release, though it may still be accepted. To pay again, use another ID, or remove this one`,
        { id, txs: knownOf(finished).txs },
      );
    const account = await given.account(call);
    const found = await Promise.all(
      txs.map(({ chain, txID, receive, account: evm }, index) =>
        readAccepted({ nodes, account, network, call }, plan, {
          chain,
          txID,
          index,
          filling: receive && fillingIn({ receive, account: evm }),
        }),
      ),
    );
    return { status: 'Accepted', id, txs: found };
  };
  /** Whether there is a payment, finished or not. */
  const isKnown = async (id: string): Promise<boolean> => {
    const from = await opened();
    return (
      open.has(id) || running.has(id) || (await storing('read', () => from.read(id))) !== undefined
    );
  };
  const withDraft = (draft: Draft): Payment | undefined => {
    const digest = digestOf(draft);
    for (const payment of open.values()) {
      const waiting = 'damaged' in payment ? undefined : payment.steps.at(-1)?.waiting;
      if (waiting && equalBytes(digestOf(waiting), digest)) return payment as Payment;
    }
    return undefined;
  };
  return {
    shared,
    opened,
    pay: async (plan, call) => start(idFor(call), plan, call),
    async finish(draft, call) {
      if (call.id !== undefined) assertPaymentID(call.id);
      const plan = planOfDraft(draft.chain, digestOf(draft));
      await opened();
      const ours = withDraft(draft);
      if (!ours) return start(idFor(call), plan, call, draft);
      if (call.id !== undefined && call.id !== ours.id)
        throw mismatch(call.id, await knownPayment(ours.id));
      return start(ours.id, ours.plan, call, draft);
    },
    async resume(id, call) {
      assertPaymentID(id);
      return start(id, undefined, call);
    },
    async resumeAll(call) {
      await opened();
      return Promise.all(
        [...open.keys()].map(async (id): Promise<PaymentOutcome> => {
          try {
            return await start(id, undefined, call);
          } catch (error) {
            return { status: 'Failed', id, error };
          }
        }),
      );
    },
    async before(id) {
      const from = await opened();
      if (id === undefined) return [];
      assertPaymentID(id);
      const found = open.get(id);
      if (found) return 'damaged' in found ? [] : found.steps;
      return (await storing('read', () => from.read(id))) === undefined ? [] : undefined;
    },
    async claim(ids) {
      const from = await opened();
      const found = new Map<string, RecordedRow | AvalancheError>();
      const taken: string[] = [];
      for (const id of ids)
        if (running.has(id) || open.has(id) || claimed.has(id))
          found.set(id, mismatch(id, await knownPayment(id)));
        else {
          claimed.add(id);
          taken.push(id);
        }
      const done = () => {
        for (const id of taken) claimed.delete(id);
      };
      const known = new Map<string, boolean>();
      const hasPayment = async (id: string): Promise<boolean> => {
        if (!known.has(id)) known.set(id, await isKnown(id));
        return known.get(id)!;
      };
      try {
        for (const id of taken) {
          const text = await storing('read', () => from.read(id));
          if (text === undefined) continue;
          try {
            const read = parseRecord(text, id);
            if (!('fact' in read) || read.fact !== 'row')
              found.set(id, mismatch(id, await knownPayment(id)));
            // A payment without a record was never signed.
            else if (await hasPayment(read.payment)) found.set(id, read);
          } catch (e) {
            found.set(id, damagedError({ id, damaged: reasonIn(e) }));
          }
        }
      } catch (e) {
        done();
        throw e;
      }
      return {
        found,
        done,
        async pay(plan, rows, call) {
          const payment = `rows-${idFor({})}`;
          for (const [index, { id, content }] of rows.entries()) {
            const row = { id, payment, content, index, count: rows.length };
            await shared.write(id, formatRow(row), true);
          }
          return start(payment, plan, call);
        },
      };
    },
    async list() {
      await opened();
      return [...open.values()].map(summaryOf);
    },
    async release(of) {
      if (typeof of === 'string') assertOwnID(of);
      const from = await opened();
      const id = typeof of === 'string' ? of : withDraft(of)?.id;
      if (id === undefined) return;
      if (running.has(id))
        throw new AvalancheError('Duplicate', `the payment ${JSON.stringify(id)} is running`);
      const found = open.get(id);
      if (!found) return;
      const line =
        'damaged' in found
          ? {
              networkID: 0,
              id,
              content: '',
              state: 'unknown' as const,
              reason: found.damaged,
              txs: [],
            }
          : finishedOf(found);
      await storing('write', () => from.write(id, formatFinished(line), true));
      open.delete(id);
      coins.release(id);
      await shared.spending.giveUp(id);
    },
    async resetLimits(call) {
      await opened();
      const [account, network] = [await given.account(call), await nodes.network(call)];
      const left = [...open.values()].flatMap((of): OpenPayment[] =>
        'damaged' in of
          ? []
          : [{ id: of.id, steps: of.steps.map((step) => submittableIn(step, network)) }],
      );
      await shared.spending.reset({ account, network, ...call }, left);
    },
    async remove(id) {
      assertOwnID(id);
      const from = await opened();
      const record = recordIn(id, await storing('read', () => from.read(id)));
      // A row is as finished as its payment.
      const of = record && 'fact' in record && record.fact === 'row' ? record.payment : id;
      const found = open.get(of);
      if (claimed.has(id) || running.has(of) || (found && !('damaged' in found)))
        throw new AvalancheError(
          'Pending',
          `the payment ${JSON.stringify(of)} is not finished: resume or release it first`,
          { id: of, txs: found && 'steps' in found ? txsOf(found) : [] },
        );
      if (rowsPayment.test(id))
        throw new AvalancheError(
          'Unsupported',
          'it pays rows of sendMany, which would be paid again without it: remove rows by their own IDs',
        ).at('id');
      // What it has spent counts beside what is paid with the ID from now on.
      if (of === id) await shared.spending.remove(id);
      await storing('remove', () => from.remove(id));
      open.delete(id);
      coins.release(id);
    },
    async close() {
      if (isClosed) return;
      isClosed = true;
      await Promise.allSettled([...running.values()].map(({ promise }) => promise));
      const to = await opening?.catch(() => undefined);
      if (to) await storing('close', () => to.close());
    },
  };
}

/** Returns the transactions of a step of which one may still be accepted, for their effects. */
const submittableIn = (step: Step, network: Network) =>
  [...openIn(step), ...(step.waiting ? [step.waiting.unsignedTx] : [])].map(
    (unsignedTx) => ({ chain: step.chain, unsignedTx, network }) as EffectsInput,
  );
/**
 * Checks an ID that a caller gives.
 * @throws {AvalancheError} `BadArgument`
 */
export function assertOwnID(id: string): void {
  assertPaymentID(id);
  assertFree(id);
}
function assertFree(id: string): void {
  if (id === spentID)
    throw new AvalancheError('BadArgument', 'is the ID of what the wallet has spent').at('id');
}
/** Reads a record; undefined if there is none, or it is damaged. */
function recordIn(
  id: string,
  text: string | undefined,
): ReturnType<typeof parseRecord> | undefined {
  try {
    return text === undefined ? undefined : parseRecord(text, id);
  } catch (e) {
    if (isError(e)) return undefined;
    throw e;
  }
}

/** Returns the ID of a call, or a random one. */
function idFor({ id }: WalletCall): string {
  if (id === undefined) return formatHex(randomBytes(16)).slice(2);
  assertPaymentID(id);
  return id;
}

const paymentIn = ({ id, plan, networkID, facts, steps }: Recorded): Payment => ({
  ...newPayment(id, plan),
  facts,
  steps: [...steps],
  unverified: networkID,
  state: 'unknown',
  reason: facts.findLast((one) => one.fact === 'stopped')?.reason,
});

const damagedError = ({ id, damaged }: Damaged): AvalancheError =>
  new AvalancheError(
    'BadJSON',
    `the payment ${JSON.stringify(id)} cannot be read: ${damaged}. Look for its transactions on the chain before you pay again; release or remove it to go on without it`,
  ).at('record');

function summaryOf(payment: Payment | Damaged): PaymentSummary {
  const { id } = payment;
  if ('damaged' in payment)
    return {
      id,
      state: 'unknown',
      title: 'a payment that cannot be read',
      txs: [],
      next: `look for its transactions on the chain; then release(${JSON.stringify(id)}) or remove(${JSON.stringify(id)})`,
      damaged: payment.damaged,
    };
  const { plan, state, reason, steps } = payment;
  const waits = waitsOf(payment);
  const next = steps.at(-1)?.waiting
    ? nextUnsigned(id)
    : waits
      ? nextWaiting(waitsText(waits), id)
      : nextIn[state]?.(id);
  return {
    id,
    state,
    chain: plan.chain,
    title: plan.title,
    txs: txsOf(payment),
    ...(waits && { waits }),
    ...(reason !== undefined && { reason }),
    ...(next !== undefined && { next }),
  };
}
