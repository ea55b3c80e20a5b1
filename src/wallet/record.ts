/**
 * The record of a payment: text in which facts are only appended, one a line.
 *
 * - The first line has the format, its number and the sha256 of the rest, so that a record that is short, torn or flipped is found, whatever
 *   store it comes from. It is no signature: who can write to the store can write a record that passes.
 * - So a fact is believed only as far as it fits: the plan, the wallet's own addresses, and what the wallet itself has signed. Limits are
 *   never in it. `test/wallet/records.test.ts` lists what a changed record can do.
 * - An accepted transaction shrinks to its ID, and a finished payment to one line. What may still be accepted has at most `mostAttempts`
 *   transactions, so that a record has a bound.
 */

import { wholeOwner } from '../builder/intentvalues.ts';
import { UnsignedTx } from '../chain/cchain/tx.ts';
import { type AnyTx, decodeTx } from '../chain/tx.ts';
import type { Draft } from '../draft/draft.ts';
import { parseDraft } from '../draft/file.ts';
import { digestOf } from '../draft/reading.ts';
import { AvalancheError, within } from '../errors/error.ts';
import type { Network } from '../network/network.ts';
import { review } from '../review/review.ts';
import { signersOf } from '../rules/spending.ts';
import { list } from '../schema/collection.ts';
import { accountText, hex, oneOf, string } from '../schema/leaf.ts';
import { uint32 } from '../schema/number.ts';
import { object } from '../schema/object.ts';
import { optional } from '../schema/schema.ts';
import type { Owner } from '../state/owner.ts';
import { equalBytes } from '../text/bytes.ts';
import { formatHex } from '../text/hex.ts';
import { formatJSON, isJSONObject, type JSONValue, parseJSON } from '../text/json.ts';
import type { AnyUnsignedTx } from '../tx/types.ts';
import { decode } from '../wire/codec.ts';
import { type Account, bytesOwner } from './account.ts';
import { common, exclusivesOf } from './coins.ts';
import { contentOf, type Filling, meantOf, type Plan, readPlan } from './plan.ts';
import { sealed, unsealed } from './seal.ts';

/** Most transactions of one step that are recorded, with those that were taken back. */
export const mostAttempts = 16;

const format = 'avalanche-tx payment 2';
const chain = /* @__PURE__ */ oneOf('P', 'X', 'C');
const fact = <const W extends string>(word: W) => oneOf(word);

const schemas = /* @__PURE__ */ (() => ({
  planned: object({
    fact: [fact('planned'), 'What was asked.'],
    networkID: [uint32, 'Where its transactions are.'],
    id: [string, 'ID of the payment.'],
    plan: [string, 'The plan, without what the wallet fills in.'],
    content: [string, 'sha256 of what the plan does, however it is written.'],
  }),
  own: object({
    fact: [fact('own'), 'Whom the following transactions are filled in with.'],
    receive: [wholeOwner, 'The wallet.'],
    account: [optional(accountText), 'Its account of the C-chain.'],
  }),
  signed: object({
    fact: [fact('signed'), 'It is signed, and may be accepted from now on.'],
    tx: [hex, 'The signed transaction.'],
  }),
  handed: object({
    fact: [fact('handed'), 'Others must sign it, and may submit it.'],
    draft: [string, 'The draft.'],
  }),
  asked: object({
    fact: [fact('asked'), 'A browser wallet is asked to sign and submit it.'],
    unsigned: [hex, 'The unsigned transaction.'],
  }),
  answered: object({
    fact: [fact('answered'), 'The browser wallet returned the ID.'],
    txID: [string, 'CB58.'],
  }),
  stopped: object({
    fact: [fact('stopped'), 'The last call ended without an outcome.'],
    reason: [string, 'Why.'],
  }),
  declined: object({ fact: [fact('declined'), 'The browser wallet declined.'] }),
  accepted: object({
    fact: [fact('accepted'), 'The transaction of this step is accepted.'],
    txID: [string, 'CB58.'],
    exports: [list(uint32), 'Indices of the UTXOs that the next step imports.'],
  }),
}))();
const finishedSchema = /* @__PURE__ */ (() =>
  object({
    fact: [fact('finished'), 'The payment is over.'],
    networkID: [uint32, 'Where its transactions are.'],
    id: [string, 'ID of the payment.'],
    content: [string, 'sha256 of what the plan does; empty if its record was damaged.'],
    state: [oneOf('accepted', 'refused', 'unknown'), 'How it ended; unknown: it was given up.'],
    reason: [optional(string), 'Why it is refused.'],
    txs: [
      list(
        object({
          chain: [chain, 'Its chain.'],
          txID: [string, 'CB58.'],
          receive: [optional(wholeOwner), 'The wallet, with which it was filled in.'],
          account: [optional(accountText), 'Its account of the C-chain.'],
        }),
      ),
      'Its transactions.',
    ],
  }))();
const rowSchema = /* @__PURE__ */ (() =>
  object({
    fact: [fact('row'), 'The ID is that of a row of `sendMany`.'],
    id: [string, 'ID of the row.'],
    payment: [
      string,
      'ID of the payment that pays it. Without a record of that, the row is not paid.',
    ],
    content: [string, 'sha256 of what is paid to whom, however it is written.'],
    index: [uint32, 'Its place among the rows of the payment.'],
    count: [uint32, 'Number of rows of the payment.'],
  }))();

type Schemas = typeof schemas;
/** A fact of a payment that is not finished. */
export type Fact = { [F in keyof Schemas]: ReturnType<Schemas[F]['parse']> }[keyof Schemas];
/** The line of a finished payment. */
export type Finished = ReturnType<typeof finishedSchema.parse>;
/** The record of a row of `sendMany`: which payment pays it. */
export type RecordedRow = ReturnType<typeof rowSchema.parse>;

const damaged = (detail: string): AvalancheError => new AvalancheError('BadJSON', detail);

/** Writes the record of a payment that is not finished. */
export const formatRecord = (facts: readonly Fact[]): string =>
  sealed(
    format,
    facts
      .map((one) => {
        const schema = schemas[one.fact] as { format(value: unknown): JSONValue };
        return `${formatJSON(schema.format(one))}\n`;
      })
      .join(''),
  );

/** Writes the line of a finished payment. */
export const formatFinished = (finished: Omit<Finished, 'fact'>): string =>
  sealed(format, `${formatJSON(finishedSchema.format({ fact: 'finished', ...finished }))}\n`);

/** Writes the record of a row. */
export const formatRow = (row: Omit<RecordedRow, 'fact'>): string =>
  sealed(format, `${formatJSON(rowSchema.format({ fact: 'row', ...row }))}\n`);

function factIn(line: string): Fact | Finished | RecordedRow {
  const json = parseJSON(line);
  const word = isJSONObject(json) ? json.fact : undefined;
  if (word === 'finished') return finishedSchema.parse(json);
  if (word === 'row') return rowSchema.parse(json);
  if (typeof word !== 'string' || !Object.hasOwn(schemas, word))
    throw damaged('is not a fact').at('fact');
  return (schemas[word as keyof Schemas] as { parse(json: JSONValue): unknown }).parse(
    json,
  ) as Fact;
}

/** What a record says of a payment that is not finished. */
export interface Recorded {
  readonly id: string;
  readonly plan: Plan;
  readonly networkID: number;
  readonly facts: readonly Fact[];
  readonly steps: readonly Step[];
}

/**
 * Reads a record by itself: nothing in it is compared with a wallet yet.
 * @throws {AvalancheError} Under `record`: `BadVersion`, `BadJSON`; `Mismatch` at `id`: of another payment; as `readPlan`, `decodeTx`.
 */
export function parseRecord(text: string, id: string): Recorded | Finished | RecordedRow {
  return within(['record'], () => {
    const lines = unsealed(format, text).trimEnd().split('\n');
    const [first, ...facts] = lines.map((line, i) => within([i], () => factIn(line)));
    if (first?.fact === 'finished' || first?.fact === 'planned' || first?.fact === 'row') {
      if (first.id !== id)
        throw new AvalancheError('Mismatch', `is of the payment ${first.id}`).at('id');
      if (first.fact !== 'planned') return first;
    } else throw damaged('must begin with what was planned');
    const plan = within([0, 'plan'], () => readPlan(first.plan));
    const steps: Step[] = [];
    const kept = facts.map((one, i) =>
      within([i + 1], () => {
        if (one.fact === 'planned' || one.fact === 'finished' || one.fact === 'row')
          throw damaged('is misplaced');
        addFact(steps, one, plan);
        return one;
      }),
    );
    return { id, plan, networkID: first.networkID, facts: [first, ...kept], steps };
  });
}

/** Returns the transactions of a damaged record that can be read, to keep what they spend. */
export const readableIn = (text: string): readonly AnyUnsignedTx[] =>
  text.split('\n').flatMap((line) => {
    try {
      const one = factIn(line);
      if (one.fact === 'asked') return [decode(UnsignedTx, one.unsigned)];
      if (one.fact === 'handed') return [parseDraft(one.draft).unsignedTx];
      if (one.fact !== 'signed') return [];
      return chains.flatMap((chain) => txOrNothing(chain, one.tx)).slice(0, 1);
    } catch {
      return [];
    }
  });
const chains = ['P', 'X', 'C'] as const;
const txOrNothing = (chain: AnyTx['chain'], bytes: Uint8Array): readonly AnyUnsignedTx[] => {
  try {
    return [decodeTx(bytes, chain).unsignedTx];
  } catch {
    return [];
  }
};

/** A transaction that another program was asked to sign and submit, so that its signatures are not known here. */
export interface Asked {
  readonly unsignedTx: UnsignedTx;
  /** The unsigned bytes. */
  readonly bytes: Uint8Array;
  /** CB58 ID, as that program said; undefined as long as it has not answered. */
  txID: string | undefined;
}

/** One transaction of a payment, with all its attempts, any of which may still be accepted. */
export interface Step {
  readonly chain: AnyTx['chain'];
  readonly attempts: AnyTx[];
  /** Attempts on C that a browser wallet signs and submits itself. */
  readonly asked: Asked[];
  /** Whom the plan was filled in with, for the attempts so far. */
  filling: Filling | undefined;
  /** What each attempt was filled in with. */
  readonly filledWith: Map<AnyTx | Asked, Filling | undefined>;
  /** The draft that waits for co-signers. */
  waiting: Draft | undefined;
  /** The accepted transaction. */
  accepted: { readonly txID: string; readonly exports: readonly number[] } | undefined;
  /** Facts that could have become transactions. */
  count: number;
}

export const newStep = (chain: AnyTx['chain'], filling?: Filling): Step => ({
  chain,
  attempts: [],
  asked: [],
  filling,
  filledWith: new Map(),
  waiting: undefined,
  accepted: undefined,
  count: 0,
});

/** Returns the unsigned transactions of a step that may still be accepted. */
export const openIn = ({ attempts, asked }: Step): readonly AnyUnsignedTx[] =>
  [...attempts, ...asked].map(({ unsignedTx }) => unsignedTx);

/** Returns the IDs of a step's transactions, as far as they are known. */
export const txIDsIn = ({ attempts, asked, accepted }: Step): readonly string[] =>
  accepted
    ? [accepted.txID]
    : [...attempts, ...asked].flatMap(({ txID }) => (txID === undefined ? [] : [txID]));

/** The step that facts are about: the last one, or a new one. */
function currentStep(steps: Step[], plan: Plan): Step {
  const last = steps.at(-1);
  if (last && !last.accepted) return last;
  if (steps.length >= plan.length) throw damaged('is of no transaction of the plan');
  const step = newStep(chainOf(plan, steps.length), last?.filling);
  steps.push(step);
  return step;
}

/** Returns the chain of a plan's transaction. */
export const chainOf = (plan: Plan, index: number): AnyTx['chain'] =>
  index === 0 ? plan.chain : plan.next!;

/** Returns whom a plan was filled in with, as it was recorded. */
export const fillingIn = ({
  receive,
  account,
}: {
  readonly receive: Owner;
  readonly account?: string | undefined;
}): Filling => ({ receive, ...(account !== undefined && { account: account as `0x${string}` }) });

/** Adds a fact to the steps of a payment. */
export function addFact(steps: Step[], one: Exclude<Fact, { fact: 'planned' }>, plan: Plan): void {
  if (one.fact === 'stopped') return;
  const step = currentStep(steps, plan);
  const attempt = <T extends AnyTx | Asked>(to: T[], made: T) => {
    step.count++;
    step.filledWith.set(made, step.filling);
    to.push(made);
  };
  switch (one.fact) {
    case 'own':
      step.filling = fillingIn(one);
      break;
    case 'signed':
      attempt(step.attempts, decodeTx(one.tx, step.chain));
      step.waiting = undefined;
      break;
    case 'handed':
      step.waiting = parseDraft(one.draft);
      break;
    case 'asked':
      if (step.chain !== 'C') throw damaged('is not of the C-chain');
      attempt(step.asked, {
        unsignedTx: decode(UnsignedTx, one.unsigned),
        bytes: one.unsigned,
        txID: undefined,
      });
      break;
    case 'answered': {
      const last = step.asked.at(-1);
      if (!last) throw damaged('must follow a request to a browser wallet');
      last.txID = one.txID;
      break;
    }
    case 'declined':
      if (!step.asked.pop()) throw damaged('must follow a request to a browser wallet');
      break;
    case 'accepted':
      step.accepted = { txID: one.txID, exports: one.exports };
      step.attempts.length = 0;
      step.asked.length = 0;
      step.waiting = undefined;
      break;
  }
  if (step.count > mostAttempts) throw damaged('has too many transactions');
}

const wrong = (what: string): AvalancheError => new AvalancheError('Mismatch', what);

/**
 * Checks that a record is of this wallet, and that what it has signed does what the plan says.
 * @throws {AvalancheError} Under `record`: `WrongNetwork`; `Mismatch`: a fact does not fit the plan, the wallet or another fact.
 */
export function verifyRecord(
  {
    plan,
    networkID,
    facts: [planned],
    steps,
  }: Pick<Recorded, 'plan' | 'networkID' | 'facts' | 'steps'>,
  account: Account,
  network: Network,
): void {
  within(['record'], () => {
    if (networkID !== network.networkID)
      throw new AvalancheError('WrongNetwork', `is of network ${networkID}`, {
        have: String(networkID),
        need: String(network.networkID),
      }).at('networkID');
    if (planned?.fact !== 'planned' || planned.content !== contentOf(plan, network))
      throw wrong('the content is not that of the plan').at('content');
    if (steps.length === 0) throw damaged('has no transaction');
    steps.forEach((step, i) => {
      within(['steps', i], () => verifyStep(step, i, plan, account, network));
    });
  });
}

function verifyStep(
  step: Step,
  index: number,
  plan: Plan,
  account: Account,
  network: Network,
): void {
  const { attempts, asked, waiting, accepted, filledWith, filling } = step;
  const isToSelf = index > 0;
  // What was not begun could be anything: only an import to the wallet itself may be.
  if (!accepted && !waiting && openIn(step).length === 0 && !isToSelf)
    throw wrong('the payment has not begun');
  for (const tx of attempts) verifyTx(tx, index, plan, filledWith.get(tx), account, network);
  for (const one of asked)
    verifyUnsigned(one.unsignedTx, index, plan, filledWith.get(one), account, network);
  if (waiting) verifyUnsigned(waiting.unsignedTx, index, plan, filling, account, network);
  const open = openIn(step);
  if (open.length > 1 && common(open.map(exclusivesOf)).size === 0)
    throw wrong('two of its transactions could both be accepted');
}

/**
 * Checks that a transaction does what the plan says, and is signed by this wallet.
 * @param filling Whom the plan was filled in with.
 * @throws {AvalancheError} `Mismatch`.
 */
export function verifyTx(
  tx: AnyTx,
  index: number,
  plan: Plan,
  filling: Filling | undefined,
  account: Account,
  network: Network,
): void {
  const { addresses, accounts, ahead } = account;
  const isOwn = new Set<string>([...[...addresses, ...ahead()].map(formatHex), ...accounts]);
  const signers = signersOf(tx).flat();
  if (!signers.some((address) => isOwn.has(formatHex(address))))
    throw wrong(`${tx.txID} is not signed by this wallet`);
  verifyUnsigned(tx.unsignedTx, index, plan, filling, account, network);
}

/** Whether an owner is the wallet, or an address that it could hand out. */
const isOwned = (
  owner: ReturnType<typeof bytesOwner>,
  { isMine, shared, ahead }: Account,
): boolean =>
  isMine(owner) ||
  (!shared &&
    owner.addresses.length === 1 &&
    ahead().some((address) => equalBytes(address, owner.addresses[0]!)));

/** Checks that a transaction does what the plan says. */
function verifyUnsigned(
  unsignedTx: AnyUnsignedTx,
  index: number,
  plan: Plan,
  filling: Filling | undefined,
  account: Account,
  network: Network,
): void {
  const { accounts, change, shared } = account;
  const own = shared ? account.own : [...account.own, ...account.ahead()];
  if (plan.digest !== undefined) {
    if (formatHex(digestOf({ unsignedTx })) !== plan.digest) throw wrong('is not of the draft');
    return;
  }
  const isFilled =
    filling &&
    isOwned(bytesOwner(filling.receive, network), account) &&
    (filling.account === undefined || accounts.includes(filling.account));
  if (!isFilled) throw wrong('is filled in with addresses of others').at('own');
  const { intent } = meantOf(plan, filling, network, index);
  const chain = chainOf(plan, index);
  // Which funds there were when a `max` was built is not recorded.
  const context = { own, network, change, least: {}, expect: intent };
  const [found] = review({ kind: 'unsignedTx', chain, value: unsignedTx } as never, context);
  if (found)
    throw wrong(`a transaction is not what the plan means: ${found.code} at ${found.path}`);
}
