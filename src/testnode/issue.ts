/** Submitting transactions: what `issueTx` of each chain does. */
import type { ChainName } from '../chain/declared.ts';
import { type AnyTx, txFromBytes } from '../chain/tx.ts';
import { AvalancheError, isError } from '../errors/error.ts';
import { checkTx } from '../rules/check.ts';
import type { Facts } from '../rules/facts.ts';
import type { RuleFinding, Verdict } from '../rules/verdict.ts';
import { makeCBlock } from './cchain.ts';
import { cFacts, pFacts, xFacts } from './facts.ts';
import { fateOf } from './fate.ts';
import { checkImpersonated } from './impersonate.ts';
import { setEntry } from './journal.ts';
import { catchUp, makePBlock, tick } from './pchain.ts';
import { dropReasonOf, markDropped, recordTx } from './records.ts';
import { wordsFor } from './refusal.ts';
import { blockStart, nextTime } from './time.ts';
import type { World } from './world.ts';
import { makeXBlock } from './xchain.ts';

/** A transaction that the node accepted into its pool, and unless blocks are held into a block. */
export interface SubmittedTx {
  /** True: the node took it. */
  readonly ok: true;
  /** CB58. */
  readonly txID: string;
}

/** A transaction that the node refused. */
export interface RefusedTx {
  /** False: the node refused it. */
  readonly ok: false;
  /** The `message` of the JSON-RPC error with the code -32000: a node's reason for this code, but not its whole text. */
  readonly message: string;
  /** The part of `message` that the node remembers of a transaction that it dropped: `platform.getTxStatus`. */
  readonly reason: string;
  /** What the rule found. */
  readonly error: AvalancheError;
  /**
   * The rule of `checkTx`; `bytes` if the transaction cannot be decoded, `control` if a control function had it refused, `dropped` if
   * the node refused or dropped it before: it remembers the last 64 on P and X.
   */
  readonly rule: string;
}

/** What `issueTx` answers. */
export type Submission = SubmittedTx | RefusedTx;

/**
 * Submits a transaction: decodes it, checks it by all rules against the state, and accepts it in a block at once, or with `mine` if
 * blocks are held.
 * @param bytes The signed transaction.
 */
export function issue(world: World, chain: ChainName, bytes: Uint8Array): Submission {
  let tx: AnyTx;
  try {
    tx = txFromBytes(chain, bytes.slice());
  } catch (error) {
    if (!isError(error)) throw error;
    return { ok: false, ...wordsFor(chain, 'bytes', error), error, rule: 'bytes' };
  }
  return issueTx(world, tx);
}

/** The same of a transaction that is decoded. */
function issueTx(world: World, tx: AnyTx): Submission {
  const { txID } = tx;
  // A node says nothing about a transaction that it has already.
  if (world[tx.chain].pool.has(txID)) return { ok: true, txID };
  const again = tx.chain === 'C' ? undefined : dropReasonOf(world, tx.chain, txID);
  if (again !== undefined)
    return withoutRule(tx.chain === 'P' ? `couldn't issue tx: ${again}` : again, again, 'dropped');
  const fate = fateOf(world, tx);
  if (fate?.fate === 'refuse') {
    const { reason } = fate;
    return withoutRule(reason, reason, 'control');
  }
  const { hold } = world.tampering;
  if (!hold && tx.chain === 'P') catchUp(world);
  const facts = factsFor(world, tx.chain);
  const refusal = refusalIn(tx.chain, verdictOf(world, tx, facts));
  if (refusal) {
    markDropped(world, tx, refusal.reason);
    return refusal;
  }
  if (fate?.fate === 'drop') {
    recordTx(world, { tx, status: 'Dropped', reason: fate.reason });
    markDropped(world, tx, fate.reason);
  } else if (fate || hold) recordTx(world, { tx, status: 'Processing' });
  else {
    makeBlock(world, [tx]);
    tick(world);
  }
  if (fate?.fate === 'delay')
    setEntry(world.journal, world.tampering.delayed, txID, world.clock + fate.seconds);
  return { ok: true, txID };
}

/** A refusal for which no rule was asked. */
function withoutRule(message: string, reason: string, rule: string): RefusedTx {
  const error = new AvalancheError('NodeError', message, { code: -32000, message, data: null });
  return { ok: false, message, reason, error, rule };
}

/** What a transaction is checked against now. */
export function factsFor(world: World, chain: ChainName): Facts {
  if (chain === 'X') return xFacts(world);
  if (chain === 'C') return cFacts(world);
  return pFacts(world, blockStart(world, nextTime(world).time));
}

/** What the rules say about a transaction now. */
export const verdictOf = (
  world: World,
  tx: AnyTx,
  facts: Facts = factsFor(world, tx.chain),
): Verdict => {
  const verdict = checkTx(tx, facts);
  return verdict.result === 'refused' && world.tampering.impersonated.size > 0
    ? checkImpersonated(world, tx, facts, verdict)
    : verdict;
};

/** The refusal of a verdict that does not accept. */
export function refusalIn(chain: ChainName, { result, findings }: Verdict): RefusedTx | undefined {
  if (result === 'accepted') return undefined;
  const found = findings.find((of) => of.error) ?? findings.find((of) => of.result !== 'ok')!;
  const error = found.error ?? unknownOf(found);
  return { ok: false, ...wordsFor(chain, found.rule, error), error, rule: found.rule };
}

/** A rule that the whole state does not decide: the node then has no ground to accept the transaction. */
const unknownOf = ({ rule, detail }: RuleFinding): AvalancheError =>
  new AvalancheError('MissingState', `${rule}: ${detail}`, { what: rule });

/** Accepts valid transactions of one chain in the next block. */
export function makeBlock(world: World, txs: readonly AnyTx[]): void {
  const [first] = txs;
  type Of<N extends ChainName> = readonly Extract<AnyTx, { readonly chain: N }>[];
  if (first?.chain === 'X') makeXBlock(world, txs as Of<'X'>);
  else if (first?.chain === 'C') makeCBlock(world, txs as Of<'C'>);
  else makePBlock(world, nextTime(world), txs as Of<'P'>);
}
