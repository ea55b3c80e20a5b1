/** The rows of the table of attacks: what was seen, each line for all types where it is the same. */
import { judges, type Objections } from './judge.ts';
import { type Attempt, draftAttempts, networkAttempts, stateAttempts, txAttempts } from './run.ts';

/** Where the field is. */
export const tables = {
  tx: txAttempts,
  draft: draftAttempts,
  state: stateAttempts,
  network: networkAttempts,
} as const;
export type Table = keyof typeof tables;

/** A way to change a field, and what objects in each type of transaction, whatever the seed. */
export interface AttackRow {
  readonly table: Table;
  readonly field: string;
  readonly way: string;
  readonly gains?: string;
  readonly nothing?: string;
  readonly types: readonly string[];
  /** What objects, and what it says, if that is always the same. */
  readonly by: Objections;
  /** Whether one of them objects in each case, not always the same. */
  readonly always: boolean;
}

/** What was seen of one change of one field of one type. */
export interface Seen extends Omit<Attempt, 'objections'> {
  /** What objects to all. */
  readonly by: Objections;
  /** Whether somebody objects to each. */
  readonly always: boolean;
}

const both = (a: Objections, b: Objections): Objections =>
  Object.fromEntries(
    judges.flatMap((judge) => {
      const [one, other] = [a[judge], b[judge]];
      if (one === undefined || other === undefined) return [];
      return [[judge, one === other ? one : '']];
    }),
  );

/** What objects to each change of each field of each type, in every draft with every seed. */
function seenOf(table: Table, seeds: readonly number[]): ReadonlyMap<string, Seen> {
  const found = new Map<string, Seen>();
  for (const seed of seeds)
    for (const { objections, ...of } of tables[table](seed)) {
      const key = keyOf(of);
      const before = found.get(key);
      const some = Object.keys(objections).length > 0;
      found.set(key, {
        ...of,
        by: both(before?.by ?? objections, objections),
        always: some && (before?.always ?? true),
      });
    }
  return found;
}

/** What tells one change of one field of one type from others. */
export const keyOf = ({ type, field, way }: Pick<Attempt, 'type' | 'field' | 'way'>): string =>
  `${type} ${field} ${way}`;

/** The rows of a table, in the order of the fields. */
export function attackRows(table: Table, seeds: readonly number[]): readonly AttackRow[] {
  const rows = new Map<string, AttackRow>();
  for (const { type, by, ...of } of seenOf(table, seeds).values()) {
    const { field, way, gains, nothing, always } = of;
    const key = JSON.stringify([field, way, gains, nothing, always, Object.keys(by)]);
    const row = rows.get(key);
    if (row) rows.set(key, { ...row, types: [...row.types, type], by: both(row.by, by) });
    else rows.set(key, { table, ...of, types: [type], by });
  }
  const first = new Map<string, number>();
  const list = [...rows.values()];
  list.forEach(({ field, way }, i) => {
    for (const at of [field, `${field} ${way}`]) if (!first.has(at)) first.set(at, i);
  });
  const place = ({ field, way }: AttackRow) => [first.get(field)!, first.get(`${field} ${way}`)!];
  return list.sort((a, b) => {
    const [x, y] = [place(a), place(b)];
    return x[0]! - y[0]! || x[1]! - y[1]!;
  });
}
