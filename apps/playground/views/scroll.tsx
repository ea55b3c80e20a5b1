/** A part of a panel that scrolls, by keyboard too: some browsers let only what can have the focus be scrolled by keys. */
import type { ComponentChildren } from 'preact';

interface ScrollProps {
  /** Its name for screen readers. */
  readonly label: string;
  readonly class: string;
  readonly children: ComponentChildren;
}

const focusable = { tabIndex: 0 } as const;

export const Scroll = ({ label, class: name, children }: ScrollProps) => (
  <section class={name} aria-label={label} {...focusable}>
    {children}
  </section>
);
