import { idOf } from '../chain/ids.ts';
import { AvalancheError, within } from '../errors/error.ts';
import { aListOf, aText, objectOf, someBytes } from '../schema/check.ts';
import { compareBytes, equalBytes } from '../text/bytes.ts';

/**
 * A transaction that proves who owns its outputs: the SHA-256 of its signed bytes is the txID in an input. The
 * genesis of the P-chain is evidence too: its SHA-256 is a constant of a known network.
 */
export interface Evidence {
  /** The chain that accepted it. */
  readonly chain: 'P' | 'X' | 'C';
  /** The signed bytes of the transaction, or the bytes of the genesis. */
  readonly bytes: Uint8Array;
}

/** Maximum number of transactions that a state, draft or proof can have as evidence. */
export const maxEvidence = 512;
/** Maximum total size of evidence in bytes: 8 MiB. */
export const maxEvidenceBytes: number = 8 * 1024 * 1024;
/** Limits on the evidence that a builder copies into a draft: transactions, and total bytes. */
export const builderEvidence = { count: 64, bytes: 4 * 1024 * 1024 } as const;

export const evidenceChains: readonly Evidence['chain'][] = ['P', 'X', 'C'];

/** Evidence with its id. */
export interface IdentifiedEvidence extends Evidence {
  /** SHA-256 of the bytes: the txID, or the id of the genesis. */
  readonly id: Uint8Array;
}

/**
 * Returns evidence with its ids, sorted by id and without duplicates.
 * @throws {AvalancheError} `TooLong`: more than 512, or more than 8 MiB together; `Mismatch`: the same bytes for
 *   two chains.
 */
export function identified(evidence: readonly Evidence[]): readonly IdentifiedEvidence[] {
  verifySize(evidence);
  const sorted = evidence
    .map(({ chain, bytes }, i): IdentifiedEvidence => {
      if (!evidenceChains.includes(chain))
        throw new AvalancheError('WrongChain', 'must be P, X or C', {
          have: 'another chain',
          need: 'P, X or C',
        }).at(i, 'chain');
      return { chain, bytes, id: idOf(bytes) };
    })
    .sort((a, b) => compareBytes(a.id, b.id));
  return sorted.filter((entry, i) => {
    const before = sorted[i - 1];
    if (!before || !equalBytes(before.id, entry.id)) return true;
    if (before.chain === entry.chain) return false;
    throw new AvalancheError('Mismatch', 'the same transaction is said to be of two chains');
  });
}

/** Returns evidence in its canonical form: sorted by id, without duplicates. */
export const sortedEvidence = (evidence: readonly Evidence[]): readonly Evidence[] =>
  identified(evidence).map(({ chain, bytes }) => ({ chain, bytes }));

/** Evidence, as an argument. */
export const evidenceArgument = /* @__PURE__ */ (() =>
  aListOf(objectOf({ chain: aText, bytes: someBytes })))();

/**
 * Checks that evidence is in its canonical form: strictly increasing by id.
 * @throws {AvalancheError} With the index: `NotSorted`, `Duplicate`; as `identified`.
 */
export function verifyEvidence(evidence: readonly Evidence[]): void {
  const sorted = within(['evidence'], () => identified(evidence));
  const wrong = evidence.findIndex(
    ({ bytes }, i) => !sorted[i] || !equalBytes(bytes, sorted[i].bytes),
  );
  if (wrong >= 0)
    throw new AvalancheError('NotSorted', 'must be strictly increasing by id').at(
      'evidence',
      wrong,
    );
}

/**
 * Checks the limits of evidence.
 * @throws {AvalancheError} `TooLong`
 */
function verifySize(evidence: readonly Evidence[]): void {
  const size = evidence.reduce((sum, { bytes }) => sum + bytes.length, 0);
  for (const [length, max, what] of [
    [evidence.length, maxEvidence, 'transactions'],
    [size, maxEvidenceBytes, 'bytes'],
  ] as const)
    if (length > max)
      throw new AvalancheError('TooLong', `${length} ${what}, at most ${max} are allowed`, {
        length,
        max,
      });
}
