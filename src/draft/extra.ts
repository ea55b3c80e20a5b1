import { AvalancheError, within } from '../errors/error.ts';
import type { WireDraft } from './container.ts';
import type { Draft } from './draft.ts';

/** Most entries, characters of a key, and bytes of all entries. */
const most = { entries: 64, key: 128, bytes: 1024 * 1024 } as const;

/** A domain, a slash, a name: no key can be that of another program, or one that a JavaScript object has. */
const keyPattern = /^[a-z0-9-]+(?:\.[a-z0-9-]+)+\/[A-Za-z0-9._-]+$/;

/** Entries as they are written: sorted by key. */
export function formatExtra(extra: Draft['extra']): WireDraft['extra'] {
  const entries = Object.entries(extra)
    .map(([key, bytes]) => ({ key, bytes }))
    .sort((a, b) => (a.key < b.key ? -1 : 1));
  within(['extra'], () => verify(entries));
  return entries;
}

/**
 * Entries as they were read.
 * @throws {AvalancheError} `BadText`: a key of another form; `NotSorted`; `TooLong`.
 */
export function parseExtra(entries: WireDraft['extra']): Draft['extra'] {
  verify(entries);
  return Object.fromEntries(entries.map(({ key, bytes }) => [key, bytes]));
}

function verify(entries: WireDraft['extra']): void {
  const size = entries.reduce((sum, { bytes }) => sum + bytes.length, 0);
  for (const [length, max, what] of [
    [entries.length, most.entries, 'entries'],
    [size, most.bytes, 'bytes'],
  ] as const)
    if (length > max)
      throw new AvalancheError('TooLong', `${length} ${what}, at most ${max} are allowed`, {
        length,
        max,
      });
  for (const [i, { key }] of entries.entries()) {
    if (key.length > most.key || !keyPattern.test(key))
      throw new AvalancheError('BadText', 'must be a key such as example.com/note', {
        kind: 'text',
      }).at(i, 'key');
    if (i > 0 && key <= entries[i - 1]!.key)
      throw new AvalancheError('NotSorted', 'must be strictly increasing by key').at(i, 'key');
  }
}
