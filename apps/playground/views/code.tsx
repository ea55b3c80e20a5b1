/** The code: the editor, and a plain text field until it is there. */
import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { run } from '../model/run.ts';
import { broken, code, failures, isRunning } from '../model/session.ts';
import { CodeActions } from './toolbar.tsx';

const submit = (e: KeyboardEvent): void => {
  if (e.key !== 'Enter' || !(e.ctrlKey || e.metaKey)) return;
  e.preventDefault();
  if (!isRunning.value) void run();
};

/** The lines to look at: of the error, and of the change that broke the code. */
const marks = (): { readonly error: number | undefined; readonly changed: readonly number[] } => ({
  error: failures.value[0]?.line,
  changed: broken.value?.lines ?? [],
});

/** A text field with the numbers of its lines. */
function Plain() {
  const numbers = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const { error, changed } = marks();
  const first = error ?? changed[0];
  useEffect(() => {
    // The line to look at is in view, with some before it.
    const height = numbers.current?.firstElementChild?.clientHeight ?? 0;
    if (first !== undefined && field.current) field.current.scrollTop = (first - 8) * height;
  }, [first]);
  const count = code.value.split('\n').length;
  return (
    <div class="plain">
      <div class="numbers" ref={numbers} aria-hidden="true">
        {Array.from({ length: Math.min(count, 1000) }, (_, i) => i + 1).map((line) => (
          <div
            key={line}
            class={line === error ? 'error' : changed.includes(line) ? 'changed' : undefined}
          >
            {line}
          </div>
        ))}
      </div>
      <textarea
        ref={field}
        aria-label="Code"
        spellcheck={false}
        autocapitalize="off"
        autocomplete="off"
        wrap="off"
        value={code.value}
        onInput={(e) => {
          code.value = e.currentTarget.value;
        }}
        onScroll={(e) => {
          if (numbers.current) numbers.current.scrollTop = e.currentTarget.scrollTop;
        }}
        onKeyDown={submit}
      />
    </div>
  );
}

/** CodeMirror, in a shadow root: its style sheets are then made by script, as the policy of the page wants it. */
function Rich({ onError }: { readonly onError: () => void }) {
  const host = useRef<HTMLDivElement>(null);
  const isReady = useSignal(false);
  useEffect(() => {
    let stop = (): void => {};
    let isGone = false;
    import('../editor/editor.ts')
      .then(({ mountEditor }) => {
        if (isGone) return;
        stop = mountEditor(host.current!, { onRun: () => !isRunning.value && void run() });
        isReady.value = true;
      })
      .catch(onError);
    return () => {
      isGone = true;
      stop();
    };
  }, []);
  return (
    <>
      {!isReady.value && <Plain />}
      <div class="rich" ref={host} hidden={!isReady.value} />
    </>
  );
}

export function Code() {
  const problem = useSignal('');
  return (
    <section class="panel code" aria-label="Code">
      <div class="panel-head">
        <h2>Code</h2>
        <span role="status" class="said">
          {problem}
        </span>
        <CodeActions />
      </div>
      {problem.value === '' ? (
        <Rich
          onError={() => {
            problem.value = 'The editor could not be loaded: this is a plain field.';
          }}
        />
      ) : (
        <Plain />
      )}
    </section>
  );
}
