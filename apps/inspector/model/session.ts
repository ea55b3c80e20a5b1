/**
 * What the views of the inspector share. A view reads signals, and changes the session by its functions only: whatever one view marks,
 * edits or adds, all others show.
 */
import { batch, computed, signal } from '@preact/signals';
import type { AvalancheError, Hint, Opened } from 'avalanche-tx';
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

/** Bytes of an edit that cannot be read, and why. */
export interface Damaged {
  readonly bytes: Uint8Array;
  readonly error: AvalancheError;
}

/** A state of the history: what views show, and what the editor has beside it. */
interface Version {
  readonly subject: Subject;
  /** Edited bytes that cannot be read; the subject is then the last one that could be. */
  readonly damaged?: Damaged;
  /** What was edited: further edits of the same are undone together, until one is settled. */
  readonly what?: string;
}

/** A subject with its edits. */
interface Shown {
  /** How the reader got there: `transaction 3 of 12`. Absent for the input itself. */
  readonly step?: string;
  /** Versions of the subject, the first one as it was read; an edit adds one. */
  readonly versions: readonly Version[];
  readonly at: number;
}

/** The input, then what was opened inside of it, and so on. */
const trail = signal<readonly Shown[]>([]);
const last = computed(() => trail.value.at(-1));
const version = computed(() => last.value?.versions[last.value.at]);

/** What all views show. */
export const subject = computed<Subject | undefined>(() => version.value?.subject);
/** The subject before any edit: what differs from it is marked. */
export const original = computed<Subject | undefined>(() => last.value?.versions[0]?.subject);
/** What the last edit left, if it cannot be read. */
export const damaged = computed<Damaged | undefined>(() => version.value?.damaged);
export const isEdited = computed(() => (last.value?.at ?? 0) > 0);

/** A text in a control, which may stand for no value. */
export interface Typed {
  readonly text: string;
  /** Why it stands for no value. */
  readonly error?: string;
}

/** Texts of controls that stand for no value, or are still being typed, by path. */
export const typed = signal<ReadonlyMap<string, Typed>>(new Map());
const isUnfinished = computed(() => [...typed.value.values()].some(({ error }) => error));

export const canUndo = computed(() => isEdited.value || isUnfinished.value);
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

const startOf = (of: Subject): Shown => ({ versions: [{ subject: of }], at: 0 });

const go = (to: readonly Shown[]): void =>
  batch(() => {
    marked.value = undefined;
    typed.value = new Map();
    trail.value = to;
  });

/** Reads an input, and shows it if it has one reading. */
export function show(from: string, content: string | Uint8Array, hint?: Hint): void {
  const result = readSubject(content, from, hint);
  batch(() => {
    // A key that was pasted by mistake is not kept.
    const isSecret =
      'error' in result && (result.error.context as { found?: string }).found === 'private key';
    input.value = { content: isSecret ? '' : content, from, ...(hint && { hint }) };
    read.value = result;
    go('subject' in result ? [startOf(result.subject)] : []);
  });
}

/** Shows a subject that was not read from an input, such as a draft combined from several. */
export function showSubject(next: Subject): void {
  batch(() => {
    input.value = undefined;
    read.value = { subject: next };
    go([startOf(next)]);
  });
}

/** Forgets all. */
export function clear(): void {
  batch(() => {
    input.value = undefined;
    read.value = undefined;
    go([]);
  });
}

/**
 * Opens a value inside of the subject: a transaction of a block, a UTXO of a list.
 * @param accepted What the block says of its time.
 */
export const descend = (
  opened: Opened,
  step: string,
  accepted?: { readonly time: bigint | undefined },
): void => {
  const subject = { kind: 'value', opened, from: step, ...(accepted && { accepted }) } as const;
  go([...trail.value, { step, ...startOf(subject) }]);
};

/** Goes back to a step of `steps`. */
export const ascend = (step: number): void => go(trail.value.slice(0, step + 1));

const setLast = (change: (shown: Shown) => Shown): void => {
  const all = trail.value;
  if (all.length > 0) trail.value = [...all.slice(0, -1), change(all.at(-1)!)];
};

/** Adds a version behind the present one, in the place of one that is the same edit. */
const add = (next: Version): void =>
  setLast(({ versions, at, ...rest }) => {
    const isSame = next.what !== undefined && at > 0 && versions[at]!.what === next.what;
    const kept = versions.slice(0, isSame ? at : at + 1);
    return { ...rest, versions: [...kept, next], at: kept.length };
  });

/**
 * Shows an edited version of the subject, which `undo` takes back.
 * @param what Names what is edited, where several edits of it are one for whoever takes them back.
 */
export const edit = (next: Subject, what?: string): void =>
  add({ subject: next, ...(what !== undefined && { what }) });

/** Keeps an edit that cannot be read; views go on showing the last subject that can be. */
export const damage = (by: Damaged, what?: string): void => {
  const now = subject.value;
  if (now) add({ subject: now, damaged: by, ...(what !== undefined && { what }) });
};

/** Ends an edit: the next one of the same field is taken back by itself. */
export const settle = (): void =>
  setLast((shown) => {
    const { what, ...now } = shown.versions[shown.at]!;
    return what === undefined ? shown : { ...shown, versions: shown.versions.with(shown.at, now) };
  });

function step(by: number): void {
  batch(() => {
    settle();
    typed.value = new Map();
    setLast((shown) => ({ ...shown, at: shown.at + by }));
  });
}

/** Takes back texts that stand for no value, else the last edit. */
export const undo = (): void => {
  if (isUnfinished.value) typed.value = new Map();
  else if (isEdited.value) step(-1);
};
export const redo = (): void => {
  if (canRedo.value) step(1);
};
