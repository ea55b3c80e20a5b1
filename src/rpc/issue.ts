/** Submits transactions: waits until they are accepted, and says why one was not. */

import type { AnyTx } from '../chain/tx.ts';
import { asBytes, badArgument, isBytes } from '../errors/arguments.ts';
import { AvalancheError, isError } from '../errors/error.ts';
import { aText, checkArgument, objectOf, someBytes } from '../schema/check.ts';
import { issueTxRequest } from '../sign/request.ts';
import { formatHex } from '../text/hex.ts';
import { formatID } from '../text/id.ts';
import { transferOutputOf } from '../tx/output.ts';
import { consumedIDsOf } from '../tx/parts.ts';
import type { Ask } from './ask.ts';
import { isNodeError, isTransportError } from './errors.ts';
import { type Reason, reasonOf } from './reason.ts';
import type { sleep } from './retry.ts';
import type { CallOptions } from './service.ts';

const txArgument = /* @__PURE__ */ (() =>
  objectOf({
    chain: aText,
    txID: aText,
    bytes: someBytes,
    unsignedTx: objectOf({ type: aText }),
  }))();

/**
 * Transactions that a client sent and that may still be accepted: a node that refused one, or did not answer, may
 * still broadcast it later. A replacement that makes the same payments is safe only if it spends one of the same
 * UTXOs: then only one of the two can be accepted.
 */
export interface Attempts {
  /**
   * Records a transaction that is about to be sent.
   * @param payAgain Whether it may repeat the payments of an earlier one.
   * @throws {AvalancheError} `Duplicate`: makes the same payments as a transaction that may still be accepted, and
   *   spends none of its UTXOs.
   */
  add(tx: AnyTx, payAgain: boolean): void;
  /** Records that a transaction was accepted: others that spend the same UTXOs never will be. */
  settle(tx: AnyTx): void;
}

/** A UTXO that a transaction spends, in the form of the builders' `include` option. */
export interface SpentRef {
  /** CB58 id of the transaction that created it. */
  readonly txID: string;
  /** Index among the outputs of that transaction. */
  readonly outputIndex: number;
}

/** The parts of a transaction that tell whether another one repeats it. */
interface Attempt {
  readonly txID: string;
  /** UTXOs and account nonces; only one transaction can spend each. */
  readonly spends: ReadonlySet<string>;
  /** Everything that the transaction does, except its outputs and the inputs that pay for it. */
  readonly purpose: string;
  /** Amounts by owner and asset. */
  readonly outputs: readonly Output[];
}

interface Output {
  readonly asset: string;
  readonly owner: string;
  readonly amount: string;
}

/** Maximum number of attempts remembered; the oldest are forgotten. */
const most = 10_000;

/**
 * Fields that may differ when a transaction is rebuilt: inputs, outputs, the locked part of a stake, and times
 * relative to the clock.
 */
const varying: ReadonlySet<string> = /* @__PURE__ */ new Set([
  'inputs',
  'importedInputs',
  'inputIDs',
  'outputs',
  'stake',
  'signatureIndices',
  'start',
  'end',
]);

/** Serializes a value as text, without some of its fields. */
const textOf = (value: unknown, without: ReadonlySet<string>): string =>
  JSON.stringify(value, (key, member: unknown) => {
    if (without.has(key)) return undefined;
    if (typeof member === 'bigint') return `${member}n`;
    return isBytes(member) ? formatHex(member) : member;
  });

/** The UTXOs that a transaction spends, imported ones included. */
const spentRefsOf = ({ unsignedTx }: Pick<AnyTx, 'unsignedTx'>): readonly SpentRef[] =>
  consumedIDsOf(unsignedTx).map(({ txID, outputIndex }) => ({
    txID: formatID(txID),
    outputIndex,
  }));

const amountKey: ReadonlySet<string> = /* @__PURE__ */ new Set(['amount', 'assetID']);

function attemptOf(tx: AnyTx): Attempt {
  const { unsignedTx, txID } = tx;
  const spends = new Set(spentRefsOf(tx).map((ref) => `${ref.txID}:${ref.outputIndex}`));
  if (unsignedTx.type === 'atomic.ExportTx')
    for (const { address, nonce } of unsignedTx.inputs)
      spends.add(`${formatHex(address)} ${nonce}`);
  const outputs = ('outputs' in unsignedTx ? unsignedTx.outputs : []).map((output): Output => {
    const amount = 'amount' in output ? output.amount : transferOutputOf(output)?.amount;
    return {
      asset: formatHex(output.assetID),
      owner: textOf(output, amountKey),
      amount: String(amount ?? ''),
    };
  });
  const stakes = 'stake' in unsignedTx ? unsignedTx.stake : [];
  const staked = stakes.reduce((sum, stake) => sum + (transferOutputOf(stake)?.amount ?? 0n), 0n);
  return { txID, spends, purpose: `${staked} ${textOf(unsignedTx, varying)}`, outputs };
}

/** Transaction types whose payments are all in their outputs. */
const paying = /^(?:platformvm|avm|atomic)\.(?:BaseTx|ImportTx)$/;

/** The outputs of the first list that are not in the second. */
function without(first: readonly Output[], second: readonly Output[]): readonly Output[] {
  const keyOf = ({ asset, owner, amount }: Output): string => `${asset} ${amount} ${owner}`;
  const counts = new Map<string, number>();
  for (const key of second.map(keyOf)) counts.set(key, (counts.get(key) ?? 0) + 1);
  return first.filter((change) => {
    const key = keyOf(change);
    const left = counts.get(key) ?? 0;
    counts.set(key, left - 1);
    return left <= 0;
  });
}

/**
 * Tells whether the second attempt may repeat the first: it has the same purpose and differs only in change. Where
 * outputs can be payments, at most one output of each asset may differ. An output of the same amount to another
 * owner is a different payment; any other difference may be change to another owner, since a node may list other
 * UTXOs the second time.
 */
function isRepeated(first: Attempt, second: Attempt, type: string): boolean {
  if (first.purpose !== second.purpose) return false;
  if (!paying.test(type)) return true;
  const gone = without(first.outputs, second.outputs);
  const come = without(second.outputs, first.outputs);
  if (gone.length === first.outputs.length) return false;
  return [...gone, ...come].every(({ asset }) => {
    const [before, ...others] = gone.filter((amount) => amount.asset === asset);
    const [after, ...more] = come.filter((amount) => amount.asset === asset);
    const isSame =
      !before || !after || before.owner === after.owner || before.amount !== after.amount;
    return others.length === 0 && more.length === 0 && isSame;
  });
}

const shares = (a: Attempt, b: Attempt): boolean => [...a.spends].some((key) => b.spends.has(key));

/** Forgets the oldest entries beyond the maximum. */
function forgetOldest(map: Map<string, unknown>): void {
  for (const key of map.keys()) {
    if (map.size <= most) return;
    map.delete(key);
  }
}

/** Creates the attempts of one client. */
export function attempts(): Attempts {
  const open = new Map<string, Attempt>();
  /** What accepted transactions spent, with their ids: no other transaction that spends it is ever accepted. */
  const spent = new Map<string, string>();
  const isDead = ({ txID, spends }: Attempt): boolean =>
    [...spends].some((key) => (spent.get(key) ?? txID) !== txID);
  return {
    add(tx, payAgain) {
      const attempt = attemptOf(tx);
      for (const earlier of payAgain ? [] : open.values()) {
        if (earlier.txID === tx.txID || shares(earlier, attempt)) continue;
        if (!isRepeated(earlier, attempt, tx.unsignedTx.type)) continue;
        throw new AvalancheError(
          'Duplicate',
          `makes the same payments as ${earlier.txID}, which may still be accepted, and spends none of its UTXOs: build it with the option include, or allow it with the option payAgain`,
        );
      }
      open.delete(tx.txID);
      if (isDead(attempt)) return;
      open.set(tx.txID, attempt);
      forgetOldest(open);
    },
    settle(tx) {
      const accepted = open.get(tx.txID) ?? attemptOf(tx);
      for (const key of accepted.spends) spent.set(key, tx.txID);
      forgetOldest(spent);
      for (const [txID, earlier] of open)
        if (txID === tx.txID || shares(earlier, accepted)) open.delete(txID);
    },
  };
}

/** Options for submitting a transaction. */
export interface IssueOptions extends CallOptions {
  /**
   * Asks first whether the transaction was accepted before, by this program or an earlier run, and sends it again if no
   * reply came.
   */
  readonly idempotent?: boolean;
  /**
   * Sends the transaction even if this client sent one that makes the same payments from other UTXOs and that was
   * refused or not answered. A node may still broadcast that one, so both may be accepted.
   */
  readonly payAgain?: boolean;
  /** `false` returns as soon as the node has received the transaction, which does not guarantee acceptance. */
  readonly wait?: boolean;
  /** Maximum time to wait, in milliseconds; 60,000 if omitted. */
  readonly timeout?: number;
  /** Delay before the second status check, in milliseconds; doubles up to 2000. 100 if omitted. */
  readonly interval?: number;
  /** Called with the node's status after each check. */
  readonly onProgress?: (status: string) => void;
}

/** A submitted transaction. */
export interface Issued {
  /** CB58 of the transaction. */
  readonly txID: string;
  /** `Processing` only if `wait` was `false`. */
  readonly status: 'Accepted' | 'Processing';
  /** Set if it was accepted before this call. */
  readonly already?: true;
  /** Height of the block; only the C-chain reports it. */
  readonly height?: bigint;
}

/** The last known status of the transaction, and what a replacement must spend. */
export interface NotAcceptedContext {
  /** CB58 of the transaction. */
  readonly txID: string;
  /**
   * `Refused` if the node rejected it immediately and does not know it otherwise; `Unknown` if it cannot be asked for that;
   * otherwise the last status the node reported.
   */
  readonly status: 'Refused' | 'Dropped' | 'Aborted' | 'Rejected' | 'Processing' | 'Unknown';
  /** Omitted if the node gives none. */
  readonly reason?: Reason;
  /**
   * The UTXOs that it spends. The node may still broadcast it, so a replacement must spend one of them: pass them
   * to a builder's `include` option.
   */
  readonly inputs?: readonly SpentRef[];
}

/**
 * Tells whether a transaction was refused, dropped or not accepted in time: `context` has its `status` and
 * `reason`.
 */
export const isNotAccepted = (
  e: unknown,
): e is AvalancheError & {
  readonly context: Readonly<Record<string, unknown>> & NotAcceptedContext;
} => isError(e, 'NotAccepted');

function notAccepted(
  tx: AnyTx,
  status: NotAcceptedContext['status'],
  said?: string,
): AvalancheError {
  const { txID } = tx;
  const reason = said === undefined ? undefined : reasonOf(said);
  const facts = { txID, status, ...(reason && { reason }), inputs: spentRefsOf(tx) };
  const detail = `${txID}: ${status}${said === undefined ? '' : `, ${said}`}`;
  return new AvalancheError('NotAccepted', detail, facts);
}

interface Status {
  readonly status: 'Accepted' | Exclude<NotAcceptedContext['status'], 'Refused'>;
  readonly reason?: string | undefined;
  readonly height?: bigint | undefined;
}

/** Everything that a client needs to submit transactions. */
export interface Issuer {
  readonly ask: Ask;
  readonly wait: typeof sleep;
  /** Removes secrets from the node's messages. */
  readonly hide: (text: string) => string;
  /** Transactions sent before. */
  readonly attempts: Attempts;
}

/**
 * Checks that a value is a signed transaction, and returns it.
 * @throws {AvalancheError} `BadArgument`, which says what is missing.
 */
export function checkSigned(tx: AnyTx): AnyTx {
  const expected = 'a signed transaction';
  const given: unknown = tx;
  const refusal = (detail: string) =>
    new AvalancheError('BadArgument', detail, { expected }).at('tx');
  if (typeof given === 'string' || asBytes(given))
    throw refusal(`must be ${expected}: open(it).txs[0], or decodeTx(bytes, chain)`);
  if (typeof given === 'object' && given !== null && 'slots' in given)
    throw refusal('is a draft: pass what finalize(sign(draft, key)) returns');
  if (typeof given !== 'object' || given === null || !('credentials' in given))
    throw badArgument(expected, given).at('tx');
  return checkArgument(tx, txArgument, 'tx');
}

/** Errors of a request that the node may have received all the same. */
const unanswered: ReadonlySet<string> = /* @__PURE__ */ new Set([
  'Transport',
  'HTTPStatus',
  'LimitExceeded',
  'BadJSON',
  'Lossy',
  'Mismatch',
]);

/** Codes of the system for a server that was not reached at all. */
const neverSent = /\b(?:ECONNREFUSED|ENOTFOUND|EAI_AGAIN|ENETUNREACH|EHOSTUNREACH)\b/;

/** The method that tells the status of a transaction. */
const statusMethods = {
  P: 'platform.getTxStatus',
  X: 'avm.getTxStatus',
  C: 'avax.getAtomicTxStatus',
} as const;

/** Says of an error after a transaction was sent that it may have been accepted, and how to find out. */
function unsettled(e: unknown, { txID, chain }: AnyTx): unknown {
  if (!isError(e) || !unanswered.has(e.code) || neverSent.test(e.detail)) return e;
  const advice = `${txID} may have been accepted: ask ${statusMethods[chain]} for its status, or submit the same transaction again (idempotent), and no other in its place`;
  return new AvalancheError(e.code, `${e.detail}; ${advice}`, { ...e.context, txID } as never, {
    offset: e.offset,
    cause: e,
  }).at(...e.path);
}

/** Submits a transaction and waits until it is accepted. */
export async function issue(issuer: Issuer, tx: AnyTx, options: IssueOptions): Promise<Issued> {
  const { ask, attempts } = issuer;
  const { signal, idempotent = false, payAgain = false } = options;
  const { txID } = tx;
  const look = () => statusOf(ask, tx, { ...(signal && { signal }) });
  const accepted = ({ height }: Status, already = false): Issued => {
    attempts.settle(tx);
    return {
      txID,
      status: 'Accepted',
      ...(already && { already }),
      ...(height !== undefined && { height }),
    };
  };
  if (idempotent) {
    const known = await look();
    if (known.status === 'Accepted') return accepted(known, true);
  }
  attempts.add(tx, payAgain);
  try {
    await send(ask, tx, { ...(signal && { signal }), repeatable: idempotent });
  } catch (e) {
    if (!isNodeError(e)) throw unsettled(e, tx);
    const { message } = e.context;
    // Once accepted, its inputs are gone; while it is pending, the node calls it a duplicate.
    const known = await look().catch((e: unknown) => {
      if (!isError(e) || isTransportError(e, 'aborted')) throw e;
      throw notAccepted(tx, 'Unknown', message);
    });
    if (known.status === 'Accepted') return accepted(known, true);
    if (known.status !== 'Processing' && !/duplicate tx/.test(message))
      throw notAccepted(tx, 'Refused', message);
  }
  if (options.wait === false) return { txID, status: 'Processing' };
  try {
    return accepted(await untilDecided(issuer, tx, look, options));
  } catch (e) {
    throw unsettled(e, tx);
  }
}

/** Asks for the status until it is final. */
async function untilDecided(
  { wait, hide }: Issuer,
  tx: AnyTx,
  look: () => Promise<Status>,
  { signal, timeout = 60_000, interval = 100, onProgress }: IssueOptions,
): Promise<Status> {
  let pause = Math.max(1, interval);
  for (let waited = 0; ; waited += pause, pause = Math.min(2000, 2 * pause)) {
    const found = await look();
    onProgress?.(found.status);
    switch (found.status) {
      case 'Accepted':
        return found;
      case 'Processing':
      // Current nodes report `Unknown` for pending transactions on the X- and C-chain.
      case 'Unknown':
        if (!(waited < timeout)) throw notAccepted(tx, found.status);
        await wait(pause, signal);
        break;
      default:
        throw notAccepted(tx, found.status, found.reason && hide(found.reason));
    }
  }
}

async function send(ask: Ask, tx: AnyTx, options: Parameters<Ask>[2]): Promise<void> {
  const { path, method, params } = issueTxRequest(tx);
  const chainAlias = path.split('/')[3]!;
  const { txID } = await ask(
    method,
    params,
    tx.chain === 'P' ? options : { ...options, at: chainAlias },
  );
  if (txID !== tx.txID)
    throw new AvalancheError('Mismatch', `the node returned ${txID}, sent was ${tx.txID}`, {
      found: txID,
      expected: tx.txID,
    }).at(method);
}

/** Reads the status of a transaction from a node. */
export async function statusOf(ask: Ask, tx: AnyTx, options: CallOptions): Promise<Status> {
  const params = { txID: tx.txID };
  switch (tx.chain) {
    case 'P': {
      const { status, reason } = await ask(statusMethods.P, params, options);
      return { status: status === 'Committed' ? 'Accepted' : status, reason };
    }
    case 'X': {
      const chainAlias = issueTxRequest(tx).path.split('/')[3]!;
      return ask(statusMethods.X, params, { ...options, at: chainAlias });
    }
    case 'C': {
      const { status, blockHeight } = await ask(statusMethods.C, params, options);
      return { status, height: blockHeight };
    }
  }
}
