/** A button that copies a text, and says so. */
import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';

interface CopyProps {
  /** What is copied, made when the button is pressed. */
  readonly text: () => string | Promise<string>;
  /** What it is, for the name of a button with the text `Copy`: `Copy the transaction ID`. */
  readonly what: string;
  /** The text of the button; `Copy` if omitted. */
  readonly children?: ComponentChildren;
}

export function Copy({ text, what, children = 'Copy' }: CopyProps) {
  const said = useSignal('');
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(await text());
      said.value = 'Copied';
    } catch {
      said.value = 'The browser does not let this page copy';
    }
    setTimeout(() => {
      said.value = '';
    }, 2000);
  };
  return (
    <span class="copy">
      <button
        type="button"
        class="quiet"
        onClick={copy}
        aria-label={children === 'Copy' ? `Copy ${what}` : undefined}
      >
        {children}
      </button>
      <span role="status">{said}</span>
    </span>
  );
}
