import { within } from '../errors/error.ts';
import { evidenceOf } from '../evidence/origins.ts';
import { claimReasons } from '../evidence/proof.ts';
import { placeOf } from '../state/state.ts';
import type { Draft } from './draft.ts';
import type { PolicyFinding, SignerFacts } from './policy.ts';
import { proofsOf, type SlotProof } from './proofs.ts';

/**
 * How well the owner of each slot is known to a signer.
 * @throws {AvalancheError} As `prove`.
 */
export function trustOf(
  draft: Draft,
  { own, utxos, authorities, evidence = [] }: SignerFacts,
): readonly SlotProof[] {
  const all = [...draft.evidence, ...evidence];
  return within(['draft'], () => {
    return proofsOf(draft, {
      ...(all.length > 0 && { index: evidenceOf(all, placeOf(draft)) }),
      ...(own && { own }),
      ...(utxos && { utxos }),
      ...(authorities && { authorities }),
    });
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
