/**
 * Submits transactions, like `issueTx` of each chain. Control functions may have decided their fate before.
 */
import type { ChainName } from '../chain/declared.ts';
import { type AnyTx, decodeTx } from '../chain/tx.ts';
import type { ErrorCode } from '../errors/codes.ts';
import { AvalancheError, formatPath, isError } from '../errors/error.ts';
import { innerReasons, outerReasons } from '../rpc/reasons.ts';
import { checkTx } from '../rules/check.ts';
import type { Facts } from '../rules/facts.ts';
import type { RuleFinding, Verdict } from '../rules/verdict.ts';
import { makeCBlock } from './cchain.ts';
import { makeRoom, poolVerdict } from './cpool.ts';
import { setEntry } from './journal.ts';
import { catchUp, makePBlock, tick } from './pchain.ts';
import { dropReasonOf, markDropped, recordTx } from './records.ts';
import { blockStart, nextTime } from './time.ts';
import type { Fate, TxFilter, World } from './world.ts';
import { cFacts, pFacts, xFacts } from './worldfacts.ts';
import { makeXBlock } from './xchain.ts';

const means = ({ txID, chain, type, where }: TxFilter, tx: AnyTx): boolean =>
  (txID === undefined || txID === tx.txID) &&
  (chain === undefined || chain === tx.chain) &&
  (type === undefined || type === tx.unsignedTx.type) &&
  (where === undefined || where(tx));

/** Returns the fate of a transaction by the first trap that matches it, and decrements the trap's count. */
function fateOf({ tampering, journal }: World, tx: AnyTx): Fate | undefined {
  if (tampering.traps.size === 0) return undefined;
  for (const trap of [...tampering.traps.values()].sort((a, b) => a.id - b.id)) {
    if (!means(trap.filter, tx)) continue;
    const left = trap.left - 1;
    setEntry(journal, tampering.traps, trap.id, left > 0 ? { ...trap, left } : undefined);
    return trap.does;
  }
  return undefined;
}

/** A transaction that the node accepted into its pool and, unless blocks are held, into a block. */
export interface SubmittedTx {
  /** Always true: the node accepted it. */
  readonly ok: true;
  /** CB58 of the transaction. */
  readonly txID: string;
}

/** A transaction that the node refused. */
export interface RefusedTx {
  /** Always false: the node refused it. */
  readonly ok: false;
  /**
   * The `message` of the JSON-RPC error with code -32000: a node's reason for this error code, but not a node's
   * complete text.
   */
  readonly message: string;
  /** The part of `message` that the node stores for a dropped transaction and returns from `platform.getTxStatus`. */
  readonly reason: string;
  /** The finding of the rule. */
  readonly error: AvalancheError;
  /**
   * The rule of `checkTx`; `bytes` if the transaction cannot be decoded, `control` if a control function refused
   * it, `dropped` if the node refused or dropped it before: it remembers the last 64 on P and X.
   */
  readonly rule: string;
}

/** The result of `issueTx`. */
export type Submission = SubmittedTx | RefusedTx;

/**
 * Submits a transaction: decodes it, checks it against the state with all rules, and accepts it in a block
 * immediately, or with `mine` if blocks are held.
 * @param bytes The signed transaction.
 */
export function issue(world: World, chain: ChainName, bytes: Uint8Array): Submission {
  let tx: AnyTx;
  try {
    tx = decodeTx(bytes.slice(), chain);
  } catch (error) {
    if (!isError(error)) throw error;
    return { ok: false, ...wordsFor(chain, 'bytes', error), error, rule: 'bytes' };
  }
  return issueTx(world, tx);
}

/** Submits a decoded transaction. */
function issueTx(world: World, tx: AnyTx): Submission {
  const { txID } = tx;
  // A node does not report that it already has a transaction.
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
  const verdict = verdictOf(world, tx, facts);
  const admission = tx.chain === 'C' ? poolVerdict(world, verdict) : verdict;
  const refusal = refusalIn(tx.chain, admission);
  if (refusal) {
    markDropped(world, tx, refusal.reason);
    return refusal;
  }
  if (tx.chain === 'C') makeRoom(world, tx);
  if (fate?.fate === 'drop') {
    recordTx(world, { tx, status: 'Dropped', reason: fate.reason });
    markDropped(world, tx, fate.reason);
  } else if (fate || hold || verdict.result !== 'accepted')
    recordTx(world, { tx, status: 'Processing' });
  else {
    makeBlock(world, [tx]);
    tick(world);
  }
  if (fate?.fate === 'delay')
    setEntry(world.journal, world.tampering.delayed, txID, world.clock + fate.seconds);
  return { ok: true, txID };
}

/** Builds a refusal without checking rules. */
function withoutRule(message: string, reason: string, rule: string): RefusedTx {
  const error = new AvalancheError('NodeError', message, { code: -32000, message, data: null });
  return { ok: false, message, reason, error, rule };
}

/** Returns the facts for a transaction now. */
export function factsFor(world: World, chain: ChainName): Facts {
  if (chain === 'X') return xFacts(world);
  if (chain === 'C') return cFacts(world);
  return pFacts(world, blockStart(world, nextTime(world).time));
}

/** Checks a transaction with the rules now. */
export const verdictOf = (
  world: World,
  tx: AnyTx,
  facts: Facts = factsFor(world, tx.chain),
): Verdict => checkTx(tx, facts);

/** Returns the refusal for a verdict other than accepted. */
export function refusalIn(chain: ChainName, { result, findings }: Verdict): RefusedTx | undefined {
  if (result === 'accepted') return undefined;
  const found =
    findings.find((finding) => finding.error) ??
    findings.find((finding) => finding.result !== 'ok')!;
  const error = found.error ?? unknownOf(found);
  return { ok: false, ...wordsFor(chain, found.rule, error), error, rule: found.rule };
}

/**
 * Builds the error for a rule that cannot be decided even with the complete state: the node then has no reason to
 * accept the transaction.
 */
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

/** The message of a refusal. */
export interface Words {
  /** The complete message. */
  readonly message: string;
  /** The part that is stored for a dropped transaction. */
  readonly reason: string;
}

/** The text before the reason, for refused transactions and for bytes that are not a transaction. */
const frames: { readonly [C in ChainName]: { readonly refused: string; readonly bytes: string } } =
  {
    P: {
      refused: "couldn't issue tx: failed verification: ",
      bytes: "couldn't parse tx: couldn't parse tx: ",
    },
    X: { refused: '', bytes: '' },
    C: { refused: 'issuing tx: ', bytes: 'parsing tx: ' },
  };

/**
 * Codes that a node reports with the reason of another: it has one reason for order and duplicates, and none for
 * the fee alone.
 */
export const saidAs: { readonly [C in ErrorCode]?: ErrorCode } = {
  Duplicate: 'NotSorted',
  FeeTooLow: 'Unbalanced',
};

/**
 * Returns a node's reason for a code of a rule, if it has exactly one: with several, it is unknown which one a
 * node would give, and a wrong one would mislead.
 */
function reasonFor(rule: string, code: ErrorCode): string | undefined {
  const reasons = [...innerReasons, ...outerReasons]
    .filter(
      ([reasonCode, ruleName]) =>
        ruleName === rule && (reasonCode === code || reasonCode === saidAs[code]),
    )
    .flatMap(([, , ...words]) => words);
  return reasons.length === 1 ? reasons[0] : undefined;
}

/**
 * Returns the message of `issueTx` for the finding of a rule; the rule is `bytes` if there is no transaction. It is the detail of the
 * finding, followed by the node's reason for its code, or by the code if a node has several reasons. `avalanche-tx/rpc` derives the same
 * code from it as from a node's text; the text itself is not a node's.
 */
export function wordsFor(chain: ChainName, rule: string, error: AvalancheError): Words {
  const { code, detail, path } = error;
  const found = path.length === 0 ? detail : `${formatPath(path)}: ${detail}`;
  const reason = `${found}: ${reasonFor(rule, code) ?? saidAs[code] ?? code}`;
  return { reason, message: frames[chain][rule === 'bytes' ? 'bytes' : 'refused'] + reason };
}
