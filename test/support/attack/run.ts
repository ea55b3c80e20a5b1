/** Every field of every draft changed in every way, and what objects. */
import { unsignedBytesOf } from '../../../src/tx/bytes.ts';
import { type Base, basesOf } from './bases.ts';
import { type Spot, spotsOf } from './fields.ts';
import { forged } from './forge.ts';
import { judged, type Objections } from './judge.ts';
import { draftMembers, dressed } from './metadata.ts';
import { inside, type Way, waysOf } from './ways.ts';

/** One change of one field of one draft. */
export interface Attempt {
  readonly type: string;
  readonly field: string;
  readonly way: string;
  readonly gains?: string;
  readonly nothing?: string;
  readonly objections: Objections;
}

function* attemptsOn(base: Base, spot: Spot, ways: readonly Way[]): Generator<Attempt> {
  const { type } = base.draft.unsignedTx;
  for (const { way, gains, nothing, forge } of ways) {
    const forgery = forge(base, spot);
    if (!forgery) continue;
    const made = forged(base.draft, forgery);
    const { draft } = made;
    // A change that an attacker could not keep, once all fits again.
    if (draft && Buffer.from(unsignedBytesOf(draft.unsignedTx)).equals(unsignedBytesOf(base.draft.unsignedTx)))
      continue;
    yield {
      type,
      field: spot.field,
      way,
      ...(gains && { gains }),
      ...(nothing && { nothing }),
      objections: judged(base, made),
    };
  }
}

/** Every change of what the drafts of a seed say beside their transactions. */
export function* draftAttempts(seed: number): Generator<Attempt> {
  for (const of of basesOf(seed)) {
    const base = dressed(of);
    for (const [field, ways] of Object.entries(draftMembers))
      for (const { way, gains, nothing, forge } of ways) {
        const forgery = forge(base);
        if (!forgery) continue;
        yield {
          type: base.draft.unsignedTx.type,
          field,
          way,
          ...(gains && { gains }),
          ...(nothing && { nothing }),
          objections: judged(base, forged(base.draft, forgery)),
        };
      }
  }
}

/** Every change of the drafts of a seed. */
export function* attempts(seed: number): Generator<Attempt> {
  for (const base of basesOf(seed))
    for (const spot of spotsOf(base.draft.unsignedTx)) {
      const ways = waysOf(spot);
      if (ways !== inside) yield* attemptsOn(base, spot, ways);
    }
}
