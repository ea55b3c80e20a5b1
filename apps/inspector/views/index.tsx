/** The views of the inspector, in the order of their tabs. */
import type { FunctionComponent } from 'preact';
import { type DecodedSubject, isTx, type Subject } from '../model/subject.ts';
import { ExplanationView } from './explanation/explanation.tsx';
import { lazy } from './lazy.tsx';

export interface ViewProps<S extends Subject = Subject> {
  readonly subject: S;
}

interface View {
  readonly id: string;
  readonly title: string;
  readonly Component: FunctionComponent<ViewProps>;
  /** Whether the view has something to show of this subject. */
  readonly fits: (subject: Subject) => boolean;
}

type Kind = Subject['kind'];
type Of<K extends Kind> = Extract<Subject, { readonly kind: K }>;

/** A view of subjects of some kinds. */
function of<K extends Kind>(
  kinds: readonly K[],
  id: string,
  title: string,
  Component: FunctionComponent<ViewProps<Of<K>>>,
  suits: (subject: Of<K>) => boolean = () => true,
): View {
  const is = (subject: Subject): subject is Of<K> =>
    (kinds as readonly Kind[]).includes(subject.kind);
  return {
    id,
    title,
    fits: (subject) => is(subject) && suits(subject),
    Component: ({ subject }) => (is(subject) ? <Component subject={subject} /> : null),
  };
}

/** What has bytes: values, and the transaction of a draft. */
const decoded = ['value', 'draft'] as const;

/** Blocks of an EVM are RLP: they have no fields of wire types. */
const isWire = ({ opened }: DecodedSubject): boolean => opened.kind !== 'evmBlock';

const BytesView = lazy(async () => (await import('./bytes/bytes.tsx')).BytesView);
const CompareView = lazy(async () => (await import('./compare.tsx')).CompareView);
const DraftView = lazy(async () => (await import('../drafts/view.tsx')).DraftPanel);
const IDsView = lazy(async () => (await import('./ids.tsx')).IDsView);
const EditView = lazy(async () => (await import('./edit/edit.tsx')).EditView);
const ListView = lazy(async () => (await import('./others.tsx')).ListView);
const NamedView = lazy(async () => (await import('./others.tsx')).NamedView);
const EVMView = lazy(async () => (await import('./evm.tsx')).EVMView);
const StateView = lazy(async () => (await import('./others.tsx')).StateView);
const JSONView = lazy(async () => (await import('./json.tsx')).JSONView);
const VerdictView = lazy(async () => (await import('./verdict.tsx')).VerdictView);

export const views: readonly View[] = [
  of(decoded, 'explanation', 'Explanation', ExplanationView),
  of(['draft', 'parts'], 'draft', 'Draft', DraftView),
  of(decoded, 'bytes', 'Bytes', BytesView, isWire),
  of(decoded, 'json', 'Node JSON', JSONView),
  of(decoded, 'ids', 'IDs and fees', IDsView),
  of(decoded, 'verdict', 'Verdict', VerdictView, isTx),
  of(decoded, 'edit', 'Edit', EditView, isWire),
  of(decoded, 'compare', 'Compare', CompareView),
  of(['list'], 'list', 'Values', ListView),
  of(['named'], 'named', 'Forms', NamedView),
  of(['state'], 'state', 'State', StateView),
  of(['evm'], 'evm', 'Transaction', EVMView),
];
