/** One history for everything that was edited, readable or not. */
import { beforeEach, describe, expect, it } from 'vitest';
import { samples } from '../../apps/inspector/intake/samples.ts';
import {
  ascend,
  canRedo,
  canUndo,
  clear,
  damaged,
  descend,
  isEdited,
  redo,
  settle,
  show,
  subject,
  typed,
  undo,
} from '../../apps/inspector/model/session.ts';
import { isDecoded, readSubject } from '../../apps/inspector/model/subject.ts';
import { commit, setTyped } from '../../apps/inspector/views/edit/history.ts';

const [payment = '', , , block = ''] = samples.map(({ text }) => text);

const bytes = (): Uint8Array => {
  const now = subject.value;
  if (!now || !isDecoded(now)) throw new Error('nothing is shown');
  return now.opened.bytes;
};

/** The bytes with one of them changed; the first 2 are the version of the codec, 6 to 9 the network. */
function changed(at: number, by: number): Uint8Array {
  const next = bytes().slice();
  next[at] = by;
  return next;
}

describe('the history of a subject', () => {
  beforeEach(() => show('pasted', payment));

  it('has readable and unreadable edits in their order', () => {
    const first = bytes();
    commit(changed(9, 6));
    const second = bytes();
    commit(changed(1, 7));
    expect(damaged.value?.error.code).toBe('BadVersion');
    expect(bytes()).toBe(second);
    commit(changed(9, 1));
    expect(damaged.value).toBeUndefined();
    const fourth = bytes();

    undo();
    expect(damaged.value?.error.code).toBe('BadVersion');
    undo();
    expect(damaged.value).toBeUndefined();
    expect(bytes()).toBe(second);
    undo();
    expect(bytes()).toBe(first);
    expect([canUndo.value, canRedo.value]).toEqual([false, true]);
    undo();
    redo();
    redo();
    expect(damaged.value?.error.code).toBe('BadVersion');
    redo();
    expect(bytes()).toBe(fourth);
    expect([canUndo.value, canRedo.value]).toEqual([true, false]);
  });

  it('takes edits of one field back together, until it is left', () => {
    const first = bytes();
    commit(changed(9, 1), 'networkID');
    commit(changed(1, 7), 'networkID');
    commit(changed(9, 2), 'networkID');
    settle();
    const second = bytes();
    commit(changed(9, 3), 'networkID');
    undo();
    expect(bytes()).toBe(second);
    commit(changed(9, 4), 'networkID');
    undo();
    undo();
    expect(bytes()).toBe(first);
    expect(canUndo.value).toBe(false);
  });

  it('takes texts that stand for no value back first, and drops them with their subject', () => {
    commit(changed(9, 6));
    setTyped('unsignedTx.networkID', '99999999999', 'more than 4 bytes');
    undo();
    expect(typed.value.size).toBe(0);
    expect(isEdited.value).toBe(true);
    setTyped('unsignedTx.networkID', 'x', 'not a number');
    show('pasted', payment);
    expect(typed.value.size).toBe(0);
    expect([canUndo.value, canRedo.value]).toEqual([false, false]);
  });

  it('is that of what is looked at: a transaction in a block has its own', () => {
    show('pasted', block);
    const whole = bytes();
    const read = readSubject(payment, 'test');
    if (!('subject' in read) || read.subject.kind !== 'value') throw new Error('it was not read');
    descend(read.subject.opened, 'transaction 1 of 1');
    commit(changed(9, 6));
    expect(isEdited.value).toBe(true);
    ascend(0);
    expect([isEdited.value, canUndo.value]).toEqual([false, false]);
    expect(bytes()).toBe(whole);
    clear();
    undo();
    redo();
    expect(subject.value).toBeUndefined();
  });
});
