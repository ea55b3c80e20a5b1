/** Whether a node accepts the transaction, rule by rule. */
import { useSignal } from '@preact/signals';
import { isError } from 'avalanche-tx';
import { explainError } from 'avalanche-tx/explain';
import { useEffect } from 'preact/hooks';
import { unbroken } from '../../ui/unbroken.tsx';
import { visible } from '../../ui/visible.ts';
import { known, time } from '../model/facts.ts';
import type { DecodedSubject } from '../model/subject.ts';
import type { Judged } from '../model/verdict.ts';
import { verdictText } from '../model/verdicttext.ts';
import { FactsPanel } from './facts.tsx';
import type { ViewProps } from './index.tsx';

const now = (): bigint => BigInt(Math.floor(Date.now() / 1000));

/** The verdict in a sentence. */
function sentenceOf({ result, findings }: Judged): string {
  const open = findings.filter((of) => of.result === 'not checked' || of.result === 'proven');
  const ofNode = open.filter(({ missing }) => missing !== 'signatures').length;
  const isUnsigned = result === 'unknown' && ofNode < open.length;
  return `${verdictText(result, ofNode)}${isUnsigned ? ' Signatures are missing.' : ''}`;
}

const count = (rows: readonly Row[], wanted: string): number =>
  rows.filter(({ result }) => result === wanted).length;

interface Row {
  readonly rule: string;
  readonly result: string;
  readonly text: string;
}

interface Shown {
  readonly judged?: Judged;
  readonly rows: readonly Row[];
  readonly error?: string;
}

export function VerdictView({ subject }: ViewProps<DecodedSubject>) {
  const shown = useSignal<Shown | undefined>(undefined);
  const facts = known.value;
  const given = time.value;
  const when =
    given ??
    facts?.state?.time ??
    facts?.gathered?.time ??
    (subject.kind === 'draft' ? subject.draft.time : undefined);
  useEffect(() => {
    let isCurrent = true;
    import('../model/verdict.ts').then(({ judge, sayingOf }) => {
      if (!isCurrent) return;
      try {
        const judged = judge(subject, facts, when ?? now());
        const rows = judged.findings.map((finding) => ({
          rule: finding.rule,
          result: finding.result,
          text: sayingOf(finding),
        }));
        shown.value = { judged, rows };
      } catch (e) {
        if (!isError(e)) throw e;
        shown.value = { rows: [], error: explainError(e) };
      }
    });
    return () => {
      isCurrent = false;
    };
  }, [subject, facts, when, shown]);
  const { judged, rows = [], error } = shown.value ?? {};
  return (
    <section class="verdict-view" aria-label="Verdict">
      <div role="status">
        {error !== undefined && <p class="notice bad">{error}</p>}
        {judged && (
          <p class={`verdict ${judged.result}`}>
            <strong>{sentenceOf(judged)}</strong>
            <span>
              {count(rows, 'ok')} ok, {count(rows, 'refused')} refused
              {count(rows, 'not checked') > 0 && `, ${count(rows, 'not checked')} not checked`} ·
              rules of {visible(judged.network.name)}
              {!judged.isKnownNetwork && ', since its own network is not known'}
            </span>
          </p>
        )}
      </div>
      <FactsPanel subject={subject} />
      {rows.length > 0 && <Table rows={rows} />}
    </section>
  );
}

const marks: { readonly [result: string]: string } = {
  ok: '✓',
  refused: '✕',
  'not checked': '–',
  proven: '–',
};

const Table = ({ rows }: { readonly rows: readonly Row[] }) => (
  <table class="rules">
    <caption class="sr">Rules of the node</caption>
    <thead>
      <tr>
        <th scope="col">Rule</th>
        <th scope="col">Result</th>
        <th scope="col">Why</th>
      </tr>
    </thead>
    <tbody>
      {rows.map(({ rule, result, text }, i) => (
        <tr key={i} class={`rule ${result.replace(' ', '-')}`}>
          <th scope="row">{rule}</th>
          <td class="result">
            <span aria-hidden="true">{marks[result]}</span> {result}
          </td>
          <td>{unbroken(visible(text))}</td>
        </tr>
      ))}
    </tbody>
  </table>
);
