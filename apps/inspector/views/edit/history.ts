/** Edits of the subject's bytes, as versions of the session, and texts that are being typed. */
import { computed } from '@preact/signals';
import { reopen } from '../../model/editing.ts';
import { knownFieldsOf, readableFieldsOf } from '../../model/embedded.ts';
import * as session from '../../model/session.ts';
import { isDecoded } from '../../model/subject.ts';

/** The last version that can be read. */
export const decoded = computed(() => {
  const now = session.subject.value;
  return now && isDecoded(now) ? now : undefined;
});

/** The bytes that cannot be read, with the fields as far as they can be. */
export const damaged = computed(() => {
  const [found, base] = [session.damaged.value, decoded.value];
  return found && base && { ...found, fields: readableFieldsOf(base.opened, found.bytes) };
});

/** Keeps what is typed into a control; without a text, the control shows the value again. */
export function setTyped(path: string, text?: string, error?: string): void {
  const next = new Map(session.typed.value);
  if (text === undefined) next.delete(path);
  else next.set(path, { text, ...(error !== undefined && { error }) });
  session.typed.value = next;
}

/** @param what Names what is edited, where several edits of it are one for whoever takes them back. */
export function commit(bytes: Uint8Array, what?: string): void {
  const opened = decoded.value?.opened;
  if (!opened) return;
  const found = reopen(opened, bytes);
  if ('error' in found) {
    session.damage({ bytes, error: found.error }, what);
    return;
  }
  knownFieldsOf(found.opened, true);
  session.edit({ kind: 'value', opened: found.opened, from: 'edited' }, what);
}
