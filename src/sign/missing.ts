import type { Draft } from '../draft/draft.ts';
import { nameIn } from '../draft/signatures.ts';
import { missingOf } from '../draft/slot.ts';
import { AvalancheError } from '../errors/error.ts';

/**
 * The `MissingSigner` of a draft: context has `missing`, for each credential that needs signatures how many, and by which addresses.
 * @param why What happened, if it is more than that they are missing.
 */
export function missingSigner(draft: Draft, why?: string): AvalancheError {
  const missing = missingOf(draft.slots).map(({ credential, need, candidates }) => ({
    credential,
    need,
    addresses: candidates.map((address) => nameIn(draft, draft.slots[credential]!, address)),
  }));
  const [first, ...others] = missing;
  const asked = first
    ? `credential ${first.credential} needs ${first.need} of ${first.addresses.join(', ')}`
    : 'all signatures are there';
  const more = others.length > 0 ? `, and ${others.length} more credentials` : '';
  return new AvalancheError(
    'MissingSigner',
    `${why === undefined ? '' : `${why}: `}${asked}${more}`,
    { missing },
  );
}
