import type { Warn } from './dangers.ts';
import type { Party } from './explanation.ts';
import type { FlowsOf } from './flows.ts';
import { partyText, partyTitle } from './format.ts';
import { bearers, partyKey } from './parties.ts';

/** Owners that are compared with one, at most: each of several thousand could share addresses with each other one. */
const mostCompared = 32;
/** Addresses of an owner that a warning lists, at most. */
const mostListed = 16;

const named = (party: Party): string =>
  party.addresses.length > mostListed ? partyTitle(party) : partyText(party);

/** Who can spend what others could before: change for others, a weaker owner that gets more of an asset than it paid. */
export function warnOfOwners({ flows, sums }: FlowsOf, gained: Gains, warn: Warn): void {
  const payers = sums.map(({ from }) => new Payers(from ?? []));
  const told = new Set<string>();
  for (const { why, to, isOwn, asset } of flows)
    if (why === 'change' && to && !isOwn && !payers[asset]!.has(to))
      warn('ChangeElsewhere', { to: partyText(to) });
  for (const { to, asset } of flows) {
    if (!to || to.threshold === 0) continue;
    const key = keyOf(asset, to);
    if (told.has(key) || gained(asset, to) <= 0n) continue;
    told.add(key);
    const { near, isAll } = payers[asset]!.near(to);
    for (const from of near)
      if (isWeaker(to, from)) warn('WeakenedOwner', { from: named(from.party), to: named(to) });
    if (!isAll) warn('ManyOwners', { to: named(to), n: String(mostCompared) });
  }
}

/** How much more of an asset an owner gets than it paid. */
export type Gains = (asset: number, party: Party) => bigint;

/** What each owner gains of each asset. */
export function gainsOf({ flows, payments }: FlowsOf): Gains {
  const gains = new Map<string, bigint>();
  const add = (asset: number, party: Party | undefined, amount: bigint) => {
    if (!party) return;
    const key = keyOf(asset, party);
    gains.set(key, (gains.get(key) ?? 0n) + amount);
  };
  for (const { asset, to, amount = 1n } of flows) add(asset, to, amount);
  for (const { asset, from, amount = 1n } of payments) add(asset, from, -amount);
  return (asset, party) => gains.get(keyOf(asset, party)) ?? 0n;
}

const keyOf = (asset: number, party: Party): string =>
  `${asset} ${party.threshold} ${bearers(party).join()}`;

/** An owner with its addresses in a set. */
interface Payer {
  readonly party: Party;
  readonly people: ReadonlySet<string>;
}

/** Owners who pay, and by address. */
class Payers {
  readonly #keys: ReadonlySet<string>;
  readonly #byAddress = new Map<string, Payer[]>();

  constructor(parties: readonly Party[]) {
    this.#keys = new Set(parties.map(partyKey));
    for (const party of parties) {
      const people = new Set(bearers(party));
      for (const address of people) {
        const list = this.#byAddress.get(address);
        if (list) list.push({ party, people });
        else this.#byAddress.set(address, [{ party, people }]);
      }
    }
  }

  has(party: Party): boolean {
    return this.#keys.has(partyKey(party));
  }

  /** Those that share an address with an owner, and whether these are all. */
  near(to: Party): { readonly near: readonly Payer[]; readonly isAll: boolean } {
    const found = new Map<Party, Payer>();
    for (const address of bearers(to))
      for (const payer of this.#byAddress.get(address) ?? []) {
        if (found.size === mostCompared && !found.has(payer.party))
          return { near: [...found.values()], isAll: false };
        found.set(payer.party, payer);
      }
    return { near: [...found.values()], isAll: true };
  }
}

/** Fewer of the same people, or as many of more, can sign. */
function isWeaker(to: Party, { party: from, people: many }: Payer): boolean {
  const few = new Set(bearers(to));
  if (to.threshold < from.threshold && [...few].every((of) => many.has(of))) return true;
  return (
    to.threshold <= from.threshold && few.size > many.size && [...many].every((of) => few.has(of))
  );
}
