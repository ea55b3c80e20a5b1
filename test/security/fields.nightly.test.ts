/** The whole table of the threat model, in drafts of other amounts than those that it was recorded with. */
import { describe, expect, it } from 'vitest';
import { seedOr } from '../support/seeded.ts';
import { type Table, tables } from './attack/rows.ts';
import { differencesFrom } from './attack/table.ts';

describe.each(Object.keys(tables) as Table[])('changes of %s', (table) => {
  const seeds = [seedOr(3), seedOr(3) + 1];

  it.each(seeds)('meet what the table names, with seed %i', (seed) => {
    expect(differencesFrom(table, seed).wrong).toEqual([]);
  });
});
