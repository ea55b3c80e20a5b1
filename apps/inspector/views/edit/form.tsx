/** Every field with its control; only those that can be seen are in the page. */
import { useSignal } from '@preact/signals';
import type { Opened } from 'avalanche-tx';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import {
  addElement,
  type Changes,
  elementsOf,
  moveElement,
  removeElement,
} from '../../model/editing.ts';
import { type Fields, isGroup, nodeOf, pathOf } from '../../model/fields.ts';
import { carryOver, isFolded, revealed, toggle, visibleNodes } from '../../model/folding.ts';
import { noteOf } from '../../model/meaning.ts';
import { marked, typed } from '../../model/session.ts';
import { useWindow } from '../bytes/window.ts';
import { Control } from './control.tsx';
import { commit } from './history.ts';

interface FormProps {
  readonly fields: Fields;
  readonly opened: Opened;
  readonly changes: Changes | undefined;
  /** What is wrong with fields, by path; and what there is to say of signatures. */
  readonly problems: ReadonlyMap<string, string>;
  readonly remarks: ReadonlyMap<string, string>;
}

/** The control of a list has its count. */
const isCount = (fields: Fields) => (node: number) => fields.word[node] === 'count';

const narrow = matchMedia('(max-width: 860px)');

export function Form(props: FormProps) {
  const { fields } = props;
  const toggled = useSignal<ReadonlySet<number>>(new Set());
  const before = useRef(fields);
  const mine = useRef<string | undefined>(undefined);
  if (before.current !== fields) {
    toggled.value = carryOver(before.current, toggled.peek(), fields);
    before.current = fields;
  }
  const shown = useMemo(
    () => visibleNodes(fields, toggled.value, isCount(fields)),
    [fields, toggled.value],
  );
  const height = narrow.matches ? 84 : 62;
  const rows = useWindow(shown.length, height);
  const path = marked.value;
  useEffect(() => {
    const now = marked.peek();
    if (now === undefined || now === mine.current) return;
    mine.current = now;
    const node = nodeOf(fields, now.replace(/\.count$/, ''));
    if (node === undefined) return;
    const next = revealed(fields, toggled.value, node);
    toggled.value = next;
    rows.reveal(visibleNodes(fields, next, isCount(fields)).indexOf(node));
  }, [path, fields]);
  return (
    <section
      class="form"
      aria-label="Fields"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
      tabIndex={0}
      ref={rows.box}
      onScroll={rows.onScroll}
    >
      <div class="spacer" style={{ height: `${shown.length * height}px` }}>
        <div class="lines" style={{ transform: `translateY(${rows.first * height}px)` }}>
          {shown.slice(rows.first, rows.last).map((node) => (
            <Row
              key={pathOf(fields, node)}
              {...props}
              node={node}
              folded={isGroup(fields, node) ? isFolded(fields, toggled.value, node) : undefined}
              onFold={() => {
                toggled.value = toggle(toggled.value, node);
              }}
              onMark={(of) => {
                mine.current = of;
                marked.value = of;
              }}
            />
          ))}
        </div>
      </div>
    </section>
  );
}

interface RowProps extends FormProps {
  readonly node: number;
  readonly folded: boolean | undefined;
  readonly onFold: () => void;
  readonly onMark: (path: string) => void;
}

function Row(props: RowProps) {
  const { fields, node, opened, changes, problems, remarks, folded } = props;
  const path = pathOf(fields, node);
  const key = fields.key[node]!;
  const name = typeof key === 'number' ? `[${key}]` : key;
  const removed = changes?.removed.get(node);
  const mark = changes?.changed.has(node)
    ? ' changed'
    : changes?.touched.has(node)
      ? ' touched'
      : '';
  const problem = typed.value.get(path)?.error ?? problems.get(path);
  const remark = remarks.get(path);
  const isMarked = marked.value === path;
  return (
    <div
      class={`row${mark}${isMarked ? ' marked' : ''}`}
      style={{ paddingLeft: `${8 + (Math.min(fields.depth[node]!, 9) - 1) * 12}px` }}
      onFocusIn={() => props.onMark(path)}
      onPointerDown={() => props.onMark(path)}
    >
      <div class="label">
        {folded === undefined ? (
          <span class="name">{name}</span>
        ) : (
          <button type="button" class="fold" aria-expanded={!folded} onClick={props.onFold}>
            <span aria-hidden="true">{folded ? '▸' : '▾'}</span> {name}
          </button>
        )}
        {mark && <span class="tag">{mark === ' changed' ? 'changed' : 'changed inside'}</span>}
        {removed !== undefined && <span class="tag">{removed} removed</span>}
        {problem ? (
          <span class="problem" id={`problem-${node}`}>
            {problem}
          </span>
        ) : (
          <span class="note">{remark ?? noteOf(fields, node)}</span>
        )}
      </div>
      <div class="control">
        {isGroup(fields, node) && fields.word[node] !== 'blob' && fields.word[node] !== 'base64' ? (
          <GroupControl fields={fields} node={node} path={path} />
        ) : (
          <Control fields={fields} node={node} path={path} opened={opened} />
        )}
        {typeof key === 'number' && <ElementButtons fields={fields} node={node} path={path} />}
      </div>
    </div>
  );
}

interface PartProps {
  readonly fields: Fields;
  readonly node: number;
  readonly path: string;
}

function GroupControl({ fields, node, path }: PartProps) {
  const list = elementsOf(fields, node);
  if (!list) return <span class="type">{fields.inner[node]!.name}</span>;
  return (
    <>
      <span class="type">
        {list.elements.length === 1 ? '1 element' : `${list.elements.length} elements`}
      </span>
      <button
        type="button"
        class="quiet"
        aria-label={`Add to ${path}`}
        onClick={() => commit(addElement(fields, node))}
      >
        Add
      </button>
    </>
  );
}

/** Moves and removes an element of a list. */
function ElementButtons({ fields, node, path }: PartProps) {
  const list = fields.parent[node]!;
  const index = Number(fields.key[node]);
  const isLast = fields.next[node] === fields.next[list];
  const move = (to: number) => commit(moveElement(fields, list, index, to));
  return (
    <span class="element">
      <button
        type="button"
        class="quiet"
        disabled={index === 0}
        aria-label={`Move ${path} up`}
        onClick={() => move(index - 1)}
      >
        ↑
      </button>
      <button
        type="button"
        class="quiet"
        disabled={isLast}
        aria-label={`Move ${path} down`}
        onClick={() => move(index + 1)}
      >
        ↓
      </button>
      <button
        type="button"
        class="quiet"
        aria-label={`Remove ${path}`}
        onClick={() => commit(removeElement(fields, list, index))}
      >
        ✕
      </button>
    </span>
  );
}
