/** The fields of two values side by side, by their paths; or an intent and a transaction. */
import { formatJSON, isError, type JSONValue, parseJSON, toJSONText } from 'avalanche-tx';
import { parseIntent } from 'avalanche-tx/build';
import { explain, type Finding, type FindingText, findingText, review } from 'avalanche-tx/explain';
import { explainableOf, explainContext } from './facts.ts';
import { type DecodedSubject, isDecoded, readSubject } from './subject.ts';

/** A field of one or both values. */
export interface Pair {
  readonly path: string;
  readonly left: string | undefined;
  readonly right: string | undefined;
}

/** A difference between an intent and a transaction, in words. */
export interface Difference extends FindingText, Pick<Finding, 'kind'> {}

export type Compared =
  | { readonly kind: 'fields'; readonly pairs: readonly Pair[]; readonly title: string }
  | { readonly kind: 'intent'; readonly differences: readonly Difference[] }
  | { readonly kind: 'error'; readonly error: unknown };

/** Compares the subject with a text: another value or draft, or an intent. */
export function compare(subject: DecodedSubject, text: string): Compared {
  const intent = intentOf(subject, text);
  if (intent) return intent;
  const read = readSubject(text, 'pasted to compare');
  if ('error' in read) return { kind: 'error', error: read.error };
  if ('readings' in read) {
    const { chain } = subject.opened;
    const again = readSubject(text, 'pasted to compare', {
      kind: subject.opened.kind,
      ...(chain && { chain }),
    });
    return 'subject' in again
      ? ofSubjects(subject, again.subject)
      : { kind: 'error', error: new Error('Several readings fit the second input.') };
  }
  return ofSubjects(subject, read.subject);
}

function ofSubjects(subject: DecodedSubject, other: object): Compared {
  if (!isDecoded(other as DecodedSubject))
    return { kind: 'error', error: new Error('The second input has no fields to compare.') };
  const { opened } = other as DecodedSubject;
  const [left, right] = [fieldsOf(subject.opened), fieldsOf(opened)];
  const kinds = [subject.opened.kind, opened.kind];
  const isHalf = kinds.includes('tx') && kinds.includes('unsignedTx');
  return {
    kind: 'fields',
    title: `${subject.opened.type} and ${opened.type}${isHalf ? ', without the signatures' : ''}`,
    pairs: isHalf
      ? pairsOf(
          unsignedFields(left, subject.opened.kind, kinds[0]),
          unsignedFields(right, opened.kind, kinds[0]),
        )
      : pairsOf(left, right),
  };
}

const within = 'unsignedTx.';

/** What is signed, with the paths of the value that is inspected: a draft or an unsigned transaction has nothing else. */
function unsignedFields(
  fields: ReadonlyMap<string, string>,
  kind: string,
  inspected: string | undefined,
): ReadonlyMap<string, string> {
  const prefix = inspected === 'tx' ? within : '';
  const found = [...fields].flatMap(([path, value]): readonly (readonly [string, string])[] => {
    if (kind !== 'tx') return [[prefix + path, value]];
    return path.startsWith(within) ? [[prefix + path.slice(within.length), value]] : [];
  });
  return new Map(found);
}

/** The differences between an intent, as `build` takes it, and the transaction; undefined if the text is no intent. */
function intentOf(subject: DecodedSubject, text: string): Compared | undefined {
  const { chain, kind } = subject.opened;
  if (!chain || (kind !== 'tx' && kind !== 'unsignedTx')) return undefined;
  if (!/^\s*\{[\s\S]*"type"/.test(text) || /"(unsignedTx|format|jsonrpc)"/.test(text))
    return undefined;
  try {
    const { intent } = parseIntent(text, chain);
    const [transaction, context] = [explainableOf(subject), explainContext(subject)];
    const explanation = explain(transaction, context);
    return {
      kind: 'intent',
      differences: review(transaction, { ...context, expect: intent }).map((finding) => ({
        kind: finding.kind,
        ...findingText(finding, explanation),
      })),
    };
  } catch (error) {
    if (isError(error)) return { kind: 'error', error };
    throw error;
  }
}

/** Leaves of the node's JSON by their paths. */
function fieldsOf(opened: DecodedSubject['opened']): ReadonlyMap<string, string> {
  const fields = new Map<string, string>();
  const walk = (value: JSONValue, path: string): void => {
    if (typeof value !== 'object' || value === null) fields.set(path, formatJSON(value));
    else if (Array.isArray(value)) {
      if (value.length === 0) fields.set(path, '[]');
      value.forEach((item, i) => {
        walk(item, `${path}[${i}]`);
      });
    } else
      for (const [key, item] of Object.entries(value))
        walk(item, path === '' ? key : `${path}.${key}`);
  };
  walk(parseJSON(toJSONText(opened)), '');
  fields.delete('id');
  return fields;
}

/** All paths of both, in the order of the first, with those of only the second after their neighbours. */
function pairsOf(
  left: ReadonlyMap<string, string>,
  right: ReadonlyMap<string, string>,
): readonly Pair[] {
  const paths = [...left.keys()];
  const known = new Set(paths);
  const after = new Map<string | undefined, string[]>();
  let last: string | undefined;
  for (const path of right.keys()) {
    if (known.has(path)) last = path;
    else after.set(last, [...(after.get(last) ?? []), path]);
  }
  const ordered = [...(after.get(undefined) ?? [])];
  for (const path of paths) ordered.push(path, ...(after.get(path) ?? []));
  return ordered.map((path) => ({ path, left: left.get(path), right: right.get(path) }));
}
