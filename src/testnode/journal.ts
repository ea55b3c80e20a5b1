/**
 * The undo log of a test node. Every change of the world that a snapshot must be able to revert is recorded here,
 * so that the cost of snapshots and reverts does not grow with the number of UTXOs.
 */

/** The undo log. It only records while a snapshot exists. */
export interface Journal {
  /** Steps that undo all changes since the first snapshot, oldest first. */
  readonly steps: (() => void)[];
  /** Snapshots by age: the position of their first step, and a function that restores single values. */
  readonly marks: { readonly id: number; readonly at: number; readonly restore: () => void }[];
  /** The id of the next snapshot. */
  next: number;
}

/** Creates an undo log without snapshots. */
export const newJournal = (): Journal => ({ steps: [], marks: [], next: 1 });

/** Records how to undo a change that was just made. */
export function record({ steps, marks }: Journal, undo: () => void): void {
  if (marks.length > 0) steps.push(undo);
}

/**
 * Takes a snapshot of the current state.
 * @param restore Restores values that change without being recorded.
 * @param id Id of the snapshot; a new one if omitted.
 * @returns The id of the snapshot.
 */
export function mark(journal: Journal, restore: () => void, id = journal.next++): number {
  journal.marks.push({ id, at: journal.steps.length, restore });
  return id;
}

/**
 * Restores a snapshot, and discards it and all later ones.
 * @returns Whether there is such a snapshot.
 */
export function rollBack(journal: Journal, id: number): boolean {
  const i = journal.marks.findIndex((mark) => mark.id === id);
  const found = journal.marks[i];
  if (!found) return false;
  const undone = journal.steps.splice(found.at);
  // Undoing writes to the same stores; without marks, those writes are not recorded.
  const kept = journal.marks.splice(0).slice(0, i);
  for (const step of undone.toReversed()) step();
  found.restore();
  journal.marks.push(...kept);
  return true;
}

/** Discards a snapshot and keeps the changes since. */
export function dropMark({ steps, marks }: Journal, id: number): void {
  const i = marks.findIndex((mark) => mark.id === id);
  if (i >= 0) marks.splice(i, 1);
  if (marks.length === 0) steps.length = 0;
}

export function append<V>(journal: Journal, list: V[], value: V): void {
  list.push(value);
  record(journal, () => {
    list.pop();
  });
}

/** Sets an entry of a map, or deletes it if the value is undefined. */
export function setEntry<K, V>(
  journal: Journal,
  map: Map<K, V>,
  key: K,
  value: V | undefined,
): void {
  const before = map.get(key);
  if (value === undefined) map.delete(key);
  else map.set(key, value);
  record(journal, () => {
    if (before === undefined) map.delete(key);
    else map.set(key, before);
  });
}

/**
 * Creates a `Map` whose changes are recorded. It is a plain `Map` with two own functions, so that a ledger can use
 * it.
 * @param changed Called after each change, including those of a revert, so that an index can follow.
 */
export function recordedMap<V>(
  journal: Journal,
  changed: (key: string, before: V | undefined, after: V | undefined) => void = () => {},
): Map<string, V> {
  const map = new Map<string, V>();
  const { set, delete: remove } = Map.prototype;
  const write = (key: string, value: V | undefined): boolean => {
    const before = map.get(key);
    if (value === undefined) remove.call(map, key);
    else set.call(map, key, value);
    changed(key, before, value);
    record(journal, () => write(key, before));
    return before !== undefined;
  };
  const own = {
    set: (key: string, value: V) => {
      write(key, value);
      return map;
    },
    delete: (key: string) => map.has(key) && write(key, undefined),
  };
  // Not enumerable, so that it prints and compares as any other `Map`.
  for (const [name, value] of Object.entries(own)) Object.defineProperty(map, name, { value });
  return map;
}
