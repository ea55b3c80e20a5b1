/** Who takes part in the attacks: a victim with several keys, whom the victim pays, and who attacks. */
import { fuji } from '../../../src/network/known.ts';
import { evmAddressOf } from '../../../src/sign/key.ts';
import { outputOwners } from '../../../src/state/owner.ts';
import { key, trio } from '../state.ts';

/** The victim: one address alone, and three that own together. */
export const victim = {
  keys: trio,
  addresses: trio.map((k) => k.shortID),
  /** Accounts as well. */
  own: trio.flatMap((k) => [k.shortID, evmAddressOf(k)]),
  alone: key(1).shortID,
  shared: { addresses: trio.map((k) => k.shortID), threshold: 2 },
} as const;

/** Whom the victim pays. */
export const payee: Uint8Array = key(4).shortID;

/** Who changes what the victim is given. */
export const mallory = key(13);

/** The owner of a single address. */
export const ownerOf1 = (address: Uint8Array) => outputOwners(address, fuji.chains.P, fuji);

/** An owner of the victim's three. */
export const sharedOwner = outputOwners(victim.shared, fuji.chains.P, fuji);
