/**
 * What the views of the inspector share. A view reads signals, and changes the session by its functions only: whatever one view marks,
 * edits or adds, all others show.
 */
import { batch, computed, signal } from '@preact/signals';
import type { Hint, Opened } from 'avalanche-tx';
import { type Read, readSubject, type Subject } from './subject.ts';

/** An input as it came. */
export interface Input {
  readonly content: string | Uint8Array;
  readonly from: string;
  /** What the reader said of it, where several readings fit. */
  readonly hint?: Hint;
}

/** The last input, and what it was read as. */
export const input = signal<Input | undefined>(undefined);
export const read = signal<Read | undefined>(undefined);

/** A subject with its edits. */
interface Shown {
  /** How the reader got there: `transaction 3 of 12`. Absent for the input itself. */
  readonly step?: string;
  /** Versions of the subject, the first one as it was read; an edit adds one. */
  readonly versions: readonly Subject[];
  readonly at: number;
}

/** The input, then what was opened inside of it, and so on. */
const trail = signal<readonly Shown[]>([]);
const last = computed(() => trail.value.at(-1));

/** What all views show. */
export const subject = computed<Subject | undefined>(() => last.value?.versions[last.value.at]);
/** The subject before any edit: what differs from it is marked. */
export const original = computed<Subject | undefined>(() => last.value?.versions[0]);
export const canUndo = computed(() => (last.value?.at ?? 0) > 0);
export const canRedo = computed(
  () => last.value !== undefined && last.value.at < last.value.versions.length - 1,
);

/** The field that is marked in all views, as a path of `spansOf` (`tx.outputs[0].amount`). */
export const marked = signal<string | undefined>(undefined);

/** The chosen view, by its id. A view that does not fit the subject is passed over. */
export const view = signal<string | undefined>(undefined);

/** Steps from the input to the subject, the input first. */
export const steps = computed<readonly string[]>(() =>
  trail.value.map(({ step }) => step ?? 'input'),
);

/** Reads an input, and shows it if it has one reading. */
export function show(from: string, content: string | Uint8Array, hint?: Hint): void {
  const result = readSubject(content, from, hint);
  batch(() => {
    // A key that was pasted by mistake is not kept.
    const isSecret =
      'error' in result && (result.error.context as { found?: string }).found === 'private key';
    input.value = { content: isSecret ? '' : content, from, ...(hint && { hint }) };
    read.value = result;
    marked.value = undefined;
    trail.value = 'subject' in result ? [{ versions: [result.subject], at: 0 }] : [];
  });
}

/** Shows a subject that was not read from an input, such as a draft combined from several. */
export function showSubject(next: Subject): void {
  batch(() => {
    input.value = undefined;
    read.value = { subject: next };
    marked.value = undefined;
    trail.value = [{ versions: [next], at: 0 }];
  });
}

/** Forgets all. */
export function clear(): void {
  batch(() => {
    input.value = undefined;
    read.value = undefined;
    marked.value = undefined;
    trail.value = [];
  });
}

/** Opens a value inside of the subject: a transaction of a block, a UTXO of a list. */
export function descend(opened: Opened, step: string): void {
  batch(() => {
    const next: Shown = { step, versions: [{ kind: 'value', opened, from: step }], at: 0 };
    trail.value = [...trail.value, next];
    marked.value = undefined;
  });
}

/** Goes back to a step of `steps`. */
export function ascend(step: number): void {
  batch(() => {
    trail.value = trail.value.slice(0, step + 1);
    marked.value = undefined;
  });
}

const setLast = (change: (shown: Shown) => Shown): void => {
  const all = trail.value;
  if (all.length > 0) trail.value = [...all.slice(0, -1), change(all.at(-1)!)];
};

/** Shows an edited version of the subject, which `undo` takes back. */
export const edit = (next: Subject): void =>
  setLast(({ versions, at, ...rest }) => ({
    ...rest,
    versions: [...versions.slice(0, at + 1), next],
    at: at + 1,
  }));

export const undo = (): void => {
  if (canUndo.value) setLast((shown) => ({ ...shown, at: shown.at - 1 }));
};
export const redo = (): void => {
  if (canRedo.value) setLast((shown) => ({ ...shown, at: shown.at + 1 }));
};
