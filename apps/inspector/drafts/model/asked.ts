/** What is still to be signed of a draft that the page explains. */
import { explain } from 'avalanche-tx/explain';
import { type Digest, type Draft, digestsOf } from 'avalanche-tx/sign';

/** Digests of a draft, which the page shows with what it does. */
export const askedOf = (draft: Draft): readonly Digest[] =>
  digestsOf(draft, { reviewed: explain(draft, { network: draft.network }).digest });
