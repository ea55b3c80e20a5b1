/** Pairs an unexplained deed with an unfulfilled term of the same place, so that one wrong value makes one finding instead of two. */
import type { FindingCode, Found } from './codes.ts';
import type { Deed, FieldDeed, ItemDeed, ReceiptDeed } from './deeds.ts';
import { type GetsTerm, toldOf } from './expectation.ts';
import { indexed, isPlaced, itemKey, type Open } from './terms.ts';

/** Finding codes of fields that have their own rule. */
const fieldCodes: { readonly [By in FieldDeed['by']]?: FindingCode } = {
  nodeIDs: 'NodeNotAllowed',
  authorities: 'AuthorityNotAllowed',
  chains: 'ChainNotAllowed',
  nonces: 'NonceNotAllowed',
};

/** Returns the finding code of a deed that the expectation does not allow. */
const codeOf = (deed: ItemDeed | FieldDeed | ReceiptDeed): FindingCode =>
  deed.is === 'item'
    ? 'ItemNotAllowed'
    : deed.is === 'gets'
      ? 'ReceiverNotAllowed'
      : (fieldCodes[deed.by] ?? 'FieldNotAllowed');

/** Returns the remaining units of a term. */
const leftOf = ({ term, left }: Open): readonly [string, bigint] | undefined =>
  term.is === 'gets' && left ? ([...left].find(([, n]) => n > 0n) ?? [...left][0]) : undefined;

/**
 * Returns the findings for unexplained deeds. For an exact expectation, every unfulfilled term is a finding as well; a deed and a
 * term in the same place make a single finding if there is one of each.
 * @param missing Unfulfilled terms.
 */
export function pairedFindings(
  unexplained: readonly (ReceiptDeed | ItemDeed | FieldDeed)[],
  missing: readonly Open[],
  exact: boolean,
): readonly Found[] {
  const open = new Set(missing);
  const findings: Found[] = [];
  let list = unexplained;
  const pair = (
    keyOf: (deed: Deed) => string | undefined,
    keysOf: (of: Open) => readonly string[],
    word: (deed: Deed, of: Open) => Omit<Found, 'kind' | 'deed'>,
  ) => {
    const byKey = indexed([...open].reverse(), keysOf);
    list = list.filter((deed) => {
      const key = keyOf(deed);
      const found = key === undefined ? undefined : byKey.get(key);
      const last = exact
        ? found?.at(-1)
        : found?.find(({ term }) => isPlaced(term, deed as ReceiptDeed));
      if (!last) return true;
      if (exact) {
        found!.pop();
        if (!open.delete(last)) return true;
      }
      findings.push({ kind: 'different', deed, ...word(deed, last) });
      return false;
    });
  };
  pair(
    (deed) =>
      deed.is !== 'gets' ? undefined : exact ? `${deed.at} ${deed.what} ${deed.asset}` : deed.what,
    ({ term, left, ...of }) =>
      term.is !== 'gets'
        ? []
        : exact
          ? term.at!.map((at) => `${at} ${term.what} ${leftOf({ term, left, ...of })?.[0]}`)
          : [term.what],
    (deed, of) => ({
      code: exact ? 'ReceiverAmountDiffers' : 'ReceiverAmountTooHigh',
      path: deed.path,
      meantAt: `${of.term.as}.amount`,
      meant: { text: '', asset: deed.asset, amount: of.left?.get(deed.asset) ?? 0n },
      found: { text: '', asset: deed.asset, amount: deed.amount },
    }),
  );
  if (!exact) return [...findings, ...list.map(unmeant)];
  const openKeys = (of: Open) =>
    of.term.is === 'gets'
      ? of.term.at!.map((at) => (leftOf(of) ? `${at} ${leftOf(of)!.join(' ')}` : `${at} any`))
      : [];
  for (const keyOf of [
    ({ at, asset, amount }: Deed & ReceiptDeed) => `${at} ${asset} ${amount}`,
    ({ at }: Deed & ReceiptDeed) => `${at} any`,
  ])
    pair(
      (deed) => (deed.is === 'gets' ? keyOf(deed) : undefined),
      openKeys,
      (deed, of) => {
        const { as, text } = of.term as GetsTerm;
        return {
          code: 'ReceiverNotAllowed',
          path: deed.path,
          meantAt: as.endsWith(']') ? `${as}.to` : as,
          meant: { text },
          found: { text: deed.text },
        };
      },
    );
  pair(
    (deed) =>
      deed.is === 'field'
        ? (deed as FieldDeed).at
        : deed.is === 'item'
          ? itemKey(deed as ItemDeed)
          : undefined,
    ({ term }) =>
      term.is === 'field'
        ? (term.at ?? []).map((at) => at.replace(/\[\d+\]/g, ''))
        : term.is === 'item'
          ? [itemKey(term)]
          : [],
    (deed, { term }) => ({
      code: codeOf(deed as ItemDeed | FieldDeed),
      path: deed.path,
      meantAt: term.as,
      meant: toldOf(term),
      found: deed,
    }),
  );
  return [
    ...findings,
    ...[...open].map(
      ({ term }): Found => ({
        code: 'NotDone',
        kind: 'missing',
        path: '',
        meantAt: term.as,
        meant: toldOf(term),
      }),
    ),
    ...list.map(unmeant),
  ];
}

const unmeant = (deed: ReceiptDeed | ItemDeed | FieldDeed): Found => ({
  code: codeOf(deed),
  kind: 'unmeant',
  path: deed.path,
  found: deed,
  deed,
});
