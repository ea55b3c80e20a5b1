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
  const found: Record<string, string> = { ...draft.paths };
  for (const derived of derivedOf(draft, account)) {
    if (asked.has(formatHex(derived.shortID))) found[derived.address] = derived.path;
    if (asked.has(derived.evm)) found[derived.evm] = derived.path;
  }
  return { ...draft, paths: found };
}

/** The chain of a draft, as addresses name it. */
export const chainOf = (draft: Draft): 'P' | 'X' | 'C' | NonNullable<XDraft['blockchain']> =>
  draft.chain === 'X' && draft.blockchain ? draft.blockchain : draft.chain;
type XDraft = Extract<Draft, { readonly chain: 'X' }>;

const derivedOf = (draft: Draft, account: HDAccount) =>
  [false, true].flatMap((change) =>
    account.addresses(chainOf(draft), draft.network, { count, change }),
  );

/** The first addresses of an account, as the draft names them. */
export const addressesOfAccount = (draft: Draft, account: HDAccount): readonly string[] =>
  derivedOf(draft, account).flatMap(({ address, evm }) =>
    draft.chain === 'C' ? [evm, address] : [address],
  );

/** Whether a missing signer has a key in an account: by a path of the draft, or among the first addresses. */
export function canSign(draft: Draft, account: HDAccount): boolean {
  const mine = new Set(
    derivedOf(draft, account).flatMap(({ shortID, evm }) => [formatHex(shortID), evm]),
  );
  return askedOf(draft).some(
    ({ path, address }) => path !== undefined || mine.has(formatHex(address)),
  );
}
