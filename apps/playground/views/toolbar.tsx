/** Which program, and what to do with it. */
import { useSignal } from '@preact/signals';
import { breakCode, mend, openExample, restore, share } from '../model/actions.ts';
import { breakages } from '../model/breaking.ts';
import { data } from '../model/data.ts';
import { run, stop } from '../model/run.ts';
import {
  broken,
  code,
  example,
  exampleID,
  isChanged,
  isRunning,
  notice,
  unbroken,
} from '../model/session.ts';

const groups = [...new Set(data.examples.map(({ group }) => group))];

function Examples() {
  return (
    <label class="field">
      <span>Example</span>
      <select value={exampleID.value ?? ''} onChange={(e) => openExample(e.currentTarget.value)}>
        {exampleID.value === undefined && <option value="">From a link</option>}
        {groups.map((name) => (
          <optgroup key={name} label={name}>
            {data.examples
              .filter(({ group }) => group === name)
              .map(({ id, title }) => (
                <option key={id} value={id}>
                  {title}
                </option>
              ))}
          </optgroup>
        ))}
      </select>
    </label>
  );
}

function Break() {
  const base = unbroken.value ?? code.value;
  const fitting = breakages.filter(({ apply }) => apply(base) !== undefined);
  return (
    <label class="field">
      <span>Break something</span>
      <select
        value=""
        disabled={fitting.length === 0}
        onChange={(e) => {
          const { value } = e.currentTarget;
          e.currentTarget.value = '';
          breakCode(value);
        }}
      >
        <option value="">{fitting.length === 0 ? 'Nothing fits' : 'Choose…'}</option>
        {fitting.map(({ id, title }) => (
          <option key={id} value={id}>
            {title}
          </option>
        ))}
      </select>
    </label>
  );
}

/** What to do with the program as a text. */
export function CodeActions() {
  const shared = useSignal('');
  return (
    <div class="more">
      {isChanged.value && (
        <button type="button" class="quiet" onClick={restore}>
          Restore the example
        </button>
      )}
      <button
        type="button"
        class="quiet"
        onClick={async () => {
          shared.value = await share();
        }}
      >
        Copy link
      </button>
      {example.value && (
        <a class="guide" href={example.value.page}>
          Read the guide
        </a>
      )}
      <span role="status" class="said">
        {shared}
      </span>
    </div>
  );
}

export function Toolbar() {
  return (
    <>
      <div class="toolbar">
        {isRunning.value ? (
          <button type="button" class="primary stop" onClick={stop}>
            Stop
          </button>
        ) : (
          <button type="button" class="primary" onClick={() => void run()} title="Ctrl+Enter">
            Run
          </button>
        )}
        <Examples />
        <Break />
      </div>
      {notice.value && (
        <p class="notice" role="status">
          {notice}
        </p>
      )}
      {broken.value && (
        <p class="notice broken">
          <span>
            <strong>{broken.value.title}.</strong> Changed{' '}
            {broken.value.lines.length === 1 ? 'line' : 'lines'} {broken.value.lines.join(', ')}.
          </span>
          <button type="button" class="quiet" onClick={mend}>
            Undo the change
          </button>
        </p>
      )}
    </>
  );
}
