/** Submits transactions: waits until they are accepted, and says why one was not. */
import type { AnyTx } from '../chain/tx.ts';
import { isBytes } from '../errors/arguments.ts';
import { AvalancheError, isError } from '../errors/error.ts';
import { issueTxRequest } from '../sign/request.ts';
import { formatHex } from '../text/hex.ts';
import { formatID } from '../text/id.ts';
import { transferOutputOf } from '../tx/output.ts';
import { consumedIDsOf } from '../tx/parts.ts';
import type { Ask } from './ask.ts';
import { isNodeError } from './errors.ts';
import { type Reason, reasonOf } from './reason.ts';
import type { sleep } from './retry.ts';
import type { CallOptions } from './service.ts';

/**
 * The transactions that a client sent and that may still be accepted: a node that refuses one, or does not answer, may broadcast it later.
 * One that makes the same payments can follow without danger only if it spends a UTXO of the first: then just one of them can be accepted.
 */
export interface Attempts {
  /**
   * It is sent.
   * @param payAgain Whether it may make payments again.
   * @throws {AvalancheError} `Duplicate`: makes the same payments as a transaction that may still be accepted, and spends none of its
   *   UTXOs.
   */
  add(tx: AnyTx, payAgain: boolean): void;
  /** It is accepted: those that spend the same can no longer be. */
  settle(tx: AnyTx): void;
}

/** A UTXO that a transaction spends, as the option `include` of a builder takes it. */
export interface SpentRef {
  /** CB58. */
  readonly txID: string;
  /** Index among the outputs of that transaction. */
  readonly outputIndex: number;
}

/** What of a transaction says whether another one is the same again. */
interface Attempt {
  readonly txID: string;
  /** Of those UTXOs, or account nonces, a block can hold only one transaction. */
  readonly spends: ReadonlySet<string>;
  /** All that it does, but for its outputs and what pays for it. */
  readonly purpose: string;
  /** Amounts by owner and asset. */
  readonly outputs: readonly Output[];
}

interface Output {
  readonly asset: string;
  readonly owner: string;
  readonly amount: string;
}

/** As many as are remembered; the oldest are forgotten. */
const most = 10_000;

/** What a rebuilt transaction may have otherwise: what pays, which part of a stake was locked, and times that are counted from the clock. */
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

/** A value as text, without some of its members. */
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
  const outputs = ('outputs' in unsignedTx ? unsignedTx.outputs : []).map((of): Output => {
    const amount = 'amount' in of ? of.amount : transferOutputOf(of)?.amount;
    return {
      asset: formatHex(of.assetID),
      owner: textOf(of, amountKey),
      amount: String(amount ?? ''),
    };
  });
  const stakes = 'stake' in unsignedTx ? unsignedTx.stake : [];
  const staked = stakes.reduce((sum, of) => sum + (transferOutputOf(of)?.amount ?? 0n), 0n);
  return { txID, spends, purpose: `${staked} ${textOf(unsignedTx, varying)}`, outputs };
}

/** The types whose outputs are all that they pay. */
const paying = /^(?:platformvm|avm|atomic)\.(?:BaseTx|ImportTx)$/;

/** Outputs of the first that the second has not. */
function without(first: readonly Output[], second: readonly Output[]): readonly Output[] {
  const keyOf = ({ asset, owner, amount }: Output): string => `${asset} ${amount} ${owner}`;
  const counts = new Map<string, number>();
  for (const key of second.map(keyOf)) counts.set(key, (counts.get(key) ?? 0) + 1);
  return first.filter((of) => {
    const key = keyOf(of);
    const left = counts.get(key) ?? 0;
    counts.set(key, left - 1);
    return left <= 0;
  });
}

/**
 * Whether the second may be the first again: it does the same, and what it makes besides is change. Where outputs can be payments, that is
 * one output of an asset at most: one of the same amount to another owner is another payment, any other one may be change that goes to
 * another owner, whose UTXOs a node lists the second time.
 */
function isRepeated(first: Attempt, second: Attempt, type: string): boolean {
  if (first.purpose !== second.purpose) return false;
  if (!paying.test(type)) return true;
  const gone = without(first.outputs, second.outputs);
  const come = without(second.outputs, first.outputs);
  if (gone.length === first.outputs.length) return false;
  return [...gone, ...come].every(({ asset }) => {
    const [before, ...others] = gone.filter((of) => of.asset === asset);
    const [after, ...more] = come.filter((of) => of.asset === asset);
    const isSame =
      !before || !after || before.owner === after.owner || before.amount !== after.amount;
    return others.length === 0 && more.length === 0 && isSame;
  });
}

const shares = (a: Attempt, b: Attempt): boolean => [...a.spends].some((of) => b.spends.has(of));

/** The attempts of one client. */
export function attempts(): Attempts {
  const open = new Map<string, Attempt>();
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
      open.set(tx.txID, attempt);
      const [oldest] = open.keys();
      if (open.size > most && oldest !== undefined) open.delete(oldest);
    },
    settle(tx) {
      const accepted = open.get(tx.txID) ?? attemptOf(tx);
      for (const [txID, earlier] of open)
        if (txID === tx.txID || shares(earlier, accepted)) open.delete(txID);
    },
  };
}

/** How a transaction is issued. */
export interface IssueOptions extends CallOptions {
  /**
   * It may have been issued before, by this program or one that ended: one that is accepted already is good, and it is sent
   * again where no reply came.
   */
  readonly idempotent?: boolean;
  /**
   * Sends it although this client sent one that makes the same payments from other UTXOs, and that one was refused or not answered: a node
   * may still broadcast it, and both may be accepted.
   */
  readonly payAgain?: boolean;
  /** With `false` it is not waited until it is accepted: the node has taken it, which is no promise. */
  readonly wait?: boolean;
  /** Milliseconds of waiting at most. 60,000 if not given. */
  readonly timeout?: number;
  /** Milliseconds to the first look, which doubles up to 2000. 100 if not given. */
  readonly interval?: number;
  /** Told after each look what the node said. */
  readonly onProgress?: (status: string) => void;
}

/** A transaction that a node took. */
export interface Issued {
  /** CB58 of the transaction. */
  readonly txID: string;
  /** `Processing` only where nobody waited. */
  readonly status: 'Accepted' | 'Processing';
  /** Of the block, as far as the node says it: on the C-chain. */
  readonly height?: bigint;
}

/** Context of `NotAccepted`. */
export interface NotAcceptedContext {
  /** CB58 of the transaction. */
  readonly txID: string;
  /** `Refused` at once; else what the node said last. */
  readonly status: 'Refused' | 'Dropped' | 'Aborted' | 'Rejected' | 'Processing' | 'Unknown';
  /** Absent where the node gives none. */
  readonly reason?: Reason;
  /**
   * The UTXOs that it spends. The node may still broadcast it: one that takes its place must spend one of them, which the option `include`
   * of a builder ensures.
   */
  readonly inputs?: readonly SpentRef[];
}

/** Whether a transaction was refused, dropped or not accepted in time: `context` has its `status` and `reason`. */
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

/** What a client issues with. */
export interface Issuer {
  readonly ask: Ask;
  readonly wait: typeof sleep;
  /** Takes secrets out of what the node says. */
  readonly hide: (text: string) => string;
  /** What it sent before. */
  readonly attempts: Attempts;
}

/** Sends a transaction, and waits until it is accepted. */
export async function issue(issuer: Issuer, tx: AnyTx, options: IssueOptions): Promise<Issued> {
  const { ask, wait, hide, attempts } = issuer;
  const { signal, idempotent = false, payAgain = false, timeout = 60_000, onProgress } = options;
  const { txID } = tx;
  const look = () => statusOf(ask, tx, { ...(signal && { signal }) });
  const accepted = ({ height }: Status): Issued => {
    attempts.settle(tx);
    return { txID, status: 'Accepted', ...(height !== undefined && { height }) };
  };
  if (idempotent) {
    const known = await look();
    if (known.status === 'Accepted') return accepted(known);
  }
  attempts.add(tx, payAgain);
  try {
    await send(ask, tx, { ...(signal && { signal }), repeatable: idempotent });
  } catch (e) {
    if (!isNodeError(e)) throw e;
    const { message } = e.context;
    // Once it is accepted its inputs are gone; while it waits to be, it is a duplicate.
    const known: Status = idempotent ? await look() : { status: 'Unknown' };
    if (known.status === 'Accepted') return accepted(known);
    if (!(idempotent && /duplicate tx/.test(message))) throw notAccepted(tx, 'Refused', message);
  }
  if (options.wait === false) return { txID, status: 'Processing' };
  let pause = Math.max(1, options.interval ?? 100);
  for (let waited = 0; ; waited += pause, pause = Math.min(2000, 2 * pause)) {
    const found = await look();
    onProgress?.(found.status);
    switch (found.status) {
      case 'Accepted':
        return accepted(found);
      case 'Processing':
      // Nodes of today know no other word for one that waits on the X- or C-chain.
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
  const at = path.split('/')[3]!;
  const { txID } = await ask(method, params, tx.chain === 'P' ? options : { ...options, at });
  if (txID !== tx.txID)
    throw new AvalancheError('Mismatch', `the node returned ${txID}, sent was ${tx.txID}`, {
      found: txID,
      expected: tx.txID,
    }).at(method);
}

/** What a node says of a transaction. */
export async function statusOf(ask: Ask, tx: AnyTx, options: CallOptions): Promise<Status> {
  const params = { txID: tx.txID };
  switch (tx.chain) {
    case 'P': {
      const { status, reason } = await ask('platform.getTxStatus', params, options);
      return { status: status === 'Committed' ? 'Accepted' : status, reason };
    }
    case 'X': {
      const at = issueTxRequest(tx).path.split('/')[3]!;
      return ask('avm.getTxStatus', params, { ...options, at });
    }
    case 'C': {
      const { status, blockHeight } = await ask('avax.getAtomicTxStatus', params, options);
      return { status, height: blockHeight };
    }
  }
}
