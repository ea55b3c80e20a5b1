/** The fields of a value as a tree. */
import { useSignal } from '@preact/signals';
import type { Opened } from 'avalanche-tx';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { choicesOf } from '../../model/editing.ts';
import { type Fields, isGroup, nodeOf, pathOf } from '../../model/fields.ts';
import { isFolded, revealed, toggle, visibleNodes } from '../../model/folding.ts';
import { meantBy, numberOf } from '../../model/meaning.ts';
import { marked } from '../../model/session.ts';
import { useWindow } from './window.ts';
import { readableText } from './words.ts';

const rowHeight = 28;

interface TreeProps {
  readonly fields: Fields;
  readonly opened: Opened;
}

export function FieldTree({ fields, opened }: TreeProps) {
  const toggled = useSignal<ReadonlySet<number>>(new Set());
  const shown = useMemo(() => visibleNodes(fields, toggled.value), [fields, toggled.value]);
  const rows = useWindow(shown.length, rowHeight);
  const mine = useRef<string | undefined>(undefined);
  const path = marked.value;
  const node = useMemo(
    () => (path === undefined ? undefined : nodeOf(fields, path)),
    [fields, path],
  );
  const at = useMemo(() => (node === undefined ? -1 : shown.indexOf(node)), [shown, node]);

  useEffect(() => {
    toggled.value = new Set();
  }, [fields, toggled]);
  useEffect(() => {
    // Another key may have moved on since this was drawn.
    const now = marked.peek();
    const found = now === undefined || now === mine.current ? undefined : nodeOf(fields, now);
    if (found === undefined) return;
    mine.current = now;
    const next = revealed(fields, toggled.value, found);
    toggled.value = next;
    rows.reveal(visibleNodes(fields, next).indexOf(found));
  }, [path, fields]);

  const mark = (found: number): void => {
    mine.current = pathOf(fields, found);
    marked.value = mine.current;
  };
  const moveTo = (row: number): void => {
    const to = Math.max(0, Math.min(shown.length - 1, row));
    mark(shown[to]!);
    rows.reveal(to);
  };
  const fold = (found: number): void => {
    toggled.value = toggle(toggled.value, found);
  };
  const onArrow = (key: string): void => {
    if (node === undefined) {
      moveTo(0);
      return;
    }
    const folded = isFolded(fields, toggled.value, node);
    if (key === 'ArrowRight') {
      if (folded) fold(node);
      else if (isGroup(fields, node)) moveTo(at + 1);
    } else if (isGroup(fields, node) && !folded) fold(node);
    else if (fields.parent[node]! > 0) moveTo(shown.indexOf(fields.parent[node]!));
  };
  const keys: { readonly [key: string]: () => void } = {
    ArrowDown: () => moveTo(at + 1),
    ArrowUp: () => moveTo(at - 1),
    PageDown: () => moveTo(at + rows.page),
    PageUp: () => moveTo(at - rows.page),
    Home: () => moveTo(0),
    End: () => moveTo(shown.length - 1),
    ArrowLeft: () => onArrow('ArrowLeft'),
    ArrowRight: () => onArrow('ArrowRight'),
    Enter: () => node !== undefined && isGroup(fields, node) && fold(node),
  };
  return (
    <div
      class="tree"
      role="tree"
      aria-label="Fields"
      tabIndex={0}
      aria-activedescendant={at >= rows.first && at < rows.last ? `field-${node}` : undefined}
      ref={rows.box}
      onScroll={rows.onScroll}
      onKeyDown={(e) => {
        const act = e.ctrlKey || e.altKey || e.metaKey ? undefined : keys[e.key];
        if (!act) return;
        act();
        e.preventDefault();
      }}
    >
      <div class="spacer" role="presentation" style={{ height: `${shown.length * rowHeight}px` }}>
        <div
          class="lines"
          role="presentation"
          style={{ transform: `translateY(${rows.first * rowHeight}px)` }}
        >
          {shown.slice(rows.first, rows.last).map((of) => (
            <Row
              key={of}
              {...{ fields, opened, node: of, isMarked: of === node }}
              folded={isGroup(fields, of) ? isFolded(fields, toggled.value, of) : undefined}
              onMark={() => mark(of)}
              onFold={() => fold(of)}
            />
          ))}
        </div>
      </div>
    </div>
  );
}

interface RowProps extends TreeProps {
  readonly node: number;
  readonly isMarked: boolean;
  readonly folded: boolean | undefined;
  readonly onMark: () => void;
  readonly onFold: () => void;
}

/** What a row says of its field. */
function valueText(fields: Fields, node: number, opened: Opened): string {
  const meant = meantBy(fields, node);
  if (meant === 'choice') {
    const id = Number(numberOf(fields, node));
    return `${id} · ${choicesOf(fields, node).find(([of]) => of === id)?.[1] ?? ''}`;
  }
  if (meant !== 'group') return readableText(fields, node, opened);
  if (fields.word[node] === 'list') {
    const count = nodeOf(fields, `${pathOf(fields, node)}.count`);
    return count === undefined ? '' : `list of ${numberOf(fields, count).toLocaleString('en')}`;
  }
  return fields.inner[node]!.name;
}

function Row({ fields, opened, node, isMarked, folded, onMark, onFold }: RowProps) {
  const key = fields.key[node]!;
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the tree has the focus
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree has the keys
    <div
      class={`field${isMarked ? ' marked' : ''}${folded === undefined ? '' : ' group'}`}
      role="treeitem"
      id={`field-${node}`}
      aria-level={fields.depth[node]!}
      aria-selected={isMarked}
      aria-expanded={folded === undefined ? undefined : !folded}
      style={{ paddingLeft: `${8 + (fields.depth[node]! - 1) * 14}px` }}
      onPointerMove={(e) => e.pointerType === 'mouse' && !isMarked && onMark()}
      onClick={() => {
        onMark();
        if (folded !== undefined) onFold();
      }}
    >
      <span class="twisty" aria-hidden="true">
        {folded === undefined ? '' : folded ? '▸' : '▾'}
      </span>
      <span class="key">{typeof key === 'number' ? `[${key}]` : key}</span>
      <span class="value">{valueText(fields, node, opened)}</span>
    </div>
  );
}
