import type { Chain, Network } from '../network/network.ts';
import type { Evidence } from '../state/evidence.ts';
import type { EvidenceIndex } from './proof.ts';

/** Reads evidence: `evidenceOf`. */
type Reader = (
  evidence: readonly Evidence[],
  place: { readonly network: Network; readonly blockchain?: Chain },
) => EvidenceIndex;

let used: Reader | undefined;

/** From now on evidence is read by `reader`: `useEvidence` calls it. */
export const useEvidenceReader = (reader: Reader): void => {
  used = reader;
};

/**
 * The reader of evidence, if this program has one: evidence can be transactions of any type, so a bundle holds all types only if the
 * program reads drafts from elsewhere, or calls `useEvidence`.
 */
export const usedEvidenceReader = (): Reader | undefined => used;
