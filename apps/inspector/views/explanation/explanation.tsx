/** What a transaction does, in words and as a picture. */
import { type Explanation, svgOf, textOf } from 'avalanche-tx/explain';
import { useMemo } from 'preact/hooks';
import { Copy } from '../../../ui/copy.tsx';
import { unbroken } from '../../../ui/unbroken.tsx';
import { marked } from '../../model/session.ts';
import { type DecodedSubject, isTx } from '../../model/subject.ts';
import { told } from '../../model/told.ts';
import { FactsPanel } from '../facts.tsx';
import type { ViewProps } from '../index.tsx';
import { type Line, linesOf, prefixOf, type UnsignedLists } from './lines.ts';
import { OverviewView } from './overview.tsx';

export function ExplanationView({ subject }: ViewProps<DecodedSubject>) {
  if (!isTx(subject)) return <OverviewView subject={subject} />;
  const found = told.value;
  if (typeof found === 'string') return <p class="notice bad">{found}</p>;
  return found ? <TxExplanation subject={subject} told={found} /> : null;
}

const unsignedOf = ({ opened }: DecodedSubject): UnsignedLists =>
  (opened.kind === 'tx' ? opened.value.unsignedTx : opened.value) as UnsignedLists;

/** Lines that the heading has. */
const above = new Set(['Transaction', 'Network', 'Transaction ID']);

interface ToldProps {
  readonly subject: DecodedSubject;
  readonly told: Explanation;
}

function TxExplanation({ subject, told: found }: ToldProps) {
  const { blocks } = linesOf(found, unsignedOf(subject), prefixOf(subject.opened));
  const isWarning = (block: readonly Line[]) =>
    found.warnings.length > 0 && block === blocks.at(-1);
  const warnings = blocks.find(isWarning) ?? [];
  const rest = blocks
    .filter((block) => !isWarning(block))
    .map((block) => block.filter(({ label }) => !above.has(label)))
    .filter((block) => block.length > 0);
  return (
    <article class="explanation">
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
      <Picture told={found} />
      {rest.map((block, i) => (
        <Block key={i} lines={block} />
      ))}
      <FactsPanel subject={subject} />
      <p class="actions no-print">
        <Copy text={() => textOf(found)} what="the explanation">
          Copy as text
        </Copy>
        <button type="button" class="quiet" onClick={() => print()}>
          Print
        </button>
      </p>
    </article>
  );
}

/** Who pays what to whom. On a phone the payers stand above the receivers. */
function Picture({ told: found }: { readonly told: Explanation }) {
  const [wide, narrow] = useMemo(
    () =>
      [false, true].map(
        (isNarrow) =>
          `data:image/svg+xml,${encodeURIComponent(svgOf(found, { narrow: isNarrow, head: false }))}`,
      ),
    [found],
  );
  return (
    <figure class="picture">
      <picture>
        <source media="(max-width: 600px)" srcset={narrow} />
        <img src={wide} alt={found.title} />
      </picture>
    </figure>
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
