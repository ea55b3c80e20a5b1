import type { AnyTx } from '../chain/tx.ts';
import { AvalancheError, isError } from '../errors/error.ts';
import { issueTxRequest } from '../sign/request.ts';
import type { Ask } from './ask.ts';
import { type Attempts, type SpentRef, spentRefsOf } from './attempts.ts';
import { isNodeError } from './errors.ts';
import { type Reason, reasonOf } from './reason.ts';
import type { sleep } from './retry.ts';
import type { CallOptions } from './service.ts';

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
export interface NotAcceptedFacts {
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
  readonly context: Readonly<Record<string, unknown>> & NotAcceptedFacts;
} => isError(e, 'NotAccepted');

function notAccepted(tx: AnyTx, status: NotAcceptedFacts['status'], said?: string): AvalancheError {
  const { txID } = tx;
  const reason = said === undefined ? undefined : reasonOf(said);
  const facts = { txID, status, ...(reason && { reason }), inputs: spentRefsOf(tx) };
  const detail = `${txID}: ${status}${said === undefined ? '' : `, ${said}`}`;
  return new AvalancheError('NotAccepted', detail, facts);
}

interface Status {
  readonly status: 'Accepted' | Exclude<NotAcceptedFacts['status'], 'Refused'>;
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
