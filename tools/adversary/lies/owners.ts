/** Lies of a node about whose UTXOs are. */
import { equalBytes } from '../../../src/text/bytes.ts';
import type { MakeLie } from './answers.ts';
import { owner, sorted } from './changes.ts';

/** The attacker shares what is listed. */
export const plusAfter: MakeLie = owner(({ addresses }, { world }) => ({
  addresses: sorted([...addresses, world.after.shortID]),
}));

export const ownerLies = {
  'owner: with the attacker, who sorts last': plusAfter,
  'owner: with the attacker, who sorts first': owner(({ addresses }, { world }) => ({
    addresses: sorted([world.before.shortID, ...addresses]),
  })),
  'owner: a friend is the attacker': owner(({ addresses }, { world }) => ({
    addresses: sorted(
      addresses.map((of) =>
        world.friends.some(({ shortID }) => equalBytes(shortID, of)) ? world.after.shortID : of,
      ),
    ),
  })),
  'owner: all and the attacker must sign': owner(({ addresses }, { world }) => ({
    addresses: sorted([...addresses, world.after.shortID]),
    threshold: sorted([...addresses, world.after.shortID]).length,
  })),
  'owner: any one of them': owner(() => ({ threshold: 1 })),
  'owner: the attacker': owner((_, { world, rng }) => ({
    addresses: [rng.pick([world.after, world.before]).shortID],
    threshold: 1,
  })),
  'owner: the victim alone': owner((_, { world, rng }) => ({
    addresses: [rng.pick([world.victim, world.loner]).shortID],
    threshold: 1,
    locktime: 0n,
  })),
  'owner: shared with a friend': owner(({ addresses, threshold }, { world }) => ({
    addresses: sorted([...addresses, world.friends[0].shortID]),
    threshold,
  })),
  'owner: locked': owner((_, { rng }) => ({ locktime: BigInt(rng.pick([0, 1, 4_102_444_800])) })),
} as const satisfies Readonly<Record<string, MakeLie>>;
