/** A list of any length that keeps only the rows in view in the page. */
import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

interface VirtualProps {
  readonly count: number;
  /** Pixels of a row; all are alike. */
  readonly height: number;
  readonly row: (index: number) => ComponentChildren;
  /** The row to bring into view. */
  readonly target?: number | undefined;
  readonly class: string;
  /** The name of a list that is moved through by keys, and has nothing inside that takes the focus. */
  readonly label?: string;
  readonly onKeyDown?: (e: KeyboardEvent) => void;
}

/** Rows beyond the edges of the view, for scrolling without gaps. */
const margin = 8;

export function Virtual({
  count,
  height,
  row,
  target,
  class: name,
  label,
  onKeyDown,
}: VirtualProps) {
  const box = useRef<HTMLDivElement>(null);
  const top = useSignal(0);
  const space = useSignal(900);
  useEffect(() => {
    const element = box.current!;
    const observer = new ResizeObserver(() => {
      space.value = element.clientHeight;
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [space]);
  useEffect(() => {
    const element = box.current!;
    if (target === undefined || target < 0) return;
    const at = target * height;
    if (at < element.scrollTop || at + height > element.scrollTop + element.clientHeight)
      element.scrollTop = Math.max(0, at - element.clientHeight / 2);
  }, [target, height]);
  const first = Math.max(0, Math.floor(top.value / height) - margin);
  const end = Math.min(count, Math.ceil((top.value + space.value) / height) + margin);
  const rows = Array.from({ length: Math.max(0, end - first) }, (_, i) => row(first + i));
  return (
    <div
      ref={box}
      class={`virtual ${name}`}
      {...(label !== undefined && { role: 'region', 'aria-label': label, tabIndex: 0, onKeyDown })}
      onScroll={(e) => {
        top.value = e.currentTarget.scrollTop;
      }}
    >
      <div class="virtual-space" style={{ height: `${count * height}px` }}>
        <div class="virtual-rows" style={{ transform: `translateY(${first * height}px)` }}>
          {rows}
        </div>
      </div>
    </div>
  );
}
