/**
 * Edits of the subject's bytes. What can be read becomes a version of the session, which all views show; what cannot stays here, with
 * the place where reading fails, until another edit mends it.
 */
import { batch, computed, signal } from '@preact/signals';
import type { AvalancheError, Opened } from 'avalanche-tx';
import { reopen } from '../../model/editing.ts';
import { knownFieldsOf, readableFieldsOf } from '../../model/embedded.ts';
import * as session from '../../model/session.ts';
import { isDecoded } from '../../model/subject.ts';

/** The last version that can be read. */
export const decoded = computed(() => {
  const now = session.subject.value;
  return now && isDecoded(now) ? now : undefined;
});

/** Bytes that cannot be read. */
interface Damaged {
  readonly bytes: Uint8Array;
  readonly error: AvalancheError;
}

interface Attempts {
  /** The readable value that they started from. */
  readonly base: Opened;
  readonly list: readonly Damaged[];
  readonly at: number;
}

const attempts = signal<Attempts | undefined>(undefined);
/** What the last edit changed: further edits of the same are undone together. */
let last: { readonly what: string; readonly opened: Opened } | undefined;

const current = computed<Attempts | undefined>(() => {
  const now = attempts.value;
  return now && now.base === decoded.value?.opened ? now : undefined;
});

/** The bytes that cannot be read, with the fields as far as they can be. */
export const damaged = computed(() => {
  const now = current.value;
  const found = now?.list[now.at - 1];
  return found && { ...found, fields: readableFieldsOf(now.base, found.bytes) };
});

export const canUndo = computed(() => damaged.value !== undefined || session.canUndo.value);
export const canRedo = computed(
  () => (current.value && current.value.at < current.value.list.length) || session.canRedo.value,
);

/** Texts of controls that stand for no value, or are still being typed, by path. */
export const typed = signal<
  ReadonlyMap<string, { readonly text: string; readonly error?: string }>
>(new Map());

export function setTyped(path: string, text?: string, error?: string): void {
  const next = new Map(typed.value);
  if (text === undefined) next.delete(path);
  else next.set(path, { text, ...(error !== undefined && { error }) });
  typed.value = next;
}

/** @param what Names what is edited, where several edits of it are one for whoever takes them back. */
export function commit(bytes: Uint8Array, what?: string): void {
  const opened = decoded.value?.opened;
  if (!opened) return;
  const found = reopen(opened, bytes);
  if ('opened' in found) knownFieldsOf(found.opened, true);
  batch(() => {
    if ('error' in found) {
      const { list, at } = current.value ?? { list: [], at: 0 };
      const again = what !== undefined && last?.what === what && last.opened === opened && at > 0;
      const kept = list.slice(0, again ? at - 1 : at);
      attempts.value = {
        base: opened,
        list: [...kept, { bytes, error: found.error }],
        at: kept.length + 1,
      };
      last = what === undefined ? undefined : { what, opened };
      return;
    }
    attempts.value = undefined;
    if (
      what !== undefined &&
      last?.what === what &&
      last.opened === opened &&
      session.canUndo.value
    )
      session.undo();
    session.edit({ kind: 'value', opened: found.opened, from: 'edited' });
    last = what === undefined ? undefined : { what, opened: found.opened };
  });
}

/** Ends an edit: the next one of the same field is taken back by itself. */
export const settle = (): void => {
  last = undefined;
};

export function undo(): void {
  batch(() => {
    settle();
    typed.value = new Map();
    const now = current.value;
    if (now && now.at > 0) attempts.value = { ...now, at: now.at - 1 };
    else session.undo();
  });
}

export function redo(): void {
  batch(() => {
    settle();
    typed.value = new Map();
    const now = current.value;
    if (now && now.at < now.list.length) attempts.value = { ...now, at: now.at + 1 };
    else session.redo();
  });
}
