import type { Intent } from '../builder/build.ts';
import { guarded } from '../errors/arguments.ts';
import { explain } from './explain.ts';
import type { Flow } from './explanation.ts';
import { meantBy } from './meant.ts';
import { type Entry, entryOf, everything } from './reader.ts';
import { type Explainable, type ExplainContext, subjectOf } from './subject.ts';
import { say, texts } from './texts.ts';
import { amountText } from './words.ts';

/** One thing in which a transaction and an intent are not the same. */
export interface Difference {
  /**
   * `missing`: meant, and the transaction does not do it; `unmeant`: the transaction does it, and the intent does not say it;
   * `different`: the transaction does something else in its place.
   */
  readonly kind: 'missing' | 'unmeant' | 'different';
  /** In the intent; of what is unmeant in the unsigned transaction. */
  readonly path: string;
  readonly meant?: string;
  readonly found?: string;
}

/**
 * What a transaction does that an intent does not say, and the other way round; nothing, if they agree. Change that a draft
 * knows, or that goes back to an owner in `context.utxos`, and the fee are no difference; without either, change is `unmeant`. A
 * fee above `context.maxFee` is one. Where an intent names nobody, as an import without `to`, nobody is compared.
 * @throws {AvalancheError} With a path in the intent: what its builder throws of it; `MissingState`: the network is not known;
 *   `Unsupported`: something opened that is no transaction.
 */
export const diff = /* @__PURE__ */ guarded(function diff(
  intent: Intent,
  of: Explainable,
  context: ExplainContext = {},
): readonly Difference[] {
  const told = explain(of, context);
  const type = told.type.replace(/^\w+\./, '');
  if (type !== intent.type)
    return [{ kind: 'different', path: 'type', meant: intent.type, found: type }];
  const { flows, assets } = told;
  const subject = subjectOf(of, context);
  const { fields, entries, answers } = meantBy(intent, subject, assets);
  const found = flows
    .filter(answers)
    .map((flow) => entryOf(flow, placeOf(flow, subject.tx), subject, assets));
  return [
    ...fields.flatMap(({ path, meant, found: has }): readonly Difference[] =>
      has === meant
        ? []
        : [{ kind: 'different', path, meant, ...(has !== undefined && { found: has }) }],
    ),
    ...compare(entries, found),
    ...flows.flatMap((flow) =>
      lossOf(flow, amountText(flow.amount ?? 0n, assets[flow.asset]!), context),
    ),
  ];
});

/** Takes what agrees out of both lists, then what agrees but for one thing; what is left is missing, or was not meant. */
function compare(meant: readonly Entry[], found: readonly Entry[]): readonly Difference[] {
  const forAll = meant.find(({ asset }) => asset === everything);
  if (forAll) {
    const others = new Set(found.map(({ to }) => to).filter((to) => to !== forAll.to));
    return [...others].map((to) => ({
      kind: 'different',
      path: forAll.path,
      meant: forAll.to,
      found: to,
    }));
  }
  const differences: Difference[] = [];
  let wanted = meant;
  const rest = [...found];
  const pair = (
    agree: (m: Entry, f: Entry) => boolean,
    differ?: (m: Entry, f: Entry) => Difference,
  ) => {
    wanted = wanted.filter((m) => {
      const place = rest.findIndex((f) => agree(m, f));
      if (place < 0) return true;
      const [f] = rest.splice(place, 1);
      if (differ) differences.push(differ(m, f!));
      return false;
    });
  };
  pair((m, f) => m.asset === f.asset && m.to === f.to && m.what === f.what);
  pair((m, f) => m.asset === f.asset && m.to === f.to && m.what === null);
  pair(
    (m, f) => m.asset === f.asset && m.to === f.to,
    (m, f) => ({ kind: 'different', path: `${m.path}.amount`, meant: m.what!, found: f.what! }),
  );
  pair(
    (m, f) => m.asset === f.asset && m.what === f.what,
    (m, f) => ({ kind: 'different', path: `${m.path}.to`, meant: m.to, found: f.to }),
  );
  const text = ({ what, to }: Entry) => `${what ?? say('anything')} → ${to}`;
  return [
    ...differences,
    ...wanted.map((m): Difference => ({ kind: 'missing', path: m.path, meant: text(m) })),
    ...rest.map((f): Difference => ({ kind: 'unmeant', path: f.path, found: text(f) })),
  ];
}

/** What is burned beyond what anybody means. */
function lossOf(
  { why, amount = 0n }: Flow,
  text: string,
  { maxFee }: ExplainContext,
): readonly Difference[] {
  if (why === 'lost' || why === 'supply')
    return [{ kind: 'unmeant', path: '', found: `${texts[`why_${why}`]} ${text}` }];
  return why === 'fee' && maxFee !== undefined && amount > maxFee
    ? [{ kind: 'different', path: 'options.maxFee', meant: String(maxFee), found: String(amount) }]
    : [];
}

/** Where in the unsigned transaction an output stands. */
function placeOf({ outputIndex }: Flow, tx: object): string {
  if (outputIndex === undefined) return 'outputs';
  const lists = tx as { readonly [key: string]: { readonly length: number } | undefined };
  let index = outputIndex;
  for (const key of ['outputs', 'stake', 'exportedOutputs']) {
    const length = lists[key]?.length ?? 0;
    if (index < length) return `${key}[${index}]`;
    index -= length;
  }
  return 'operations' in tx ? 'operations' : 'initialStates';
}
