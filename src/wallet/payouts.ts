/**
 * Payments to many: rows with IDs in as few transactions as possible.
 *
 * - A transaction is a payment of its own, with a random ID, whose plan names its rows. Before it is built, each row is recorded under its own
 *   ID with the payment. A row whose payment has no record was never signed, so that another may pay it.
 * - Transactions are made one after the other: each spends the change of the last one, and gas comes back between them. Each takes as many of
 *   the first rows as can be built.
 * - A row that is refused was not signed, or can never be accepted. What stops everything (no answer, a failing store, a person who declines)
 *   refuses the rows that are not begun; the same call goes on with them.
 */
import { receivingAccount } from '../builder/cimport.ts';
import { OutputIntent, readAmount, readOutputs } from '../builder/intent.ts';
import { Share } from '../builder/intents/transfers.ts';
import type { ChainName } from '../chain/declared.ts';
import type { AnyTx } from '../chain/tx.ts';
import { sha256 } from '../crypto/hash.ts';
import type { Draft } from '../draft/draft.ts';
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
import { formatJSON, type JSONObject } from '../text/json.ts';
import { sumOf } from '../text/uint64.ts';
import { encodeUTF8 } from '../text/utf8.ts';
import { effectsOf } from '../tx/effects.ts';
import { amountOf } from '../tx/output.ts';
import { type Account, bytesOwner } from './account.ts';
import { draftOf, readState } from './attempt.ts';
import { type Shared, type WalletCall, type WalletResult, walletCall } from './call.ts';
import type { Claim, Payments, RowKey } from './payments.ts';
import {
  type Meant,
  meantOf,
  type Plan,
  planOfMove,
  planOfRows,
  type WalletBuildOptions,
} from './plan.ts';
import { fillingOf } from './preflight.ts';
import { assertPaymentID } from './store.ts';

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
    /** Asset ID as CB58 or 32 bytes; AVAX if omitted. Not on C. */
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
   * `accepted`: it is paid. `refused`: it is not paid, and nothing that is signed can pay it; the same call tries again what `code` allows.
   * `unknown`: it may still be paid, as the payment `payment` ends: do not pay it by another ID.
   */
  readonly status: 'accepted' | 'refused' | 'unknown';
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
interface Row extends RowKey {
  readonly chain: ChainName;
  readonly to: string;
  readonly amount: bigint | undefined;
  readonly assetID: string | undefined;
  /** The output, written. */
  readonly output: JSONObject;
  /** Why it cannot be paid. */
  readonly wrong: AvalancheError | undefined;
}

type Outcome = Omit<PayoutRow, 'id' | 'chain' | 'to' | 'amount' | 'assetID'>;

/**
 * Reads a list of rows once. What is wrong with one row refuses that row.
 * @throws {AvalancheError} `BadArgument`; `Duplicate` at an `id`: two rows with one ID.
 */
export function readRows(given: readonly Payout[]): readonly Row[] {
  const rows = readable('a list of payments', () => deepCopy(checkArgument(given, aList, 'rows')));
  const ids = new Set<string>();
  return rows.map((one, i) =>
    within(['rows', i], () => {
      checkArgument(one, payout);
      assertPaymentID(one.id);
      if (ids.has(one.id)) throw new AvalancheError('Duplicate', 'two rows have this ID').at('id');
      ids.add(one.id);
      return readRow(one);
    }),
  );
}

function readRow({ id, ...given }: Payout): Row {
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
    readAmount(amount);
    if (chain === 'C' && assetID !== undefined)
      throw new AvalancheError('Unsupported', 'the C-chain imports only AVAX').at('assetID');
    const schema = (chain === 'C' ? Share : OutputIntent) as Schema<unknown>;
    const { chain: _, ...member } = given;
    schema.check(member);
    const output = asObject(schema.format(member), 'a row');
    const text = typeof output.to === 'string' ? output.to : formatJSON(output.to!);
    return {
      ...shown,
      to: text,
      ...(output.assetID !== undefined && { assetID: String(output.assetID) }),
      output,
      content: formatHex(sha256(encodeUTF8(formatJSON({ chain, ...output })))),
      wrong: undefined,
    };
  } catch (e) {
    if (!isError(e)) throw e;
    return { ...shown, output: {}, content: '', wrong: e };
  }
}

/** Codes of errors that say that the funds, or a row itself, are at fault, so that other rows can be paid. */
const ofRows: ReadonlySet<ErrorCode> = new Set(['Insufficient', 'NotAccepted', 'Refused']);

/** Creates `sendMany` of a wallet. Its calls run one after the other. */
export function payoutsOf(
  payments: Payments & { readonly shared: Shared },
): (rows: readonly Row[], call: SendManyOptions) => Promise<PayoutReport> {
  let last: Promise<unknown> = Promise.resolve();
  return (rows, call) => {
    const next = last.then(() => sendMany(payments, rows, call));
    last = next.catch(() => {});
    return next;
  };
}

/** A call of `sendMany` that runs. */
interface Many {
  readonly shared: Shared;
  readonly account: Account;
  readonly network: Network;
  readonly call: Omit<WalletCall, 'id'>;
  readonly from: 'P' | 'X';
  readonly how: WalletBuildOptions | undefined;
  readonly outcomes: Map<string, Outcome>;
  readonly txs: AnyTx[];
  readonly drafts: PayoutReport['drafts'][number][];
}

async function sendMany(
  payments: Payments & { readonly shared: Shared },
  rows: readonly Row[],
  { from = 'P', options: how, ...call }: SendManyOptions,
): Promise<PayoutReport> {
  const { shared } = payments;
  await payments.opened();
  const network = await shared.nodes.network(call);
  const account = await shared.account(call);
  const outcomes = new Map<string, Outcome>();
  const many: Many = { shared, account, network, call, from, how, outcomes, txs: [], drafts: [] };
  for (const row of rows) {
    const wrong = row.wrong ?? wrongOn(row, account, network);
    if (wrong) refuse(many, [row], wrong);
  }
  const open = rows.filter(({ id }) => !outcomes.has(id));
  const claim = await payments.claim(open.map(({ id }) => id));
  try {
    const free = await settleKnown(many, payments, claim, open);
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

/** Returns why a row cannot be paid on a network. */
function wrongOn(
  { chain, output }: Row,
  { accounts }: Account,
  network: Network,
): AvalancheError | undefined {
  try {
    if (chain !== 'C') {
      const intent = OutputIntent.parse(output);
      try {
        readOutputs([intent], network.chains[chain], network);
      } catch (e) {
        throw isError(e) ? moved(e, e.path.slice(2)) : e;
      }
      return undefined;
    }
    return within(['to'], () => {
      const address = receivingAccount(String(output.to));
      if (accounts.some((own) => equalBytes(parseAccount(own), address)))
        return new AvalancheError('Unsupported', "is the wallet's own account: move AVAX there").at(
          'to',
        );
      return undefined;
    });
  } catch (e) {
    if (isError(e)) return e;
    throw e;
  }
}

const because = (e: unknown): Pick<Outcome, 'code' | 'reason'> =>
  isError(e)
    ? { code: e.code, reason: e.detail }
    : { reason: e instanceof Error ? e.message : 'the call was ended' };

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
  const byPayment = new Map<string, Placed[]>();
  for (const row of rows) {
    const known = found.get(row.id);
    if (!known) free.push(row);
    else if (known instanceof AvalancheError)
      if (known.code === 'Mismatch') refuse(many, [row], known);
      else many.outcomes.set(row.id, { status: 'unknown', ...because(known) });
    else if (known.content !== row.content)
      refuse(
        many,
        [row],
        new AvalancheError(
          'Mismatch',
          'a row with this ID and another content was there before: another payment needs another ID',
        ).at('id'),
      );
    else {
      const { payment, index, count } = known;
      byPayment.set(payment, [...(byPayment.get(payment) ?? []), { row, index, count }]);
    }
  }
  for (const [payment, placed] of byPayment)
    try {
      settle(many, placed, await payments.resume(payment, many.call));
    } catch (e) {
      // Nothing was ever signed for it.
      if (isError(e, 'NotFound') && e.path[0] === 'id') free.push(...placed.map(({ row }) => row));
      else fail(many, placed, e, payment);
    }
  return free;
}

/** A row with its place among the rows of its payment. */
interface Placed {
  readonly row: Row;
  readonly index: number;
  readonly count: number;
}

/** Notes what a payment led to. */
function settle(many: Many, placed: readonly Placed[], result: WalletResult): void {
  const { outcomes, txs, drafts, network } = many;
  const { id: payment } = result;
  if (result.status === 'Unsigned') {
    const { draft, why } = result;
    drafts.push({ payment, draft, why });
    for (const { row } of placed)
      outcomes.set(row.id, { status: 'unknown', payment, code: 'MissingSigner', reason: why });
    return;
  }
  const fees = sumOf(result.txs.map((tx) => feeOf(tx, network)));
  txs.push(...result.txs);
  const { txID } = result.txs.at(-1)!;
  for (const { row, index, count } of placed)
    outcomes.set(row.id, { status: 'accepted', txID, fee: shareOf(fees, index, count), payment });
}

/** Notes that a payment failed. */
function fail(many: Many, placed: readonly Placed[], e: unknown, payment?: string): void {
  const rows = placed.map(({ row }) => row);
  if (isError(e, 'Pending')) {
    const { id, txs } = e.context;
    const txID = txs.at(-1)?.txID;
    for (const row of rows)
      many.outcomes.set(row.id, {
        status: 'unknown',
        ...because(e),
        payment: id,
        ...(txID !== undefined && { txID }),
      });
  } else if (payment === undefined ? !isError(e, 'StoreFailed') : isError(e, 'NotAccepted'))
    refuse(
      many,
      rows,
      e,
      isError(e, 'NotAccepted') && e.context.txID ? { txID: e.context.txID } : {},
    );
  else
    for (const row of rows)
      many.outcomes.set(row.id, {
        status: 'unknown',
        ...because(e),
        ...(payment !== undefined && { payment }),
      });
}

/** What a transaction burns of AVAX. */
export const feeOf = (tx: AnyTx, network: Network): bigint =>
  sumOf(
    effectsOf(tx, { network }).burned.flatMap(({ assetID, amount }) =>
      equalBytes(assetID, network.avaxAssetID) ? [amount] : [],
    ),
  );

/** Returns an equal share of a fee. The first rows carry what cannot be divided. */
const shareOf = (fee: bigint, index: number, count: number): NAVAX =>
  (fee / BigInt(count) + (BigInt(index) < fee % BigInt(count) ? 1n : 0n)) as NAVAX;

/** How often rows are divided again because other payments have taken the coins meanwhile. */
const mostDivisions = 5;

/** Pays rows of one chain, in as few transactions as possible. */
async function payAll(many: Many, claim: Claim, all: readonly Row[]): Promise<void> {
  let rest = all;
  /** Why nothing more is begun. */
  let stopped: unknown;
  /** Most rows of the next transaction: fewer where a policy or a signer refuses more at once. */
  let mostNow = mostRows;
  for (let divisions = 0; rest.length > 0 && stopped === undefined; ) {
    let batch: Batch;
    try {
      batch = await nextBatch(many, rest, mostNow);
    } catch (e) {
      stopped = e;
      break;
    }
    const { rows, plan, isTrial } = batch;
    const placed = rows.map((row, index) => ({ row, index, count: rows.length }));
    try {
      if (!plan) throw batch.error;
      settle(many, placed, await claim.pay(plan, rows, many.call));
      divisions = 0;
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
      else if (stops(e, rows)) stopped = e;
    }
    mostNow = Math.min(mostRows, 2 * mostNow);
    rest = rest.filter(({ id }) => !many.outcomes.has(id));
  }
  if (rest.length === 0) return;
  for (const { id } of rest) {
    const { reason, ...code } = because(stopped);
    many.outcomes.set(id, { status: 'refused', ...code, reason: `not begun: ${reason}` });
  }
}

const isAtLeast = (row: Row, other: Row): boolean =>
  row.assetID === other.assetID && row.amount! >= other.amount!;

/** Whether an error is about more than the rows of one transaction. */
function stops(e: unknown, rows: readonly Row[]): boolean {
  if (!isError(e)) return true;
  if (isError(e, 'Pending')) return !isError(e.cause) || !ofRows.has(e.cause.code);
  const isOfRow = rows.length === 1 && ['outputs', 'receivers', 'to'].includes(String(e.path[0]));
  return !isOfRow && !ofRows.has(e.code);
}

/** The rows of the next transaction. */
interface Batch {
  readonly rows: readonly Row[];
  /** Undefined if it cannot be planned. */
  readonly plan: Plan | undefined;
  readonly error?: unknown;
  /** Whether it is a row that cannot be built now, which is tried all the same: it may wait for change, and says what is lacking. */
  readonly isTrial: boolean;
}

/** Most rows of a transaction. On P and X fewer fit; an import to C stays below 64 KiB with them. */
const mostRows = 1024;

/** Finds how many of the first rows can be paid by one transaction, with what is free now. */
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
  const count = most(Math.min(rest.length, mostNow), (n) => builds(rest.slice(0, n)));
  // A row that cannot be paid even alone comes first, so that it does not part the others.
  const next = rest[count];
  const isTooMuch = next !== undefined && !builds([next]) && isError(error, 'Insufficient');
  if (count > 0 && !isTooMuch) {
    const rows = rest.slice(0, count);
    return { rows, plan: planOf(rows), isTrial: false };
  }
  const row = isTooMuch ? leastOf(next, rest, builds) : rest[0]!;
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
  readonly build: (rows: readonly Row[]) => void;
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
    return { planOf, build: (rows) => draftOf(state, account, meant(planOf(rows), 0), call) };
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
  const planOf = (rows: readonly Row[]): Plan => {
    const sum = sumOf(rows.map(({ amount }) => amount!));
    const { fee } = imported(moveOf(rows, sum + most), sum + most);
    // What the import does not need is left to the wallet's own account.
    const spare = 10n * fee.total;
    return moveOf(rows, sum + (spare < most ? spare : most));
  };
  return { planOf, build: (rows) => draftOf(state, account, meant(planOf(rows), 0), call) };
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
