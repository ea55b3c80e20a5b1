/** Why an input cannot be read, or what it can be read as. */
import type { AvalancheError } from 'avalanche-tx';
import { explainError } from 'avalanche-tx/explain';
import { useMemo } from 'preact/hooks';
import { visible } from '../../ui/visible.ts';
import { kindName } from '../model/kindname.ts';
import { nearBytes, nearJSON } from '../model/near.ts';
import { type Input, show } from '../model/session.ts';
import type { Reading } from '../model/subject.ts';

interface ProblemProps {
  readonly error: AvalancheError;
  readonly input: Input;
}

const pathText = (path: AvalancheError['path']): string =>
  path
    .map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`))
    .join('')
    .replace(/^\./, '');

const letters = (text: string): string => text.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
const isSaid = (sentence: string, detail: string): boolean =>
  letters(sentence).includes(letters(detail));

export function Problem({ error, input: { content } }: ProblemProps) {
  const bytes = useMemo(() => nearBytes(content, error), [content, error]);
  const json = useMemo(() => nearJSON(content, error), [content, error]);
  const path = pathText(error.path);
  const text = explainError(error);
  // What the sentence above does not say yet.
  const where = [
    ...(isSaid(text, error.detail) ? [] : [visible(error.detail)]),
    ...(path === '' || text.includes(path) ? [] : [<code key="path">{visible(path)}</code>]),
    ...(error.offset === undefined ? [] : [`byte ${error.offset}`]),
  ].flatMap((part, i) => (i === 0 ? [part] : [' · ', part]));
  return (
    <div class="notice bad" role="alert">
      <p>
        <strong>{text}</strong>
      </p>
      {where.length > 0 && <p>{where}</p>}
      {bytes && (
        <p class="near">
          <span class="hint">bytes around {bytes.offset}:</span>{' '}
          <code>
            {bytes.before} <mark>{bytes.at}</mark> {bytes.after}
          </code>
        </p>
      )}
      {json !== undefined && (
        <p class="near">
          <span class="hint">what stands there:</span> <code>{visible(json)}</code>
        </p>
      )}
    </div>
  );
}

interface ReadingsProps {
  readonly readings: readonly Reading[];
  readonly input: Input;
}

export const Readings = ({ readings, input: { content, from } }: ReadingsProps) => (
  <div class="notice" role="status">
    <p>
      <strong>Several readings fit. Which one is it?</strong>
    </p>
    <p class="readings">
      {readings.map(({ chain, kind }) => (
        <button
          key={`${chain} ${kind}`}
          type="button"
          onClick={() => show(from, content, { kind, ...(chain && { chain }) })}
        >
          {chain ? `${chain}-chain ` : ''}
          {kindName(kind)}
        </button>
      ))}
    </p>
  </div>
);
