import { AvalancheError, within } from '../errors/error.ts';
import { claimReasons } from '../evidence/proof.ts';
import { usedEvidenceReader } from '../evidence/reader.ts';
import type { Draft } from './draft.ts';
import type { PolicyFinding, SignerFacts } from './policy.ts';
import { proofsOf, type SlotProof } from './proofs.ts';

/**
 * How well the owner of each slot is known to a signer.
 * @throws {AvalancheError} As `prove`; `Unsupported`: an owner could only be proven by evidence, and this program does not read it.
 */
export function trustOf(
  draft: Draft,
  { own, utxos, evidence = [] }: SignerFacts,
): readonly SlotProof[] {
  const all = [...draft.evidence, ...evidence];
  const { network } = draft;
  const blockchain = draft.chain === 'X' ? draft.blockchain : undefined;
  const read = usedEvidenceReader();
  return within(['draft'], () => {
    const proofs = proofsOf(draft, {
      ...(read &&
        all.length > 0 && { index: read(all, { network, ...(blockchain && { blockchain }) }) }),
      ...(own && { own }),
      ...(utxos && { utxos }),
    });
    if (!read && all.length > 0 && proofs.some(({ status }) => status === 'claimed'))
      throw new AvalancheError(
        'Unsupported',
        'this program does not read evidence: call useEvidence of avalanche-tx/sign once',
      ).at('evidence');
    return proofs;
  });
}

/** The slots whose owner is neither proven nor the signer's own. */
export const unprovenSlots = (proofs: readonly SlotProof[]): readonly PolicyFinding[] =>
  proofs.flatMap(({ slot, status, why }) =>
    status === 'proven' || status === 'own'
      ? []
      : [
          {
            code: 'InputNotProven',
            path: `slots[${slot}]`,
            detail: `only the maker of the draft says who owns it. ${claimReasons[why ?? 'changed']}`,
          },
        ],
  );

/** The policy of who has none: every owner is proven, or the signer's own. */
export const defaultPolicy = {
  findings: (draft: Draft, facts: SignerFacts): readonly PolicyFinding[] =>
    unprovenSlots(trustOf(draft, facts)),
} as const;
