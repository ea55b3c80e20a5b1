/** The recorded table of attacks, compared with what objects to each change now. */
import { recordedAttacks } from '../../../scripts/attacks.ts';
import { type AttackRow, keyOf, type Table, tables } from './rows.ts';
import type { Picks } from './run.ts';

const recorded = recordedAttacks();

/** The recorded row of each change of a field of a type. */
const rowsBy = (table: Table): ReadonlyMap<string, AttackRow> =>
  new Map(
    recorded
      .filter((row) => row.table === table)
      .flatMap((row) => row.types.map((type) => [keyOf({ ...row, type }), row] as const)),
  );

/** One type of every third recorded row: other rows and other types with another seed. */
export function someRows(table: Table, seed: number): Picks {
  const picked = new Set(
    recorded
      .filter((row) => row.table === table)
      .flatMap((row, i) => {
        const turn = seed + i;
        const type = row.types[Math.floor(turn / 3) % row.types.length]!;
        return turn % 3 === 0 ? [keyOf({ ...row, type })] : [];
      }),
  );
  return (of) => picked.has(keyOf(of));
}

/** What differs from the table in the changes that are picked; all of them if omitted. */
export function differencesFrom(
  table: Table,
  seed: number,
  picks?: Picks,
): { readonly wrong: readonly string[]; readonly seen: number } {
  const rows = rowsBy(table);
  const wrong: string[] = [];
  let seen = 0;
  for (const { objections, ...of } of tables[table](seed, picks)) {
    seen++;
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
  return { wrong, seen };
}
