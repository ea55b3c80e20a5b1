/** The table of the threat model: each change of each field is made, and what the table names objects to it. */
import { describe, expect, it } from 'vitest';
import { recordedAttacks, unbuildable } from '../../scripts/attacks.ts';
import { UnsignedTx as CTx } from '../../src/chain/cchain/tx.ts';
import { UnsignedTx as PTx } from '../../src/chain/pchain/tx.ts';
import { UnsignedTx as XTx } from '../../src/chain/xchain/tx.ts';
import { WireDraft } from '../../src/draft/container.ts';
import type { Type } from '../../src/wire/type.ts';
import { basesOf } from '../support/attack/bases.ts';
import { declaredFields, spotsOf } from '../support/attack/fields.ts';
import { judged } from '../support/attack/judge.ts';
import { dressed } from '../support/attack/metadata.ts';
import { type AttackRow, keyOf, type Table, tables } from '../support/attack/rows.ts';
import { inside, waysOf } from '../support/attack/ways.ts';

const recorded = recordedAttacks();
const rowsBy = (table: Table): ReadonlyMap<string, AttackRow> =>
  new Map(
    recorded
      .filter((row) => row.table === table)
      .flatMap((row) => row.types.map((type) => [keyOf({ ...row, type }), row] as const)),
  );

/** Names of all transactions that are declared. */
function declaredTypes(type: Type<unknown>): readonly string[] {
  const { shape } = type;
  if (shape.kind === 'versioned') return declaredTypes(shape.of);
  return shape.kind === 'union' ? [...shape.members.values()].map(({ name }) => name) : [type.name];
}
const allTypes = [PTx, XTx, CTx].flatMap((of) => declaredTypes(of as Type<unknown>));

/** Fields that no valid transaction has: what is exported or imported is never locked for staking. */
const never = /^(?:exportedOutputs\[\]\.output\(stakeable|importedInputs\[\]\.input\(stakeable)/;

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
    const there = new Set(
      drafts.flatMap(({ draft: { unsignedTx } }) =>
        spotsOf(unsignedTx).map(({ field }) => `${unsignedTx.type} ${field}`),
      ),
    );
    const types = allTypes.filter((type) => !Object.hasOwn(unbuildable, type));
    const missing = types.flatMap((type) =>
      declaredFields(type)
        .filter((of) => waysOf(of) !== inside && !never.test(of.field))
        .map(({ field }) => `${type} ${field}`)
        .filter((key) => !rows.has(key) || !there.has(key)),
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

describe.each(Object.keys(tables) as Table[])('changes of %s', (table) => {
  const rows = rowsBy(table);
  const seeds = process.env.FC_SEED ? [Number(process.env.FC_SEED)] : [3, 4];

  it.each(seeds)('meet what the table names, with seed %i', { timeout: 600_000 }, (seed) => {
    const wrong: string[] = [];
    for (const { objections, ...of } of tables[table](seed)) {
      const row = rows.get(keyOf(of));
      const said = JSON.stringify(objections);
      if (!row) wrong.push(`${keyOf(of)}: not in the table, ${said}`);
      else if (of.gains === undefined) continue;
      else if (Object.keys(objections).length === 0) wrong.push(`${keyOf(of)}: nothing objects`);
      else
        for (const judge of Object.keys(row.by) as (keyof typeof objections)[])
          if (objections[judge] === undefined && objections.reader === undefined)
            wrong.push(`${keyOf(of)}: ${judge} does not object, ${said}`);
    }
    expect(wrong).toEqual([]);
  });
});
