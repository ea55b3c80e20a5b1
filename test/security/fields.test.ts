/** The table of the threat model: each change of each field is made, and what the table names objects to it. */
import { describe, expect, it } from 'vitest';
import { isDiffAlone, recordedAttacks, unbuildable } from '../../scripts/attacks.ts';
import { UnsignedTx as CTx } from '../../src/chain/cchain/tx.ts';
import { UnsignedTx as PTx } from '../../src/chain/pchain/tx.ts';
import { UnsignedTx as XTx } from '../../src/chain/xchain/tx.ts';
import { WireDraft } from '../../src/draft/file.ts';
import { networkSchema } from '../../src/network/custom.ts';
import type { AnySchema } from '../../src/schema/schema.ts';
import { formatState } from '../../src/state/index.ts';
import type { Type } from '../../src/wire/type.ts';
import { basesOf } from '../support/attack/bases.ts';
import { seeded } from '../support/seeded.ts';
import { declaredFields, spotsOf } from './attack/fields.ts';
import { networkMembers, stateMembers } from './attack/files.ts';
import { judged } from './attack/judge.ts';
import { draftMembers, dressed } from './attack/metadata.ts';
import { type Table, tables } from './attack/rows.ts';
import { differencesFrom, someRows } from './attack/table.ts';
import { inside, isNever, waysOf } from './attack/ways.ts';

const recorded = recordedAttacks();

/** Names of all transactions that are declared. */
function declaredTypes(type: Type<unknown>): readonly string[] {
  const { shape } = type;
  if (shape.kind === 'versioned') return declaredTypes(shape.of);
  return shape.kind === 'union' ? [...shape.members.values()].map(({ name }) => name) : [type.name];
}
const allTypes = [PTx, XTx, CTx].flatMap((of) => declaredTypes(of as Type<unknown>));

/** Whether there is a member of that name, or one inside it. */
const covers = (members: object, key: string): boolean =>
  Object.keys(members).some(
    (member) => member === key || member.startsWith(`${key}.`) || member.startsWith(`${key}[]`),
  );

describe('the table of attacks', () => {
  const drafts = [1, 2].flatMap((seed) => basesOf(seed));

  it('has every type of transaction, or why there is no draft of it', () => {
    const built = new Set(drafts.map(({ draft }) => draft.unsignedTx.type as string));
    const missing = allTypes.filter(
      (type) => !built.has(type) && !Object.hasOwn(unbuildable, type),
    );
    expect(missing).toEqual([]);
    expect(Object.keys(unbuildable).filter((type) => built.has(type))).toEqual([]);
  });

  it('is about drafts that nobody objects to', () => {
    for (const base of drafts)
      for (const of of [base, dressed(base)])
        expect([of.name, judged(of, { draft: of.draft })]).toEqual([of.name, {}]);
  });

  it('has every field of every type', () => {
    const rows = new Set(
      recorded
        .filter(({ table }) => table === 'tx')
        .flatMap(({ types, field }) => types.map((type) => `${type} ${field}`)),
    );
    // What is only inside of others: its own fields are in the table.
    const holdsRow = (type: string, field: string) =>
      ['.', '(', '[].', '[]('].some((next) =>
        [...rows].some((row) => row.startsWith(`${type} ${field}${next}`)),
      );
    const there = new Set(
      drafts.flatMap(({ draft: { unsignedTx } }) =>
        spotsOf(unsignedTx).map(({ field }) => `${unsignedTx.type} ${field}`),
      ),
    );
    const types = allTypes.filter((type) => !Object.hasOwn(unbuildable, type));
    const missing = types.flatMap((type) =>
      declaredFields(type)
        .filter((of) =>
          waysOf(of) === inside
            ? !holdsRow(type, of.field)
            : !rows.has(`${type} ${of.field}`) ||
              !(there.has(`${type} ${of.field}`) || isNever(of)),
        )
        .map(({ field }) => `${type} ${field}`),
    );
    expect(missing).toEqual([]);
  });

  it('has every member of a draft', () => {
    const { shape } = WireDraft;
    const struct = shape.kind === 'versioned' ? shape.of.shape : shape;
    const keys = struct.kind === 'struct' ? struct.fields.map(({ key }) => key) : [];
    const rows = recorded.filter(({ table }) => table === 'draft').map(({ field }) => field);
    expect(keys.filter((key) => !rows.includes(key))).toEqual([]);
  });

  it('has every member of a state and of a network', () => {
    const rowsOf = (table: Table) =>
      recorded.filter((row) => row.table === table).map(({ field }) => field);
    const missing = (table: Table, members: object) =>
      Object.keys(members).filter((key) => !rowsOf(table).includes(key));
    expect(missing('state', stateMembers)).toEqual([]);
    expect(missing('network', networkMembers)).toEqual([]);
    expect(missing('draft', draftMembers)).toEqual([]);
    // The types of the members follow from those of states and networks; files have no others.
    const keysOf = ({ fields = [] }: AnySchema) => fields.map(({ key }) => key);
    expect(keysOf(networkSchema()).filter((key) => !covers(networkMembers, key))).toEqual([]);
    const states = drafts.map(({ state }) => JSON.parse(formatState(state)) as object);
    const keys = [...new Set(states.flatMap(Object.keys))];
    expect(keys.filter((key) => !covers(stateMembers, key))).toEqual([]);
  });

  it('names nothing that only diff objects to', () => {
    const alone = recorded.filter(isDiffAlone);
    expect(alone.map(({ field, way, types }) => `${field}: ${way} (${types.join(', ')})`)).toEqual(
      [],
    );
  });

  it('names nothing that somebody gains and nobody objects to', () => {
    const open = recorded.filter(({ gains, always }) => gains !== undefined && !always);
    expect(open.map(({ field, way, types }) => `${field}: ${way} (${types.join(', ')})`)).toEqual(
      [],
    );
  });

  it('has a reason wherever nobody gains', () => {
    for (const { gains, nothing } of recorded) expect(gains ?? nothing).toMatch(/\w{3}/);
  });
});

// The end-to-end tests make every change.
describe.each(Object.keys(tables) as Table[])('changes of %s', (table) => {
  it('meet what the table names: one type of every third row', () => {
    const seed = seeded.seed + 2;
    const { wrong, seen } = differencesFrom(table, seed, someRows(table, seed));
    expect(wrong).toEqual([]);
    expect(seen).toBeGreaterThan(recorded.filter((row) => row.table === table).length / 6);
  });
});
