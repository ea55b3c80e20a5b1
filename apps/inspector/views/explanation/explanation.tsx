/** What a transaction does, in words and as a picture. */
import { isError } from 'avalanche-tx';
import { type Explanation, explain, explainError } from 'avalanche-tx/explain';
import type { ComponentChildren } from 'preact';
import { useMemo } from 'preact/hooks';
import { Copy } from '../../../ui/copy.tsx';
import { explainableOf, explainContext } from '../../model/facts.ts';
import { marked } from '../../model/session.ts';
import type { DecodedSubject } from '../../model/subject.ts';
import { FactsPanel } from '../facts.tsx';
import type { ViewProps } from '../index.tsx';
import { type Line, linesOf, prefixOf, type UnsignedLists } from './lines.ts';
import { OverviewView } from './overview.tsx';

export function ExplanationView({ subject }: ViewProps<DecodedSubject>) {
  const { kind } = subject.opened;
  return kind === 'tx' || kind === 'unsignedTx' ? (
    <TxExplanation subject={subject} />
  ) : (
    <OverviewView subject={subject} />
  );
}

/** An explanation, or why there is none. */
function told(subject: DecodedSubject): Explanation | string {
  try {
    return explain(explainableOf(subject), explainContext(subject));
  } catch (e) {
    if (isError(e)) return explainError(e);
    throw e;
  }
}

const unsignedOf = ({ opened }: DecodedSubject): UnsignedLists =>
  (opened.kind === 'tx' ? opened.value.unsignedTx : opened.value) as UnsignedLists;

function TxExplanation({ subject }: ViewProps<DecodedSubject>) {
  const context = explainContext(subject);
  const found = useMemo(() => told(subject), [subject, ...Object.values(context)]);
  if (typeof found === 'string') return <p class="notice bad">{found}</p>;
  const { title, blocks } = linesOf(found, unsignedOf(subject), prefixOf(subject.opened));
  const isWarning = (block: readonly Line[]) =>
    found.warnings.length > 0 && block === blocks.at(-1);
  const warnings = blocks.find(isWarning) ?? [];
  const rest = blocks.filter((block) => !isWarning(block));
  return (
    <article class="explanation">
      <h3 class="says">{title}</h3>
      {warnings.length > 0 && (
        <ul class="warnings" aria-label="Warnings">
          {warnings.map((line, i) => (
            <li key={i} class={`warning ${found.warnings[i]?.level ?? ''}`}>
              <strong>{line.label}</strong>
              <Field line={line} />
            </li>
          ))}
        </ul>
      )}
      <FactsPanel subject={subject} />
      <figure class="picture" tabindex={0} aria-label="Picture of the transaction">
        <img src={`data:image/svg+xml,${encodeURIComponent(found.svg)}`} alt={title} />
      </figure>
      {rest.map((block, i) => (
        <Block key={i} lines={block} />
      ))}
      <p class="actions no-print">
        <Copy text={() => found.text} what="the explanation">
          Copy as text
        </Copy>
        <button type="button" class="quiet" onClick={() => print()}>
          Print
        </button>
      </p>
    </article>
  );
}

/** Most lines of a block at once: a transaction can have thousands of outputs. */
const most = 150;

function Block({ lines }: { readonly lines: readonly Line[] }) {
  const shown = lines.slice(0, most);
  return (
    <>
      <dl class="told">
        {shown.map((line, i) => (
          <div key={i} class={`line${line.isSub ? ' sub' : ''}`}>
            <dt>{line.label}</dt>
            <dd>
              <Field line={line} />
            </dd>
          </div>
        ))}
      </dl>
      {lines.length > most && (
        <details>
          <summary>{lines.length - most} more lines</summary>
          <pre class="more">
            {lines
              .slice(most)
              .map(({ label, text }) => `${label}  ${text}`)
              .join('\n')}
          </pre>
        </details>
      )}
    </>
  );
}

/** A text that marks its field in all views. */
function Field({ line: { text, path } }: { readonly line: Line }) {
  if (path === undefined) return <span>{unbroken(text)}</span>;
  const isMarked = marked.value?.startsWith(path) ?? false;
  return (
    <button
      type="button"
      class="markable"
      aria-pressed={isMarked}
      title={path}
      onClick={() => {
        marked.value = isMarked ? undefined : path;
      }}
    >
      {unbroken(text)}
    </button>
  );
}

const names =
  /((?:[A-Za-z0-9]+-[a-z]+1[02-9ac-hj-np-z]{38}|NodeID-[1-9A-HJ-NP-Za-km-z]+|[1-9A-HJ-NP-Za-km-z]{40,}))/;

/** A text whose addresses and ids stay in one piece where the line has room. */
const unbroken = (text: string): ComponentChildren =>
  text.split(names).map((part, i) =>
    i % 2 === 0 ? (
      part
    ) : (
      <span key={i} class="unbroken">
        {part}
      </span>
    ),
  );
