/** Reads facts from a node that the reader names, and only when asked to. */
import { useSignal } from '@preact/signals';
import { isError } from 'avalanche-tx';
import { explainError } from 'avalanche-tx/explain';
import { useRef } from 'preact/hooks';
import { known } from '../model/facts.ts';
import type { DecodedSubject } from '../model/subject.ts';
import type { ViewProps } from './index.tsx';

export function Node({ subject }: ViewProps<DecodedSubject>) {
  const url = useSignal('');
  const said = useSignal('');
  const running = useRef<AbortController | undefined>(undefined);
  const ask = async (): Promise<void> => {
    running.current?.abort();
    const stop = new AbortController();
    running.current = stop;
    said.value = `Asking ${url.value}…`;
    try {
      const { gather } = await import('../model/verdict.ts');
      known.value = await gather(subject, url.value, stop.signal);
      said.value = '';
    } catch (e) {
      if (stop.signal.aborted) return;
      said.value = isError(e) ? explainError(e) : String(e);
    }
  };
  return (
    <form
      class="node"
      onSubmit={(e) => {
        e.preventDefault();
        ask();
      }}
    >
      <label>
        A node that may be asked for the UTXOs and the rest: then every rule can be checked
        <input
          type="url"
          required
          list="nodes"
          placeholder="https://api.avax.network"
          value={url}
          onInput={(e) => {
            url.value = e.currentTarget.value;
          }}
        />
      </label>
      <datalist id="nodes">
        <option value="https://api.avax.network" />
        <option value="https://api.avax-test.network" />
        <option value="http://127.0.0.1:9650" />
      </datalist>
      <button type="submit">Read from this node</button>
      <p class="hint">
        The node then learns which UTXOs you look at. Nothing is asked before you press the button.
      </p>
      <p role="status">{said}</p>
    </form>
  );
}
