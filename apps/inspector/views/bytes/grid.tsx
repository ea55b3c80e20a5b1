/** Bytes as hex, a line for 16 or 8 of them, with the fields that they are. */
import { useSignal } from '@preact/signals';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { type Fields, nodeAt, nodeOf, pathOf } from '../../model/fields.ts';
import { marked } from '../../model/session.ts';
import { useWindow } from './window.ts';

const rowHeight = 24;

export interface GridProps {
  readonly fields: Fields;
  readonly label: string;
  readonly ascii: boolean;
  /** Fields that differ from the original. */
  readonly changed?: ReadonlySet<number> | undefined;
  /** Where reading failed. */
  readonly failedAt?: number | undefined;
  /** The byte with the caret; the grid has one of its own if omitted. */
  readonly caret?: { value: number };
  /** Keys that edit; true if the key was one. */
  readonly onEditKey?: (key: string) => boolean;
}

interface Run {
  readonly node: number | undefined;
  readonly from: number;
  readonly to: number;
}

/** The fields in a line, in their order. */
function runsOf(fields: Fields, from: number, to: number): readonly Run[] {
  const runs: Run[] = [];
  for (let at = from; at < to; ) {
    const node = nodeAt(fields, at);
    const next = node === undefined ? to : Math.min(to, fields.start[node + 1] ?? fields.readTo);
    const end = next <= at ? to : next;
    runs.push({ node, from: at, to: end });
    at = end;
  }
  return runs;
}

const hexOf = (byte: number): string => byte.toString(16).padStart(2, '0');

/** Hex of some bytes of a line; a wider gap stands behind the eighth of sixteen. */
function textOf(bytes: Uint8Array, from: number, to: number, line: number): string {
  let text = '';
  for (let i = from; i < to; i++)
    text += `${i === from ? '' : i - line === 8 ? '  ' : ' '}${hexOf(bytes[i]!)}`;
  return text;
}

const asciiOf = (bytes: Uint8Array, from: number, to: number): string =>
  Array.from(bytes.subarray(from, to), (b) =>
    b >= 0x20 && b < 0x7f ? String.fromCharCode(b) : '·',
  ).join('');

/** The byte under the pointer, by the place of the text of its line. */
function offsetUnder(e: PointerEvent, box: HTMLElement, per: number, length: number) {
  const line = (e.target as Element).closest<HTMLElement>('.hex-row');
  const hex = line?.querySelector('.hex');
  if (!line || !hex || !box.contains(line)) return undefined;
  const { left, width } = hex.getBoundingClientRect();
  const column = Math.floor(((e.clientX - left) / width) * (hex.textContent?.length ?? 1));
  const at = Math.floor((column > 24 ? column - 1 : column) / 3);
  const offset = Number(line.dataset.offset) + at;
  return column < 0 || at >= per || offset >= length ? undefined : offset;
}

const moves: {
  readonly [key: string]: (per: number, page: number, at: number, n: number) => number;
} = {
  ArrowLeft: () => -1,
  ArrowRight: () => 1,
  ArrowUp: (per) => -per,
  ArrowDown: (per) => per,
  PageUp: (per, page) => -per * page,
  PageDown: (per, page) => per * page,
  Home: (per, _, at) => -(at % per),
  End: (per, _, at, n) => Math.min(per - 1 - (at % per), n - 1 - at),
  'Control+Home': (_, __, at) => -at,
  'Control+End': (_, __, at, n) => n - 1 - at,
};

export function HexGrid(props: GridProps) {
  const { fields, label, ascii, changed, failedAt, onEditKey } = props;
  const { bytes } = fields;
  const own = useSignal(0);
  const caret = props.caret ?? own;
  const wide = useSignal(true);
  const per = wide.value ? 16 : 8;
  const count = Math.ceil(bytes.length / per);
  const rows = useWindow(count, rowHeight);
  const mine = useRef<string | undefined>(undefined);
  const digits = Math.max(4, bytes.length.toString(16).length);

  useEffect(() => {
    // Sixteen bytes need 7.9 pixels a character at the size of the text.
    wide.value = rows.width >= (digits + 2 + 49 + (ascii ? 18 : 0)) * 7.9 + 24;
  }, [rows.width, ascii, digits, wide]);

  const path = marked.value;
  const node = useMemo(
    () => (path === undefined ? undefined : nodeOf(fields, path)),
    [fields, path],
  );
  useEffect(() => {
    // Another key may have moved on since this was drawn.
    const now = marked.peek();
    const found = now === undefined || now === mine.current ? undefined : nodeOf(fields, now);
    if (found === undefined) return;
    mine.current = now;
    caret.value = fields.start[found]!;
    rows.reveal(Math.floor(caret.value / per));
  }, [path, fields]);

  const mark = (offset: number): void => {
    const found = nodeAt(fields, offset);
    if (found === undefined) return;
    mine.current = pathOf(fields, found);
    marked.value = mine.current;
  };
  const moveTo = (offset: number): void => {
    caret.value = Math.max(0, Math.min(bytes.length - (onEditKey ? 0 : 1), offset));
    rows.reveal(Math.floor(caret.value / per));
    mark(Math.min(caret.value, bytes.length - 1));
  };
  const onKeyDown = (e: KeyboardEvent): void => {
    if (e.altKey || (e.metaKey && !e.ctrlKey)) return;
    const key = e.ctrlKey ? `Control+${e.key}` : e.key;
    const move = moves[key];
    if (move) moveTo(caret.value + move(per, rows.page, caret.value, bytes.length));
    else if (e.ctrlKey || !onEditKey?.(e.key)) return;
    e.preventDefault();
  };
  const at = (e: PointerEvent) => offsetUnder(e, rows.box.current!, per, bytes.length);
  const lines = [...Array(Math.max(0, rows.last - rows.first)).keys()].map((i) => rows.first + i);
  const active = Math.floor(caret.value / per);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a table cannot have only the rows that are seen
    <div
      class="hexgrid"
      role="grid"
      aria-label={label}
      aria-rowcount={count}
      aria-readonly={!onEditKey}
      aria-activedescendant={`byte-line-${active}`}
      tabIndex={0}
      ref={rows.box}
      onScroll={rows.onScroll}
      onKeyDown={onKeyDown}
      onPointerMove={(e) => {
        // Where bytes are edited, only a click moves the form.
        const offset = e.pointerType === 'mouse' && !onEditKey ? at(e) : undefined;
        if (offset !== undefined) mark(offset);
      }}
      onPointerDown={(e) => {
        const offset = at(e);
        if (offset !== undefined) moveTo(offset);
      }}
    >
      <div class="spacer" role="presentation" style={{ height: `${count * rowHeight}px` }}>
        <div
          role="presentation"
          style={{ transform: `translateY(${rows.first * rowHeight}px)` }}
          class="lines"
        >
          {lines.map((line) => (
            <Line
              key={line}
              {...{ fields, changed, failedAt, ascii, digits, per, line, node }}
              caret={active === line ? caret.value : undefined}
            />
          ))}
        </div>
      </div>
    </div>
  );
}

interface LineProps {
  readonly fields: Fields;
  readonly line: number;
  readonly per: number;
  readonly digits: number;
  readonly ascii: boolean;
  readonly node: number | undefined;
  readonly caret: number | undefined;
  readonly changed: ReadonlySet<number> | undefined;
  readonly failedAt: number | undefined;
}

function Line({ fields, line, per, digits, ascii, node, caret, changed, failedAt }: LineProps) {
  const { bytes } = fields;
  const from = line * per;
  const to = Math.min(bytes.length, from + per);
  const isMarked = (of: number | undefined): boolean =>
    node !== undefined && of !== undefined && of >= node && of < fields.next[node]!;
  const classOf = (of: number | undefined): string =>
    [
      of === undefined ? 'unread' : of % 2 === 0 ? 'even' : 'odd',
      isMarked(of) && 'marked',
      of !== undefined && changed?.has(of) && 'changed',
    ]
      .filter(Boolean)
      .join(' ');
  const split = (run: Run): readonly Run[] => {
    const cuts = [caret, failedAt].flatMap((at) => (at === undefined ? [] : [at, at + 1]));
    const points = [run.from, ...cuts.filter((at) => at > run.from && at < run.to), run.to];
    const sorted = [...new Set(points)].sort((a, b) => a - b);
    return sorted.slice(1).map((end, i) => ({ node: run.node, from: sorted[i]!, to: end }));
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: see the grid
    // biome-ignore lint/a11y/useFocusableInteractive: the grid has the focus
    <div
      class="hex-row"
      role="row"
      aria-rowindex={line + 1}
      id={`byte-line-${line}`}
      data-offset={from}
    >
      {/* biome-ignore lint/a11y/useSemanticElements: see the grid */}
      {/* biome-ignore lint/a11y/useFocusableInteractive: the grid has the focus */}
      <span class="offset" role="rowheader">
        {from.toString(16).padStart(digits, '0')}
      </span>
      {/* biome-ignore lint/a11y/useSemanticElements: see the grid */}
      {/* biome-ignore lint/a11y/useFocusableInteractive: the grid has the focus */}
      <span class="hex" role="gridcell">
        {runsOf(fields, from, to).flatMap((run) =>
          split(run).flatMap((part) => [
            part.from > from && (part.from - from === 8 ? '  ' : ' '),
            <span
              key={part.from}
              class={`${classOf(part.node)}${part.from === caret ? ' caret' : ''}${part.from === failedAt ? ' failed' : ''}`}
            >
              {textOf(bytes, part.from, part.to, from)}
            </span>,
          ]),
        )}
        {caret === to && <span class="caret end"> </span>}
      </span>
      {ascii && (
        <span class="ascii" aria-hidden="true">
          {asciiOf(bytes, from, to)}
        </span>
      )}
    </div>
  );
}
