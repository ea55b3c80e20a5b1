/** Where an input comes in: typed, pasted, dropped, or from files. */
import { useSignal } from '@preact/signals';
import { isError } from 'avalanche-tx';
import { useEffect, useRef } from 'preact/hooks';
import { ScanInput } from '../drafts/entry.tsx';
import { isOpen, isTyping } from '../model/page.ts';
import { input, read, show } from '../model/session.ts';
import type { Read } from '../model/subject.ts';
import { lazy } from '../views/lazy.tsx';
import { openFiles } from './files.ts';
import { Problem, Readings } from './problem.tsx';

/** Text longer than this is not put into the text field, which would take seconds to lay it out. */
const longest = 200_000;

const textFor = (content: string | Uint8Array): string =>
  typeof content === 'string' && content.length <= longest ? content : '';

export function Intake() {
  const field = useRef<HTMLTextAreaElement>(null);
  const content = input.value?.content ?? '';
  const result = read.value;
  useEffect(() => {
    field.current?.focus({ preventScroll: true });
  }, []);
  const take = (text: string, from: string): void => {
    if (text.trim() === '') return;
    isTyping.value = from === 'typed';
    show(from, text);
    // Whoever types goes on in the field.
    isOpen.value = isTyping.value || !(read.value && 'subject' in read.value);
  };
  return (
    <section class="intake no-print" aria-label="Input">
      <label class="sr" for="input">
        A transaction, block, draft, address or anything else of a chain
      </label>
      <textarea
        id="input"
        ref={field}
        rows={5}
        spellcheck={false}
        autocomplete="off"
        placeholder="Paste hex, CB58, node JSON, a whole reply, a block, a draft, an address, an ID…"
        value={textFor(content)}
        onPaste={(e) => {
          const text = e.clipboardData?.getData('text/plain');
          const { selectionStart, selectionEnd, value } = e.currentTarget;
          if (!text || (selectionEnd - selectionStart < value.length && value !== '')) return;
          e.preventDefault();
          take(text, 'pasted');
        }}
        onInput={(e) => take(e.currentTarget.value, 'typed')}
        onBlur={() => {
          isTyping.value = false;
        }}
      />
      <Ways take={take} />
      <ScanInput />
      {result && 'error' in result && input.value && (
        <Problem error={result.error} input={input.value} />
      )}
      {(!result || isNothing(result)) && <Samples take={take} />}
      {result && 'readings' in result && input.value && (
        <Readings readings={result.readings} input={input.value} />
      )}
    </section>
  );
}

/** Whether the input is nothing that the page knows: then there are examples of what is. */
const isNothing = (result: Read): boolean =>
  'error' in result &&
  isError(result.error, 'BadText') &&
  result.error.context.kind === 'input' &&
  result.error.context.found === undefined;

export interface WaysProps {
  readonly take: (text: string, from: string) => void;
}

/** Loads with the page that has nothing to show yet. */
const Samples = lazy(async () => (await import('./examples.tsx')).Samples);

/** Other ways in than the text field. */
function Ways({ take }: WaysProps) {
  const picker = useRef<HTMLInputElement>(null);
  const said = useSignal('');
  const paste = async (): Promise<void> => {
    try {
      take(await navigator.clipboard.readText(), 'pasted');
      said.value = '';
    } catch {
      said.value = 'The browser does not let this page read the clipboard: press Ctrl+V.';
    }
  };
  return (
    <div class="ways">
      <button type="button" onClick={() => picker.current?.click()}>
        Open files…
      </button>
      <button type="button" onClick={paste}>
        Paste
      </button>
      <input
        ref={picker}
        class="sr"
        type="file"
        multiple
        aria-label="Files to open"
        tabIndex={-1}
        onChange={async (e) => {
          await openFiles([...(e.currentTarget.files ?? [])]);
          if (read.value && 'subject' in read.value) isOpen.value = false;
        }}
      />
      <span role="status">{said}</span>
    </div>
  );
}
