/**
 * Payments to many: rows with IDs in as few transactions as possible.
 *
 * - A transaction is a payment of its own, with a random ID, whose plan names its rows. Before it is built, each row is recorded under its own
 *   ID with the payment. A row whose payment has no record was never signed, so that another may pay it.
 * - Transactions are made one after the other: each spends the change of the last one, and gas comes back between them. Each takes as many of
 *   the first rows as can be built.
 * - A row that is refused was not signed, or can never be accepted, and its ID has paid nothing. What stops everything (no answer, a failing
 *   store, a person who declines, a policy that is over) refuses the rows that are not begun; the same call goes on with them.
 * - An ID that has paid, or may pay, something else than its row says is a conflict: what came of it is reported, and the row is not paid.
 * - Policies and limits are asked before rows become a payment, so that what they refuse costs no requests.
 */
import { receivingAccount } from '../builder/cimport.ts';
import {
  OutputIntent,
  readAmount,
  readAssetID,
  readOutputs,
  type Wanted,
} from '../builder/intent.ts';
import { Share } from '../builder/intents/transfers.ts';
import type { ChainName } from '../chain/declared.ts';
import type { AnyTx } from '../chain/tx.ts';
import { type Draft, type PolicyFinding, refused } from '../draft/draft.ts';
import { readable } from '../errors/arguments.ts';
import type { ErrorCode } from '../errors/codes.ts';
import { AvalancheError, isError, moved, within } from '../errors/error.ts';
import { deepCopy } from '../errors/frozen.ts';
import { ordinaryFee } from '../fee/transactions.ts';
import type { Network } from '../network/network.ts';
import {
  type Argument,
  aList,
  anObject,
  anything,
  aText,
  checkArgument,
  optional,
  optionsOf,
  typed,
  wordOf,
} from '../schema/check.ts';
import type { Schema } from '../schema/schema.ts';
import { asObject } from '../schema/schema.ts';
import type { Address, Owner } from '../state/owner.ts';
import type { State } from '../state/state.ts';
import { parseAccount } from '../text/account.ts';
import { formatAvax, type NAVAX } from '../text/amount.ts';
import { equalBytes } from '../text/bytes.ts';
import type { IDLike } from '../text/given.ts';
import { formatHex } from '../text/hex.ts';
import { formatID } from '../text/id.ts';
import { formatJSON, type JSONObject, type JSONValue } from '../text/json.ts';
import { sumOf } from '../text/uint64.ts';
import { burnedFeeOf } from '../tx/flows.ts';
import { amountOf } from '../tx/output.ts';
import { type Account, bytesOwner } from './account.ts';
import { draftOf, readState } from './attempt.ts';
import { type Shared, type WalletCall, type WalletResult, walletCall } from './call.ts';
import { type Leaving, leavingTo, leavingToAccount } from './limits.ts';
import { assertOwnID, type Claim, type Payments, type RowKey } from './payments.ts';
import {
  contentHash,
  type Meant,
  meantOf,
  type Plan,
  plainOwner,
  planOfMove,
  planOfRows,
  type WalletBuildOptions,
} from './plan.ts';
import { type Allowing, fillingOf, policyRefusal, spenderIn } from './preflight.ts';

const payout = /* @__PURE__ */ (() =>
  optionsOf({
    /** The row's identity, as the ID of a payment: no row with this ID is ever paid twice. */
    id: aText,
    /** The chain of the receiver. */
    chain: typed<ChainName>(anything),
    /** The receiver: on P and X an address of the chain or an owner of several addresses, on C an account (`0x…`). */
    to: typed<Address | Owner>(anything),
    /** Amount in the asset's smallest unit, nAVAX for AVAX. */
    amount: typed<NAVAX>(anything),
    /** Asset ID as CB58 or 32 bytes; AVAX if omitted. On C only AVAX. */
    assetID: optional(typed<IDLike>(anything)),
  }))();
/** A row of `sendMany`: a payment with its ID. */
export interface Payout extends Argument<typeof payout> {}

/** The options of `sendMany`. */
export const manyOptions = /* @__PURE__ */ (() => {
  const { id: _, ...call } = walletCall.parts;
  return optionsOf({
    ...call,
    /** The chain whose AVAX pays receivers on C: it is exported there, and imported to all of them at once. P if omitted. */
    from: optional(wordOf('P', 'X')),
    /** Builder options, such as the strategy. */
    options: optional(typed<WalletBuildOptions>(anObject)),
  });
})();
/** Options of `sendMany`. Limits and callbacks are those of each transaction. */
export interface SendManyOptions extends Argument<typeof manyOptions> {}

/** What came of a row. */
export interface PayoutRow {
  /** ID of the row. */
  readonly id: string;
  /**
   * - `accepted`: it is paid.
   * - `refused`: nothing was paid with its ID, and nothing that is signed can; the same call tries again what `code` allows.
   * - `unknown`: it may still be paid, as the payment `payment` ends: do not pay it by another ID.
   * - `conflict`: its ID belongs to a payment of something else, which is paid or may be, as `known` says: compare the two before you pay.
   */
  readonly status: 'accepted' | 'refused' | 'unknown' | 'conflict';
  /** Of a `conflict`: what came of the payment that has the ID, of which `txID` and `payment` are. */
  readonly known?: 'accepted' | 'unknown';
  /** Chain of the receiver. */
  readonly chain: ChainName;
  /** The receiver, as text. */
  readonly to: string;
  /** Amount in the asset's smallest unit. Undefined if what was given is no amount. */
  readonly amount?: bigint;
  /** CB58 of the asset; AVAX if omitted. */
  readonly assetID?: string;
  /** CB58 of the transaction that pays it, or may pay it. */
  readonly txID?: string;
  /** Its share of the fees in nAVAX; the shares of all rows of a transaction sum to its fee. */
  readonly fee?: NAVAX;
  /** ID of the payment that it is part of, for `resume` and `release`. */
  readonly payment?: string;
  /** Error code of the reason. */
  readonly code?: ErrorCode;
  /** Why it is not accepted, for people. */
  readonly reason?: string;
  /** For a limit by time that refused it, how much of the limit is left, in the asset's smallest unit. */
  readonly left?: bigint;
  /** For a limit by time that refused it, the Unix seconds from which on it fits; omitted if it never does, or nobody knows when. */
  readonly until?: bigint;
}

/** What came of `sendMany`. */
export interface PayoutReport {
  /** What came of each row, in the order of the list. */
  readonly rows: readonly PayoutRow[];
  /** The accepted transactions, in order. */
  readonly txs: readonly AnyTx[];
  /** Drafts that others must sign: pass each to `finish`, then call `sendMany` again for the report. */
  readonly drafts: readonly {
    readonly payment: string;
    readonly draft: Draft;
    readonly why: string;
  }[];
}

/** A row, read once. */
interface GivenRow {
  readonly id: string;
  readonly chain: ChainName;
  readonly to: string;
  readonly amount: bigint | undefined;
  readonly assetID: string | undefined;
  /** The output, written. */
  readonly output: JSONObject;
  /** Why it cannot be paid. */
  readonly wrong: AvalancheError | undefined;
}

/** A row on a network. */
interface Row extends GivenRow, RowKey {
  /** What leaves the wallet, as limits count it. */
  readonly leaving: readonly Leaving[];
}

type Outcome = Omit<PayoutRow, 'id' | 'chain' | 'to' | 'amount' | 'assetID'>;

/**
 * Reads a list of rows once. What is wrong with one row refuses that row.
 * @throws {AvalancheError} `BadArgument`; `Duplicate` at an `id`: two rows with one ID.
 */
export function readRows(given: readonly Payout[]): readonly GivenRow[] {
  const rows = readable('a list of payments', () => deepCopy(checkArgument(given, aList, 'rows')));
  const ids = new Set<string>();
  return rows.map((one, i) =>
    within(['rows', i], () => {
      checkArgument(one, payout);
      assertOwnID(one.id);
      if (ids.has(one.id)) throw new AvalancheError('Duplicate', 'two rows have this ID').at('id');
      ids.add(one.id);
      return readRow(one);
    }),
  );
}

function readRow({ id, ...given }: Payout): GivenRow {
  const { chain, to, amount, assetID } = given;
  const shown = {
    id,
    chain,
    to: typeof to === 'string' ? to : '',
    amount: typeof amount === 'bigint' ? amount : undefined,
    assetID: typeof assetID === 'string' ? assetID : undefined,
  };
  try {
    if (!['P', 'X', 'C'].includes(chain))
      throw new AvalancheError('OutOfRange', 'must be P, X or C').at('chain');
    const { chain: _, assetID, ...member } = given;
    const isToC = chain === 'C';
    const schema = (isToC ? Share : OutputIntent) as Schema<unknown>;
    const asset = assetID === undefined ? {} : { assetID };
    const whole = isToC ? member : { ...member, ...asset };
    schema.check(whole);
    readAmount(amount);
    const output = asObject(schema.format(whole), 'a row');
    const text = typeof output.to === 'string' ? output.to : formatJSON(output.to!);
    const id = assetID === undefined ? {} : { assetID: formatID(readAssetID(assetID)) };
    return { ...shown, to: text, ...id, output, wrong: undefined };
  } catch (e) {
    if (!isError(e)) throw e;
    return { ...shown, output: {}, wrong: e };
  }
}

/** Reads what a row pays on a network. */
function rowOn(row: GivenRow, account: Account, network: Network): Row {
  const assetID = row.assetID === formatID(network.avaxAssetID) ? undefined : row.assetID;
  const own = { ...row, assetID };
  if (row.wrong) return { ...own, content: '', leaving: [] };
  try {
    const { to, leaving } =
      row.chain === 'C' ? onC(own, account, network) : onUTXOs(own, account, network);
    const content = contentHash({
      networkID: String(network.networkID),
      chain: row.chain,
      to,
      amount: String(row.amount),
      ...(assetID !== undefined && { assetID }),
    });
    return { ...own, content, leaving };
  } catch (e) {
    if (!isError(e)) throw e;
    return { ...own, content: '', leaving: [], wrong: e };
  }
}

/** What a row pays, as it is compared and counted. */
interface Paid {
  readonly to: JSONValue;
  readonly leaving: readonly Leaving[];
}

function onUTXOs({ chain, output }: GivenRow, account: Account, network: Network): Paid {
  const intent = OutputIntent.parse(output);
  try {
    const [{ assetID, amount, owner }] = readOutputs(
      [intent],
      network.chains[chain],
      network,
    ) as readonly [Wanted];
    const leaving = leavingTo({ assetID, amount: amount as bigint, owner }, account);
    return { to: plainOwner(owner, network), leaving };
  } catch (e) {
    throw isError(e) ? moved(e, e.path.slice(2)) : e;
  }
}

function onC({ output, amount, assetID }: GivenRow, { accounts }: Account, network: Network): Paid {
  if (assetID !== undefined)
    throw new AvalancheError('Unsupported', 'the C-chain imports only AVAX').at('assetID');
  const address = within(['to'], () => receivingAccount(String(output.to)));
  if (accounts.some((own) => equalBytes(parseAccount(own), address)))
    throw new AvalancheError('Unsupported', "is the wallet's own account: move AVAX there").at(
      'to',
    );
  return { to: formatHex(address), leaving: leavingToAccount(address, amount!, network) };
}

/** Codes of errors that say that the funds, or a row itself, are at fault, so that other rows can be paid. */
const ofRows: ReadonlySet<ErrorCode> = new Set(['Insufficient', 'NotAccepted', 'Refused']);

/** Creates `sendMany` of a wallet. Its calls run one after the other. */
export function payoutsOf(
  payments: Payments & { readonly shared: Shared },
): (rows: readonly GivenRow[], call: SendManyOptions) => Promise<PayoutReport> {
  let last: Promise<unknown> = Promise.resolve();
  return (rows, call) => {
    const next = last.then(() => sendMany(payments, rows, call));
    last = next.catch(() => {});
    return next;
  };
}

/** A call of `sendMany` that runs. */
interface Many extends Allowing {
  readonly shared: Shared;
  readonly call: Omit<WalletCall, 'id'>;
  readonly from: 'P' | 'X';
  readonly how: WalletBuildOptions | undefined;
  readonly outcomes: Map<string, Outcome>;
  readonly txs: AnyTx[];
  readonly drafts: PayoutReport['drafts'][number][];
}

async function sendMany(
  payments: Payments & { readonly shared: Shared },
  given: readonly GivenRow[],
  { from = 'P', options: how, ...call }: SendManyOptions,
): Promise<PayoutReport> {
  const { shared } = payments;
  await payments.opened();
  const network = await shared.nodes.network(call);
  const account = await shared.account(call);
  const outcomes = new Map<string, Outcome>();
  const many: Many = { shared, account, network, call, from, how, outcomes, txs: [], drafts: [] };
  const rows = given.map((row) => rowOn(row, account, network));
  const claim = await payments.claim(rows.map(({ id }) => id));
  try {
    const free = await settleKnown(many, payments, claim, rows);
    for (const chain of ['P', 'X', 'C'] as const)
      await payAll(
        many,
        claim,
        free.filter((row) => row.chain === chain),
      );
  } finally {
    claim.done();
  }
  return {
    rows: rows.map(({ id, chain, to, amount, assetID }) => ({
      id,
      ...outcomes.get(id)!,
      chain,
      to,
      ...(amount !== undefined && { amount }),
      ...(assetID !== undefined && { assetID }),
    })),
    txs: many.txs,
    drafts: many.drafts,
  };
}

function because(e: unknown): Pick<Outcome, 'code' | 'reason' | 'left' | 'until'> {
  if (!isError(e)) return { reason: e instanceof Error ? e.message : 'the call was ended' };
  const { code, detail: reason } = e;
  const { left, until } = findingsIn(e, 'LimitReached')[0] ?? {};
  return {
    code,
    reason,
    ...(left !== undefined && { left }),
    ...(until !== undefined && { until }),
  };
}
/** Returns the findings of a refusal that have a code. */
const findingsIn = (e: unknown, ...codes: readonly string[]): readonly PolicyFinding[] =>
  isError(e, 'Refused') ? e.context.findings.filter(({ code }) => codes.includes(code)) : [];

function refuse(
  { outcomes }: Many,
  rows: readonly Row[],
  e: unknown,
  more: Partial<Outcome> = {},
): void {
  for (const { id } of rows) outcomes.set(id, { status: 'refused', ...because(e), ...more });
}

/** Goes on with the payments that have rows already, and returns the rows that none has. */
async function settleKnown(
  many: Many,
  payments: Payments,
  { found }: Claim,
  rows: readonly Row[],
): Promise<readonly Row[]> {
  const free: Row[] = [];
  /** A row that has no payment. */
  const isFree = (row: Row): void => {
    if (row.wrong) refuse(many, [row], row.wrong);
    else free.push(row);
  };
  const byPayment = new Map<string, Placed[]>();
  for (const row of rows) {
    const known = found.get(row.id);
    if (!known) isFree(row);
    else if (isError(known, 'Mismatch')) conflict(many, row, known);
    else if (known instanceof AvalancheError)
      many.outcomes.set(row.id, { status: 'unknown', ...because(known) });
    else {
      const { payment, index, count, content } = known;
      const placed = { row, index, count, isOther: content !== row.content };
      byPayment.set(payment, [...(byPayment.get(payment) ?? []), placed]);
    }
  }
  for (const [payment, placed] of byPayment)
    try {
      settle(many, placed, await payments.resume(payment, many.call));
    } catch (e) {
      // Nothing was ever signed for it.
      if (isError(e, 'NotFound') && e.path[0] === 'id') for (const { row } of placed) isFree(row);
      else fail(many, placed, e, payment);
    }
  return free;
}

/** Notes that another payment than of rows has the ID of a row. */
function conflict(many: Many, { id }: Row, e: AvalancheError<'Mismatch'>): void {
  const { payment } = e.context;
  const { id: other = id, state = 'unknown', txs = [] } = payment ?? {};
  const txID = txs.at(-1)?.txID;
  many.outcomes.set(id, {
    ...(state === 'refused' ? { status: state } : { status: 'conflict', known: state }),
    ...because(e),
    payment: other,
    ...(txID !== undefined && { txID }),
  });
}

/** A row with its place among the rows of its payment. */
interface Placed {
  readonly row: Row;
  readonly index: number;
  readonly count: number;
  /** Whether the payment pays something else than the row says. */
  readonly isOther?: boolean;
}

/** Notes what came of the payment of a row. */
function note({ outcomes }: Many, { row, isOther }: Placed, outcome: Outcome): void {
  const { status, txID, payment, reason } = outcome;
  if (!isOther || status === 'refused' || status === 'conflict') {
    outcomes.set(row.id, outcome);
    return;
  }
  const ends = status === 'accepted' ? 'is accepted' : 'may still be accepted';
  const differs = row.wrong ? `${row.wrong.detail}, and ` : '';
  const why = status === 'accepted' || reason === undefined ? '' : ` (${reason})`;
  outcomes.set(row.id, {
    status: 'conflict',
    known: status,
    code: row.wrong?.code ?? 'Mismatch',
    reason: `${differs}the ID belongs to a row with other content, which ${ends}: compare the two before you pay by another ID${why}`,
    ...(txID !== undefined && { txID }),
    ...(payment !== undefined && { payment }),
  });
}

/** Notes what a payment led to. */
function settle(many: Many, placed: readonly Placed[], result: WalletResult): void {
  const { txs, drafts, network } = many;
  const { id: payment } = result;
  if (result.status === 'Unsigned') {
    const { draft, why } = result;
    drafts.push({ payment, draft, why });
    for (const one of placed)
      note(many, one, { status: 'unknown', payment, code: 'MissingSigner', reason: why });
    return;
  }
  const fees = sumOf(
    result.txs.map(({ unsignedTx }) => burnedFeeOf(unsignedTx, network.avaxAssetID)),
  );
  txs.push(...result.txs);
  const { txID } = result.txs.at(-1)!;
  for (const one of placed)
    note(many, one, {
      status: 'accepted',
      txID,
      fee: shareOf(fees, one.index, one.count),
      payment,
    });
}

function failedOutcome(e: unknown, payment: string | undefined): Outcome {
  if (isError(e, 'Pending')) {
    const { id, txs } = e.context;
    const txID = txs.at(-1)?.txID;
    return {
      status: 'unknown',
      ...because(e),
      payment: id,
      ...(txID !== undefined && { txID }),
    };
  }
  const isRefused = payment === undefined ? !isError(e, 'StoreFailed') : isError(e, 'NotAccepted');
  if (!isRefused)
    return { status: 'unknown', ...because(e), ...(payment !== undefined && { payment }) };
  const txID = isError(e, 'NotAccepted') ? e.context.txID : '';
  return { status: 'refused', ...because(e), ...(txID !== '' && { txID }) };
}

/** Notes that a payment failed. */
function fail(many: Many, placed: readonly Placed[], e: unknown, payment?: string): void {
  const outcome = failedOutcome(e, payment);
  for (const one of placed) note(many, one, outcome);
}

/** Returns an equal share of a fee. The first rows carry what cannot be divided. */
const shareOf = (fee: bigint, index: number, count: number): NAVAX =>
  (fee / BigInt(count) + (BigInt(index) < fee % BigInt(count) ? 1n : 0n)) as NAVAX;

/** How often rows are divided again because other payments have taken the coins meanwhile. */
const mostDivisions = 5;
/** How many rows one after the other a signer may refuse, before the rest is not begun. */
const mostRefusals = 16;

/** Pays rows of one chain, in as few transactions as possible. */
async function payAll(many: Many, claim: Claim, all: readonly Row[]): Promise<void> {
  let rest = all;
  /** Why nothing more is begun. */
  let stopped: unknown;
  /** Most rows of the next transaction: fewer where a signer refuses more at once. */
  let mostNow = mostRows;
  /** What a transaction of one row costs, once that matters for a limit. */
  let leastFee = 0n;
  let refusals = 0;
  const isOpen = ({ id }: Row): boolean => !many.outcomes.has(id);
  for (let divisions = 0; rest.length > 0 && stopped === undefined; rest = rest.filter(isOpen)) {
    let batch: Batch;
    try {
      await refuseBeyondLimits(many, rest, leastFee);
      rest = rest.filter(isOpen);
      if (rest.length === 0) break;
      batch = await nextBatch(many, rest, mostNow);
    } catch (e) {
      stopped = e;
      break;
    }
    if ('leastFee' in batch) {
      leastFee = batch.leastFee;
      continue;
    }
    const { rows, plan, isTrial } = batch;
    if (rows.length === 0) continue;
    const placed = rows.map((row, index) => ({ row, index, count: rows.length }));
    try {
      if (!plan) throw batch.error;
      settle(many, placed, await claim.pay(plan, rows, many.call));
      divisions = refusals = 0;
    } catch (e) {
      if (isError(e, 'Refused') && rows.length > 1) {
        mostNow = Math.floor(rows.length / 2);
        continue;
      }
      if (isError(e, 'Insufficient') && !isTrial && ++divisions < mostDivisions) continue;
      fail(many, placed, e);
      if (isError(e, 'Insufficient'))
        // Whoever cannot pay this cannot pay more either.
        refuse(
          many,
          rest.filter((row) => rows.some((one) => isAtLeast(row, one))),
          e,
        );
      else if (stops(e, rows) || (isError(e, 'Refused') && ++refusals >= mostRefusals)) stopped = e;
    }
    mostNow = Math.min(mostRows, 2 * mostNow);
  }
  for (const { id } of rest.filter(isOpen)) {
    const { reason, ...code } = because(stopped);
    many.outcomes.set(id, { status: 'refused', ...code, reason: `not begun: ${reason}` });
  }
}

/**
 * Refuses the rows that limits do not allow even alone.
 * @throws {AvalancheError} `Refused`: it is not known what was spent, so that no row is allowed.
 */
async function refuseBeyondLimits(many: Many, rows: readonly Row[], fee: bigint): Promise<void> {
  const { shared } = many;
  const each = rows.map(({ leaving }) => leaving);
  const found = await shared.spending.refusalsOf(spenderIn(many), each, fee);
  for (const [i, refusal] of found.entries()) {
    if (!refusal) continue;
    if (isOfAll(refusal)) throw refusal;
    refuse(many, [rows[i]!], refusal);
  }
}

/** Whether a policy or limit refuses whatever row it is. */
const isOfAll = (e: AvalancheError): boolean => findingsIn(e, ...codesOfAll).length > 0;
const codesOfAll = [
  'SpentUnknown',
  'Expired',
  'NetworkNotAllowed',
  'TypeNotAllowed',
  'WalletNotAllowed',
];

const isAtLeast = (row: Row, other: Row): boolean =>
  row.assetID === other.assetID && row.amount! >= other.amount!;

/** Whether an error is about more than the rows of one transaction. */
function stops(e: unknown, rows: readonly Row[]): boolean {
  if (!isError(e)) return true;
  if (isError(e, 'Pending')) return !isError(e.cause) || !ofRows.has(e.cause.code);
  const isOfRow = rows.length === 1 && ['outputs', 'receivers', 'to'].includes(String(e.path[0]));
  return !isOfRow && !ofRows.has(e.code);
}

/** The rows of the next transaction; or the fee of one row, with which the limits do not allow it. */
type Batch =
  | {
      readonly rows: readonly Row[];
      /** Undefined if it cannot be planned. */
      readonly plan: Plan | undefined;
      readonly error?: unknown;
      /** Whether it is a row that cannot be built now, which is tried all the same: it may wait for change, and says what is lacking. */
      readonly isTrial: boolean;
    }
  | { readonly leastFee: bigint };

/** Most rows of a transaction. On P and X fewer fit; an import to C stays below 64 KiB with them. */
const mostRows = 1024;

/** Returns those of the first rows that limits allow together, in a transaction with a fee. */
async function fitting(many: Many, rows: readonly Row[], fee: bigint): Promise<readonly Row[]> {
  const each = rows.map(({ leaving }) => leaving);
  const fits = await many.shared.spending.fit(spenderIn(many), each, fee);
  return rows.filter((_, i) => fits[i]);
}

/**
 * Finds which of the first rows can be paid by one transaction: with what is free now, by limits and by policies. Rows that a policy does not
 * allow are refused.
 * @throws {AvalancheError} `Refused`: a policy allows no row.
 */
async function nextBatch(many: Many, rest: readonly Row[], mostNow: number): Promise<Batch> {
  const { planOf, build } = await plannerOf(many, rest[0]!.chain);
  let error: unknown;
  const builds = (rows: readonly Row[]): boolean => {
    try {
      build(rows);
      return true;
    } catch (e) {
      if (!isError(e)) throw e;
      error = e;
      return false;
    }
  };
  const first = await fitting(many, rest.slice(0, mostNow), 0n);
  // Other payments have used up a limit meanwhile.
  if (first.length === 0) return { rows: [], plan: undefined, isTrial: false };
  const count = most(first.length, (n) => builds(first.slice(0, n)));
  // A row that cannot be paid even alone comes first, so that it does not part the others.
  const next = first[count];
  const isTooMuch = next !== undefined && !builds([next]) && isError(error, 'Insufficient');
  if (count > 0 && !isTooMuch) {
    let rows: readonly Row[] = first.slice(0, count);
    for (;;) {
      const { draft, fee } = build(rows);
      const fit = await fitting(many, rows, fee);
      if (fit.length < rows.length) {
        if (rows.length === 1) return { leastFee: fee };
        rows = fit.length > 0 ? fit : rows.slice(0, Math.floor(rows.length / 2));
        continue;
      }
      const refusal = policyRefusal(many, draft);
      if (!refusal) return { rows, plan: planOf(rows), isTrial: false };
      const allowed = rows.filter((row) => {
        const own = rows.length === 1 ? refusal : policyRefusal(many, build([row]).draft);
        if (own && isOfAll(own)) throw refused(findingsIn(own, ...codesOfAll));
        if (own) refuse(many, [row], own);
        return !own;
      });
      if (allowed.length === 0) return { rows: [], plan: undefined, isTrial: false };
      // Each is allowed alone, but not so many together.
      rows = allowed.length < rows.length ? allowed : rows.slice(0, Math.floor(rows.length / 2));
    }
  }
  const row = isTooMuch ? leastOf(next, rest, builds) : first[0]!;
  try {
    return { rows: [row], plan: planOf([row]), isTrial: true };
  } catch (error) {
    return { rows: [row], plan: undefined, error, isTrial: true };
  }
}

/** Returns the row with the least amount of those that are too much, of the asset of a row. */
function leastOf(row: Row, rest: readonly Row[], builds: (rows: readonly Row[]) => boolean): Row {
  const alike = rest
    .filter((other) => other.assetID === row.assetID)
    .sort((a, b) => (a.amount! < b.amount! ? -1 : 1));
  return alike[most(alike.length, (n) => builds(alike.slice(n - 1, n)))] ?? row;
}

/** Returns the largest n up to `all` for which a test holds that holds for all smaller ones. */
function most(all: number, test: (n: number) => boolean): number {
  if (test(all)) return all;
  let [holds, fails] = [0, all];
  while (fails - holds > 1) {
    const n = Math.floor((holds + fails) / 2);
    if (test(n)) holds = n;
    else fails = n;
  }
  return holds;
}

/** Plans transactions of rows, and builds them from what is free now. */
interface Planner {
  readonly planOf: (rows: readonly Row[]) => Plan;
  /** Builds the first transaction; the fee is that of all. */
  readonly build: (rows: readonly Row[]) => { readonly draft: Draft; readonly fee: bigint };
}

async function plannerOf(many: Many, chain: ChainName): Promise<Planner> {
  const { shared, account, network, call, from, how } = many;
  const { coins } = shared;
  const filling = fillingOf(account, network);
  const meant = (plan: Plan, index: number): Meant => meantOf(plan, filling, network, index);
  const freeOn = async (one: Meant): Promise<State> =>
    coins.freeFor('', await readState(shared, account, one, call), account);
  if (chain !== 'C') {
    const planOf = (rows: readonly Row[]): Plan => planOfRows(chain, rows, how);
    const none = meant(planOf([]), 0);
    const state = await freeOn(none);
    return {
      planOf,
      build(rows) {
        const draft = draftOf(state, account, meant(planOf(rows), 0), call);
        return { draft, fee: draft.fee.total };
      },
    };
  }
  const moveOf = (rows: readonly Row[], amount: bigint): Plan =>
    planOfMove(
      { from, to: 'C', amount: amount as NAVAX, receivers: sharesOf(rows) },
      how,
      rows.map(({ id }) => id),
    );
  const nobody = [{ to: `0x${'00'.repeat(19)}01`, amount: 1n as NAVAX }];
  const empty = planOfMove({ from, to: 'C', amount: 1n as NAVAX, receivers: nobody });
  const state = await freeOn(meant(empty, 0));
  const there = await readState(shared, account, meant(empty, 1), call);
  const most = call.maxFee ?? ordinaryFee;
  const owner = bytesOwner(account.receive, network);
  /** Builds the import of an amount, as if its export were accepted. */
  const imported = (plan: Plan, amount: bigint): Draft => {
    const output = amountOf(amount, owner);
    const utxo = { txID: new Uint8Array(32), outputIndex: 0, assetID: network.avaxAssetID, output };
    const waiting = { ...there, imports: { [from]: [utxo] } } as State;
    return draftOf(waiting, account, meant(plan, 1), call);
  };
  const priced = (rows: readonly Row[]): { readonly plan: Plan; readonly fee: bigint } => {
    const sum = sumOf(rows.map(({ amount }) => amount!));
    const { fee } = imported(moveOf(rows, sum + most), sum + most);
    // What the import does not need is left to the wallet's own account.
    const spare = 10n * fee.total;
    return { plan: moveOf(rows, sum + (spare < most ? spare : most)), fee: fee.total };
  };
  return {
    planOf: (rows) => priced(rows).plan,
    build(rows) {
      const { plan, fee } = priced(rows);
      const draft = draftOf(state, account, meant(plan, 0), call);
      return { draft, fee: draft.fee.total + fee };
    },
  };
}

/** Returns what each account receives: an import names each account once. */
function sharesOf(rows: readonly Row[]): readonly Share[] {
  const sums = new Map<string, bigint>();
  for (const { to, amount } of rows) {
    const account = to.toLowerCase();
    sums.set(account, (sums.get(account) ?? 0n) + amount!);
  }
  return [...sums].map(([to, amount]) => ({ to, amount: amount as NAVAX }));
}

const columns = [
  'id',
  'status',
  'chain',
  'to',
  'amount',
  'asset',
  'fee',
  'txID',
  'payment',
  'code',
  'reason',
] as const;

/**
 * Formats the rows of a report for a file or spreadsheet, a line each: id, status, chain, to, amount, asset, fee, txID, payment, code and
 * reason. Amounts and fees of AVAX are AVAX, amounts of other assets are units.
 * @param form `csv`: RFC 4180 with a header, in which text that a spreadsheet would run as a formula begins with `'`; `ndjson`: a JSON
 *   object a line, without what a row does not have.
 * @example
 * const row = { id: 'w-1', status: 'refused', chain: 'P', to: 'P-fuji1…', amount: 5n, code: 'Insufficient' } as const;
 * payoutTextOf([row], 'ndjson'); // '{"id":"w-1","status":"refused","chain":"P","to":"P-fuji1…","amount":"0.000000005","asset":"AVAX","code":"Insufficient"}\n'
 */
export function payoutTextOf(rows: readonly PayoutRow[], form: 'csv' | 'ndjson'): string {
  checkArgument(rows, aList, 'rows');
  checkArgument(form, wordOf('csv', 'ndjson'), 'form');
  const lines = rows.map((row, i) =>
    within(['rows', i], () => {
      const { amount, fee, assetID, ...rest } = checkArgument(row, anObject) as PayoutRow;
      const inUnits = assetID === undefined ? formatAvax : String;
      const text: { readonly [K in (typeof columns)[number]]?: string | undefined } = {
        ...rest,
        amount: amount === undefined ? undefined : inUnits(amount as NAVAX),
        asset: assetID ?? 'AVAX',
        fee: fee === undefined ? undefined : formatAvax(fee),
      };
      return columns.map((key) => [key, text[key]] as const);
    }),
  );
  if (form === 'ndjson')
    return lines
      .map((line) => {
        const given = line.flatMap(([key, value]) => (value === undefined ? [] : [[key, value]]));
        return `${formatJSON(Object.fromEntries(given))}\n`;
      })
      .join('');
  return [columns, ...lines.map((line) => line.map(([, value]) => value ?? ''))]
    .map((cells) => `${cells.map(cellOf).join(',')}\r\n`)
    .join('');
}

function cellOf(value: string): string {
  const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
