/** The node's JSON of the subject, with every digit. */
import { useSignal } from '@preact/signals';
import { isError, toJSONText } from 'avalanche-tx';
import { explainError } from 'avalanche-tx/explain';
import { useMemo } from 'preact/hooks';
import { Copy } from '../../ui/copy.tsx';
import { Virtual } from '../../ui/virtual.tsx';
import { visible } from '../../ui/visible.ts';
import { marked } from '../model/session.ts';
import type { DecodedSubject } from '../model/subject.ts';
import type { ViewProps } from './index.tsx';
import { jsonLines } from './jsonlines.ts';

/** The node's JSON, or why the node itself cannot print it. */
function textOf({ opened }: DecodedSubject): { readonly text?: string; readonly why?: string } {
  try {
    return { text: toJSONText(opened) };
  } catch (e) {
    if (isError(e)) return { why: explainError(e) };
    throw e;
  }
}

const isWithin = (path: string, mark: string | undefined): boolean =>
  mark !== undefined &&
  (path === mark || path.startsWith(`${mark}.`) || path.startsWith(`${mark}[`));

export function JSONView({ subject }: ViewProps<DecodedSubject>) {
  const { text, why } = useMemo(() => textOf(subject), [subject]);
  const lines = useMemo(() => (text === undefined ? [] : jsonLines(text)), [text]);
  const said = useSignal('');
  if (text === undefined) return <p class="notice">The node has no JSON for this value. {why}</p>;
  const mark = marked.value;
  const target = mark === undefined ? undefined : lines.findIndex(({ path }) => path === mark);
  const move = (by: number): void => {
    let i = target === undefined || target < 0 ? (by > 0 ? -1 : lines.length) : target;
    do i += by;
    while (i >= 0 && i < lines.length && !lines[i]!.isLeaf);
    const line = lines[i];
    if (!line) return;
    marked.value = line.path;
    said.value = `${line.path}: ${line.text.trim()}`;
  };
  return (
    <section aria-label="Node JSON">
      <p class="actions">
        <Copy text={() => text} what="the node JSON">
          Copy JSON
        </Copy>
        <span class="hint">
          {lines.length} lines. Choose a field with a click or ↑ ↓, and all views mark it.
        </span>
        <span class="sr" role="status">
          {said}
        </span>
      </p>
      <Virtual
        class="code"
        label="JSON, field by field with the arrow keys"
        onKeyDown={(e) => {
          if (e.key !== 'ArrowDown' && e.key !== 'ArrowUp') return;
          e.preventDefault();
          move(e.key === 'ArrowDown' ? 1 : -1);
        }}
        count={lines.length}
        height={22}
        target={target}
        row={(i) => {
          const { text: line, path } = lines[i]!;
          return (
            // biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: the arrow keys do it.
            <div
              key={i}
              class={`code-line${path !== '' && isWithin(path, mark) ? ' marked' : ''}`}
              data-path={path}
              onClick={() => {
                marked.value = path === '' || path === mark ? undefined : path;
              }}
            >
              {visible(line)}
            </div>
          );
        }}
      />
    </section>
  );
}
