/** Where the reader adds what is known beside the subject. */
import { useSignal } from '@preact/signals';
import { isError } from 'avalanche-tx';
import { explainError } from 'avalanche-tx/explain';
import { forgetFacts, known, own, readKnown, readTime, time } from '../model/facts.ts';
import type { DecodedSubject } from '../model/subject.ts';
import type { ViewProps } from './index.tsx';
import { Node } from './node.tsx';

/** A text that a reader's words fail on. */
function attempt(f: () => void): string {
  try {
    f();
    return '';
  } catch (e) {
    if (isError(e)) return explainError(e);
    throw e;
  }
}

export function FactsPanel({ subject }: ViewProps<DecodedSubject>) {
  const error = useSignal('');
  const timeError = useSignal('');
  const { chain } = subject.opened;
  const take = (text: string, from: string): void => {
    if (text.trim() === '') return;
    error.value = attempt(() => {
      known.value = readKnown(text, chain, from);
    });
  };
  const has = known.value !== undefined || time.value !== undefined || own.value.length > 0;
  return (
    <details class="facts no-print">
      <summary>
        Add context{' '}
        <span class="hint">
          {known.value?.from ?? 'Paste UTXOs, enter a node, or list your addresses to check more'}
        </span>
      </summary>
      <div class="facts-body">
        <label>
          A state or a getUTXOs reply that you trust: shows who owned the inputs, and checks them
          <textarea
            rows={3}
            spellcheck={false}
            placeholder="Paste it here"
            onInput={(e) => take(e.currentTarget.value, 'pasted')}
          />
        </label>
        <label>
          or a file
          <input
            type="file"
            onChange={async (e) => {
              const file = e.currentTarget.files?.[0];
              if (file) take(await file.text(), `file ${file.name}`);
            }}
          />
        </label>
        <p role="status">
          {error.value !== '' && <span class="bad-text">{error}</span>}
          {known.value && error.value === '' && <>Known: {known.value.from}.</>}
        </p>
        <label>
          Time, for locks and periods
          <input
            type="text"
            placeholder="now, Unix seconds, or 2027-01-31T00:00:00Z"
            onInput={(e) => {
              const text = e.currentTarget.value.trim();
              timeError.value = attempt(() => {
                time.value = text === '' ? undefined : readTime(text);
              });
            }}
          />
        </label>
        {timeError.value !== '' && <p class="bad-text">{timeError}</p>}
        <label>
          Your addresses: tells what is yours from what goes to others
          <input
            type="text"
            placeholder="P-avax1…, X-avax1…"
            value={own.value.join(', ')}
            onChange={(e) => {
              own.value = e.currentTarget.value.split(/[\s,]+/).filter((word) => word !== '');
            }}
          />
        </label>
        <Node subject={subject} />
        {has && (
          <p>
            <button type="button" class="quiet" onClick={forgetFacts}>
              Forget all of it
            </button>
          </p>
        )}
      </div>
    </details>
  );
}
