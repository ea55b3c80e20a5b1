/** What the code printed, and how it ended. */
import { visibleText } from '../../ui/visible.ts';
import type { Failure } from '../model/messages.ts';
import { dropped, failures, output, phase, took } from '../model/session.ts';
import { Scroll } from './scroll.tsx';

/** In one word, and for screen readers. */
const said = (): string => {
  switch (phase.value) {
    case 'idle':
      return 'Not run yet';
    case 'loading':
      return 'Loading the library…';
    case 'running':
      return 'Running…';
    case 'stopped':
      return 'Stopped';
    case 'failed':
      return 'Ended with an error';
    default:
      return `Ended after ${Math.max(1, Math.round(took.value))} ms`;
  }
};

export function FailureCard({ failure }: { readonly failure: Failure }) {
  const { name, isOurs, text, message, line } = failure;
  return (
    <div class="failure" role="alert">
      <p class="failure-head">
        <strong>{visibleText(name)}</strong>
        {line !== undefined && <span>line {line}</span>}
      </p>
      <p>{visibleText(text)}</p>
      {isOurs && (
        <>
          <details>
            <summary>Message for developers</summary>
            <pre>{visibleText(message)}</pre>
          </details>
          {/^[A-Za-z]+$/.test(name) && (
            <a href={`/reference/errors#${name.toLowerCase()}`}>About {name}</a>
          )}
        </>
      )}
    </div>
  );
}

export function Output() {
  return (
    <section class="panel output" aria-label="Output">
      <div class="panel-head">
        <h2>Output</h2>
        <span role="status" class={`said ${phase.value}`}>
          {said()}
        </span>
      </div>
      <Scroll class="lines" label="Printed lines">
        {dropped.value > 0 && <p class="hint">{dropped} older lines are not shown.</p>}
        {output.value.map(({ level, text, line }, i) => (
          <div key={i} class={`line ${level}`}>
            {level === 'value' && line !== undefined && <span class="at">line {line}</span>}
            <pre>{visibleText(text)}</pre>
          </div>
        ))}
        {failures.value.map((failure, i) => (
          <FailureCard key={i} failure={failure} />
        ))}
        {output.value.length === 0 && failures.value.length === 0 && (
          <p class="hint">
            {phase.value === 'idle'
              ? 'Press Run. The program runs in your browser, on a test node of its own, without any network.'
              : phase.value === 'done'
                ? 'The program printed nothing.'
                : ''}
          </p>
        )}
      </Scroll>
    </section>
  );
}
