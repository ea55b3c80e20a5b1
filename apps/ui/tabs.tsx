/** Tabs of one panel: arrow keys choose, and the panel is the next stop of Tab. */
import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';

interface TabsProps {
  readonly label: string;
  readonly tabs: readonly { readonly id: string; readonly title: string }[];
  readonly chosen: string;
  readonly choose: (id: string) => void;
  readonly children: ComponentChildren;
}

const moves: { readonly [key: string]: (at: number, count: number) => number } = {
  ArrowRight: (at, count) => (at + 1) % count,
  ArrowLeft: (at, count) => (at + count - 1) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
};

export function Tabs({ label, tabs, chosen, choose, children }: TabsProps) {
  useEffect(() => {
    // A phone shows a few of them at a time.
    const tab = document.getElementById(`tab-${chosen}`);
    const list = tab?.parentElement;
    if (!tab || !list) return;
    const end = tab.offsetLeft + tab.offsetWidth - list.offsetLeft;
    if (
      end > list.scrollLeft + list.clientWidth ||
      tab.offsetLeft - list.offsetLeft < list.scrollLeft
    )
      list.scrollLeft = end - list.clientWidth + 40;
  }, [chosen]);
  const onKeyDown = (e: KeyboardEvent & { readonly currentTarget: HTMLElement }): void => {
    const move = moves[e.key];
    if (!move) return;
    e.preventDefault();
    const at = tabs.findIndex(({ id }) => id === chosen);
    const next = tabs[move(at, tabs.length)]!.id;
    choose(next);
    const { currentTarget } = e;
    requestAnimationFrame(() => currentTarget.querySelector<HTMLElement>(`#tab-${next}`)?.focus());
  };
  return (
    <>
      <div class="tabs no-print" role="tablist" aria-label={label} onKeyDown={onKeyDown}>
        {tabs.map(({ id, title }) => (
          <button
            key={id}
            id={`tab-${id}`}
            type="button"
            role="tab"
            aria-selected={id === chosen}
            aria-controls="panel"
            tabIndex={id === chosen ? 0 : -1}
            onClick={() => choose(id)}
          >
            {title}
          </button>
        ))}
      </div>
      <div id="panel" role="tabpanel" aria-labelledby={`tab-${chosen}`} class="panel">
        {children}
      </div>
    </>
  );
}
