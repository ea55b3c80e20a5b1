/** A second input beside the subject, or an intent and what a transaction does. */
import { useSignal } from '@preact/signals';
import { formatHex } from 'avalanche-tx';
import { explainError } from 'avalanche-tx/explain';
import { useEffect } from 'preact/hooks';
import { Virtual } from '../../ui/virtual.tsx';
import { visible } from '../../ui/visible.ts';
import type { Compared, Difference, Pair } from '../model/compare.ts';
import { marked } from '../model/session.ts';
import { type DecodedSubject, textOf } from '../model/subject.ts';
import type { ViewProps } from './index.tsx';

export function CompareView({ subject }: ViewProps<DecodedSubject>) {
  const text = useSignal('');
  const compared = useSignal<Compared | undefined>(undefined);
  useEffect(() => {
    const of = text.value;
    let isCurrent = true;
    if (of.trim() === '') compared.value = undefined;
    else
      import('../model/compare.ts').then(({ compare }) => {
        if (isCurrent) compared.value = compare(subject, of);
      });
    return () => {
      isCurrent = false;
    };
  }, [subject, text.value, text, compared]);
  return (
    <section aria-label="Compare">
      <div class="second no-print">
        <label>
          Compare with another transaction, block or draft, or with an intent as JSON
          <textarea
            rows={4}
            spellcheck={false}
            placeholder="Hex, node JSON, a draft, or an intent such as {&quot;type&quot;: &quot;BaseTx&quot;, &quot;outputs&quot;: […]}"
            value={text}
            onInput={(e) => {
              text.value = e.currentTarget.value;
            }}
          />
        </label>
        <label>
          or a file
          <input
            type="file"
            onChange={async (e) => {
              const file = e.currentTarget.files?.[0];
              if (!file) return;
              const bytes = new Uint8Array(await file.arrayBuffer());
              text.value = textOf(bytes) ?? formatHex(bytes);
            }}
          />
        </label>
      </div>
      {compared.value && <Result compared={compared.value} />}
    </section>
  );
}

function Result({ compared }: { readonly compared: Compared }) {
  if (compared.kind === 'error')
    return (
      <p class="notice bad" role="status">
        {explainError(compared.error)}
      </p>
    );
  if (compared.kind === 'intent') return <IntentResult differences={compared.differences} />;
  return <Fields pairs={compared.pairs} title={compared.title} />;
}

const kinds: { readonly [K in Difference['kind']]: string } = {
  missing: 'meant, but not in the transaction',
  unmeant: 'in the transaction, but not meant',
  different: 'different',
  unproven: 'not proven',
  disproved: 'not true',
};

const IntentResult = ({ differences }: { readonly differences: readonly Difference[] }) => (
  <>
    <p class={`verdict ${differences.length === 0 ? 'accepted' : 'refused'}`} role="status">
      <strong>
        {differences.length === 0
          ? 'The transaction matches the intent exactly'
          : `${differences.length} difference${differences.length === 1 ? '' : 's'} from the intent`}
      </strong>
    </p>
    <ul class="differences">
      {differences.slice(0, 200).map(({ kind, path, meant, found }, i) => (
        <li key={i}>
          <code>{visible(path)}</code> {kinds[kind]}
          {meant !== undefined && <span> · meant {visible(meant)}</span>}
          {found !== undefined && <span> · found {visible(found)}</span>}
        </li>
      ))}
    </ul>
  </>
);

interface FieldsProps {
  readonly pairs: readonly Pair[];
  readonly title: string;
}

function Fields({ pairs, title }: FieldsProps) {
  const changed = pairs.filter(({ left, right }) => left !== right);
  // Of a long list, what differs is what people look for.
  const onlyChanged = useSignal(changed.length > 0 && pairs.length > 12);
  const shown = onlyChanged.value ? changed : pairs;
  return (
    <>
      <p class={`verdict ${changed.length === 0 ? 'accepted' : 'unknown'}`} role="status">
        <strong>
          {changed.length === 0
            ? 'The same in every field'
            : `${changed.length} of ${pairs.length} fields differ`}
        </strong>
        <span>{title}</span>
      </p>
      <label class="check">
        <input
          type="checkbox"
          checked={onlyChanged}
          onChange={(e) => {
            onlyChanged.value = e.currentTarget.checked;
          }}
        />
        Only fields that differ
      </label>
      <div class="pair head" aria-hidden="true">
        <span>Field</span>
        <span>Inspected</span>
        <span>Compared with</span>
      </div>
      <Virtual
        class="pairs"
        count={shown.length}
        height={68}
        row={(i) => <PairRow key={i} pair={shown[i]!} />}
      />
    </>
  );
}

function PairRow({ pair: { path, left, right } }: { readonly pair: Pair }) {
  const isMarked = marked.value === path;
  const side = (text: string | undefined) =>
    text === undefined ? <em>absent</em> : <span title={visible(text)}>{visible(text)}</span>;
  return (
    <div class={`pair${left === right ? '' : ' changed'}`}>
      <button
        type="button"
        class="markable mono"
        aria-pressed={isMarked}
        onClick={() => {
          marked.value = isMarked ? undefined : path;
        }}
      >
        {left === right ? '' : '≠ '}
        {visible(path)}
      </button>
      <span class="side mono">{side(left)}</span>
      <span class="side mono">{side(right)}</span>
    </div>
  );
}
