/** The part of a long list of rows that can be seen: only that is in the page. */
import { useSignal } from '@preact/signals';
import type { RefObject } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

export interface Window {
  readonly box: RefObject<HTMLDivElement | null>;
  readonly first: number;
  /** Behind the last row. */
  readonly last: number;
  /** Rows that fit. */
  readonly page: number;
  /** Width of the box in pixels. */
  readonly width: number;
  readonly onScroll: () => void;
  /** Scrolls no more than needed to show a row. */
  readonly reveal: (row: number) => void;
}

/** Rows beside those that can be seen, so that moving on finds them there. */
const beside = 6;

/**
 * @param count Rows.
 * @param height Pixels of a row.
 */
export function useWindow(count: number, height: number): Window {
  const box = useRef<HTMLDivElement>(null);
  const top = useSignal(0);
  const size = useSignal({ width: 800, height: 560 });
  useEffect(() => {
    const element = box.current!;
    const observer = new ResizeObserver(() => {
      size.value = { width: element.clientWidth, height: element.clientHeight };
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [size]);
  const page = Math.max(1, Math.floor(size.value.height / height));
  const at = Math.min(Math.floor(top.value / height), Math.max(0, count - page));
  return {
    box,
    first: Math.max(0, at - beside),
    last: Math.min(count, at + page + 1 + beside),
    page,
    width: size.value.width,
    onScroll: () => {
      top.value = box.current!.scrollTop;
    },
    reveal: (row) => {
      const element = box.current;
      if (!element) return;
      const y = row * height;
      if (y < element.scrollTop) element.scrollTop = Math.max(0, y - height);
      else if (y + height > element.scrollTop + element.clientHeight)
        element.scrollTop = y + 2 * height - element.clientHeight;
      top.value = element.scrollTop;
    },
  };
}
