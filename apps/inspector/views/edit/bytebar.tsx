/** Edits bytes at the caret of the grid: by keys in the grid, and by buttons. */
import { type Signal, useSignal } from '@preact/signals';
import { parseHex } from 'avalanche-tx';
import { useRef } from 'preact/hooks';
import { splice } from '../../model/editing.ts';
import { settle } from '../../model/session.ts';
import { commit } from './history.ts';

/** What keys do at the caret. */
export function useByteKeys(bytes: Uint8Array, caret: Signal<number>, insert: Signal<boolean>) {
  /** The byte of which the first digit has been typed. */
  const half = useRef<number | undefined>(undefined);
  return (key: string): boolean => {
    const at = caret.value;
    const put = (start: number, end: number, by: readonly number[], what?: string) =>
      commit(splice(bytes, start, end, new Uint8Array(by)), what);
    if (/^[0-9a-f]$/i.test(key)) {
      const digit = Number.parseInt(key, 16);
      if (half.current === at) {
        put(at, at + 1, [(bytes[at]! & 0xf0) | digit], `byte ${at}`);
        half.current = undefined;
        settle();
        caret.value = at + 1;
      } else if (insert.value || at === bytes.length) {
        put(at, at, [digit << 4], `byte ${at}`);
        half.current = at;
      } else {
        put(at, at + 1, [(digit << 4) | (bytes[at]! & 0x0f)], `byte ${at}`);
        half.current = at;
      }
      return true;
    }
    half.current = undefined;
    if (key === 'Insert') insert.value = !insert.value;
    else if (key === 'Delete' && at < bytes.length) put(at, at + 1, []);
    else if (key === 'Backspace' && at > 0) {
      put(at - 1, at, []);
      caret.value = at - 1;
    } else return false;
    return true;
  };
}

interface ByteBarProps {
  readonly bytes: Uint8Array;
  readonly caret: Signal<number>;
  readonly insert: Signal<boolean>;
}

export function ByteBar({ bytes, caret, insert }: ByteBarProps) {
  const text = useSignal('');
  const problem = useSignal('');
  const at = caret.value;
  const given = (): Uint8Array | undefined => {
    try {
      const found = parseHex(`0x${text.value.replace(/^0x|\s/g, '')}`);
      problem.value = found.length === 0 ? 'Type bytes in hex first.' : '';
      return found.length === 0 ? undefined : found;
    } catch {
      problem.value = 'Not bytes in hex: two digits each.';
      return undefined;
    }
  };
  const put = (over: boolean): void => {
    const by = given();
    if (!by) return;
    commit(splice(bytes, at, over ? Math.min(bytes.length, at + by.length) : at, by));
    caret.value = Math.min(bytes.length, at + by.length);
  };
  return (
    <div class="byte-bar">
      <label class="check">
        <input
          type="checkbox"
          checked={insert.value}
          onChange={(e) => {
            insert.value = e.currentTarget.checked;
          }}
        />
        Typing inserts
      </label>
      <label class="at">
        Bytes at {at}
        <input
          type="text"
          class="mono"
          placeholder="hex"
          spellcheck={false}
          autocomplete="off"
          value={text}
          aria-invalid={problem.value !== ''}
          onInput={(e) => {
            text.value = e.currentTarget.value;
          }}
        />
      </label>
      <span class="buttons">
        <button type="button" class="quiet" onClick={() => put(true)}>
          Overwrite
        </button>
        <button type="button" class="quiet" onClick={() => put(false)}>
          Insert
        </button>
        <button
          type="button"
          class="quiet"
          disabled={at >= bytes.length}
          onClick={() => commit(splice(bytes, at, at + 1, new Uint8Array()))}
        >
          Delete byte
        </button>
      </span>
      {problem.value && <span role="alert">{problem}</span>}
    </div>
  );
}
