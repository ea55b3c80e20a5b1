/** Matches deeds with the terms of an expectation, and tracks the remaining units of each term. */
import type { Deed, FieldDeed, ItemDeed, ReceiptDeed } from './deeds.ts';
import type { Expectation, FieldTerm, GetsTerm, ItemTerm, Term } from './expectation.ts';
import { allows } from './fields.ts';
import { isRight } from './returns.ts';

/** A term with its remaining units. */
export interface Open<T extends Term = Term> {
  readonly term: T;
  /** Remaining units by asset; undefined if the amount is not limited. */
  readonly left: Map<string, bigint> | undefined;
  /** Units received so far, by asset. */
  readonly got: Map<string, bigint>;
  isUsed: boolean;
  /** For an item, its allowed recipients. */
  readonly to?: Index<GetsTerm> | undefined;
}
type Index<T extends Term> = ReadonlyMap<string, readonly Open<T>[]>;

/** Groups a list by keys. */
export function indexed<V>(
  list: readonly V[],
  keysOf: (of: V) => readonly string[],
): Map<string, V[]> {
  const found = new Map<string, V[]>();
  for (const of of list)
    for (const key of keysOf(of)) {
      const same = found.get(key);
      if (same) same.push(of);
      else found.set(key, [of]);
    }
  return found;
}

const byWhat = (terms: readonly GetsTerm[]): Index<GetsTerm> =>
  indexed(addedUp(terms).map(opened), ({ term }) => [term.what]);

/** Merges terms for the same recipient and place, since a builder may merge their outputs. */
function addedUp(terms: readonly GetsTerm[]): readonly GetsTerm[] {
  const same = indexed(terms, ({ what, at, asset, amounts }) => [
    [what, at, asset, amounts && Object.keys(amounts)].join(),
  ]);
  return [...same.values()].map((list) => {
    const [first] = list as [GetsTerm];
    if (list.length === 1 || !first.amounts) return first;
    const amounts: Record<string, bigint> = {};
    for (const of of list)
      for (const [asset, amount] of Object.entries(of.amounts ?? {}))
        amounts[asset] = (amounts[asset] ?? 0n) + amount;
    return { ...first, amounts };
  });
}

/** Returns a key that is equal for an item and the terms about it. */
export const itemKey = (of: { readonly what: string; readonly asset: string }): string =>
  `${of.what} ${of.asset}`;

function opened<T extends Term>(term: T): Open<T> {
  const of: Term = term;
  const left =
    of.is === 'gets'
      ? of.amounts && new Map(Object.entries(of.amounts))
      : of.is === 'item'
        ? new Map([[of.asset, of.units]])
        : undefined;
  return {
    term,
    left,
    got: new Map(),
    isUsed: false,
    ...(of.is === 'item' && of.to && { to: byWhat(of.to) }),
  };
}

/** Tests whether a term allows the path of a deed. */
export const isPlaced = ({ at }: Term, of: ReceiptDeed): boolean =>
  !at || at.includes(of.at) || at.includes(of.place);

const hasRoom = ({ left }: Open, { asset, amount }: Deed): boolean =>
  !left || amount <= (left.get(asset) ?? 0n);

function use(open: Open, { asset, amount }: Deed): void {
  open.isUsed = true;
  open.got.set(asset, (open.got.get(asset) ?? 0n) + amount);
  const left = open.left?.get(asset) ?? 0n;
  open.left?.set(asset, left > amount ? left - amount : 0n);
}

const openFor = (index: Index<GetsTerm>, of: ReceiptDeed): readonly Open<GetsTerm>[] =>
  (index.get(of.what) ?? []).filter(
    ({ term }) => isPlaced(term, of) && (term.asset === undefined || term.asset === of.asset),
  );

/** The deeds of a transaction that an expectation explains, and those that it does not. */
export interface Explained {
  /** All deeds that have a recipient. */
  readonly gets: readonly ReceiptDeed[];
  /** Deeds with a recipient that no term allows. */
  readonly rest: readonly ReceiptDeed[];
  /** Items and fields that no term allows. */
  readonly unexplained: readonly (ItemDeed | FieldDeed)[];
  /** Counts returned change towards the terms of its recipient. */
  readonly back: (of: ReceiptDeed) => void;
  /** All terms, including those about recipients of the items that were done. */
  readonly terms: () => readonly Open[];
}

/** Matches deeds with the terms of an expectation. */
export function explained(
  deeds: readonly Deed[],
  { exact, terms }: Pick<Expectation, 'exact' | 'terms'>,
): Explained {
  const of = <T extends Term>(is: T['is']) => terms.filter((term): term is T => term.is === is);
  const getting = byWhat(of<GetsTerm>('gets'));
  const items = indexed(of<ItemTerm>('item').map(opened), ({ term }) => [itemKey(term)]);
  const fields = indexed(
    of<FieldTerm>('field').map(opened),
    ({ term }) => term.at ?? [`by ${term.by}`],
  );
  // An expected message is expected with everything in it.
  const isWhole = fields.has('message');
  const isInMessage = ({ path }: Deed): boolean => isWhole && path.startsWith('message.');
  const gets = deeds.filter((one): one is ReceiptDeed => one.is === 'gets' && !isInMessage(one));
  const ofItem = new Map<ReceiptDeed, Index<GetsTerm>>();
  const told = new Set<ReceiptDeed>();
  const unexplained: (ItemDeed | FieldDeed)[] = explainItems();
  const openOf = (one: ReceiptDeed) =>
    openFor(ofItem.get(one) ?? (exact && one.within !== undefined ? new Map() : getting), one);
  // Exact matches first, so that change to the same owner is what remains.
  const isExactly = (one: ReceiptDeed) =>
    openOf(one).some(({ left }) => left?.get(one.asset) === one.amount);
  const ordered = exact
    ? [...gets.filter(isExactly), ...gets.filter((each) => !isExactly(each))]
    : gets;
  const rest = ordered.filter((one) => {
    if (told.has(one)) return false;
    const all = openOf(one);
    const limited = all.filter(({ left }) => left);
    const open = limited.find((each) => hasRoom(each, one)) ?? all.find(({ left }) => !left);
    if (open) use(open, one);
    // A receiver of `max` and of fixed amounts gets them together, in any outputs.
    if (exact && open && !open.left) for (const each of limited) use(each, one);
    return !open;
  });
  for (const says of deeds) if (says.is === 'field' && !explainField(says)) unexplained.push(says);
  return {
    gets,
    rest,
    unexplained,
    back: (one) => {
      for (const open of openOf(one)) use(open, one);
    },
    terms: () => [
      ...[...getting.values(), ...items.values(), ...fields.values()].flat(),
      ...[...items.values()]
        .flat()
        .flatMap(({ to, isUsed }) => (isUsed ? [...(to?.values() ?? [])].flat() : [])),
    ],
  };

  /** Matches items. The recipients of an item are checked by the item's own term. */
  function explainItems(): ItemDeed[] {
    const its = indexed(
      gets.filter(({ within }) => within !== undefined),
      ({ within }) => [within!],
    );
    const all = deeds.filter((one): one is ItemDeed => one.is === 'item');
    // So that a deed that many terms allow does not take the only term of another.
    const choices = new Map(all.map((does) => [does, choicesOf(does, items)]));
    return [...all]
      .sort((a, b) => choices.get(a)!.length - choices.get(b)!.length)
      .filter((does) => {
        const receivers = (its.get(does.path) ?? []).filter((one) => !(exact && isRight(one)));
        const about = choices.get(does)!;
        const mayHave = ({ to = getting }: Open) =>
          receivers.every(
            (one) => isRight(one) || openFor(to, one).some((open) => hasRoom(open, one)),
          );
        const chosen =
          about.find((open) => hasRoom(open, does) && mayHave(open)) ??
          (exact ? about.find((open) => hasRoom(open, does)) : (about.find(mayHave) ?? about[0]));
        const isExplained = chosen !== undefined && hasRoom(chosen, does);
        if (chosen) use(chosen, does);
        // Unexpected recipients of an item are reported with the item.
        for (const one of receivers)
          if (exact && !chosen) told.add(one);
          else ofItem.set(one, chosen?.to ?? getting);
        return !isExplained;
      });
  }

  function explainField(says: FieldDeed): boolean {
    const at = (key: string) =>
      fields.get(key)?.filter(({ term: { by = says.by } }) => by === says.by);
    const open = at(says.path) ?? at(says.at) ?? at(`by ${says.by}`);
    const isAllowed = open?.some(({ term }) => allows(term.allows, says.value, says.what));
    if (open && isAllowed) {
      for (const each of open) each.isUsed = true;
      return true;
    }
    return exact
      ? says.by === 'nonces' || isInMessage(says)
      : says.by === 'nothing' || says.by === 'amounts';
  }
}

const choicesOf = (
  { groupID, payload, consumes, ...does }: ItemDeed,
  terms: Index<ItemTerm>,
): readonly Open<ItemTerm>[] =>
  (terms.get(itemKey(does)) ?? []).filter(
    ({ term }) =>
      (groupID === undefined || term.groupID === 'any' || term.groupID === groupID) &&
      (payload === undefined || term.payload === 'any' || term.payload === payload) &&
      (term.consumes === undefined || term.consumes === consumes),
  );
