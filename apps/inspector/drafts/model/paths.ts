/** Derivation paths of those who sign, for drafts that do not say them. */
import { formatHex } from 'avalanche-tx';
import type { HDAccount } from 'avalanche-tx/hd';
import type { Draft } from 'avalanche-tx/sign';
import { askedOf } from './asked.ts';

/** Places of each branch that are looked at. */
const count = 50;

/** The draft with the paths of those of its missing signers whose keys are in an account. */
export function withPaths<D extends Draft>(draft: D, account: HDAccount): D {
  const asked = new Map(
    askedOf(draft)
      .filter(({ path }) => path === undefined)
      .map(({ address }) => [formatHex(address), address]),
  );
  if (asked.size === 0) return draft;
  const chain = draft.chain === 'X' && draft.blockchain ? draft.blockchain : draft.chain;
  const found: Record<string, string> = { ...draft.paths };
  for (const change of [false, true])
    for (const derived of account.addresses(chain, draft.network, { count, change })) {
      if (asked.has(formatHex(derived.shortID))) found[derived.address] = derived.path;
      if (asked.has(derived.evm)) found[derived.evm] = derived.path;
    }
  return { ...draft, paths: found };
}
